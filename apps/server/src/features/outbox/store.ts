// The table outbox. The only file that knows it.
import { type Kysely, sql } from 'kysely';
import { z } from 'zod';
import { type Database, json, type Row, tables } from '../../kernel/storage/db.ts';

const file = z.object({ name: z.string(), type: z.string(), path: z.string() });
/** `path`: inside the folder of the outbox. */
export type OutboxFile = z.output<typeof file>;
export type NewDelivery = {
  kind: string;
  lane: string;
  payload: unknown;
  files: OutboxFile[];
  bytes: number;
  createdMs: number;
  nextTryMs: number;
};
export type Delivery = NewDelivery & { id: number; tries: number; trouble: string };

const columns = { payload: json(z.unknown()), files: json(z.array(file)) };
type Tables = { outbox: Row<Delivery, typeof columns, 'id' | 'tries' | 'trouble'> };

type Db = Kysely<Tables>;

const readers = (db: Db) => ({
  async size(): Promise<{ count: number; bytes: number }> {
    const { count, bytes } = await db
      .selectFrom('outbox')
      .select(({ fn }) => [
        fn.countAll<number | string>().as('count'),
        fn.sum<number | string | null>('bytes').as('bytes'),
      ])
      .executeTakeFirstOrThrow();
    return { count: Number(count), bytes: Number(bytes ?? 0) };
  },
  /** The oldest of each lane that is due, but of those in `busy`. */
  async due(nowMs: number, busy: readonly string[]): Promise<Delivery[]> {
    const oldest = db
      .selectFrom('outbox')
      .select(({ fn }) => fn.min('id').as('id'))
      .where('nextTryMs', '<=', nowMs)
      .where('lane', 'not in', busy)
      .groupBy('lane');
    return db.selectFrom('outbox').selectAll().where('id', 'in', oldest).orderBy('id').execute();
  },
  async files(): Promise<string[]> {
    const rows = await db
      .selectFrom('outbox')
      .select('files')
      .where(sql<boolean>`files <> '[]'`)
      .execute();
    return rows.flatMap(({ files }) => files.map(({ path }) => path));
  },
});

const writers = (db: Db) => ({
  async add(deliveries: readonly NewDelivery[]): Promise<void> {
    if (deliveries.length === 0) return;
    const rows = deliveries.map((each) => ({
      ...each,
      payload: JSON.stringify(each.payload),
      files: JSON.stringify(each.files),
    }));
    await db.insertInto('outbox').values(rows).execute();
  },
  /** The others of the lane that are due wait as long: a receiver that is away for one is away for all. */
  async postpone({ id, lane }: Delivery, again: { tries: number; nextTryMs: number; trouble: string }): Promise<void> {
    await db.transaction().execute(async (transaction) => {
      await transaction.updateTable('outbox').set(again).where('id', '=', id).execute();
      await transaction
        .updateTable('outbox')
        .set({ nextTryMs: again.nextTryMs })
        .where('lane', '=', lane)
        .where('nextTryMs', '<', again.nextTryMs)
        .execute();
    });
  },
  async remove(id: number): Promise<void> {
    await db.deleteFrom('outbox').where('id', '=', id).execute();
  },
  /** Whatever waits for another try is due now. */
  async wake(kind: string, nowMs: number): Promise<void> {
    await db
      .updateTable('outbox')
      .set({ nextTryMs: nowMs })
      .where('kind', '=', kind)
      .where('nextTryMs', '>', nowMs)
      .execute();
  },
});

export const createOutboxStore = (database: Database) => {
  const db = tables<Tables>(database, columns);
  return { ...readers(db), ...writers(db) };
};
export type OutboxStore = ReturnType<typeof createOutboxStore>;
