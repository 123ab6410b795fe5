// A clock for simulated recorders whose time runs faster than ours. Nothing of the server uses it.
import type { Clock } from '../../apps/simulator/src/index.ts';

/** Starts now and runs `speed` times as fast. */
export const fastClock = (speed: number): Clock => {
  const startMs = Date.now();
  return {
    now: () => startMs + (Date.now() - startMs) * speed,
    after: (delayMs, job) => {
      const timer = setTimeout(job, Math.max(0, delayMs) / speed);
      return { cancel: () => clearTimeout(timer) };
    },
  };
};
