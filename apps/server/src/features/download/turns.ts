// Lets so many at once do what computes; the others wait in their order.

/** Runs `action` when it is its turn, with the most bytes it may write. */
export type ExportTurn = <T>(action: (maxBytes: number) => Promise<T>) => Promise<T>;

export class Turns {
  private free: number;
  private readonly waiting: (() => void)[] = [];

  constructor(atOnce: number) {
    this.free = atOnce;
  }

  /** Rejects with the signal's reason when it is aborted before its turn comes. */
  async take<T>(signal: AbortSignal, action: () => Promise<T>): Promise<T> {
    await this.enter(signal);
    try {
      return await action();
    } finally {
      this.leave();
    }
  }

  private enter(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    if (this.free > 0) {
      this.free -= 1;
      return Promise.resolve();
    }
    return new Promise((resolve, reject) => {
      const go = (): void => {
        signal.removeEventListener('abort', leave);
        resolve();
      };
      const leave = (): void => {
        this.waiting.splice(this.waiting.indexOf(go), 1);
        reject(signal.reason);
      };
      signal.addEventListener('abort', leave, { once: true });
      this.waiting.push(go);
    });
  }

  private leave(): void {
    const next = this.waiting.shift();
    if (next === undefined) this.free += 1;
    else next();
  }
}
