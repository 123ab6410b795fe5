// The user stream log: who asked for which stream, when and for how long. The streams themselves are the media room's.
import { MAX_LOG_ROWS, type StreamLogRow, postStreamLog } from '@outrider/contract';
import type { Access } from '../../kernel/access.ts';
import type { Bus } from '../../kernel/bus.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { Database } from '../../kernel/db.ts';
import { type CallHandler, handle } from '../../kernel/http.ts';
import type { Log } from '../../kernel/log.ts';
import type { Topics } from '../../kernel/topics.ts';
import { type NewStreamEntry, type StreamLogQuery, type StreamLogStore, createStreamLogStore } from './store.ts';

export type StreamLogKit = { db: Database; bus: Bus; clock: Clock; log: Log; access: Access; days: number };
export type StreamLogFeature = { calls: CallHandler[]; close(): Promise<void> };

/** Entries kept while the database cannot be written; then the oldest go. */
const MAX_KEPT = 10_000;
const WRITE_EVERY_MS = 1000;
const PAGE = 1000;
const DAY_MS = 86_400_000;

const entryOf = (news: Topics['stream.asked']): NewStreamEntry => ({
  userName: news.userName,
  deviceKey: news.deviceKey,
  deviceId: news.deviceId,
  channel: news.channel,
  entrance: news.entrance,
  type: news.type,
  askedMs: news.askedMs,
  duringMs: news.atMs - news.askedMs,
  updatedMs: news.atMs,
});

const rowOf = (entry: NewStreamEntry & { id: number }): StreamLogRow => ({
  id: entry.id,
  username: entry.userName,
  deviceid: entry.deviceId,
  channel: entry.channel,
  entrance: entry.entrance,
  type: entry.type,
  asktime: entry.askedMs,
  during: Math.round(entry.duringMs / 1000),
  updatetime: entry.updatedMs,
});

/** Gathers what is to be written; a write that fails is tried again with the next. */
const createQueue = (store: StreamLogStore, log: Log) => {
  let pending: NewStreamEntry[] = [];
  let writing: Promise<void> = Promise.resolve();
  const write = async (): Promise<void> => {
    const entries = pending;
    pending = [];
    if (entries.length === 0) return;
    try {
      await store.add(entries);
    } catch (err) {
      log.error('streams not logged', { streams: entries.length, err });
      pending = [...entries, ...pending].slice(-MAX_KEPT);
    }
  };
  return {
    add(entry: NewStreamEntry): void {
      pending.push(entry);
      if (pending.length > MAX_KEPT) pending.shift();
    },
    flush(): Promise<void> {
      writing = writing.then(write);
      return writing;
    },
  };
};

/** What the caller may see of the rows that a search finds. */
const search = async (store: StreamLogStore, sees: (deviceKey: number) => boolean, query: StreamLogQuery) => {
  const found: StreamLogRow[] = [];
  for (let { after } = query; found.length < MAX_LOG_ROWS;) {
    // One page after the other: how many a page yields depends on what the caller may see.
    // oxlint-disable-next-line no-await-in-loop
    const page = await store.read({ ...query, after }, PAGE);
    found.push(...page.filter((entry) => sees(entry.deviceKey)).map(rowOf));
    const last = page.at(-1);
    if (last === undefined || page.length < PAGE) break;
    after = { updatedMs: last.updatedMs, id: last.id };
  }
  return found.slice(0, MAX_LOG_ROWS);
};

/** Old rows go once a day; `days` 0 keeps them for good. */
export const streamLogFeature = ({ db, bus, clock, log, access, days }: StreamLogKit): StreamLogFeature => {
  const store = createStreamLogStore(db);
  const queue = createQueue(store, log);
  const forget = (): void => {
    if (days === 0) return;
    store.forget(clock.now() - days * DAY_MS).catch((err: unknown) => log.error('old streams not forgotten', { err }));
  };
  forget();
  const timers = [clock.every(WRITE_EVERY_MS, () => void queue.flush()), clock.every(DAY_MS, forget)];
  const unsubscribe = bus.subscribe('stream.asked', (news) => queue.add(entryOf(news)));
  return {
    calls: [
      handle(postStreamLog, async (caller, { afterUpdatetime, beforeUpdatetime, member, deviceid, type, entrance }) => {
        await queue.flush();
        const texts = { userName: member, deviceId: deviceid, type, entrance };
        const query = { fromMs: afterUpdatetime, after: { updatedMs: beforeUpdatetime, id: 0 }, ...texts };
        return search(store, (deviceKey) => access.maySee(caller, deviceKey), query);
      }),
    ],
    async close() {
      unsubscribe();
      for (const timer of timers) timer.cancel();
      await queue.flush();
    },
  };
};
