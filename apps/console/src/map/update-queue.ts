// Hands changed markers to the map one load at a time: while it draws one, what changes meanwhile is gathered for the next.
// Knows no map: the two ways to draw are given.

/** Both resolve when the map has taken the data over. */
export type Drawing = { all: () => Promise<void>; some: (ids: ReadonlySet<string>) => Promise<void> };

/** From this share of all on, drawing everything anew is cheaper than a list of changes. */
const MOST_OF_ALL = 0.5;

export class UpdateQueue {
  readonly #drawing: Drawing;
  readonly #size: () => number;
  #waiting: Set<string> | 'all' = new Set();
  #busy = false;
  #closed = false;
  /** Loads handed over so far, and how many were of everything. */
  readonly counts = { loads: 0, full: 0 };

  /** `size` is how many markers there are at all. */
  constructor(drawing: Drawing, size: () => number) {
    this.#drawing = drawing;
    this.#size = size;
  }

  /** True while the map has not taken over what was asked for. */
  get busy(): boolean {
    return this.#busy;
  }

  add(ids: Iterable<string> | 'all'): void {
    if (ids === 'all') this.#waiting = 'all';
    else if (this.#waiting !== 'all') for (const id of ids) this.#waiting.add(id);
    void this.#run();
  }

  close(): void {
    this.#closed = true;
  }

  async #run(): Promise<void> {
    if (this.#busy || this.#closed) return;
    const ids = this.#waiting;
    if (ids !== 'all' && ids.size === 0) return;
    this.#waiting = new Set();
    this.#busy = true;
    try {
      this.counts.loads += 1;
      if (ids === 'all' || ids.size > 20 + this.#size() * MOST_OF_ALL) {
        this.counts.full += 1;
        await this.#drawing.all();
      } else {
        await this.#drawing.some(ids);
      }
    } finally {
      this.#busy = false;
    }
    await this.#run();
  }
}
