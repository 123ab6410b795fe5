// How much all downloads together hand on in one turn of the event loop: a few pieces, one of each download after the other. So no turn is long,
// however many fetch at once, and anything else that waits has its turn between them.
import { setImmediate as laterTurn } from 'node:timers/promises';

export const PIECE_BYTES = 65_536;
/** On a slow machine a piece costs the system about a quarter of a millisecond; a turn must stay far below ten. */
export const TURN_BYTES = 4 * PIECE_BYTES;

type Waiting = { bytes: number; go: () => void };

/** One for each event loop. A piece may be as large as a turn at most. */
export class SendTurns {
  readonly #nextTurn: () => Promise<unknown>;
  readonly #waiting = new Set<Waiting>();
  #left = 0;
  #isRunning = false;

  constructor(nextTurn: () => Promise<unknown> = () => laterTurn()) {
    this.#nextTurn = nextTurn;
  }

  /** How many wait for their turn. A reader that is slow to take what it was sent is none of them. */
  get waitingCount(): number {
    return this.#waiting.size;
  }

  /** True when it is this download's turn to hand on so many bytes; false as soon as it is `gone`. */
  take(bytes: number, gone: AbortSignal): Promise<boolean> {
    if (gone.aborted) return Promise.resolve(false);
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const leave = (): void => {
      this.#waiting.delete(waiting);
      resolve(false);
    };
    const go = (): void => {
      gone.removeEventListener('abort', leave);
      resolve(true);
    };
    const waiting: Waiting = { bytes, go };
    gone.addEventListener('abort', leave, { once: true });
    this.#waiting.add(waiting);
    if (this.#isRunning) this.#serve();
    else void this.#run();
    return promise;
  }

  /** A turn after the other, until nobody waits. What begins after it in the same turn waits for the next one. */
  async #run(): Promise<void> {
    this.#isRunning = true;
    while (this.#waiting.size > 0) {
      this.#left = TURN_BYTES;
      this.#serve();
      await this.#nextTurn(); // oxlint-disable-line no-await-in-loop -- this is the pause
    }
    this.#isRunning = false;
  }

  /** Those that wait longest, as far as the turn reaches. */
  #serve(): void {
    for (const waiting of this.#waiting) {
      if (waiting.bytes > this.#left) return;
      this.#left -= waiting.bytes;
      this.#waiting.delete(waiting);
      waiting.go();
    }
  }
}
