// Makes whole pictures of frames: recorders may send parameter sets, or the slices of one picture, as frames of their own.
import { continuesPicture, inspectVideoFrame, type VideoCodec, type VideoFrameInfo } from '@outrider/media';
import type { MediaFrame } from '../gateway/index.ts';

export type Picture = { frame: MediaFrame; info: VideoFrameInfo };

/** A picture may be so large, and be of so many frames; a row of macroblocks each is 135 at most. What is more begins the next. */
const MAX_JOINED_BYTES = 4 * 1024 * 1024;
const MAX_JOINED_FRAMES = 1024;
/** Of what belongs to no picture yet only so much waits, the newest: a set, a delimiter and some SEI stand in front of one. */
const MAX_PICTURELESS_BYTES = 64 * 1024;
const MAX_PICTURELESS_FRAMES = 64;

/**
 * Hands on one picture per push in the normal case, where a frame is a picture, without holding anything back. Frames without a
 * slice wait for the next one. Only after a stream has shown slices in frames of their own is each frame held until the next
 * one tells that its picture is complete (JT/T 1078 reference, 6.4). What is held is copied once, when it is complete: a channel that
 * sends pieces without end costs no more than their bytes.
 */
export class PictureJoiner {
  /** One picture so far; only the last ones have slices. */
  private held: Picture[] = [];
  private heldBytes = 0;
  private slicesApart = false;
  private last: Picture | null = null;

  /** The pictures that are complete now, oldest first. Frames that hold no NAL unit give none. */
  push(frame: MediaFrame, hint: VideoCodec | undefined): Picture[] {
    const info = inspectVideoFrame(frame.body, hint);
    if (info === null) return [];
    const next: Picture = { frame, info };
    if (this.last?.info.hasPicture === true && continues(this.last, next)) this.slicesApart = true;
    this.last = next;
    const ready = this.takesMore(next) ? [] : this.release(hint);
    this.held.push(next);
    this.heldBytes += frame.body.length;
    if (!info.hasPicture) this.dropOldest();
    else if (!this.slicesApart) ready.push(...this.release(hint));
    return ready;
  }

  private takesMore(next: Picture): boolean {
    const before = this.held.at(-1);
    if (before === undefined) return true;
    const fits = this.heldBytes + next.frame.body.length <= MAX_JOINED_BYTES && this.held.length < MAX_JOINED_FRAMES;
    return fits && continues(before, next);
  }

  /** What is held, where it has a picture. Nothing is held after it. */
  private release(hint: VideoCodec | undefined): Picture[] {
    const { held, heldBytes } = this;
    this.held = [];
    this.heldBytes = 0;
    const last = held.at(-1);
    return last?.info.hasPicture === true ? [join(held, last, heldBytes, hint)] : [];
  }

  private dropOldest(): void {
    while (
      this.held.length > 1 &&
      (this.held.length > MAX_PICTURELESS_FRAMES || this.heldBytes > MAX_PICTURELESS_BYTES)
    )
      this.heldBytes -= this.held.shift()?.frame.body.length ?? 0;
  }
}

/** Whether the latter belongs to the same picture, or to the one that the former stands in front of. */
const continues = (before: Picture, next: Picture): boolean =>
  before.info.hasPicture
    ? before.frame.presentationUs === next.frame.presentationUs && continuesPicture(before.info, next.info)
    : before.info.codec === next.info.codec;

const join = (parts: readonly Picture[], last: Picture, bytes: number, hint: VideoCodec | undefined): Picture => {
  const [first] = parts;
  if (first === undefined || first === last) return last;
  const body = new Uint8Array(bytes);
  let at = 0;
  for (const { frame } of parts) {
    body.set(frame.body, at);
    at += frame.body.length;
  }
  const info = inspectVideoFrame(body, hint) ?? last.info;
  return { frame: { ...last.frame, body, headRoomBytes: 0, arrivalMs: first.frame.arrivalMs }, info };
};
