// Slows down guessing: after some failures the next try must wait, longer each time. How many and how long stands here too. Remembers a
// bounded number of guessers.
import type { Clock } from '../../kernel/clock.ts';

export type ThrottleRule = {
  /** Failures before the first wait. */
  free: number;
  /** The first wait; it doubles with every further failure up to the longest. */
  firstWaitMs: number;
  longestWaitMs: number;
  /** Failures are forgotten this long after the last one. */
  forgetMs: number;
};

const MINUTE_MS = 60_000;

/**
 * Failures of one name from one address, of one address with any name, and of one known browser of an account, which has this lane
 * to itself. There is none for a name alone: anybody could keep anybody out with it.
 */
export const guessLimits = {
  pair: { free: 5, firstWaitMs: 1000, longestWaitMs: 5 * MINUTE_MS, forgetMs: 15 * MINUTE_MS },
  address: { free: 30, firstWaitMs: 1000, longestWaitMs: 5 * MINUTE_MS, forgetMs: 15 * MINUTE_MS },
  browser: { free: 5, firstWaitMs: 1000, longestWaitMs: 5 * MINUTE_MS, forgetMs: 15 * MINUTE_MS },
} as const satisfies Record<string, ThrottleRule>;

const ENTRY_LIMIT = 10_000;

type Entry = { failures: number; lastMs: number; until: number };

export interface Throttle {
  /** How long this key must still wait, in ms; 0 = may try. */
  waitMs(key: string): number;
  /** How often it failed of late. */
  failures(key: string): number;
  /** Counts a failure. Gives what takes this one back. */
  failed(key: string): () => void;
  /** Forgets every failure of the key. */
  succeeded(key: string): void;
}

export const createThrottle = (clock: Clock, rule: ThrottleRule): Throttle => {
  const entries = new Map<string, Entry>();
  const current = (key: string): Entry | undefined => {
    const entry = entries.get(key);
    if (entry && clock.monotonic() - entry.lastMs > rule.forgetMs) {
      entries.delete(key);
      return undefined;
    }
    return entry;
  };
  const takeBack = (key: string, counted: Entry, before: Entry | undefined): void => {
    const entry = entries.get(key);
    if (entry === counted && before) entries.set(key, before);
    else if (entry === counted) entries.delete(key);
    else if (entry && entry.failures > 1) entries.set(key, { ...entry, failures: entry.failures - 1 });
  };
  return {
    waitMs: (key) => Math.max(0, (current(key)?.until ?? 0) - clock.monotonic()),
    failures: (key) => current(key)?.failures ?? 0,
    failed(key) {
      const now = clock.monotonic();
      const before = current(key);
      const failures = (before?.failures ?? 0) + 1;
      const over = failures - rule.free;
      const wait = over < 0 ? 0 : Math.min(rule.longestWaitMs, rule.firstWaitMs * 2 ** Math.min(over, 30));
      entries.delete(key); // to the end: the longest silent one is dropped first
      const counted = { failures, lastMs: now, until: now + wait };
      entries.set(key, counted);
      if (entries.size > ENTRY_LIMIT) for (const oldest of entries.keys()) if (entries.delete(oldest)) break;
      return () => takeBack(key, counted, before);
    },
    succeeded(key) {
      entries.delete(key);
    },
  };
};
