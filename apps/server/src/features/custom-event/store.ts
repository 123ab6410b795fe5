// The table custom_events. The only file that knows it.
import { type CustomEventState, customEventStates } from '@outrider/contract';
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
  message: Generated<string>;
  progress: Generated<number>;
  footage: Generated<string>;
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
/** Fetched and kept; UTC ms. */
export type KeptSpan = { channel: number; startMs: number; endMs: number; stream: 'main' | 'sub' };
export type Standing = { state: CustomEventState; message: string; progress: number; footage: readonly KeptSpan[] };
export type StoredWish = WantedFootage & Standing & { id: number };

export type CustomEventStore = {
  /** All of them or none. Gives their ids. */
  add(wishes: readonly WantedFootage[]): Promise<number[]>;
  /** Those that still have to be fetched, oldest first. */
  unfinished(limit: number): Promise<StoredWish[]>;
  waiting(): Promise<number>;
  find(id: number): Promise<StoredWish | undefined>;
  /** Newest first, below this id. */
  read(beforeId: number, limit: number): Promise<StoredWish[]>;
  /** Those of a device that touch the span. */
  touching(deviceKey: number, startMs: number, endMs: number): Promise<StoredWish[]>;
  update(id: number, standing: Standing): Promise<void>;
  /** Nothing is kept any more of what tasks of a device have; `message` says why. */
  forgetFootage(deviceKey: number, message: string): Promise<void>;
  remove(id: number): Promise<void>;
};

const numbers = z.array(z.number());
const spans = z.array(z.tuple([z.number(), z.number(), z.number(), z.enum(['main', 'sub'])]));
const stateOf = z.enum(customEventStates).catch('failed');
const NOTHING = '[]';
const UNFINISHED = ['waiting', 'fetching'];

const wishOf = (row: Omit<CustomEventRow, 'id' | 'message' | 'progress' | 'footage'> & StoredColumns): StoredWish => ({
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
  state: stateOf.parse(row.state),
  message: row.message,
  progress: row.progress,
  footage: spans
    .parse(JSON.parse(row.footage))
    .map(([channel, startMs, endMs, stream]) => ({ channel, startMs, endMs, stream })),
});
type StoredColumns = { id: number; message: string; progress: number; footage: string };

const rowOf = (wish: WantedFootage) => ({
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
});

export const createCustomEventStore = (database: Database): CustomEventStore => {
  const db = database.$extendTables<{ custom_events: CustomEventRow }>();
  const rows = () => db.selectFrom('custom_events').selectAll();
  return {
    add: (wishes) =>
      db.transaction().execute(async (transaction) => {
        const ids: number[] = [];
        for (const wish of wishes) {
          const added = transaction.insertInto('custom_events').values(rowOf(wish)).returning('id');
          ids.push((await added.executeTakeFirstOrThrow()).id);
        }
        return ids;
      }),
    async unfinished(limit) {
      return (await rows().where('state', 'in', UNFINISHED).orderBy('id').limit(limit).execute()).map(wishOf);
    },
    async waiting() {
      const { count } = await db
        .selectFrom('custom_events')
        .select((select) => select.fn.countAll<number>().as('count'))
        .where('state', 'in', UNFINISHED)
        .executeTakeFirstOrThrow();
      return count;
    },
    async find(id) {
      const row = await rows().where('id', '=', id).executeTakeFirst();
      return row && wishOf(row);
    },
    async read(beforeId, limit) {
      return (await rows().where('id', '<', beforeId).orderBy('id', 'desc').limit(limit).execute()).map(wishOf);
    },
    async touching(deviceKey, startMs, endMs) {
      const own = rows()
        .where('device_key', '=', deviceKey)
        .where('start_ms', '<', endMs)
        .where('end_ms', '>', startMs);
      return (await own.execute()).map(wishOf);
    },
    async forgetFootage(deviceKey, message) {
      await db
        .updateTable('custom_events')
        .set({ footage: NOTHING, message })
        .where('device_key', '=', deviceKey)
        .where('footage', '<>', NOTHING)
        .execute();
    },
    async update(id, { state, message, progress, footage }) {
      const kept = JSON.stringify(
        footage.map(({ channel, startMs, endMs, stream }) => [channel, startMs, endMs, stream]),
      );
      const changed = { state, message, progress: Math.floor(progress), footage: kept };
      await db.updateTable('custom_events').set(changed).where('id', '=', id).execute();
    },
    async remove(id) {
      await db.deleteFrom('custom_events').where('id', '=', id).execute();
    },
  };
};
