// The clock of tests: time stands still until `advance` moves it. Timers run in the order of their moments.
import type { Clock, Timer } from './clock.ts';

type Waiting = { at: number; order: number; action: () => void; everyMs: number | null };

export interface ManualClock extends Clock {
  /** Moves both clocks forward and runs what falls due on the way, also what those actions plan inside the span. */
  advance(ms: number): void;
  /** As `advance`, and lets pending promises and I/O callbacks settle after each due action and at the end. */
  advanceAsync(ms: number): Promise<void>;
  /** Sets the wall clock only, as a clock jump does. */
  jumpTo(utcMs: number): void;
  /** How many timers wait: 0 after everything was closed. */
  pending(): number;
}

const settle = (): Promise<void> =>
  new Promise((resolve) => {
    setImmediate(resolve);
  });

/** Starts at `startMs` UTC, default 2026-01-01T00:00:00Z; the monotonic clock starts at 0. */
export const createManualClock = (startMs = 1_767_225_600_000): ManualClock => {
  let utc = startMs;
  let elapsed = 0;
  let order = 0;
  const waiting = new Set<Waiting>();
  const plan = (ms: number, action: () => void, everyMs: number | null): Timer => {
    const entry: Waiting = { at: elapsed + Math.max(0, ms), order: order++, action, everyMs };
    waiting.add(entry);
    return { cancel: () => void waiting.delete(entry) };
  };
  const next = (until: number): Waiting | undefined => {
    let found: Waiting | undefined;
    for (const entry of waiting) {
      if (entry.at > until) continue;
      if (!found || entry.at < found.at || (entry.at === found.at && entry.order < found.order)) found = entry;
    }
    return found;
  };
  const moveTo = (at: number): void => {
    utc += at - elapsed;
    elapsed = at;
  };
  const run = (entry: Waiting): void => {
    moveTo(Math.max(elapsed, entry.at));
    if (entry.everyMs === null) waiting.delete(entry);
    else entry.at += Math.max(1, entry.everyMs);
    entry.action();
  };
  return {
    now: () => utc,
    monotonic: () => elapsed,
    after: (ms, action) => plan(ms, action, null),
    every: (ms, action) => plan(Math.max(1, ms), action, ms),
    advance(ms) {
      const until = elapsed + ms;
      for (let entry = next(until); entry; entry = next(until)) run(entry);
      moveTo(until);
    },
    async advanceAsync(ms) {
      const until = elapsed + ms;
      await settle();
      for (let entry = next(until); entry; entry = next(until)) {
        run(entry);
        await settle();
      }
      moveTo(until);
      await settle();
    },
    jumpTo(utcMs) {
      utc = utcMs;
    },
    pending: () => waiting.size,
  };
};
