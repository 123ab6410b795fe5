// A server that has just started, or whose clock was set, removes nothing because it is too old (apps/server/src/kernel/steady-clock.ts).
import { systemClock } from '../../apps/server/src/adapters/system-clock/system-clock.ts';
import type { Clock } from '../../apps/server/src/kernel/clock.ts';
import type { ManualClock } from '../../apps/server/src/kernel/manual-clock.ts';

/** The look that sees the clock being set, and ten minutes from there. */
const BELIEVED_MS = 660_000;
const LOOK_MS = 20_000;
const HASTY_MS = 200;

/** Lets the time pass until what is too old goes. */
export const untilBelieved = (clock: ManualClock): Promise<void> => clock.advanceAsync(BELIEVED_MS);

/** The clock of the system; with `believe` that time is over at once, by all of its clocks. */
export const leapingClock = (): Clock & { believe: () => void } => {
  let leapMs = 0;
  return {
    ...systemClock,
    now: () => systemClock.now() + leapMs,
    monotonic: () => systemClock.monotonic() + leapMs,
    every: (ms, action) => systemClock.every(ms === LOOK_MS ? HASTY_MS : ms, action),
    believe: () => void (leapMs = BELIEVED_MS),
  };
};
