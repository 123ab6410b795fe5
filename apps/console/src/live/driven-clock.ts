// A clock that stands still until told to go on: for tests of what keeps time. Not for the page.
import type { Clock, Stop } from '../lib/time.ts';

type Timer = { atMs: number; run: () => void; periodMs: number | undefined };

export class DrivenClock implements Clock {
  #now: number;
  readonly #timers = new Set<Timer>();

  constructor(startMs = 1_790_000_000_000) {
    this.#now = startMs;
  }

  now(): number {
    return this.#now;
  }

  after(delayMs: number, run: () => void): Stop {
    return this.#add({ atMs: this.#now + delayMs, run, periodMs: undefined });
  }

  every(periodMs: number, run: () => void): Stop {
    return this.#add({ atMs: this.#now + periodMs, run, periodMs });
  }

  /** Lets the time pass; what falls due runs in order, and what waits for it has run before the next. */
  async pass(ms: number): Promise<void> {
    await settle(); // what was under way starts its timers before the time passes
    const end = this.#now + ms;
    for (;;) {
      const due = [...this.#timers].filter((t) => t.atMs <= end).toSorted((a, b) => a.atMs - b.atMs)[0];
      if (due === undefined) break;
      this.#now = due.atMs;
      if (due.periodMs === undefined) this.#timers.delete(due);
      else due.atMs += due.periodMs;
      due.run();
      // oxlint-disable-next-line no-await-in-loop -- one after the other is the point
      await settle();
    }
    this.#now = end;
    await settle();
  }

  #add(timer: Timer): Stop {
    this.#timers.add(timer);
    return () => this.#timers.delete(timer);
  }
}

/** Lets every promise that can go on do so. */
export const settle = async (): Promise<void> => {
  // oxlint-disable-next-line no-await-in-loop -- one turn after the other is the point
  for (let i = 0; i < 60; i += 1) await Promise.resolve();
};
