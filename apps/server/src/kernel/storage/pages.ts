// Long answers out of tables: a page of rows at a time, so that a large fleet never holds the main thread.
import { setImmediate as nextTurn } from 'node:timers/promises';

/** In few lists of keys a database looks for each; above, it reads what there is. */
const FEW_KEYS = 500;

/** The keys to ask for by name; undefined: all rows, as there are too many. */
export const namedKeys = (keys: readonly number[]): readonly number[] | undefined =>
  keys.length <= FEW_KEYS ? keys : undefined;

/** All rows of the pages, where others may change them meanwhile. */
export const allPages = async <R>(
  limit: number,
  page: (last: R | undefined, limit: number) => Promise<R[]>,
): Promise<R[]> => {
  const all: R[] = [];
  await eachPage(limit, page, (rows) => all.push(...rows));
  return all;
};

/** Hands on every page, in order; `page` gives the rows behind `last`, at most `limit`. Others have their turn in between. */
export const eachPage = async <R>(
  limit: number,
  page: (last: R | undefined, limit: number) => Promise<R[]>,
  take: (rows: readonly R[]) => void,
): Promise<void> => {
  let last: R | undefined;
  for (let full = true; full;) {
    // oxlint-disable-next-line no-await-in-loop -- each page begins where the one before ended
    const rows = await page(last, limit);
    take(rows);
    last = rows.at(-1);
    full = rows.length === limit;
    // oxlint-disable-next-line no-await-in-loop
    await nextTurn();
  }
};
