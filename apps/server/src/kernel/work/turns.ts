// Lets so many at once do what is scarce; the others wait in their order. How many may change at any time.
export class Turns {
  #limit: number;
  #running = 0;
  readonly #waiting: (() => void)[] = [];

  constructor(atOnce: number) {
    this.#limit = atOnce;
  }

  get running(): number {
    return this.#running;
  }

  get limit(): number {
    return this.#limit;
  }

  /** Those that have their turn keep it, also above a smaller limit. */
  set limit(atOnce: number) {
    this.#limit = atOnce;
    this.#next();
  }

  /** Rejects with the signal's reason when it is aborted before its turn comes. */
  async take<T>(signal: AbortSignal, action: () => Promise<T>): Promise<T> {
    await this.#enter(signal);
    try {
      return await action();
    } finally {
      this.#running -= 1;
      this.#next();
    }
  }

  #enter(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    return new Promise((resolve, reject) => {
      const go = (): void => {
        signal.removeEventListener('abort', leave);
        this.#running += 1;
        resolve();
      };
      const leave = (): void => {
        this.#waiting.splice(this.#waiting.indexOf(go), 1);
        reject(signal.reason);
      };
      signal.addEventListener('abort', leave, { once: true });
      this.#waiting.push(go);
      this.#next();
    });
  }

  #next(): void {
    while (this.#running < this.#limit) {
      const go = this.#waiting.shift();
      if (go === undefined) return;
      go();
    }
  }
}
