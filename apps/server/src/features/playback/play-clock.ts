// The one clock of a playback: where it stands, how far ahead frames may be sent, and the pauses that all its channels share. Pure:
// the time of the server comes in. What is read and sent is playback.ts.

/** Frames are sent so much real time before they are due. */
const LEAD_MS = 2000;
/** Slower than that, the lead is that of this speed: a frame step needs frames. */
const LEAST_LEAD_SPEED = 0.5;
/** A reader that says nothing for so long stands still for us: it may be a page nobody looks at. */
const TRUST_MS = 5000;
/** A report from further off than that is from another place, before a seek. */
const STRAY_MS = 5000;

type Report = { atMs: number; speed: number; saidMs: number };
type Skip = { fromMs: number; toMs: number };

/** All `nowMs` are the monotonic clock of the server, all other times are UTC ms of the recording. */
export class PlayClock {
  /** 0 is pause. */
  speed: number;
  private startMs: number;
  private furthestMs: number;
  private anchorMs: number;
  /** Null: nothing was sent yet, the clock waits. */
  private anchoredMs: number | null = null;
  private skips: Skip[] = [];
  private readonly reports = new Map<number, Report>();

  constructor(timeMs: number, speed: number) {
    this.speed = speed;
    this.startMs = timeMs;
    this.furthestMs = timeMs;
    this.anchorMs = timeMs;
  }

  /** Goes somewhere else; nothing that was said before counts. */
  seek(timeMs: number, speed: number): void {
    this.speed = speed;
    this.startMs = timeMs;
    this.furthestMs = timeMs;
    this.anchorMs = timeMs;
    this.anchoredMs = null;
    this.skips = [];
    this.reports.clear();
  }

  /** The first frame went out, or one of a later moment than any before. */
  sent(timeMs: number, nowMs: number): void {
    this.anchoredMs ??= nowMs;
    this.furthestMs = Math.max(this.furthestMs, timeMs);
  }

  setSpeed(speed: number, nowMs: number): void {
    this.hold(this.position(nowMs), nowMs);
    this.speed = speed;
  }

  /** A reader shows this moment now. One that cannot be is not heard. */
  report(reader: number, atMs: number, speed: number, nowMs: number): void {
    const stray = atMs < this.startMs - STRAY_MS || atMs > this.furthestMs + LEAD_MS + STRAY_MS;
    if (!stray) this.reports.set(reader, { atMs, speed, saidMs: nowMs });
  }

  /** The reader is gone, or has nothing to show that others should wait for. */
  forget(reader: number, nowMs: number): void {
    const position = this.position(nowMs);
    if (this.reports.delete(reader) && this.alone) this.hold(position, nowMs);
  }

  /** Something was sent since the last seek. */
  get begun(): boolean {
    return this.anchoredMs !== null;
  }

  /** True while the server's own clock counts. */
  get alone(): boolean {
    return this.reports.size === 0;
  }

  /** Without reports: stands here now. A reader that takes nothing holds the clock. */
  hold(timeMs: number, nowMs: number): void {
    this.anchorMs = timeMs;
    if (this.anchoredMs !== null) this.anchoredMs = nowMs;
  }

  /** No channel has anything between the two: the clock does not pass there. Who gets to `fromMs` gets to `toMs`, a whole millisecond. */
  skip(fromMs: number, toMs: number, nowMs: number): void {
    if (this.alone) this.hold(this.position(nowMs), nowMs);
    const earliestMs = Math.min(this.anchorMs, ...[...this.reports.values()].map(({ atMs }) => atMs));
    // In the order of time: a channel that joined later may have its gap before one that was skipped already.
    this.skips = [...this.skips.filter((each) => each.toMs > earliestMs), { fromMs, toMs }].toSorted(
      (a, b) => a.fromMs - b.fromMs,
    );
    this.furthestMs = Math.max(this.furthestMs, toMs);
  }

  /** The slowest reader, as it has gone on since it spoke; the server's clock where none speaks. */
  position(nowMs: number): number {
    if (this.alone) {
      const elapsedMs = this.anchoredMs === null ? 0 : nowMs - this.anchoredMs;
      return this.advance(this.anchorMs, elapsedMs * this.speed);
    }
    const places = [...this.reports.values()].map(({ atMs, speed, saidMs }) =>
      this.advance(atMs, Math.min(nowMs - saidMs, TRUST_MS) * speed),
    );
    return Math.min(...places);
  }

  /** How much is played between a moment and the position, without what is skipped; below 0 the moment is ahead. */
  playedSince(timeMs: number, nowMs: number): number {
    const position = this.position(nowMs);
    const skipped = this.skips.map(({ fromMs, toMs }) => Math.min(toMs, position) - Math.max(fromMs, timeMs));
    return position - timeMs - skipped.reduce((sum, ms) => sum + Math.max(0, ms), 0);
  }

  /** What lies before this moment may be sent. */
  horizon(nowMs: number): number {
    return this.advance(this.position(nowMs), LEAD_MS * Math.max(this.speed, LEAST_LEAD_SPEED));
  }

  /** So much recorded time further, across what is skipped. */
  private advance(timeMs: number, byMs: number): number {
    let at = timeMs;
    let left = byMs;
    for (const { fromMs, toMs } of this.skips) {
      if (at >= toMs) continue;
      if (at + left < fromMs) break;
      left -= Math.max(0, fromMs - at);
      at = toMs;
    }
    return at + left;
  }
}
