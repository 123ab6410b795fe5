// The user stream log: who asked for which stream, when and for how long. The streams themselves are the media room's.
import { MAX_LOG_ROWS, type StreamLogRow, postStreamLog } from '@outrider/contract';
import type { Access } from '../../kernel/access/access.ts';
import { notBefore } from '../../kernel/access/lookback.ts';
import type { Bus } from '../../kernel/bus.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { Database } from '../../kernel/storage/db.ts';
import { type CallHandler, handle } from '../../kernel/web/http.ts';
import type { Log } from '../../kernel/log.ts';
import { createLogBook, readSeen } from '../../kernel/storage/log-book.ts';
import type { Topics } from '../../kernel/topics.ts';
import { type NewStreamEntry, createStreamLogStore } from './store.ts';

export type StreamLogKit = { db: Database; bus: Bus; clock: Clock; log: Log; access: Access; days: number };
export type StreamLogFeature = { calls: CallHandler[]; metrics(): Record<string, number>; close(): Promise<void> };

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

export const streamLogFeature = ({ db, bus, clock, log, access, days }: StreamLogKit): StreamLogFeature => {
  const store = createStreamLogStore(db);
  const book = createLogBook<NewStreamEntry>({
    clock,
    log,
    what: 'streams',
    write: (entries) => store.add(entries),
    retention: { days, forget: (beforeMs, limit) => store.forget(beforeMs, limit) },
  });
  const unsubscribe = bus.subscribe('stream.asked', (news) => book.add(entryOf(news)));
  return {
    calls: [
      handle(postStreamLog, async (caller, { afterUpdatetime, beforeUpdatetime, member, deviceid, type, entrance }) => {
        await book.flush();
        const texts = { userName: member, deviceId: deviceid, type, entrance };
        const found = await readSeen({
          first: { updatedMs: beforeUpdatetime, id: 0 },
          read: (after, limit) => store.read({ fromMs: notBefore(caller, afterUpdatetime), after, ...texts }, limit),
          placeOf: ({ updatedMs, id }) => ({ updatedMs, id }),
          sees: ({ deviceKey }) => access.maySee(caller, deviceKey),
          limit: MAX_LOG_ROWS,
        });
        return found.map(rowOf);
      }),
    ],
    metrics: () => ({ stream_log_dropped_total: book.dropped(), stream_log_forgotten_total: book.forgotten() }),
    async close() {
      unsubscribe();
      await book.close();
    },
  };
};
