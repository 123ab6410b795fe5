// Many rows in one statement, as far as databases go, PostgreSQL takes so many values at once; or as far as one turn of the main thread goes.
import { setImmediate as nextTurn } from 'node:timers/promises';

/** Four values in a row still fit. */
const CHUNK = 1000;

/** One part after the other. */
export const inChunks = async <T>(all: readonly T[], act: (some: readonly T[]) => Promise<unknown>): Promise<void> => {
  // oxlint-disable-next-line no-await-in-loop -- one after the other, on one connection
  for (let from = 0; from < all.length; from += CHUNK) await act(all.slice(from, from + CHUNK));
};

/** Rows of a statement: few sizes, since each is another statement to prepare. */
const STATEMENT_ROWS = [20, 5, 1];

export function* statementsOf<T>(rows: readonly T[]): Iterable<readonly T[]> {
  for (let from = 0; from < rows.length;) {
    const size = STATEMENT_ROWS.find((most) => most <= rows.length - from) ?? 1;
    yield rows.slice(from, from + size);
    from += size;
  }
}

/** The rows of one statement after the other; others have their turn in between. */
export const inTurns = async <T>(rows: readonly T[], act: (some: readonly T[]) => Promise<unknown>): Promise<void> => {
  let isFirst = true;
  for (const some of statementsOf(rows)) {
    if (!isFirst) await nextTurn();
    isFirst = false;
    await act(some);
  }
};
