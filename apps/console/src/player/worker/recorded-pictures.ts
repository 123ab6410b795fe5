// Reads the pictures of one recorded channel from its messages: whole, with their moment and their format. Not: when they are shown.
import { streamFlags } from '@outrider/contract';
import type { StreamHeader } from '@outrider/contract';
import { readStamp } from '@outrider/media';
import type { RecordedFrame } from './frame-shelf.ts';
import { videoCodecOf, VideoTrack } from './video-track.ts';
import type { VideoFormat } from './video-track.ts';

export type RecordedPicture = {
  readonly frame: RecordedFrame;
  readonly format: VideoFormat;
  /** The camera's own time is in it. */
  readonly stamped: boolean;
};

export class RecordedPictures {
  #track = new VideoTrack();

  /** What the newest pictures are coded in; undefined before the first. */
  get format(): VideoFormat | undefined {
    return this.#track.format;
  }

  /** 'H.264' or 'H.265'. */
  get codec(): string {
    return this.format?.sets.codec === 'h265' ? 'H.265' : 'H.264';
  }

  takeSets(header: StreamHeader, body: Uint8Array): void {
    const codec = videoCodecOf(header.codec);
    if (codec !== undefined) this.#track.takeSets(body, codec);
  }

  /** Undefined while no decoder could take it. */
  read(header: StreamHeader, body: Uint8Array): RecordedPicture | undefined {
    const hint = videoCodecOf(header.codec);
    const frame = hint === undefined ? undefined : this.#track.takeFrame(body, hint);
    const { format } = this.#track;
    if (frame === undefined || format === undefined) return undefined;
    const { bytes, key, codec } = frame;
    const timeMs = header.presentationUs / 1000;
    const replay = (header.flags & streamFlags.replay) !== 0;
    const stamp = readStamp(bytes, codec);
    const takenMs = stamp?.captureMs ?? timeMs;
    return { frame: { bytes, key, timeMs, replay, takenMs }, format, stamped: stamp !== null };
  }

  /** Pictures of another moment follow. */
  restart(): void {
    this.#track = new VideoTrack();
  }
}
