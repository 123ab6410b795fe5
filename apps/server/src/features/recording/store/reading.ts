// What playback asks of the segments.
import { sql } from 'kysely';
import { DAY_MS } from '../minutes.ts';
import type { RecordingTables, SegmentRow } from './tables.ts';

export const readingRows = (db: RecordingTables) => ({
  /** The segment that holds `timeMs`, or the first one after it. */
  async at(deviceKey: number, channel: number, timeMs: number): Promise<SegmentRow | undefined> {
    const rows = db
      .selectFrom('recording_segments')
      .selectAll()
      .where('device_key', '=', deviceKey)
      .where('channel', '=', channel);
    const before = await rows.where('start_ms', '<=', timeMs).orderBy('start_ms', 'desc').limit(1).executeTakeFirst();
    const readable = before !== undefined && (before.state === 'open' || before.state === 'closed');
    if (before !== undefined && readable && (before.state === 'open' || before.end_ms >= timeMs)) return before;
    return rows
      .where('start_ms', '>', timeMs)
      .where('state', 'in', ['open', 'closed'])
      .orderBy('start_ms')
      .limit(1)
      .executeTakeFirst();
  },

  /** Is there a segment that begins at this very moment, be it retired? */
  async startsAt(deviceKey: number, channel: number, startMs: number): Promise<boolean> {
    const row = await db
      .selectFrom('recording_segments')
      .select('id')
      .where('device_key', '=', deviceKey)
      .where('channel', '=', channel)
      .where('start_ms', '=', startMs)
      .executeTakeFirst();
    return row !== undefined;
  },

  /** The first readable segment that begins after `startMs`. */
  after: (deviceKey: number, channel: number, startMs: number): Promise<SegmentRow | undefined> =>
    db
      .selectFrom('recording_segments')
      .selectAll()
      .where('device_key', '=', deviceKey)
      .where('channel', '=', channel)
      .where('start_ms', '>', startMs)
      .where('state', 'in', ['open', 'closed'])
      .orderBy('start_ms')
      .limit(1)
      .executeTakeFirst(),

  /** What retention must keep at that moment of the span, oldest first. */
  protectedSpans: (deviceKey: number, channels: readonly number[], fromMs: number, toMs: number, nowMs: number) =>
    db
      .selectFrom('recording_segments')
      .select(['channel', 'start_ms', 'end_ms'])
      .where('device_key', '=', deviceKey)
      .where('channel', 'in', channels)
      .where('state', '=', 'closed')
      // Written out, so that the index of protected segments serves.
      .where(sql<boolean>`protected_until_ms > 0`)
      .where('protected_until_ms', '>=', nowMs)
      .where('start_ms', '<', toMs)
      .where('start_ms', '>=', fromMs - DAY_MS)
      .where('end_ms', '>=', fromMs)
      .orderBy('start_ms')
      .execute(),

  /** Readable segments that touch the span, oldest first. A segment lasts less than a day. */
  spans: (deviceKey: number, channels: readonly number[], fromMs: number, toMs: number, limit: number) =>
    db
      .selectFrom('recording_segments')
      .select(['id', 'channel', 'start_ms', 'end_ms', 'state', 'has_video', 'has_audio'])
      .where('device_key', '=', deviceKey)
      .where('channel', 'in', channels)
      .where('state', 'in', ['open', 'closed'])
      .where('start_ms', '<', toMs)
      .where('start_ms', '>=', fromMs - DAY_MS)
      .where((e) => e.or([e('end_ms', '>=', fromMs), e('state', '=', 'open')]))
      .orderBy('start_ms')
      .limit(limit)
      .execute(),
});
