// When rows of events changed, and up to when a list may be answered so that nothing falls between two of its questions. A list is asked
// again from the second behind the newest it has: so a row must never get a stamp in a second that was answered already. Pure but for
// the clock.
//
// Two rules do it. Stamps never go back, also where the clock does. And they are read inside the transaction that stores them: the
// database has one connection, so a list is read before that transaction begins, with an earlier bound, or after it is committed.
import type { Clock } from '../../kernel/clock.ts';

export type Stamps = {
  /** UTC ms for what is being changed. Inside the transaction. */
  now: () => number;
  /** Rows stamped before this second (UTC ms, a whole one) are all there. Before the list is read. */
  settledMs: () => number;
};

/** `newestMs`: the newest stamp of the table at the start. */
export const createStamps = (clock: Pick<Clock, 'now'>, newestMs = 0): Stamps => {
  let last = newestMs;
  const now = (): number => {
    last = Math.max(last, clock.now());
    return last;
  };
  return { now, settledMs: () => Math.floor(now() / 1000) * 1000 };
};
