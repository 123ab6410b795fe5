// Bytes no faster than so many a second. The rate may change while they go.
import type { Clock } from '../../kernel/clock.ts';

/** Pieces of so much time, so that a slow upload still moves all the time. */
const PIECE_MS = 200;
const LARGEST_PIECE = 64 * 1024;

const slept = (clock: Clock, ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const done = (): void => {
      timer.cancel();
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = clock.after(ms, done);
    signal.addEventListener('abort', done, { once: true });
  });

type Pace = { clock: Clock; signal: AbortSignal; bytesPerSecond: () => number };

export async function* paced(
  source: AsyncIterable<Uint8Array>,
  { clock, signal, bytesPerSecond }: Pace,
): AsyncGenerator<Uint8Array> {
  let dueMs = clock.monotonic();
  for await (const chunk of source) {
    for (let from = 0; from < chunk.length;) {
      const rate = bytesPerSecond();
      const bytes = Math.min(LARGEST_PIECE, Math.max(1, Math.floor((rate * PIECE_MS) / 1000)));
      const piece = chunk.subarray(from, from + bytes);
      from += piece.length;
      const nowMs = clock.monotonic();
      if (dueMs > nowMs) await slept(clock, dueMs - nowMs, signal);
      signal.throwIfAborted();
      dueMs = Math.max(dueMs, nowMs) + (piece.length * 1000) / rate;
      yield piece;
    }
  }
}
