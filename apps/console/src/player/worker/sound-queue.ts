// Sound of a recording that waits for its moment, and is let go a little before it. Only at the pace it was recorded in.
import { mediaAt } from '../recorded/media-clock.ts';
import type { MediaClock } from '../recorded/media-clock.ts';

export type SoundBlock = {
  readonly codec: number;
  readonly timeMs: number;
  readonly sampleRate: number;
  readonly body: Uint8Array;
};

/** Sooner than its moment by what the loudspeaker's buffer holds. */
const LEAD_MS = 150;
/** Later than that it is not played any more. */
const LATE_MS = 400;
const MAX_BLOCKS = 1000;

export class SoundQueue {
  #blocks: SoundBlock[] = [];

  put(block: SoundBlock): void {
    this.#blocks.push(block);
    if (this.#blocks.length > MAX_BLOCKS) this.#blocks.shift();
  }

  /** The blocks to play now, oldest first. At other paces than about 1 what is due is silent. */
  due(clock: MediaClock, nowMs: number): readonly SoundBlock[] {
    const timeMs = mediaAt(clock, nowMs);
    const end = this.#blocks.findIndex((block) => block.timeMs > timeMs + LEAD_MS);
    const passed = this.#blocks.splice(0, end < 0 ? this.#blocks.length : end);
    return Math.abs(clock.rate - 1) < 0.2 ? passed.filter((block) => block.timeMs > timeMs - LATE_MS) : [];
  }

  clear(): void {
    this.#blocks = [];
  }
}
