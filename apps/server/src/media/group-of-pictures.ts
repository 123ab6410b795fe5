// Remembers what a late joiner needs: the frames since the last key frame. Bounded in bytes and time.
import type { EncodedFrame } from './encoded-frame.ts';

const MAX_BYTES = 8 * 1024 * 1024;
const MAX_MS = 10_000;
const LEAST_BYTES = 32 * 1024;

/**
 * Copies of them, as a joiner gets them, in memory of its own that each group is written into again. Kept frames would grow old, and the
 * collector would go through everything every second or two to find them.
 */
export class GroupOfPictures {
  private memory: Buffer = Buffer.alloc(0);
  private used = 0;
  private sinceMs = 0;

  get empty(): boolean {
    return this.used === 0;
  }

  /**
   * Past the bounds it forgets and waits for the next key frame, because half a group of pictures decodes to grey.
   */
  add(frame: EncodedFrame, nowMs: number): void {
    if (frame.key) this.begin(nowMs);
    else if (this.used === 0) return;
    const needed = this.used + frame.sizeBytes;
    if (needed > MAX_BYTES || nowMs - this.sinceMs > MAX_MS) return this.clear();
    if (needed > this.memory.length) this.grow(needed);
    frame.writeReplay(this.memory, this.used);
    this.used = needed;
  }

  clear(): void {
    this.memory = Buffer.alloc(0);
    this.used = 0;
  }

  /** All of it marked as replay, for one joiner; null when there is nothing to begin with. */
  replay(): Buffer | null {
    return this.used === 0 ? null : Buffer.from(this.memory.subarray(0, this.used));
  }

  private begin(nowMs: number): void {
    // After a larger stream or a long group, what is too much is given back.
    if (this.memory.length > LEAST_BYTES && this.memory.length > 4 * this.used) this.memory = Buffer.alloc(0);
    this.used = 0;
    this.sinceMs = nowMs;
  }

  private grow(needed: number): void {
    const larger = Buffer.allocUnsafeSlow(Math.min(MAX_BYTES, Math.max(LEAST_BYTES, 2 * needed)));
    this.memory.copy(larger, 0, 0, this.used);
    this.memory = larger;
  }
}
