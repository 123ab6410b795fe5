// Clocks whose time runs faster than ours: for simulated recorders, and for servers whose pauses are longer than a test.
import type { Clock as ServerClock } from '../../apps/server/src/kernel/clock.ts';
import type { Clock } from '../../apps/simulator/src/index.ts';

/** A machine that stands still, or gives us no processor, lets no more time pass than this: else minutes would be over at once. */
const MOST_MS = 100;
let [passedMs, seenMs] = [0, performance.now()];
/** Time in which this process ran. */
const passed = (): number => {
  const nowMs = performance.now();
  passedMs += Math.min(nowMs - seenMs, MOST_MS);
  seenMs = nowMs;
  return passedMs;
};
setInterval(passed, MOST_MS / 5).unref();

/** Starts now and runs `speed` times as fast. */
export const fastClock = (speed: number): Clock => {
  const [startMs, begunMs] = [Date.now(), passed()];
  return {
    now: () => Math.round(startMs + (passed() - begunMs) * speed),
    after: (delayMs, job) => {
      const dueMs = passed() + Math.max(0, delayMs) / speed;
      let timer: NodeJS.Timeout;
      const arm = (): void => {
        timer = setTimeout(() => (passed() < dueMs ? arm() : job()), Math.max(1, dueMs - passed()));
      };
      arm();
      return { cancel: () => clearTimeout(timer) };
    },
  };
};

/** As `fastClock`, for a server. */
export const fastServerClock = (speed: number): ServerClock => {
  const clock = fastClock(speed);
  return {
    now: () => clock.now(),
    monotonic: () => passed() * speed,
    after: (ms, action) => clock.after(ms, action),
    every: (ms, action) => {
      let timer = clock.after(ms, function again() {
        timer = clock.after(ms, again);
        action();
      });
      return { cancel: () => timer.cancel() };
    },
  };
};
