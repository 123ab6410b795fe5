// What shows pictures of a recording at their moment: the port behind which WebCodecs (codec-screen.ts) and Media Source Extensions
// (mse-screen.ts) stand.
import type { Allowance, SoftwareLoad } from '../messages.ts';
import type { RecordedFrame } from './frame-shelf.ts';
import type { VideoFormat } from './video-track.ts';

export type ScreenEvents = {
  /** A picture is on screen, or with the element that shows it by itself. */
  shown(frame: RecordedFrame, width: number, height: number): void;
  /** A picture left the decoder, or the screen can take the next: look what is due. */
  decoded(): void;
  /** The browser cannot decode this codec. */
  unsupported(): void;
  /** The decoder broke: it is gone, the next key frame may start another. */
  failed(reason: string): void;
  /** The browser took the decoder back: the next key frame starts another, and nothing is broken. */
  lost(): void;
};

export interface RecordedScreen {
  /** For the statistics. */
  readonly name: string;
  /** Pictures that were due together with a later one, or that the browser dropped by itself. */
  readonly dropped: number;
  /** How many more frames it takes now. */
  readonly room: number;
  /** When the next picture it holds was recorded; undefined: it holds none. */
  readonly nextMs: number | undefined;
  /** The last pictures are still on their way to the screen; `decoded` follows. */
  readonly busy: boolean;
  /** What our own decoder costs; undefined while it decodes nothing. */
  readonly load: SoftwareLoad | undefined;
  /** What our own decoder may decode. */
  allow(allowance: Allowance): void;
  /** A new format; the next frame is a key frame. */
  configure(format: VideoFormat): void;
  push(frame: RecordedFrame): void;
  /** Shows what is due at `timeMs`. */
  show(timeMs: number): void;
  /** Frames from another moment on follow, which is `timeMs`; the picture on screen stays until the first of them. */
  begin(timeMs: number): void;
  /** Frames from `timeMs` on follow again: those it holds are of no use. What is on screen goes on. */
  renew(timeMs: number): void;
  /** No frame follows for now: what was held back for the next one is let go. */
  rest(): void;
  /** MSE only: the element shows this moment; it dropped so many pictures by itself. */
  played?(currentTime: number, dropped: number): void;
  /** MSE only: the element failed, and takes nothing more of its present source. */
  elementBroke?(): void;
  /** A canvas that it asked the page for, under this number. */
  takeCanvas?(canvas: OffscreenCanvas, id: number): void;
  /** The picture on screen; undefined where the page has it. */
  snapshot(): Promise<Blob | undefined>;
  close(): void;
}
