// Many rows in one statement, as far as databases go: PostgreSQL takes so many values at once.

/** Four values in a row still fit. */
const CHUNK = 1000;

/** One part after the other. */
export const inChunks = async <T>(all: readonly T[], act: (some: readonly T[]) => Promise<unknown>): Promise<void> => {
  // oxlint-disable-next-line no-await-in-loop -- one after the other, on one connection
  for (let from = 0; from < all.length; from += CHUNK) await act(all.slice(from, from + CHUNK));
};
