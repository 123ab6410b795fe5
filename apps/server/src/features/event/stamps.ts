// When rows of events changed, and up to when a list may be answered so that nothing falls between two of its questions. A list is asked
// again from the second behind the newest it has: so a row must never get a stamp in a second that was answered already. Pure but for
// the clock.
//
// Two rules do it. Stamps never go back, also where the clock does. And they are read inside the transaction that stores them: the
// database has one connection, so a list is read before that transaction begins, with an earlier bound, or after it is committed.
//
// Nor do they stand still until the clock is there again: that may take years, and nothing would be answered meanwhile. They go on at
// half the pace, so that the clock catches up with them.
import type { Clock } from '../../kernel/clock.ts';

export type Stamps = {
  /** UTC ms for what is being changed. Inside the transaction. */
  now: () => number;
  /** Rows stamped before this second (UTC ms, a whole one) are all there. Before the list is read. */
  settledMs: () => number;
};

const SECOND_MS = 1000;
const SLOWER = 2;
const secondOf = (ms: number): number => Math.floor(ms / SECOND_MS) * SECOND_MS;

/** `newestMs`: the newest stamp of the table at the start, 0 for none. */
export const createStamps = (clock: Pick<Clock, 'now' | 'monotonic'>, newestMs = 0): Stamps => {
  let lookedMs = clock.monotonic();
  // Its second may have been answered before the start.
  let last = newestMs === 0 ? 0 : secondOf(newestMs) + SECOND_MS;
  const now = (): number => {
    const before = lookedMs;
    lookedMs = clock.monotonic();
    last = Math.max(clock.now(), last + (lookedMs - before) / SLOWER);
    return Math.floor(last);
  };
  return { now, settledMs: () => secondOf(now()) };
};
