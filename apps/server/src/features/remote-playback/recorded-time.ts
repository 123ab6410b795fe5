// When the frames of a playback were recorded, from the timestamps of their packets. Some devices send the time of day, most send
// numbers of which only the differences mean something. Pure.

export type RecordedTimeOptions = {
  /** The moment asked for and the end of what was asked for, UTC ms. */
  startMs: number;
  endMs: number;
  /** Zone of the device's clock: some send its digits as if they were UTC. */
  utcOffsetMinutes: number;
};

export type StampedFrame = { kind: 'video' | 'audio'; stampMs: number | undefined };

/** A stamp that lies so near to what was asked for is a time of day. */
const NEAR_MS = 120_000;
/** So much back is a stamp out of order; more is a time base that begins again. */
const BACK_MS = 1000;
/** Where stamps cannot say how far the next frame is. */
const STEP_MS = 40;
/** So many frames with one stamp: the device does not count time. */
const CONSTANT_AFTER = 10;

export class RecordedTime {
  private readonly options: RecordedTimeOptions;
  private anchorMs: number;
  private offsetMs: number | null = null;
  private ofDay = false;
  private last: { video: Last | null; audio: Last | null } = { video: null, audio: null };

  constructor(options: RecordedTimeOptions) {
    this.options = options;
    this.anchorMs = options.startMs;
  }

  /** Are the stamps times of day? Known after the first frame. */
  get absolute(): boolean {
    return this.ofDay;
  }

  /** After a jump: what comes next was recorded at about `anchorMs`, as far as the stamps do not say it themselves. */
  restart(anchorMs: number): void {
    this.anchorMs = anchorMs;
    if (!this.ofDay) this.offsetMs = null;
    this.last = { video: null, audio: null };
  }

  /** Where a stamp would lie, without taking it as the next one. Undefined before the first frame, and for stamps that only differ. */
  whereIs(stampMs: number | undefined): number | undefined {
    return stampMs === undefined || !this.ofDay || this.offsetMs === null ? undefined : stampMs + this.offsetMs;
  }

  /** UTC ms. Never falls within a kind, except after `restart`. */
  place({ kind, stampMs }: StampedFrame): number {
    const last = this.last[kind];
    const newestMs = Math.max(this.last.video?.timeMs ?? 0, this.last.audio?.timeMs ?? 0);
    if (stampMs === undefined)
      return this.took(kind, last, last?.stampMs, last === null ? this.first(newestMs) : last.timeMs + STEP_MS);
    if (this.offsetMs === null) this.begin(stampMs, newestMs);
    const timeMs = stampMs + (this.offsetMs ?? 0);
    if (last === null) return this.took(kind, last, stampMs, timeMs);
    if (stampMs === last.stampMs) {
      const repeats = last.repeats + 1;
      return this.took(kind, { ...last, repeats }, stampMs, last.timeMs + (repeats >= CONSTANT_AFTER ? STEP_MS : 1));
    }
    if (timeMs < last.timeMs - BACK_MS || this.isBeyond(timeMs)) {
      this.offsetMs = last.timeMs + STEP_MS - stampMs; // a clock was set, or a counter ran over
      return this.took(kind, null, stampMs, last.timeMs + STEP_MS);
    }
    return this.took(kind, null, stampMs, Math.max(timeMs, last.timeMs + 1));
  }

  private first(newestMs: number): number {
    return Math.max(this.anchorMs, newestMs);
  }

  private begin(stampMs: number, newestMs: number): void {
    const { startMs, endMs, utcOffsetMinutes } = this.options;
    const offsets = [0, -utcOffsetMinutes * 60_000];
    const near = offsets.find((offset) => {
      const timeMs = stampMs + offset;
      return timeMs >= startMs - NEAR_MS && timeMs <= endMs + NEAR_MS;
    });
    this.ofDay = near !== undefined;
    this.offsetMs = near ?? this.first(newestMs) - stampMs;
  }

  /** Later than anything that was asked for. */
  private isBeyond(timeMs: number): boolean {
    return timeMs > this.options.endMs + NEAR_MS;
  }

  private took(kind: 'video' | 'audio', before: Last | null, stampMs: number | undefined, timeMs: number): number {
    this.last[kind] = { stampMs, timeMs, repeats: before?.repeats ?? 0 };
    return timeMs;
  }
}

type Last = { stampMs: number | undefined; timeMs: number; repeats: number };
