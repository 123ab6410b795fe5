// Values of a page that come with the next drawing, poll or answer: waited for, and told when they never come.
import { inspect, isDeepStrictEqual } from 'node:util';
import { until } from '../../integration/support/until.ts';

/** Reads again and again until the value is the expected one; fails with the last one when it stays another. */
export const becomes = async <T>(
  read: () => T | Promise<T>,
  expected: T,
  what = 'a value of the page',
): Promise<void> => {
  const last: T[] = [];
  try {
    await until(what, async () => {
      last[0] = await read();
      return isDeepStrictEqual(last[0], expected);
    });
  } catch (cause) {
    throw new Error(`${what}: ${inspect(last[0])} instead of ${inspect(expected)}`, { cause });
  }
};
