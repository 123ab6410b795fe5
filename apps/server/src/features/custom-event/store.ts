// The table custom_events. The only file that knows it.
import { type CustomEventState, customEventStates } from '@outrider/contract';
import { type Kysely, sql } from 'kysely';
import { z } from 'zod';
import { type Database, flag, json, oneOf, type Row, tables } from '../../kernel/storage/db.ts';

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
  /** When it was asked for last, UTC ms. */
  createdMs: number;
};
/** Fetched and kept; UTC ms. */
export type KeptSpan = { channel: number; startMs: number; endMs: number; stream: 'main' | 'sub' };
export type Standing = { state: CustomEventState; message: string; progress: number; footage: readonly KeptSpan[] };
export type StoredRequest = WantedFootage & Standing & { id: number };
/** And how often it was tried, and when the last try ended (UTC ms, 0 for none). */
export type TriedRequest = StoredRequest & { tries: number; triedMs: number };

export type CustomEventStore = {
  /** All of them or none. Gives their ids. */
  add(requests: readonly WantedFootage[]): Promise<number[]>;
  /** Those that still have to be fetched, oldest first. */
  unfinished(limit: number): Promise<TriedRequest[]>;
  find(id: number): Promise<StoredRequest | undefined>;
  /** Newest first, below this id. */
  read(beforeId: number, limit: number): Promise<TriedRequest[]>;
  /** Those of a device that touch the span. */
  touching(deviceKey: number, startMs: number, endMs: number): Promise<StoredRequest[]>;
  /** `askedMs`: it was asked for again then (UTC ms), and is as old as that. */
  update(id: number, standing: Standing, askedMs?: number): Promise<void>;
  /** Counts a try that ended. */
  tried(id: number, atMs: number): Promise<void>;
  /** Nothing is kept any more of what tasks of a device have; `message` says why. */
  forgetFootage(deviceKey: number, message: string): Promise<void>;
  remove(id: number): Promise<void>;
  /** Those that are over and were asked for and tried last before then (UTC ms), the oldest first, at most `limit`; how many went. */
  forget(beforeMs: number, limit: number): Promise<number>;
  removeDevices(deviceKeys: readonly number[]): Promise<void>;
};

const UNFINISHED: readonly CustomEventState[] = ['waiting', 'fetching'];

const numbers = json(z.array(z.number()));
const storedSpans = json(z.array(z.tuple([z.number(), z.number(), z.number(), z.enum(['main', 'sub'])])));
const footage = {
  read: (stored: string): KeptSpan[] =>
    storedSpans.read(stored).map(([channel, startMs, endMs, stream]) => ({ channel, startMs, endMs, stream })),
  write: (spans: readonly KeptSpan[]): string =>
    storedSpans.write(spans.map(({ channel, startMs, endMs, stream }) => [channel, startMs, endMs, stream])),
};
const columns = {
  channels: numbers,
  mainChannels: numbers,
  audio: flag,
  state: oneOf(customEventStates, 'failed'),
  footage,
};
type Tables = {
  customEvents: Row<TriedRequest, typeof columns, 'id' | 'message' | 'progress' | 'footage' | 'tries' | 'triedMs'>;
};

const rowOf = (request: WantedFootage) => ({
  ...request,
  channels: JSON.stringify(request.channels),
  mainChannels: JSON.stringify(request.mainChannels),
  state: 'waiting',
});

export const createCustomEventStore = (database: Database): CustomEventStore => {
  const db = tables<Tables>(database, columns);
  const rows = () => db.selectFrom('customEvents').selectAll();
  return {
    add: (requests) =>
      db.transaction().execute(async (transaction) => {
        const ids: number[] = [];
        for (const request of requests) {
          const added = transaction.insertInto('customEvents').values(rowOf(request)).returning('id');
          ids.push((await added.executeTakeFirstOrThrow()).id);
        }
        return ids;
      }),
    unfinished: (limit) => rows().where('state', 'in', UNFINISHED).orderBy('id').limit(limit).execute(),
    find: (id) => rows().where('id', '=', id).executeTakeFirst(),
    read: (beforeId, limit) => rows().where('id', '<', beforeId).orderBy('id', 'desc').limit(limit).execute(),
    touching: (deviceKey, startMs, endMs) =>
      rows().where('deviceKey', '=', deviceKey).where('startMs', '<', endMs).where('endMs', '>', startMs).execute(),
    async forgetFootage(deviceKey, message) {
      await db
        .updateTable('customEvents')
        .set({ footage: footage.write([]), message })
        .where('deviceKey', '=', deviceKey)
        .where(sql<boolean>`footage <> '[]'`)
        .execute();
    },
    async update(id, { state, message, progress, footage: spans }, askedMs) {
      const standing = { state, message, progress: Math.floor(progress), footage: footage.write(spans) };
      const changed = askedMs === undefined ? standing : { ...standing, createdMs: askedMs };
      await db.updateTable('customEvents').set(changed).where('id', '=', id).execute();
    },
    async tried(id, triedMs) {
      await db
        .updateTable('customEvents')
        .set((e) => ({ tries: e('tries', '+', 1), triedMs }))
        .where('id', '=', id)
        .execute();
    },
    ...removing(db),
  };
};

const removing = (db: Kysely<Tables>): Pick<CustomEventStore, 'remove' | 'forget' | 'removeDevices'> => ({
  async remove(id) {
    await db.deleteFrom('customEvents').where('id', '=', id).execute();
  },
  async forget(beforeMs, limit) {
    const old = db
      .selectFrom('customEvents')
      .select('id')
      .where('createdMs', '<', beforeMs)
      .where('triedMs', '<', beforeMs)
      .where('state', 'not in', UNFINISHED)
      .orderBy('createdMs')
      .limit(limit);
    const { numDeletedRows } = await db.deleteFrom('customEvents').where('id', 'in', old).executeTakeFirstOrThrow();
    return Number(numDeletedRows);
  },
  async removeDevices(deviceKeys) {
    await db.deleteFrom('customEvents').where('deviceKey', 'in', deviceKeys).execute();
  },
});
