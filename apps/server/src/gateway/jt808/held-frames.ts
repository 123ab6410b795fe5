// Frames that came while it was decided who their sender is: kept in their order, and not too many of them.
import type { Frame } from '@outrider/jt808';

/** A recorder that does not wait for its answer sends some reports behind. A crowd of strangers may each have so much held. */
const MAX_FRAMES = 64;
const MAX_BYTES = 16 * 1024;

export class HeldFrames {
  private frames: Frame[] = [];
  private bytes = 0;

  /** No more is taken, so no more should be read. */
  get isFull(): boolean {
    return this.frames.length >= MAX_FRAMES || this.bytes >= MAX_BYTES;
  }

  /** False when there is no room: it is to be left unanswered. */
  add(frame: Frame): boolean {
    if (this.isFull) return false;
    // A frame may be a view of a chunk that is much larger.
    const [raw, body] = [Uint8Array.from(frame.raw), Uint8Array.from(frame.body)];
    this.frames.push({ ...frame, raw, body });
    this.bytes += raw.length + body.length;
    return true;
  }

  /** The first one that came. */
  take(): Frame | undefined {
    const frame = this.frames.shift();
    if (frame !== undefined) this.bytes -= frame.raw.length + frame.body.length;
    return frame;
  }

  clear(): void {
    this.frames = [];
    this.bytes = 0;
  }
}
