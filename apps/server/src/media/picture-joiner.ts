// Makes whole pictures of frames: recorders may send parameter sets, or the slices of one picture, as frames of their own.
import { continuesPicture, inspectVideoFrame, type VideoCodec, type VideoFrameInfo } from '@outrider/media';
import type { MediaFrame } from '../gateway/index.ts';

export type Picture = { frame: MediaFrame; info: VideoFrameInfo };

/** A lone set of parameter sets or slices waits at most for this many bytes of company. */
const MAX_JOINED_BYTES = 4 * 1024 * 1024;

/**
 * Hands on one picture per push in the normal case, where a frame is a picture, without holding anything back. Frames without a
 * slice wait for the next one. Only after a stream has shown slices in frames of their own is each frame held until the next
 * one tells that its picture is complete (JT/T 1078 reference, 6.4).
 */
export class PictureJoiner {
  private held: Picture | null = null;
  private slicesApart = false;
  private last: Picture | null = null;

  /** The pictures that are complete now, oldest first. Frames that hold no NAL unit give none. */
  push(frame: MediaFrame, hint: VideoCodec | undefined): Picture[] {
    const info = inspectVideoFrame(frame.body, hint);
    if (info === null) return [];
    const next: Picture = { frame, info };
    if (!this.slicesApart && this.last !== null && this.isMoreOf(this.last, next) && this.last.info.hasPicture) {
      this.slicesApart = true;
    }
    this.last = next;
    const ready: Picture[] = [];
    if (this.held !== null && this.isMoreOf(this.held, next)) {
      this.held = join(this.held, next, hint);
    } else {
      if (this.held?.info.hasPicture === true) ready.push(this.held);
      this.held = next;
    }
    if (this.held.info.hasPicture && !this.slicesApart) {
      ready.push(this.held);
      this.held = null;
    }
    return ready;
  }

  private isMoreOf(first: Picture, next: Picture): boolean {
    if (first.frame.body.length + next.frame.body.length > MAX_JOINED_BYTES) return false;
    if (!first.info.hasPicture) return first.info.codec === next.info.codec;
    return first.frame.presentationUs === next.frame.presentationUs && continuesPicture(first.info, next.info);
  }
}

const join = (first: Picture, next: Picture, hint: VideoCodec | undefined): Picture => {
  const body = new Uint8Array(first.frame.body.length + next.frame.body.length);
  body.set(first.frame.body);
  body.set(next.frame.body, first.frame.body.length);
  const info = inspectVideoFrame(body, hint) ?? next.info;
  return { frame: { ...next.frame, body, headRoomBytes: 0, arrivalMs: first.frame.arrivalMs }, info };
};
