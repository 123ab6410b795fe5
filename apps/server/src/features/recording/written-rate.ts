// How many bytes a second go to the recordings, over the last few seconds.
import type { Clock } from '../../kernel/clock.ts';

const WINDOW_MS = 5000;

export class WrittenRate {
  private readonly clock: Clock;
  private sinceMs: number;
  private bytes = 0;
  private last = 0;

  constructor(clock: Clock) {
    this.clock = clock;
    this.sinceMs = clock.monotonic();
  }

  add(bytes: number): void {
    this.turn();
    this.bytes += bytes;
  }

  perSecond(): number {
    this.turn();
    return Math.round(this.last);
  }

  private turn(): void {
    const elapsedMs = this.clock.monotonic() - this.sinceMs;
    if (elapsedMs < WINDOW_MS) return;
    // After a pause of more than a window nothing was written for most of it.
    this.last = (this.bytes * 1000) / elapsedMs;
    this.bytes = 0;
    this.sinceMs = this.clock.monotonic();
  }
}
