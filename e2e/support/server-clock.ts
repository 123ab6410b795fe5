// The clock of a server that tests set to a day of their own: lists of a day end a day behind it.
import { systemClock } from '../../apps/server/src/adapters/system-clock/system-clock.ts';
import type { Clock } from '../../apps/server/src/kernel/clock.ts';

/** It goes on from where it is set. */
export const settableClock = (): Clock & { set: (ms: number) => void } => {
  let aheadMs = 0;
  return {
    ...systemClock,
    now: () => systemClock.now() + aheadMs,
    set: (ms) => void (aheadMs = ms - systemClock.now()),
  };
};
