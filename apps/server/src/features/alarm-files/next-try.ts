// When a device is asked again for the files of an alarm, and when no more. Pure.

export type Tries = {
  tries: number;
  /** Tries in a row that brought nothing. */
  failures: number;
  lastTryMs: number;
  nextTryMs: number;
};

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
/** Clips run some seconds past the alarm, and a device that says no now may say yes later (active safety, section 5). */
const PAUSES_MS = [
  30 * SECOND_MS,
  2 * MINUTE_MS,
  10 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  6 * HOUR_MS,
  12 * HOUR_MS,
  24 * HOUR_MS,
] as const;
const LONGEST_MS = PAUSES_MS[PAUSES_MS.length - 1] ?? HOUR_MS;
/** Also where each try brings a little. */
const MAX_TRIES = 60;
/** Recorders overwrite: what is older is not there any more. */
const MAX_AGE_MS = 7 * 24 * HOUR_MS;
/** Of the clock: what would wait for longer than the longest pause waits for a clock that was ahead then. */
const SLACK_MS = MINUTE_MS;
/** All that the device listed came, but its alarm announced more: it is asked twice more, after the first two pauses. */
const SHORT_LIST_TRIES = 2;
/** A device that is back is asked sooner, but one that comes and goes is not asked at each login. */
const AFTER_LOGIN_MS = 5 * SECOND_MS;
const BETWEEN_LOGINS_MS = 2 * MINUTE_MS;

/** A try begins: should the server end now, the next one follows after the pause of a try that brought nothing. */
export const begun = ({ tries, failures }: Tries, nowMs: number): Tries => ({
  tries: tries + 1,
  failures,
  lastTryMs: nowMs,
  nextTryMs: nowMs + (PAUSES_MS[failures] ?? LONGEST_MS),
});

/**
 * nothing: no file came. some: at least one came. short: every file that the device lists came, fewer than announced. offline: it left
 * before it could answer.
 */
export type Ending = 'nothing' | 'some' | 'short' | 'offline';

const failuresAfter = (failures: number, ending: Ending): number => {
  if (ending === 'offline') return failures;
  if (ending === 'some') return 0;
  return Math.max(failures, ending === 'short' ? PAUSES_MS.length - SHORT_LIST_TRIES : 0) + 1;
};

/** What follows a try that did not bring everything; 'over': no further one. */
export const ended = (tries: Tries, ending: Ending, createdMs: number, nowMs: number): Tries | 'over' => {
  const failures = failuresAfter(tries.failures, ending);
  if (failures > PAUSES_MS.length || tries.tries >= MAX_TRIES || nowMs - createdMs >= MAX_AGE_MS) return 'over';
  const pause = ending === 'short' ? failures - (PAUSES_MS.length - SHORT_LIST_TRIES) : failures;
  return { ...tries, failures, nextTryMs: nowMs + (PAUSES_MS[Math.max(0, pause - 1)] ?? LONGEST_MS) };
};

export const isDue = (nextTryMs: number, nowMs: number): boolean =>
  nextTryMs <= nowMs || nextTryMs > nowMs + LONGEST_MS + SLACK_MS;

/** The device came back. A try of later than now was before the clock was set back. */
export const afterLogin = ({ lastTryMs, nextTryMs }: Pick<Tries, 'lastTryMs' | 'nextTryMs'>, nowMs: number): number =>
  Math.min(nextTryMs, Math.max(nowMs + AFTER_LOGIN_MS, Math.min(lastTryMs, nowMs) + BETWEEN_LOGINS_MS));
