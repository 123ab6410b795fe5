// Bytes per second over the last whole seconds, without a timer of its own.
import type { Clock } from '../kernel/clock.ts';

const WINDOW_MS = 4000;

export class RateMeter {
  totalBytes = 0;
  private readonly clock: Clock;
  private startMs: number;
  private bytes = 0;
  private lastRate = 0;

  constructor(clock: Clock) {
    this.clock = clock;
    this.startMs = clock.monotonic();
  }

  add(bytes: number): void {
    this.roll();
    this.totalBytes += bytes;
    this.bytes += bytes;
  }

  /** Bytes per second over the window that ended last; within the first window, over what there is of it. */
  perSecond(): number {
    const elapsedMs = this.roll();
    if (this.lastRate > 0 || elapsedMs === 0) return this.lastRate;
    return Math.round((this.bytes * 1000) / Math.max(1000, elapsedMs));
  }

  private roll(): number {
    const elapsedMs = this.clock.monotonic() - this.startMs;
    if (elapsedMs < WINDOW_MS) return elapsedMs;
    this.lastRate = elapsedMs < 2 * WINDOW_MS ? Math.round((this.bytes * 1000) / elapsedMs) : 0;
    this.bytes = 0;
    this.startMs += elapsedMs;
    return 0;
  }
}
