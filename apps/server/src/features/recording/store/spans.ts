// The spans of segments, as timelines ask for them, and who looks for what was never there.
import { DAY_MS } from '../minutes.ts';
import type { RecordingTables } from './tables.ts';

type Asked = [deviceKey: number, channels: readonly number[], fromMs: number, toMs: number, limit: number];

/** Oldest first. A segment lasts less than a day. */
const touching = (db: RecordingTables, ...[deviceKey, channels, fromMs, toMs, limit]: Asked) =>
  db
    .selectFrom('recordingSegments')
    .select(['id', 'channel', 'startMs', 'endMs', 'state', 'hasVideo', 'hasAudio'])
    .where('deviceKey', '=', deviceKey)
    .where('channel', 'in', channels)
    .where('startMs', '<', toMs)
    .where('startMs', '>=', fromMs - DAY_MS)
    .where((e) => e.or([e('endMs', '>=', fromMs), e('state', '=', 'open')]))
    .orderBy('startMs')
    .limit(limit);

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

  /** Readable segments that touch the span, oldest first. */
  spans: (...asked: Asked) =>
    touching(db, ...asked)
      .where('state', 'in', ['open', 'closed'])
      .execute(),

  /** The same with those whose files went since: what retention took, and what somebody deleted. */
  spansWithGone: (...asked: Asked) => touching(db, ...asked).execute(),
});
