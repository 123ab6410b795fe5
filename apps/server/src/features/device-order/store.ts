// The table device_orders. The only file that knows it. An order changes its state only from the state that it is known to have: two who
// want something of it at the same time cannot both have it.
import { type OrderState, orderStates } from '@outrider/contract';
import { type Kysely, sql } from 'kysely';
import { inChunks } from '../../kernel/storage/chunks.ts';
import { type Database, flag, json, oneOf, type Row, tables } from '../../kernel/storage/db.ts';
import { allPages } from '../../kernel/storage/pages.ts';
import { z } from 'zod';

/** What somebody wants of a device. Times in UTC ms. */
export type NewOrder = {
  deviceKey: number;
  deviceId: string;
  kind: string;
  /** As the kind reads it. */
  payload: unknown;
  detail: string;
  userName: string;
  askedMs: number;
  kept: boolean;
  expiresMs: number;
  /** Of parameters for many devices (features/device-setup/batches.ts); 0 for an order by itself. */
  batchId: number;
};
export type OrderEnd = {
  state: Extract<OrderState, 'done' | 'refused' | 'expired' | 'cancelled'>;
  outcome: string;
  message: string;
};
export type StoredOrder = NewOrder & {
  id: number;
  state: OrderState;
  tries: number;
  outcome: string;
  message: string;
  sentMs: number | null;
  endedMs: number | null;
};

/** Read at once: two or three milliseconds. */
const PAGE = 200;

const OPEN: readonly OrderState[] = ['waiting', 'sent'];
/** The payload may hold what nobody needs any more once the device has it, like a password. */
const NOTHING = 'null';

const columns = { payload: json(z.unknown()), kept: flag, state: oneOf(orderStates, 'expired') };
type Made = 'id' | 'tries' | 'outcome' | 'message' | 'sentMs' | 'endedMs';
type Tables = { deviceOrders: Row<StoredOrder, typeof columns, Made> };
type Db = Kysely<Tables>;

const rowOf = (order: NewOrder) => ({ ...order, payload: JSON.stringify(order.payload), state: 'waiting' as const });
/** The newer order says what the older one said. */
const replacedBy = (id: number): OrderEnd => ({
  state: 'cancelled',
  outcome: 'replaced',
  message: `Order ${id} says it`,
});
const endOf = (end: OrderEnd, endedMs: number) => ({ ...end, endedMs, payload: NOTHING });

/** Takes back what the transaction did. */
class SentMeanwhileError extends Error {}

export type DeviceOrderStore = ReturnType<typeof createDeviceOrderStore>;

export const createDeviceOrderStore = (database: Database) => {
  const db: Db = tables<Tables>(database, columns);
  return { ...writing(db), ...folding(db), ...reading(db), ...forgetting(db) };
};

const writing = (db: Db) => ({
  /** Adds the order; those that it replaces are cancelled in the same step, unless they were sent meanwhile: null then, and nothing was added. */
  add: async (order: NewOrder, replaced: readonly number[] = []): Promise<number | null> => {
    const adding = db.transaction().execute(async (transaction) => {
      const { id } = await transaction
        .insertInto('deviceOrders')
        .values(rowOf(order))
        .returning('id')
        .executeTakeFirstOrThrow();
      if (replaced.length === 0) return id;
      const { numUpdatedRows } = await transaction
        .updateTable('deviceOrders')
        .set(endOf(replacedBy(id), order.askedMs))
        .where('id', 'in', replaced)
        .where('state', '=', 'waiting')
        .executeTakeFirst();
      if (Number(numUpdatedRows) < replaced.length) throw new SentMeanwhileError();
      return id;
    });
    try {
      return await adding;
    } catch (error) {
      if (error instanceof SentMeanwhileError) return null;
      throw error;
    }
  },
  /** It is about to be sent. False where it does not wait any more. */
  take: async (id: number, sentMs: number): Promise<boolean> => {
    const { numUpdatedRows } = await db
      .updateTable('deviceOrders')
      .set({ state: 'sent', sentMs, tries: sql<number>`tries + 1` })
      .where('id', '=', id)
      .where('state', '=', 'waiting')
      .executeTakeFirst();
    return Number(numUpdatedRows) > 0;
  },
  /** It was sent and waits again, with what came of the try. */
  putBack: async (id: number, message: string): Promise<void> => {
    await db
      .updateTable('deviceOrders')
      .set({ state: 'waiting', message })
      .where('id', '=', id)
      .where('state', '=', 'sent')
      .execute();
  },
  /** Another message of what is done: of one order, or of all of the kind. */
  tellMore: async (id: number | null, kind: string, before: string, message: string): Promise<void> => {
    let change = db.updateTable('deviceOrders').set({ message }).where('kind', '=', kind);
    if (id !== null) change = change.where('id', '=', id);
    await change.where('state', '=', 'done').where('message', '=', before).execute();
  },
  /** False where it is in none of these states any more. */
  end: async (id: number, end: OrderEnd, endedMs: number, from: readonly OrderState[] = OPEN): Promise<boolean> => {
    const { numUpdatedRows } = await db
      .updateTable('deviceOrders')
      .set(endOf(end, endedMs))
      .where('id', '=', id)
      .where('state', 'in', from)
      .executeTakeFirst();
    return Number(numUpdatedRows) > 0;
  },
});

export type BatchCount = { batchId: number; state: OrderState; count: number };
const folding = (db: Db) => ({
  /** What came to nothing for these devices in a batch is an order by itself from now on. */
  leaveBatch: (batchId: number, deviceKeys: readonly number[]): Promise<void> =>
    inChunks(deviceKeys, async (keys) => {
      await db
        .updateTable('deviceOrders')
        .set({ batchId: 0 })
        .where('batchId', '=', batchId)
        .where('deviceKey', 'in', keys)
        .where('state', 'in', ['refused', 'expired', 'cancelled'])
        .execute();
    }),
  /** The newer order takes over what the older one, which was sent in vain, said and promised. False where the newer one does not wait any more. */
  fold: async (
    older: number,
    { id, payload, detail, kept }: Pick<StoredOrder, 'id' | 'payload' | 'detail' | 'kept'>,
    nowMs: number,
  ): Promise<boolean> =>
    db.transaction().execute(async (transaction) => {
      const { numUpdatedRows } = await transaction
        .updateTable('deviceOrders')
        .set({ payload: JSON.stringify(payload), detail, kept })
        .where('id', '=', id)
        .where('state', '=', 'waiting')
        .executeTakeFirst();
      if (Number(numUpdatedRows) === 0) return false;
      await transaction
        .updateTable('deviceOrders')
        .set(endOf(replacedBy(id), nowMs))
        .where('id', '=', older)
        .where('state', '=', 'sent')
        .execute();
      return true;
    }),
});

const newestOfBatches = (db: Db, batchIds: readonly number[]) =>
  db
    .selectFrom('deviceOrders')
    .select(({ fn }) => fn.max('id').as('id'))
    .where('batchId', 'in', batchIds)
    .where('batchId', '>', 0)
    .groupBy(['batchId', 'deviceKey']);

const reading = (db: Db) => {
  const rows = () => db.selectFrom('deviceOrders').selectAll();
  return {
    find: (id: number): Promise<StoredOrder | undefined> => rows().where('id', '=', id).executeTakeFirst(),
    /** The oldest one of the device that waits. */
    next: (deviceKey: number): Promise<StoredOrder | undefined> =>
      rows()
        .where('deviceKey', '=', deviceKey)
        .where('state', '=', 'waiting')
        .orderBy('id')
        .limit(1)
        .executeTakeFirst(),
    waitingOf: (deviceKey: number): Promise<StoredOrder[]> =>
      rows().where('deviceKey', '=', deviceKey).where('state', '=', 'waiting').orderBy('id').execute(),
    /** Those of a kind that wait for the device, oldest first. */
    waiting: (deviceKey: number, kind: string): Promise<StoredOrder[]> =>
      rows()
        .where('deviceKey', '=', deviceKey)
        .where('kind', '=', kind)
        .where('state', '=', 'waiting')
        .orderBy('id')
        .execute(),
    /** What a server that ended left behind: sent without an answer, or waiting for nobody. */
    left: (): Promise<StoredOrder[]> =>
      rows()
        .where((of) => of('state', '=', 'sent').or(of('state', '=', 'waiting').and('kept', '=', false)))
        .orderBy('id')
        .execute(),
    expired: (nowMs: number, limit: number): Promise<StoredOrder[]> =>
      rows().where('state', '=', 'waiting').where('expiresMs', '<=', nowMs).orderBy('expiresMs').limit(limit).execute(),
    /** Newest first, below this id. */
    read: (beforeId: number, limit: number, deviceKey?: number): Promise<StoredOrder[]> => {
      const below = rows().where('id', '<', beforeId).orderBy('id', 'desc').limit(limit);
      return (deviceKey === undefined ? below : below.where('deviceKey', '=', deviceKey)).execute();
    },
    /** The newest order of each device in this batch, by device. */
    ofBatch: (batchId: number): Promise<StoredOrder[]> =>
      allPages<StoredOrder>(PAGE, (last, limit) => {
        const newest = newestOfBatches(db, [batchId]);
        const rest = last === undefined ? newest : newest.where('deviceKey', '>', last.deviceKey);
        return rows().where('id', 'in', rest.orderBy('deviceKey').limit(limit)).orderBy('deviceKey').execute();
      }),
    /** How many of those stand where, in each of these batches. */
    countsOfBatches: (batchIds: readonly number[]): Promise<BatchCount[]> =>
      db
        .selectFrom('deviceOrders')
        .select(['batchId', 'state', ({ fn }) => fn.countAll<number>().as('count')])
        .where('id', 'in', newestOfBatches(db, batchIds))
        .groupBy(['batchId', 'state'])
        .execute(),
    /** How many of each device are open. */
    open: (): Promise<{ deviceKey: number; count: number }[]> =>
      db
        .selectFrom('deviceOrders')
        .select(['deviceKey', ({ fn }) => fn.countAll<number>().as('count')])
        .where('state', 'in', OPEN)
        .groupBy('deviceKey')
        .execute(),
  };
};

const forgetting = (db: Db) => ({
  /** Those that were over before then, at most `limit`; how many went. */
  forget: async (beforeMs: number, limit: number): Promise<number> => {
    const old = db.selectFrom('deviceOrders').select('id').where('endedMs', '<', beforeMs).limit(limit);
    const { numDeletedRows } = await db.deleteFrom('deviceOrders').where('id', 'in', old).executeTakeFirst();
    return Number(numDeletedRows);
  },
  removeDevices: async (deviceKeys: readonly number[]): Promise<void> => {
    await db.deleteFrom('deviceOrders').where('deviceKey', 'in', deviceKeys).execute();
  },
});
