// Where a test hangs what has to end with it.

/** Ends run in the order in which they were given, all of them. */
export type Ending = { after: (end: () => unknown) => void };

/** Runs every end and throws the first error after. */
export const endAll = async (ends: readonly (() => unknown)[]): Promise<void> => {
  const errors: unknown[] = [];
  for (const end of ends)
    try {
      await end();
    } catch (error) {
      errors.push(error);
    }
  if (errors.length > 0) throw errors[0];
};
