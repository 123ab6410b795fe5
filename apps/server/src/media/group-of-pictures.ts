// Remembers what a late joiner needs: the frames since the last key frame. Bounded in bytes and time.
import type { EncodedFrame } from './encoded-frame.ts';

const MAX_BYTES = 8 * 1024 * 1024;
const MAX_MS = 10_000;

export class GroupOfPictures {
  private kept: EncodedFrame[] = [];
  private bytes = 0;
  private sinceMs = 0;

  /**
   * Past the bounds it forgets and waits for the next key frame, because half a group of pictures decodes to grey.
   */
  add(frame: EncodedFrame, nowMs: number): void {
    if (frame.key) {
      this.kept = [frame];
      this.bytes = frame.sizeBytes;
      this.sinceMs = nowMs;
      return;
    }
    if (this.kept.length === 0) return;
    this.bytes += frame.sizeBytes;
    if (this.bytes > MAX_BYTES || nowMs - this.sinceMs > MAX_MS) this.clear();
    else this.kept.push(frame);
  }

  clear(): void {
    this.kept = [];
    this.bytes = 0;
  }

  frames(): readonly EncodedFrame[] {
    return this.kept;
  }
}
