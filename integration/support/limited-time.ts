// A driven clock that looks move on: for tests that say how much of the server's time something may take.
import type { ManualClock } from '../../apps/server/src/kernel/manual-clock.ts';
import type { Waiting } from './until.ts';

/** However many looks a busy machine takes, they move the clock by no more than `leftMs` in all. */
export type LimitedTime = { leftMs: number; readonly waiting: Waiting };

/** Each look moves it on by `stepMs`, and without a limit at first. */
export const limitedTime = (clock: Pick<ManualClock, 'advance'>, stepMs: number): LimitedTime => {
  const time = {
    leftMs: Infinity,
    waiting: {
      between: () => {
        const move = Math.min(stepMs, time.leftMs);
        time.leftMs -= move;
        clock.advance(move);
      },
    },
  };
  return time;
};
