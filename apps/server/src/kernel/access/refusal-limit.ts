// How many refused sign-ins of a minute are rows of the access log: strangers cannot fill the disk with them. The others are counted.
import type { Clock } from '../clock.ts';

const MAX_A_MINUTE = 120;
const MINUTE_MS = 60_000;
const refusals = new Set(['unauthenticated', 'expired']);

export const createRefusalLimit = (clock: Clock): { lets(result: string): boolean; unlogged(): number } => {
  let [minute, count, unlogged] = [0, 0, 0];
  return {
    lets(result) {
      if (!refusals.has(result)) return true;
      const now = Math.floor(clock.monotonic() / MINUTE_MS);
      if (now !== minute) [minute, count] = [now, 0];
      count += 1;
      if (count > MAX_A_MINUTE) unlogged += 1;
      return count <= MAX_A_MINUTE;
    },
    unlogged: () => unlogged,
  };
};
