// Pictures that a worker was asked for: each question is answered once, at the latest after three seconds.
import type { Clock } from '../lib/time.ts';

const WITHIN_MS = 3000;

export class PendingSnapshots {
  readonly #clock: Clock;
  readonly #waiting = new Map<number, (blob: Blob | undefined) => void>();
  #lastId = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** `ask` sends the question under its number. Undefined: there is no picture. */
  ask(ask: (id: number) => void): Promise<Blob | undefined> {
    this.#lastId += 1;
    const id = this.#lastId;
    const answer = new Promise<Blob | undefined>((resolve) => {
      this.#waiting.set(id, resolve);
      this.#clock.after(WITHIN_MS, () => this.settle(id, undefined));
    });
    ask(id);
    return answer;
  }

  settle(id: number, blob: Blob | undefined): void {
    this.#waiting.get(id)?.(blob);
    this.#waiting.delete(id);
  }

  /** Nobody will answer what still waits. */
  settleAll(): void {
    for (const id of this.#waiting.keys()) this.settle(id, undefined);
  }
}
