// The tables device_messages and driver_cards. The only file that knows them.
import type { DeviceMessage, KeptCard } from '../../gateway/index.ts';
import { type Database, type Row, tables } from '../../kernel/storage/db.ts';

export type StoredMessage = { id: number; kind: string; receivedMs: number; content: string };
export type StoredCard = Omit<KeptCard, 'deviceKey' | 'mark' | 'action'> & { id: number; action: string };
export type NewestCard = Omit<KeptCard, 'mark' | 'action' | 'timeMs'>;

type MessageRow = DeviceMessage & { id: number };
/** The time of the device is `deviceMs` here. */
type CardRow = Omit<KeptCard, 'timeMs'> & { id: number; deviceMs: KeptCard['timeMs'] };
type Tables = { deviceMessages: Row<MessageRow, object, 'id'>; driverCards: Row<CardRow, object, 'id'> };

export type DeviceMessageStore = ReturnType<typeof createDeviceMessageStore>;

const tablesOf = (database: Database) => tables<Tables>(database);
type Db = ReturnType<typeof tablesOf>;

const writing = (db: Db) => ({
  /** False where it was kept before. */
  add: async ({ deviceKey, kind, receivedMs, content, body, mark }: DeviceMessage): Promise<boolean> => {
    const row = await db
      .insertInto('deviceMessages')
      .values({ deviceKey, kind, receivedMs, content, body, mark })
      .onConflict((conflict) => conflict.columns(['deviceKey', 'kind', 'mark']).doNothing())
      .returning('id')
      .executeTakeFirst();
    return row !== undefined;
  },
  addCard: async ({ timeMs, ...card }: KeptCard): Promise<boolean> => {
    const row = await db
      .insertInto('driverCards')
      .values({ ...card, deviceMs: timeMs })
      .onConflict((conflict) => conflict.columns(['deviceKey', 'mark']).doNothing())
      .returning('id')
      .executeTakeFirst();
    return row !== undefined;
  },
});

const reading = (db: Db) => ({
  messages: (deviceKey: number, fromMs: number, toMs: number, limit: number): Promise<StoredMessage[]> =>
    db
      .selectFrom('deviceMessages')
      .select(['id', 'kind', 'receivedMs', 'content'])
      .where('deviceKey', '=', deviceKey)
      .where('receivedMs', '>=', fromMs)
      .where('receivedMs', '<=', toMs)
      .orderBy('receivedMs', 'desc')
      .orderBy('id', 'desc')
      .limit(limit)
      .execute(),
  cards: (deviceKey: number, fromMs: number, toMs: number, limit: number): Promise<StoredCard[]> =>
    db
      .selectFrom('driverCards')
      .select(['id', 'action', 'deviceMs as timeMs', 'receivedMs', 'name', 'licence', 'issuer', 'validUntil'])
      .where('deviceKey', '=', deviceKey)
      .where('receivedMs', '>=', fromMs)
      .where('receivedMs', '<=', toMs)
      .orderBy('receivedMs', 'desc')
      .orderBy('id', 'desc')
      .limit(limit)
      .execute(),
});

/** The card put in last at each device. */
const newestOf = (db: Db) => ({
  newestCards: (): Promise<NewestCard[]> =>
    db
      .selectFrom('driverCards')
      .select(['deviceKey', 'receivedMs', 'name', 'licence', 'issuer', 'validUntil'])
      .where('id', 'in', (e) =>
        e
          .selectFrom('driverCards')
          .select((of) => of.fn.max('id').as('id'))
          .where('action', '=', 'in')
          .groupBy('deviceKey'),
      )
      .execute(),
});

const bounding = (db: Db) => ({
  /** How many of each a device has. */
  counts: async (deviceKey: number): Promise<{ messages: number; cards: number }> => {
    const count = async (table: 'deviceMessages' | 'driverCards'): Promise<number> => {
      const row = await db
        .selectFrom(table)
        .select((e) => e.fn.countAll<number>().as('n'))
        .where('deviceKey', '=', deviceKey)
        .executeTakeFirstOrThrow();
      return row.n;
    };
    return { messages: await count('deviceMessages'), cards: await count('driverCards') };
  },
  /** Removes the oldest of a device but `keep`. */
  trim: async (table: 'deviceMessages' | 'driverCards', deviceKey: number, keep: number): Promise<void> => {
    const newest = db
      .selectFrom(table)
      .select('id')
      .where('deviceKey', '=', deviceKey)
      .orderBy('id', 'desc')
      .limit(keep);
    await db.deleteFrom(table).where('deviceKey', '=', deviceKey).where('id', 'not in', newest).execute();
  },
  removeDevices: async (deviceKeys: readonly number[]): Promise<void> => {
    for (const table of ['deviceMessages', 'driverCards'] as const)
      // oxlint-disable-next-line no-await-in-loop -- two
      await db.deleteFrom(table).where('deviceKey', 'in', deviceKeys).execute();
  },
  /** Removes what was received before then, at most `limit` of each; gives how many. */
  forgetBefore: async (beforeMs: number, limit: number): Promise<number> => {
    let gone = 0;
    for (const table of ['deviceMessages', 'driverCards'] as const) {
      const old = db.selectFrom(table).select('id').where('receivedMs', '<', beforeMs).limit(limit);
      // oxlint-disable-next-line no-await-in-loop
      const result = await db.deleteFrom(table).where('id', 'in', old).executeTakeFirst();
      gone += Number(result.numDeletedRows);
    }
    return gone;
  },
});

export const createDeviceMessageStore = (database: Database) => {
  const db = tablesOf(database);
  return { ...writing(db), ...reading(db), ...newestOf(db), ...bounding(db) };
};
