// The frames that are inside a decoder, by the number each got as its timestamp: the times of a stream may repeat. Pure bookkeeping.

/** So many pictures at most are decoded before one that is shown before them: what decoders have room for (H.264 A.3.1, H.265 A.4.2). */
export const MAX_REORDERED = 16;

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

  /** The frame of this number. Frames so long before it that their pictures can no longer follow are forgotten. */
  take(number: number): F | undefined {
    const frame = this.#frames.get(number);
    this.#forget(number);
    for (const at of this.#frames.keys()) {
      if (at >= number - MAX_REORDERED) break;
      this.#forget(at);
    }
    return frame;
  }

  /** What was inside gives no pictures any more. */
  clear(): void {
    this.#frames.clear();
    this.#replaying = 0;
  }

  #forget(number: number): void {
    if (this.#frames.get(number)?.replay === true) this.#replaying -= 1;
    this.#frames.delete(number);
  }
}
