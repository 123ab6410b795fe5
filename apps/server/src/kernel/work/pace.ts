// Long work on the main thread in short pieces: between two of them everything else has its turn.
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Clock } from '../clock.ts';

/** Well below the 10 ms that nothing may take at once. */
const PIECE_MS = 4;

/** Of one piece of work. `rest` is called often: it gives a promise to wait for when a piece is over, else nothing. */
export class Pace {
  readonly #clock: Pick<Clock, 'monotonic'>;
  #fromMs: number;
  #workedMs = 0;

  constructor(clock: Pick<Clock, 'monotonic'>) {
    this.#clock = clock;
    this.#fromMs = clock.monotonic();
  }

  rest(): Promise<void> | undefined {
    return this.#clock.monotonic() - this.#fromMs < PIECE_MS ? undefined : this.#rested();
  }

  /** How long it has worked so far, what others did meanwhile not counted. */
  get workedMs(): number {
    return this.#workedMs + this.#clock.monotonic() - this.#fromMs;
  }

  async #rested(): Promise<void> {
    this.#workedMs += this.#clock.monotonic() - this.#fromMs;
    await nextTurn();
    this.#fromMs = this.#clock.monotonic();
  }
}

/** How long a long work rests at most at once. */
const LONGEST_REST_MS = 50;

/**
 * For long work of a worker thread: between two pieces it rests as long as the piece took, at most 50 ms, so that it never takes more than half of
 * a processor from the threads that somebody waits for.
 */
export const restsAsLong = (
  clock: Pick<Clock, 'monotonic'>,
  sleep: (ms: number) => Promise<void>,
): (() => Promise<void>) => {
  let fromMs = clock.monotonic();
  return async () => {
    await sleep(Math.min(LONGEST_REST_MS, clock.monotonic() - fromMs));
    fromMs = clock.monotonic();
  };
};
