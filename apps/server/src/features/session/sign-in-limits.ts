// What signing in may cost: how often may be guessed, and how much of the machine strangers may use.
import type { ThrottleRule } from './throttle.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

/**
 * Failures of one name from one address, of one address with any name, and of one known browser of an account, which has this lane
 * to itself. There is none for a name alone: anybody could keep anybody out with it.
 */
export const guessLimits = {
  pair: { free: 5, firstWaitMs: 1000, longestWaitMs: 5 * MINUTE_MS, forgetMs: 15 * MINUTE_MS },
  address: { free: 30, firstWaitMs: 1000, longestWaitMs: 5 * MINUTE_MS, forgetMs: 15 * MINUTE_MS },
  browser: { free: 5, firstWaitMs: 1000, longestWaitMs: 5 * MINUTE_MS, forgetMs: 15 * MINUTE_MS },
} as const satisfies Record<string, ThrottleRule>;

export type CheckLimits = {
  /** Slow checks at once, and those of strangers among them. */
  running: number;
  runningStrangers: number;
  /** Waiting checks; past that the last in order is refused. */
  waiting: number;
  /** Wrong checks that strangers have free; they come back one by one in this time. */
  strangersFree: number;
  strangerEveryMs: number;
  /** So many wrong ones of strangers within the time, and they come back at the slow pace. */
  slowAfter: number;
  slowWithinMs: number;
  slowEveryMs: number;
};

/** For all accounts and addresses together. */
export const checkLimits: CheckLimits = {
  running: 2,
  runningStrangers: 1,
  waiting: 64,
  strangersFree: 100,
  strangerEveryMs: 100,
  slowAfter: 200,
  slowWithinMs: 15 * MINUTE_MS,
  slowEveryMs: 500,
};

/** Browsers and addresses an account is known by; past that the longest unused are forgotten. */
export const knownLimits = {
  browsersPerUser: 50,
  browserMs: 400 * DAY_MS,
  places: 10_000,
  placeMs: 30 * DAY_MS,
} as const;
