// The table outbox. The only file that knows it.
import { type Kysely, sql } from 'kysely';
import { z } from 'zod';
import { type Database, flag, json, type Row, tables } from '../../kernel/storage/db.ts';
import { LONGEST_WAIT_MS } from './next-try.ts';

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
/** `holdsLane`: nothing else of its lane is tried before it is tried again. */
export type Delivery = NewDelivery & { id: number; tries: number; trouble: string; holdsLane: boolean };
/** What is known of a delivery after a try that failed. `payload`: where less of it is left. */
export type Postponed = Pick<Delivery, 'tries' | 'nextTryMs' | 'trouble' | 'holdsLane'> & { payload?: unknown };

const columns = { payload: json(z.unknown()), files: json(z.array(file)), holdsLane: flag };
type Tables = { outbox: Row<Delivery, typeof columns, 'id' | 'tries' | 'trouble' | 'holdsLane'> };

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
  /** How many wait in each of these; a lane where nothing waits is left out. */
  async waitingIn(lanes: readonly string[]): Promise<Map<string, number>> {
    const rows = await db
      .selectFrom('outbox')
      .select(({ fn }) => ['lane', fn.countAll<number | string>().as('count')])
      .where('lane', 'in', lanes)
      .groupBy('lane')
      .execute();
    return new Map(rows.map(({ lane, count }) => [lane, Number(count)]));
  },
  /**
   * The oldest of each lane that is due, but of those in `busy`, and of those that are held. What would wait for longer than anything does
   * is due too.
   */
  async due(nowMs: number, busy: readonly string[]): Promise<Delivery[]> {
    const latestMs = nowMs + LONGEST_WAIT_MS;
    const held = db
      .selectFrom('outbox')
      .select('lane')
      .where('holdsLane', '=', true)
      .where('nextTryMs', '>', nowMs)
      .where('nextTryMs', '<=', latestMs);
    const oldest = db
      .selectFrom('outbox')
      .select(({ fn }) => fn.min('id').as('id'))
      .where((e) => e.or([e('nextTryMs', '<=', nowMs), e('nextTryMs', '>', latestMs)]))
      .where('lane', 'not in', busy)
      .where('lane', 'not in', held)
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
  async postpone(id: number, { payload, ...again }: Postponed): Promise<void> {
    const left = payload === undefined ? {} : { payload: JSON.stringify(payload) };
    await db
      .updateTable('outbox')
      .set({ ...again, ...left })
      .where('id', '=', id)
      .execute();
  },
  async remove(id: number): Promise<void> {
    await db.deleteFrom('outbox').where('id', '=', id).execute();
  },
  /** Whatever waits for another try is due now, and holds its lane no longer. */
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
