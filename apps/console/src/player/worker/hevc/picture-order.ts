// Puts decoded pictures into the order of showing: they leave the decoder in the order of decoding (H.265 clause C.5.2). Pure bookkeeping.

type Held<P> = { readonly poc: number; readonly picture: P };

/** Holds at most `depth` pictures. */
export class PictureOrder<P> {
  readonly #depth: number;
  #held: Held<P>[] = [];

  /** `depth`: how many pictures may come before one that is shown earlier. */
  constructor(depth: number) {
    this.#depth = depth;
  }

  get size(): number {
    return this.#held.length;
  }

  /** What is to be shown now, in order. `begins`: counting restarts with this picture, all before it are shown before it. */
  put(poc: number, picture: P, begins: boolean): P[] {
    const before = begins ? this.rest() : [];
    const at = this.#held.findLastIndex((held) => held.poc <= poc);
    this.#held.splice(at + 1, 0, { poc, picture });
    const ready = this.#held.splice(0, Math.max(0, this.#held.length - this.#depth));
    return [...before, ...ready.map((held) => held.picture)];
  }

  /** Everything that is held, in order: nothing follows. */
  rest(): P[] {
    const all = this.#held;
    this.#held = [];
    return all.map((held) => held.picture);
  }
}
