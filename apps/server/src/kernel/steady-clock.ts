// Whether the wall clock can be believed where what it says removes something for good. A machine may start with a clock that is years
// ahead, until it has asked a time server. So a clock is believed once it has gone with the monotonic one for a while.
import type { Clock, Timer } from './clock.ts';

/** When this was written: a clock that says less is wrong for certain. */
export const WRITTEN_MS = Date.UTC(2026, 0, 1);

const WHILE_MS = 600_000;
/** By so much the two part only where the clock is set. */
const STEP_MS = 60_000;
const LOOK_MS = 20_000;
const HOUR_MS = 3_600_000;

/** Gives whether the clock can be believed now. Who asks seldom is told late that it was set. */
export const steadiness = (clock: Pick<Clock, 'now' | 'monotonic'>): (() => boolean) => {
  let sinceMs = clock.monotonic();
  let aheadMs = clock.now() - sinceMs;
  return () => {
    const monotonicMs = clock.monotonic();
    const before = aheadMs;
    aheadMs = clock.now() - monotonicMs;
    if (Math.abs(aheadMs - before) > STEP_MS) sinceMs = monotonicMs;
    return monotonicMs - sinceMs >= WHILE_MS;
  };
};

/** Runs `action` once the clock can be believed and then every hour; later where it cannot. */
export const everySteadyHour = (clock: Clock, action: () => void): Timer => {
  const isSteady = steadiness(clock);
  let dueMs = clock.monotonic();
  return clock.every(LOOK_MS, () => {
    const steady = isSteady(); // each time: by that it sees the clock being set
    if (!steady || clock.monotonic() < dueMs) return;
    dueMs = clock.monotonic() + HOUR_MS;
    action();
  });
};
