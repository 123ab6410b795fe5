// Work that must not overlap: one action after the other, in the order in which it was asked for. How much may wait is bounded by the caller.

export class InTurn {
  #last = Promise.resolve();

  /** Begins when everything asked for before has ended, well or not, and settles as the action does. */
  async run<T>(action: () => Promise<T>): Promise<T> {
    const before = this.#last;
    const ended = Promise.withResolvers<void>();
    this.#last = ended.promise;
    await before;
    try {
      return await action();
    } finally {
      ended.resolve();
    }
  }

  /** For what nobody waits for: `failed` takes what the action rejects with, and has ended before the next action begins. */
  attempt(action: () => Promise<void>, failed: (error: unknown) => void | Promise<void>): Promise<void> {
    return this.run(() => action().catch(failed));
  }

  /** Resolves when everything asked for so far has ended. Never rejects. */
  idle(): Promise<void> {
    return this.#last;
  }
}

/** The same for each key by itself: actions of different keys overlap. Nothing is kept of a key without work. */
export class InTurnByKey<Key> {
  readonly #turns = new Map<Key, { turn: InTurn; count: number }>();

  async run<T>(key: Key, action: () => Promise<T>): Promise<T> {
    const own = this.#turns.get(key) ?? { turn: new InTurn(), count: 0 };
    this.#turns.set(key, own);
    own.count += 1;
    try {
      return await own.turn.run(action);
    } finally {
      own.count -= 1;
      if (own.count === 0) this.#turns.delete(key);
    }
  }

  /** Keys with work that has not ended. */
  get size(): number {
    return this.#turns.size;
  }
}
