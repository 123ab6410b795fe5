// The clock port on the system's own clock and timers.
import type { Clock } from '../../kernel/clock.ts';

/** Timers do not keep the process alive: sockets do. */
export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  after(ms, action) {
    const timer = setTimeout(action, ms).unref();
    return { cancel: () => clearTimeout(timer) };
  },
  every(ms, action) {
    const timer = setInterval(action, ms).unref();
    return { cancel: () => clearInterval(timer) };
  },
};
