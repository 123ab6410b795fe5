// The tables of batches: what is set, in which devices. How each stands is its order (features/device-order/store.ts).
import { type ParameterValues, parameterValues } from '@outrider/contract';
import type { Kysely } from 'kysely';
import { inChunks } from '../../../kernel/storage/chunks.ts';
import { type Database, flag, json, type Row, tables } from '../../../kernel/storage/db.ts';
import { allPages } from '../../../kernel/storage/pages.ts';

/** `askedMs`: UTC. `written`: each device has its order, or why not. */
export type StoredBatch = {
  id: number;
  memo: string;
  sheet: ParameterValues;
  userId: number;
  userName: string;
  askedMs: number;
  written: boolean;
};
export type BatchTrouble = { batchId: number; trouble: string; count: number };
export type BatchMember = { batchId: number; deviceKey: number; deviceId: string; trouble: string };

/** Read at once: two milliseconds. */
const PAGE = 500;

const columns = { sheet: json(parameterValues), written: flag };
type Tables = {
  parameterBatches: Row<StoredBatch, typeof columns, 'id'>;
  parameterBatchDevices: Row<BatchMember>;
};

export type BatchStore = ReturnType<typeof createBatchStore>;

export const createBatchStore = (database: Database) => {
  const db = tables<Tables>(database, columns);
  return { ...writing(db), ...reading(db) };
};

const writing = (db: Kysely<Tables>) => ({
  add: (
    { sheet, ...batch }: Omit<StoredBatch, 'id' | 'written'>,
    devices: readonly Pick<BatchMember, 'deviceKey' | 'deviceId'>[],
  ): Promise<number> =>
    db.transaction().execute(async (transaction) => {
      const { id } = await transaction
        .insertInto('parameterBatches')
        .values({ ...batch, sheet: JSON.stringify(sheet), written: 0 })
        .returning('id')
        .executeTakeFirstOrThrow();
      await inChunks(devices, (some) => {
        const rows = some.map(({ deviceKey, deviceId }) => ({ batchId: id, deviceKey, deviceId, trouble: '' }));
        return transaction.insertInto('parameterBatchDevices').values(rows).execute();
      });
      return id;
    }),
  setWritten: async (id: number, written: boolean): Promise<void> => {
    await db
      .updateTable('parameterBatches')
      .set({ written: written ? 1 : 0 })
      .where('id', '=', id)
      .execute();
  },
  /** Why their orders cannot be written; '' where they can. */
  setTrouble: (batchId: number, deviceKeys: readonly number[], trouble: string): Promise<void> =>
    inChunks(deviceKeys, async (keys) => {
      await db
        .updateTable('parameterBatchDevices')
        .set({ trouble })
        .where('batchId', '=', batchId)
        .where('deviceKey', 'in', keys)
        .execute();
    }),
  /** Those that were asked for before then, at most `limit`; how many went. Orders stay longer: they end later. */
  forget: (beforeMs: number, limit: number): Promise<number> =>
    db.transaction().execute(async (transaction) => {
      const old = await transaction
        .selectFrom('parameterBatches')
        .select('id')
        .where('askedMs', '<', beforeMs)
        .limit(limit)
        .execute();
      const ids = old.map(({ id }) => id);
      if (ids.length === 0) return 0;
      await transaction.deleteFrom('parameterBatchDevices').where('batchId', 'in', ids).execute();
      await transaction.deleteFrom('parameterBatches').where('id', 'in', ids).execute();
      return ids.length;
    }),
  removeDevices: async (deviceKeys: readonly number[]): Promise<void> => {
    await db.deleteFrom('parameterBatchDevices').where('deviceKey', 'in', deviceKeys).execute();
  },
});

const reading = (db: Kysely<Tables>) => ({
  /** Newest first; of one account, or of all. */
  list: (limit: number, userId?: number): Promise<StoredBatch[]> => {
    const all = db.selectFrom('parameterBatches').selectAll().orderBy('id', 'desc').limit(limit);
    return (userId === undefined ? all : all.where('userId', '=', userId)).execute();
  },
  find: (id: number): Promise<StoredBatch | undefined> =>
    db.selectFrom('parameterBatches').selectAll().where('id', '=', id).executeTakeFirst(),
  /** Those that a server which ended did not finish writing. */
  unwritten: (): Promise<StoredBatch[]> =>
    db.selectFrom('parameterBatches').selectAll().where('written', '=', false).orderBy('id').execute(),
  members: (batchId: number): Promise<BatchMember[]> =>
    allPages<BatchMember>(PAGE, (last, limit) => {
      const page = db.selectFrom('parameterBatchDevices').selectAll().where('batchId', '=', batchId);
      const rest = last === undefined ? page : page.where('deviceKey', '>', last.deviceKey);
      return rest.orderBy('deviceKey').limit(limit).execute();
    }),
  /** How many devices of each have no order, and why. */
  troubles: (batchIds: readonly number[]): Promise<BatchTrouble[]> =>
    db
      .selectFrom('parameterBatchDevices')
      .select(['batchId', 'trouble', ({ fn }) => fn.countAll<number>().as('count')])
      .where('batchId', 'in', batchIds)
      .where('trouble', '<>', '')
      .groupBy(['batchId', 'trouble'])
      .execute(),
  /** How many devices each has. */
  sizes: (batchIds: readonly number[]): Promise<{ batchId: number; count: number }[]> =>
    db
      .selectFrom('parameterBatchDevices')
      .select(['batchId', ({ fn }) => fn.countAll<number>().as('count')])
      .where('batchId', 'in', batchIds)
      .groupBy('batchId')
      .execute(),
});
