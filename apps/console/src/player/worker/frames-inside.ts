// The frames that are inside a decoder, by the number each got as its timestamp: the times of a stream may repeat. Pure bookkeeping.

export class FramesInside<F extends { readonly replay: boolean }> {
  readonly #frames = new Map<number, F>();
  #number = 0;
  #replaying = 0;

  get size(): number {
    return this.#frames.size;
  }

  /** How many of them only catch up. */
  get replaying(): number {
    return this.#replaying;
  }

  /** Gives its number. */
  put(frame: F): number {
    this.#number += 1;
    this.#frames.set(this.#number, frame);
    if (frame.replay) this.#replaying += 1;
    return this.#number;
  }

  /** The frame of this number. Frames before it that gave no picture are forgotten. */
  take(number: number): F | undefined {
    const frame = this.#frames.get(number);
    for (const [at, { replay }] of this.#frames) {
      if (at > number) break;
      this.#frames.delete(at);
      if (replay) this.#replaying -= 1;
    }
    return frame;
  }

  /** What was inside gives no pictures any more. */
  clear(): void {
    this.#frames.clear();
    this.#replaying = 0;
  }
}
