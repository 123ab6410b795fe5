// Clocks whose time runs faster than ours: for simulated recorders, and for servers whose pauses are longer than a test.
import type { Clock as ServerClock } from '../../apps/server/src/kernel/clock.ts';
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

/** As `fastClock`, for a server. */
export const fastServerClock = (speed: number): ServerClock => {
  const clock = fastClock(speed);
  return {
    now: () => clock.now(),
    monotonic: () => performance.now() * speed,
    after: (ms, action) => clock.after(ms, action),
    every: (ms, action) => {
      const timer = setInterval(action, ms / speed);
      return { cancel: () => clearInterval(timer) };
    },
  };
};
