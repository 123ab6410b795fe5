// Waiting for conditions instead of times: polls until something holds, and says what did not happen when it never does.
import { setTimeout as pause } from 'node:timers/promises';

const POLL_MS = 5;
// For what hangs, not for what is slow: a shared machine may stand still for half a minute.
const DEADLINE_MS = 60_000;
/** Between two looks no more than this counts. */
const MOST_MS = 1000;

export type Waiting = {
  deadlineMs?: number;
  /** Runs between two looks, and ends before the next: with a driven clock, moves it on. */
  between?: () => void | Promise<void>;
};

/** Resolves with the first value that is neither undefined nor false; rejects with `what` after the deadline. */
export const until = async <T>(
  what: string,
  look: () => T | undefined | false | Promise<T | undefined | false>,
  { deadlineMs = DEADLINE_MS, between }: Waiting = {},
): Promise<T> => {
  let leftMs = deadlineMs;
  let lookedMs = performance.now();
  for (;;) {
    const seen = await look();
    if (seen !== undefined && seen !== false) return seen;
    const nowMs = performance.now();
    leftMs -= Math.min(nowMs - lookedMs, MOST_MS);
    lookedMs = nowMs;
    if (leftMs < 0) throw new Error(`waited ${deadlineMs} ms without success: ${what}`);
    // One that nobody waited for would still run when the test and its page are over.
    await between?.();
    await pause(POLL_MS);
  }
};
