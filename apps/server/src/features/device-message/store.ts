// The tables device_messages and driver_cards. The only file that knows them.
import type { Generated } from 'kysely';
import type { DeviceMessage, KeptCard } from '../../gateway/index.ts';
import type { Database } from '../../kernel/db.ts';

type MessageRow = {
  id: Generated<number>;
  device_key: number;
  kind: string;
  received_ms: number;
  content: string;
  body: Uint8Array;
  mark: string;
};
type CardRow = {
  id: Generated<number>;
  device_key: number;
  action: string;
  device_ms: number | null;
  received_ms: number;
  name: string;
  licence: string;
  issuer: string;
  valid_until: string;
  mark: string;
};

export type StoredMessage = { id: number; kind: string; receivedMs: number; content: string };
export type StoredCard = Omit<KeptCard, 'deviceKey' | 'mark' | 'action'> & { id: number; action: string };

export type DeviceMessageStore = ReturnType<typeof createDeviceMessageStore>;

const tablesOf = (database: Database) =>
  database.$extendTables<{ device_messages: MessageRow; driver_cards: CardRow }>();
type Db = ReturnType<typeof tablesOf>;

const writing = (db: Db) => ({
  /** False where it was kept before. */
  add: async ({ deviceKey, kind, receivedMs, content, body, mark }: DeviceMessage): Promise<boolean> => {
    const row = await db
      .insertInto('device_messages')
      .values({ device_key: deviceKey, kind, received_ms: receivedMs, content, body, mark })
      .onConflict((conflict) => conflict.columns(['device_key', 'kind', 'mark']).doNothing())
      .returning('id')
      .executeTakeFirst();
    return row !== undefined;
  },
  addCard: async (card: KeptCard): Promise<boolean> => {
    const row = await db
      .insertInto('driver_cards')
      .values({
        device_key: card.deviceKey,
        action: card.action,
        device_ms: card.timeMs,
        received_ms: card.receivedMs,
        name: card.name,
        licence: card.licence,
        issuer: card.issuer,
        valid_until: card.validUntil,
        mark: card.mark,
      })
      .onConflict((conflict) => conflict.columns(['device_key', 'mark']).doNothing())
      .returning('id')
      .executeTakeFirst();
    return row !== undefined;
  },
});

const reading = (db: Db) => ({
  messages: async (deviceKey: number, fromMs: number, toMs: number, limit: number): Promise<StoredMessage[]> => {
    const rows = await db
      .selectFrom('device_messages')
      .select(['id', 'kind', 'received_ms', 'content'])
      .where('device_key', '=', deviceKey)
      .where('received_ms', '>=', fromMs)
      .where('received_ms', '<=', toMs)
      .orderBy('received_ms', 'desc')
      .orderBy('id', 'desc')
      .limit(limit)
      .execute();
    return rows.map(({ id, kind, received_ms, content }) => ({ id, kind, receivedMs: received_ms, content }));
  },
  cards: async (deviceKey: number, fromMs: number, toMs: number, limit: number): Promise<StoredCard[]> => {
    const rows = await db
      .selectFrom('driver_cards')
      .selectAll()
      .where('device_key', '=', deviceKey)
      .where('received_ms', '>=', fromMs)
      .where('received_ms', '<=', toMs)
      .orderBy('received_ms', 'desc')
      .orderBy('id', 'desc')
      .limit(limit)
      .execute();
    return rows.map((row) => ({
      id: row.id,
      action: row.action,
      timeMs: row.device_ms,
      receivedMs: row.received_ms,
      name: row.name,
      licence: row.licence,
      issuer: row.issuer,
      validUntil: row.valid_until,
    }));
  },
});

const bounding = (db: Db) => ({
  /** How many of each a device has. */
  counts: async (deviceKey: number): Promise<{ messages: number; cards: number }> => {
    const count = async (table: 'device_messages' | 'driver_cards'): Promise<number> => {
      const row = await db
        .selectFrom(table)
        .select((e) => e.fn.countAll<number>().as('n'))
        .where('device_key', '=', deviceKey)
        .executeTakeFirstOrThrow();
      return row.n;
    };
    return { messages: await count('device_messages'), cards: await count('driver_cards') };
  },
  /** Removes the oldest of a device but `keep`. */
  trim: async (table: 'device_messages' | 'driver_cards', deviceKey: number, keep: number): Promise<void> => {
    const newest = db
      .selectFrom(table)
      .select('id')
      .where('device_key', '=', deviceKey)
      .orderBy('id', 'desc')
      .limit(keep);
    await db.deleteFrom(table).where('device_key', '=', deviceKey).where('id', 'not in', newest).execute();
  },
  /** Removes what was received before then, at most `limit` of each; gives how many. */
  forgetBefore: async (beforeMs: number, limit: number): Promise<number> => {
    let gone = 0;
    for (const table of ['device_messages', 'driver_cards'] as const) {
      const old = db.selectFrom(table).select('id').where('received_ms', '<', beforeMs).limit(limit);
      // oxlint-disable-next-line no-await-in-loop
      const result = await db.deleteFrom(table).where('id', 'in', old).executeTakeFirst();
      gone += Number(result.numDeletedRows);
    }
    return gone;
  },
});

export const createDeviceMessageStore = (database: Database) => {
  const db = tablesOf(database);
  return { ...writing(db), ...reading(db), ...bounding(db) };
};
