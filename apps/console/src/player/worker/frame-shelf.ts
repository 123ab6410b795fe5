// Coded pictures of a recording that wait for their moment: bounded, in the order they came. Pure bookkeeping.

/** One coded picture of a recording. */
export type RecordedFrame = {
  /** Annex-B, with parameter sets in front of a key frame. */
  readonly bytes: Uint8Array;
  readonly key: boolean;
  /** When it was recorded, UTC ms, with fractions. */
  readonly timeMs: number;
  /** It lies before the moment asked for: decoded, not shown. */
  readonly replay: boolean;
  /** When the camera took it, by its stamp; else when it was recorded. */
  readonly takenMs: number;
};

const MAX_BYTES = 24 * 2 ** 20;
const MAX_FRAMES = 2000;

export class FrameShelf<F extends RecordedFrame = RecordedFrame> {
  /** Pictures thrown away unseen. */
  dropped = 0;
  #frames: F[] = [];
  #bytes = 0;
  #flowing = false;

  get first(): F | undefined {
    return this.#frames[0];
  }

  get size(): number {
    return this.#frames.length;
  }

  /** Pictures before the first key frame are refused: no decoder could begin with them. Past the bound all that waits is dropped. */
  put(frame: F): void {
    if (frame.key) this.#flowing = true;
    if (!this.#flowing) {
      this.dropped += 1;
      return;
    }
    if (this.#bytes + frame.bytes.length > MAX_BYTES || this.#frames.length >= MAX_FRAMES) {
      this.dropped += this.#frames.length;
      this.clear();
      if (!frame.key) return;
      this.#flowing = true;
    }
    this.#frames.push(frame);
    this.#bytes += frame.bytes.length;
  }

  take(): F | undefined {
    const frame = this.#frames.shift();
    if (frame !== undefined) this.#bytes -= frame.bytes.length;
    return frame;
  }

  /** Goes on at the last key frame that is due at `timeMs`, if one waits behind the first. True when something was skipped. */
  skipTo(timeMs: number): boolean {
    const at = this.#frames.findLastIndex((frame) => frame.key && frame.timeMs <= timeMs);
    if (at <= 0) return false;
    this.#drop(at);
    return true;
  }

  /** Pictures from `timeMs` on come again, beginning with a key frame. */
  cut(timeMs: number): void {
    const at = this.#frames.findIndex((frame) => frame.timeMs >= timeMs);
    if (at >= 0) for (const frame of this.#frames.splice(at)) this.#bytes -= frame.bytes.length;
    this.#flowing = false;
  }

  /** What was decoded of it so far is lost: a decoder begins at the next key frame. */
  awaitKey(): void {
    const at = this.#frames.findIndex(({ key }) => key);
    if (at < 0) {
      this.dropped += this.#frames.length;
      this.clear();
    } else this.#drop(at);
  }

  /** Nothing of it is wanted any more; what comes begins with a key frame. */
  clear(): void {
    this.#frames = [];
    this.#bytes = 0;
    this.#flowing = false;
  }

  #drop(count: number): void {
    for (const frame of this.#frames.splice(0, count)) {
      this.#bytes -= frame.bytes.length;
      if (!frame.replay) this.dropped += 1;
    }
  }
}
