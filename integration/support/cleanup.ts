// Ends what a test opened in the reverse order of its opening: the device before its server, the server before its folder.
type Cleanup = () => unknown;
/** A test of node:test, or what a browser test hangs its ends on. */
export type Ended = { after: (end: Cleanup) => void };

const cleanups = new WeakMap<Ended, Cleanup[]>();

/** Runs when the test ends, also when it failed. One that fails keeps no other from running. */
export const afterwards = (t: Ended, cleanup: Cleanup): void => {
  const known = cleanups.get(t);
  if (known) {
    known.push(cleanup);
    return;
  }
  const own = [cleanup];
  cleanups.set(t, own);
  t.after(async () => {
    const failures: unknown[] = [];
    for (const each of own.toReversed()) {
      try {
        await each();
      } catch (error) {
        failures.push(error);
      }
    }
    if (failures.length > 0) throw failures[0];
  });
};
