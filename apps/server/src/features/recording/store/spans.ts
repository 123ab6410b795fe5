// The spans of segments, as timelines ask for them.
import { DAY_MS } from '../minutes.ts';
import type { RecordingTables } from './tables.ts';

export const spanRows = (db: RecordingTables) => ({
  /** What retention must keep at that moment of the span, oldest first. */
  protectedSpans: (deviceKey: number, channels: readonly number[], fromMs: number, toMs: number, nowMs: number) =>
    db
      .selectFrom('recordingSegments')
      .select(['channel', 'startMs', 'endMs'])
      .where('deviceKey', '=', deviceKey)
      .where('channel', 'in', channels)
      .where('state', '=', 'closed')
      // Written out, so that the index of protected segments serves.
      .where((e) => e('protectedUntilMs', '>', e.lit(0)))
      .where('protectedUntilMs', '>=', nowMs)
      .where('startMs', '<', toMs)
      .where('startMs', '>=', fromMs - DAY_MS)
      .where('endMs', '>=', fromMs)
      .orderBy('startMs')
      .execute(),

  /** Readable segments that touch the span, oldest first. A segment lasts less than a day. */
  spans: (deviceKey: number, channels: readonly number[], fromMs: number, toMs: number, limit: number) =>
    db
      .selectFrom('recordingSegments')
      .select(['id', 'channel', 'startMs', 'endMs', 'state', 'hasVideo', 'hasAudio'])
      .where('deviceKey', '=', deviceKey)
      .where('channel', 'in', channels)
      .where('state', 'in', ['open', 'closed'])
      .where('startMs', '<', toMs)
      .where('startMs', '>=', fromMs - DAY_MS)
      .where((e) => e.or([e('endMs', '>=', fromMs), e('state', '=', 'open')]))
      .orderBy('startMs')
      .limit(limit)
      .execute(),
});
