// The spans of segments, as timelines ask for them.
import { sql } from 'kysely';
import { DAY_MS } from '../minutes.ts';
import type { RecordingTables } from './tables.ts';

export const spanRows = (db: RecordingTables) => ({
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
