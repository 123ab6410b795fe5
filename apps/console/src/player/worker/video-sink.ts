// What shows pictures: the port behind which WebCodecs (codec-sink.ts) and Media Source Extensions (mse-sink.ts) stand.
import type { Allowance, SoftwareLoad } from '../messages.ts';
import type { CodedFrame } from './frame-gate.ts';
import type { VideoFormat } from './video-track.ts';

export type VideoSinkEvents = {
  /** A picture reached the screen (or, by MSE, the element). `latencyMs` of the sink's own buffering included elsewhere. */
  shown(frame: CodedFrame, width: number, height: number): void;
  /** The browser cannot decode this codec. */
  unsupported(): void;
  /** The decoder broke: it is gone, the next key frame may start another. */
  failed(reason: string): void;
  /** The browser took the decoder back: the next key frame starts another, and nothing is broken. */
  lost(): void;
};

export interface VideoSink {
  /** For the statistics: 'WebCodecs', 'MSE', 'software'. */
  readonly name: string;
  /** Frames waiting to be decoded, those that only catch up left out. */
  readonly queued: number;
  /** Pictures that the browser dropped by itself or had no time to show. */
  readonly dropped: number;
  /** What our own decoder costs; undefined while it decodes nothing. */
  readonly load: SoftwareLoad | undefined;
  /** What our own decoder may decode. */
  allow(allowance: Allowance): void;
  /** A new format; the next frame is a key frame. */
  configure(format: VideoFormat): void;
  push(frame: CodedFrame, stepUs: number): void;
  /** MSE only: the element shows this moment; it dropped so many pictures by itself. */
  played?(currentTime: number, dropped: number): void;
  /** MSE only: the element failed. */
  elementBroke?(): void;
  /** A canvas that it asked the page for, under this number. */
  takeCanvas?(canvas: OffscreenCanvas, id: number): void;
  /** The picture on screen; undefined where the page has it. */
  snapshot(): Promise<Blob | undefined>;
  /** Forgets the stream that was shown: another one follows, of another channel. */
  clear(): void;
  close(): void;
}
