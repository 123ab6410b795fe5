// Forgetting what is older than it is kept for: ten minutes after a start and every hour, in steps that are short for the main thread,
// counted. What is forgotten is the room's own. While the clock has just been set nothing is: one that is years ahead would cost
// everything.
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Clock } from '../clock.ts';
import type { Log } from '../log.ts';
import { everySteadyHour } from '../steady-clock.ts';

/** Removes at most `limit` rows; gives how many it removed: fewer than `limit` says that there are no more. */
export type ForgetStep = (limit: number) => Promise<number>;

const FIRST_ROWS = 32;
const LEAST_ROWS = 8;
const MOST_ROWS = 128;
/** A step that took longer is followed by smaller ones. The main thread may be held for 10 ms. */
const STEP_MS = 3;
const DAY_MS = 86_400_000;

/** Steps until there are no more, others having their turn in between; gives how many rows went. `goesOn` false ends it early. */
export const forgetInSteps = async (
  clock: Pick<Clock, 'monotonic'>,
  step: ForgetStep,
  goesOn: () => boolean = () => true,
): Promise<number> => {
  let gone = 0;
  for (let limit = FIRST_ROWS; goesOn();) {
    const beganMs = clock.monotonic();
    const removed = await step(limit);
    const tookMs = clock.monotonic() - beganMs;
    gone += removed;
    if (removed < limit) break;
    limit = tookMs > STEP_MS ? Math.max(LEAST_ROWS, limit / 2) : Math.min(MOST_ROWS, limit * 2);
    await nextTurn();
  }
  return gone;
};

export type Forgetting = {
  /** How many went since the start. */
  count(): number;
  /** Forgets now: somebody has set it to be kept for a shorter time. */
  again(): void;
  /** Ends a run behind the step it is at. */
  close(): Promise<void>;
};

export type ForgettingKit = {
  clock: Clock;
  log: Log;
  /** Of what, for the log line: 'old talks not forgotten'. */
  what: string;
  /** 0: everything is kept for good. A function where that may change meanwhile. */
  days: number | (() => number);
  /** Removes what is older than `beforeMs` (UTC ms); gives how many. */
  forget: (beforeMs: number, goesOn: () => boolean) => Promise<number>;
};

/** Forgets once the clock is steady and then every hour, one run at a time; a failure is logged and tried again with the next one. */
export const startForgetting = ({ clock, log, what, days, forget }: ForgettingKit): Forgetting => {
  if (days === 0) return { count: () => 0, again: () => undefined, close: () => Promise.resolve() };
  const daysNow = typeof days === 'function' ? days : (): number => days;
  let count = 0;
  const state = { wanted: false, closed: false };
  let running: Promise<void> | null = null;
  const forgetOld = async (): Promise<void> => {
    const kept = daysNow();
    if (kept === 0) return;
    try {
      // What is to be kept longer from now on is not forgotten any more.
      const gone = await forget(clock.now() - kept * DAY_MS, () => !state.closed && daysNow() === kept);
      count += gone;
      if (gone > 0) log.info(`old ${what} forgotten`, { count: gone, days: kept });
    } catch (err) {
      log.error(`old ${what} not forgotten`, { err });
    }
  };
  const run = async (): Promise<void> => {
    while (state.wanted && !state.closed) {
      state.wanted = false;
      await forgetOld();
    }
    running = null;
  };
  const again = (): void => {
    state.wanted = true;
    running ??= run();
  };
  const timer = everySteadyHour(clock, () => {
    if (running === null) again();
  });
  return {
    count: () => count,
    again,
    async close() {
      state.closed = true;
      timer.cancel();
      await running;
    },
  };
};
