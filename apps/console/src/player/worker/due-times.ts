// When the pictures of a recording are due that leave their decoder in the order of showing. Some recorders stamp them in the order of
// coding, which is another one where a picture is coded before those that are shown before it; some stamp when they are shown. Pure
// bookkeeping.
import type { RecordedFrame } from './frame-shelf.ts';
import { MAX_REORDERED } from './frames-inside.ts';

export class DueTimes {
  /** Frames whose pictures are still to come, in the order of coding, numbered. */
  #frames: { readonly number: number; readonly frame: RecordedFrame }[] = [];
  #number = 0;
  /** Their times, earliest first. */
  #times: number[] = [];

  /** A frame goes into the decoder. */
  put(frame: RecordedFrame): void {
    this.#number += 1;
    this.#frames.push({ number: this.#number, frame });
    const after = this.#times.findLastIndex((timeMs) => timeMs <= frame.timeMs);
    this.#times.splice(after + 1, 0, frame.timeMs);
  }

  /** Its picture left the decoder before all that are still to come: it is due at the earliest of their times. */
  take(frame: RecordedFrame): number {
    const own = this.#frames.find((one) => one.frame === frame);
    if (own === undefined) return frame.timeMs;
    // What was coded before a key picture is shown before it, or never.
    const oldest = frame.key ? own.number : own.number - MAX_REORDERED;
    const lost = this.#frames.filter(({ number }) => number < oldest).length;
    this.#frames = this.#frames.slice(lost).filter((one) => one !== own);
    this.#times.splice(0, lost);
    return this.#times.shift() ?? frame.timeMs;
  }

  /** What is in the decoder gives no pictures any more. */
  clear(): void {
    this.#frames = [];
    this.#times = [];
  }
}
