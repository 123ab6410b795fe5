// When something that could not be delivered is tried again, and when it is given up. Pure.

const FIRST_PAUSE_MS = 30_000;
const LONGEST_PAUSE_MS = 3_600_000;
/** What would be tried later than so long from now waits for a clock that was ahead then: it is due. */
export const LONGEST_WAIT_MS = LONGEST_PAUSE_MS + 60_000;
/** A receiver that was away for longer gets only what comes after it. */
export const GIVE_UP_MS = 3 * 86_400_000;

export type Trying = { createdMs: number; tries: number };

/** `tries` counts the one that has just failed. UTC ms; null: it is too old to be tried again. */
export const nextTry = ({ createdMs, tries }: Trying, nowMs: number): number | null => {
  if (nowMs - createdMs >= GIVE_UP_MS) return null;
  return nowMs + Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** Math.min(tries - 1, 20));
};
