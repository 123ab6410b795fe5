// One after the other: for journeys that do the same with several things.

/** Runs `step` for each, never two at a time. */
export const inOrder = async <T>(all: Iterable<T>, step: (one: T) => Promise<unknown>): Promise<void> => {
  // oxlint-disable-next-line no-await-in-loop -- one after the other is the point
  for (const one of all) await step(one);
};
