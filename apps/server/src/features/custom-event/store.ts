// The table custom_events. The only file that knows it.
import { z } from 'zod';
import type { Generated } from 'kysely';
import type { Database } from '../../kernel/db.ts';

type CustomEventRow = {
  id: Generated<number>;
  device_key: number;
  device_id: string;
  start_ms: number;
  end_ms: number;
  channels: string;
  main_channels: string;
  audio: number;
  user_name: string;
  created_ms: number;
  state: string;
};

/** Footage that somebody wants of one device. */
export type WantedFootage = {
  deviceKey: number;
  deviceId: string;
  startMs: number;
  endMs: number;
  channels: readonly number[];
  mainChannels: readonly number[];
  audio: boolean;
  userName: string;
  createdMs: number;
};
export type StoredWish = WantedFootage & { id: number };

export type CustomEventStore = {
  /** All of them or none. */
  add(wishes: readonly WantedFootage[]): Promise<void>;
  waiting(): Promise<number>;
  /** Newest first, below this id. */
  read(beforeId: number, limit: number): Promise<StoredWish[]>;
};

const numbers = z.array(z.number());

export const createCustomEventStore = (database: Database): CustomEventStore => {
  const db = database.$extendTables<{ custom_events: CustomEventRow }>();
  return {
    add: (wishes) =>
      db.transaction().execute(async (transaction) => {
        for (const wish of wishes)
          await transaction
            .insertInto('custom_events')
            .values({
              device_key: wish.deviceKey,
              device_id: wish.deviceId,
              start_ms: wish.startMs,
              end_ms: wish.endMs,
              channels: JSON.stringify(wish.channels),
              main_channels: JSON.stringify(wish.mainChannels),
              audio: wish.audio ? 1 : 0,
              user_name: wish.userName,
              created_ms: wish.createdMs,
              state: 'waiting',
            })
            .execute();
      }),
    async waiting() {
      const { count } = await db
        .selectFrom('custom_events')
        .select((select) => select.fn.countAll<number>().as('count'))
        .where('state', '=', 'waiting')
        .executeTakeFirstOrThrow();
      return count;
    },
    async read(beforeId, limit) {
      const rows = await db
        .selectFrom('custom_events')
        .selectAll()
        .where('id', '<', beforeId)
        .orderBy('id', 'desc')
        .limit(limit)
        .execute();
      return rows.map((row) => ({
        id: row.id,
        deviceKey: row.device_key,
        deviceId: row.device_id,
        startMs: row.start_ms,
        endMs: row.end_ms,
        channels: numbers.parse(JSON.parse(row.channels)),
        mainChannels: numbers.parse(JSON.parse(row.main_channels)),
        audio: row.audio === 1,
        userName: row.user_name,
        createdMs: row.created_ms,
      }));
    },
  };
};
