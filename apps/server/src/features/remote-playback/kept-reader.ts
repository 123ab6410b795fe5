// What is kept of devices' recordings, read in the order of time. Segments may overlap by a few pictures where a fetch went on behind
// another: no moment comes twice.
import type { KeptSpan } from '@outrider/contract';
import { laneOf, type RecordingCursor, type RecordingReader, type StoredFrame } from '../recording/index.ts';
import type { FootageSource, FootageSpan } from './footage.ts';

/** Spans whose pause is shorter are one. */
const JOIN_MS = 2000;
/** Key frames, and blocks of sound, are never so near to each other. */
const SAME_START_MS = 5;

const joined = (spans: readonly FootageSpan[]): FootageSpan[] => {
  const whole: FootageSpan[] = [];
  for (const { startMs, endMs } of spans.toSorted((a, b) => a.startMs - b.startMs)) {
    const last = whole.at(-1);
    if (last !== undefined && startMs - last.endMs <= JOIN_MS) last.endMs = Math.max(last.endMs, endMs);
    else whole.push({ startMs, endMs });
  }
  return whole;
};

export const createKeptReader = (reader: RecordingReader) => ({
  async spans({ deviceKey, ...lane }: FootageSource, fromMs: number, toMs: number): Promise<FootageSpan[]> {
    return joined(await reader.spans(deviceKey, [laneOf(lane)], fromMs, toMs));
  },

  /** For the record list: both streams of the channels, with sound. */
  async spansOf(deviceKey: number, channels: readonly number[], fromMs: number, toMs: number): Promise<KeptSpan[]> {
    const places = channels.flatMap((channel) => (['main', 'sub'] as const).map((stream) => ({ channel, stream })));
    const all = await Promise.all(
      places.map(async (place) => {
        const spans = await this.spans({ deviceKey, ...place, audio: true }, fromMs, toMs);
        // The second in which the last picture begins is whole.
        return spans.map(({ startMs, endMs }) => ({ ...place, start: startMs, end: Math.ceil(endMs / 1000) * 1000 }));
      }),
    );
    return all.flat().toSorted((a, b) => a.start - b.start);
  },

  async open({ deviceKey, ...lane }: FootageSource, fromMs: number): Promise<RecordingCursor> {
    return new OnceCursor(await reader.open(deviceKey, laneOf(lane), fromMs));
  },
});

export type KeptReader = ReturnType<typeof createKeptReader>;

class OnceCursor implements RecordingCursor {
  private readonly cursor: RecordingCursor;
  private last = { video: 0, audio: 0 };
  private lastWasKey = false;

  constructor(cursor: RecordingCursor) {
    this.cursor = cursor;
  }

  async next(): Promise<StoredFrame | undefined> {
    for (;;) {
      // oxlint-disable-next-line no-await-in-loop -- frames follow each other
      const frame = await this.cursor.next();
      if (frame === undefined) return undefined;
      if (this.isRepeated(frame)) continue;
      this.last[frame.kind] = frame.timeMs;
      if (frame.kind === 'video') this.lastWasKey = frame.key;
      return frame;
    }
  }

  /** A segment that begins where another one began lies a few milliseconds later, and so does its first frame. */
  private isRepeated({ kind, key, timeMs }: StoredFrame): boolean {
    const first = kind === 'audio' || (key && this.lastWasKey);
    return timeMs <= this.last[kind] + (first ? SAME_START_MS : 0);
  }

  async seek(timeMs: number): Promise<void> {
    this.last = { video: 0, audio: 0 };
    this.lastWasKey = false;
    await this.cursor.seek(timeMs);
  }

  close(): Promise<void> {
    return this.cursor.close();
  }
}
