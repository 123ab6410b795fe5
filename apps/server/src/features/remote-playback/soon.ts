// How long the end of the server waits for devices that were told to stop: a silent one must not hold it up.
import type { Clock } from '../../kernel/clock.ts';

const PATIENCE_MS = 3000;

/** Resolves when the work is done, or after three seconds. Rejects as the work does before. */
export const soon = async (clock: Clock, work: Promise<unknown>): Promise<void> => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = clock.after(PATIENCE_MS, resolve);
  await Promise.race([work, promise]);
  timer.cancel();
};
