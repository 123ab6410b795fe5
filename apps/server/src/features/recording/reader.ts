// What was recorded, for playback, download and lists: days, minutes, spans, and the frames of a channel from any moment on.
import type { Recorder } from './recorder.ts';
import { DAY_MS, dayOf, MINUTES, joinMinutes, emptyMinutes, markSpan, minutesFrom, runsOf } from './minutes.ts';
import type { SegmentContent, StoredFrame } from './segment-format.ts';
import { SegmentReader } from './segment-reader.ts';
import type { SegmentStorage } from './segment-storage.ts';
import type { RecordingStore, SegmentRow } from './store.ts';

/** `endMs` belongs to it. */
export type ChannelSpan = { channel: number; startMs: number; endMs: number };
export type RecordedSpan = ChannelSpan & { video: boolean; audio: boolean };

/** Frames of one channel in the order of time. Close it. */
export interface RecordingCursor {
  /**
   * The next frame, across gaps; undefined at the end of what is recorded. Asked again later it goes on with what came since.
   * `keysOnly`: goes from key frame to key frame, without reading what lies between.
   */
  next(keysOnly?: boolean): Promise<StoredFrame | undefined>;
  /** Goes on at the key frame at or before the moment; in a gap at the first one after it. */
  seek(timeMs: number): Promise<void>;
  close(): Promise<void>;
}

export interface RecordingReader {
  /** The starts of the days with recordings of these channels, where local time is `utcOffsetMs` ahead of UTC. */
  days(
    deviceKey: number,
    channels: readonly number[],
    fromMs: number,
    toMs: number,
    utcOffsetMs: number,
  ): Promise<number[]>;
  /** A flag for each minute from `dayStartMs` on, of any of these channels. `count`: 1380 or 1500 where the clocks change. */
  minutes(deviceKey: number, channels: readonly number[], dayStartMs: number, count?: number): Promise<Uint8Array>;
  /** What is recorded between two moments, oldest first; pauses under two seconds do not split. */
  spans(deviceKey: number, channels: readonly number[], fromMs: number, toMs: number): Promise<RecordedSpan[]>;
  /** The same with what was there and is removed, as far back as rows are kept of it. */
  spansWithGone(deviceKey: number, channels: readonly number[], fromMs: number, toMs: number): Promise<RecordedSpan[]>;
  /** As `spans`, to the minute, from one small row a channel and day: for long spans. */
  minuteSpans(deviceKey: number, channels: readonly number[], fromMs: number, toMs: number): Promise<ChannelSpan[]>;
  /** Starts at the key frame at or before `fromMs`, else at the first one after it. */
  open(deviceKey: number, channel: number, fromMs: number): Promise<RecordingCursor>;
  /** Whether more of the channel is being written now. */
  isGrowing(deviceKey: number, channel: number): boolean;
}

const JOIN_MS = 2000;
/** More segments than a month of sixty-four channels has are not listed. */
const MAX_SPANS = 600_000;

export type ReaderKit = { store: RecordingStore; recorder: Pick<Recorder, 'all' | 'at'>; storage: SegmentStorage };

export const createReader = ({ store, recorder, storage }: ReaderKit): RecordingReader => {
  /** Bits of UTC days, with what is being written now. */
  const bitsOf = async (deviceKey: number, channels: readonly number[], fromMs: number, toMs: number) => {
    const rows = await store.days(deviceKey, channels, dayOf(fromMs), dayOf(toMs));
    const days = new Map<number, Uint8Array>();
    const bitsAt = (day: number): Uint8Array => {
      const known = days.get(day) ?? emptyMinutes();
      days.set(day, known);
      return known;
    };
    for (const { day, minutes } of rows) joinMinutes(bitsAt(day), minutes);
    for (const { source, open } of recorder.all()) {
      if (source.deviceKey !== deviceKey || open === null || !channels.includes(source.channel)) continue;
      const { endMs } = open.content;
      for (let day = dayOf(open.file.head.startMs); day <= dayOf(endMs); day += 1)
        markSpan(bitsAt(day), day, open.file.head.startMs, endMs);
    }
    return days;
  };

  /** With how far what is being written now has come. */
  const spansOf = (rows: readonly (SpanRow & { id: number })[], fromMs: number): RecordedSpan[] => {
    const live = new Map(recorder.all().flatMap(({ open }) => (open === null ? [] : [[open.id, open.content]])));
    const spans = rows.map((row) => spanOf(row, live.get(row.id)));
    return joinSpans(spans.filter(({ endMs }) => endMs >= fromMs));
  };

  return {
    async days(deviceKey, channels, fromMs, toMs, utcOffsetMs) {
      const bits = await bitsOf(deviceKey, channels, fromMs, toMs);
      const dayStart = (timeMs: number): number => Math.floor((timeMs + utcOffsetMs) / DAY_MS) * DAY_MS - utcOffsetMs;
      const touched = [...bits.keys()].flatMap((day) => [dayStart(day * DAY_MS), dayStart((day + 1) * DAY_MS - 1)]);
      return [...new Set(touched)]
        .filter((startMs) => startMs + DAY_MS > fromMs && startMs < toMs && minutesFrom(bits, startMs).includes(1))
        .toSorted((a, b) => a - b);
    },
    async minutes(deviceKey, channels, dayStartMs, count = MINUTES) {
      return minutesFrom(await bitsOf(deviceKey, channels, dayStartMs, dayStartMs + count * 60_000), dayStartMs, count);
    },
    async spans(deviceKey, channels, fromMs, toMs) {
      return spansOf(await store.spans(deviceKey, channels, fromMs, toMs, MAX_SPANS), fromMs);
    },
    async spansWithGone(deviceKey, channels, fromMs, toMs) {
      return spansOf(await store.spansWithGone(deviceKey, channels, fromMs, toMs, MAX_SPANS), fromMs);
    },
    async minuteSpans(deviceKey, channels, fromMs, toMs) {
      const spans: ChannelSpan[] = [];
      for (const channel of channels) {
        // oxlint-disable-next-line no-await-in-loop -- a month of one channel, then time for others
        const bits = await bitsOf(deviceKey, [channel], fromMs, toMs);
        for (const [day, minutes] of [...bits].toSorted(([a], [b]) => a - b))
          for (const { startMs, endMs } of runsOf(minutes, day))
            if (startMs < toMs && endMs > fromMs) spans.push({ channel, startMs, endMs: endMs - 1 });
      }
      return spans.toSorted((a, b) => a.startMs - b.startMs);
    },
    async open(deviceKey, channel, fromMs) {
      const cursor = new ChannelCursor({ store, recorder, storage }, { deviceKey, channel });
      await cursor.seek(fromMs);
      return cursor;
    },
    isGrowing: (deviceKey, channel) => recorder.at(deviceKey, channel)?.recording ?? false,
  };
};

type SpanRow = Pick<SegmentRow, 'channel' | 'startMs' | 'endMs' | 'hasVideo' | 'hasAudio'>;
const spanOf = (row: SpanRow, live: SegmentContent | undefined): RecordedSpan => ({
  channel: row.channel,
  startMs: row.startMs,
  endMs: live?.endMs ?? row.endMs,
  video: live?.hasVideo ?? row.hasVideo,
  audio: live?.hasAudio ?? row.hasAudio,
});

/** Segments that go on where the one before ended are one span. */
const joinSpans = (segments: readonly RecordedSpan[]): RecordedSpan[] => {
  const spans: RecordedSpan[] = [];
  const last = new Map<number, RecordedSpan>();
  for (const span of segments) {
    const before = last.get(span.channel);
    const same = before !== undefined && before.video === span.video && before.audio === span.audio;
    if (same && span.startMs - before.endMs <= JOIN_MS) before.endMs = Math.max(before.endMs, span.endMs);
    else {
      spans.push(span);
      last.set(span.channel, span);
    }
  }
  return spans;
};

class ChannelCursor implements RecordingCursor {
  private readonly store: RecordingStore;
  private readonly recorder: ReaderKit['recorder'];
  private readonly storage: SegmentStorage;
  private readonly source: { deviceKey: number; channel: number };
  private segment: SegmentReader | null = null;
  /** Start of the segment being read, or the moment asked for while there is none. */
  private atMs = 0;
  /** When the segment before this one ended, until its first frame is given. */
  private pausedSinceMs: number | null = null;

  constructor({ store, recorder, storage }: ReaderKit, source: { deviceKey: number; channel: number }) {
    this.store = store;
    this.recorder = recorder;
    this.storage = storage;
    this.source = source;
  }

  async seek(timeMs: number): Promise<void> {
    const { deviceKey, channel } = this.source;
    await this.close();
    this.pausedSinceMs = null;
    this.atMs = timeMs - 1;
    const row = await this.store.at(deviceKey, channel, timeMs);
    if (row === undefined) return;
    if (!(await this.enter(row))) return;
    if (!this.isOver(row, timeMs)) await this.segment?.seek(timeMs);
    else if (!(await this.enterFrom(await this.following()))) await this.segment?.seekEnd();
  }

  async next(keysOnly = false): Promise<StoredFrame | undefined> {
    for (;;) {
      // oxlint-disable-next-line no-await-in-loop -- the next segment is opened when the one before is read
      const frame = await this.segment?.next(keysOnly);
      if (frame !== undefined) return this.given(frame);
      // oxlint-disable-next-line no-await-in-loop
      const following = await this.following();
      if (following === undefined) return undefined;
      // More may have been written to this segment while the next one was looked up; from here on nothing is added to it.
      // oxlint-disable-next-line no-await-in-loop
      const rest = await this.segment?.next(keysOnly);
      if (rest !== undefined) return this.given(rest);
      // oxlint-disable-next-line no-await-in-loop
      if (!(await this.enterFrom(following))) return undefined;
    }
  }

  async close(): Promise<void> {
    const { segment } = this;
    this.segment = null;
    await segment?.close();
  }

  /** A segment that was left open by a kill says nothing of its end. */
  private isOver(row: SegmentRow, timeMs: number): boolean {
    const content = row.state === 'open' ? this.liveContent(row.startMs) : undefined;
    return content !== undefined && content.endMs < timeMs;
  }

  private given(frame: StoredFrame): StoredFrame {
    const since = this.pausedSinceMs;
    this.pausedSinceMs = null;
    return since === null ? frame : { ...frame, pauseMs: Math.max(0, frame.timeMs - since) };
  }

  private following(afterMs = this.atMs): Promise<SegmentRow | undefined> {
    return this.store.after(this.source.deviceKey, this.source.channel, afterMs);
  }

  /** On to the first segment from this one on that can be read. False: there is none yet. */
  private async enterFrom(first: SegmentRow | undefined): Promise<boolean> {
    let row = first;
    while (row !== undefined) {
      // oxlint-disable-next-line no-await-in-loop
      if (await this.enter(row)) return true;
      // oxlint-disable-next-line no-await-in-loop -- gone or not readable
      row = await this.following(row.startMs);
    }
    return false;
  }

  private async enter(row: SegmentRow): Promise<boolean> {
    const segment = await SegmentReader.open(row.slot, row.path, () => this.liveContent(row.startMs), this.storage);
    if (segment === undefined) return false;
    this.pausedSinceMs ??= this.segment?.endMs ?? null;
    await this.close();
    this.segment = segment;
    this.atMs = row.startMs;
    return true;
  }

  /** By its start, which no other segment of the channel has: the row is there before the recorder knows its number. */
  private liveContent(startMs: number) {
    const open = this.recorder.at(this.source.deviceKey, this.source.channel)?.open;
    return open?.file.head.startMs === startMs ? open.content : undefined;
  }
}
