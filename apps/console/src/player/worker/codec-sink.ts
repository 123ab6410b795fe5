// Live pictures by WebCodecs: Annex-B as it comes, each picture drawn when it is decoded. Only while the canvas is busy one waits.
import type { CodedFrame } from './frame-gate.ts';
import { PictureCanvas } from './picture-canvas.ts';
import { PictureDecoder } from './picture-decoder.ts';
import type { VideoSink, VideoSinkEvents } from './video-sink.ts';
import type { VideoFormat } from './video-track.ts';

/** More pictures than this inside the decoder mean that it swallows frames. */
const MAX_INSIDE = 600;

type Waiting = { readonly picture: VideoFrame; readonly frame: CodedFrame };

export class CodecSink implements VideoSink {
  readonly name = 'WebCodecs';
  dropped = 0;
  readonly #events: VideoSinkEvents;
  readonly #canvas: PictureCanvas;
  readonly #decoder: PictureDecoder<CodedFrame>;
  /** The newest picture that the canvas could not take yet. */
  #waiting: Waiting | undefined;

  constructor(canvas: OffscreenCanvas, events: VideoSinkEvents) {
    this.#events = events;
    this.#canvas = new PictureCanvas(canvas, () => this.#drawWaiting());
    this.#decoder = new PictureDecoder<CodedFrame>({
      picture: (picture, frame) => this.#take(picture, frame),
      unsupported: () => events.unsupported(),
      failed: (reason) => events.failed(reason),
    });
  }

  get queued(): number {
    return this.#decoder.inside.replaying > 0 ? 0 : this.#decoder.queued;
  }

  configure(format: VideoFormat): void {
    this.#decoder.configure(format);
  }

  push(frame: CodedFrame): void {
    if (this.#decoder.inside.size < MAX_INSIDE) this.#decoder.push(frame);
    else this.#decoder.fail('the decoder gives no pictures');
  }

  snapshot(): Promise<Blob | undefined> {
    return this.#canvas.snapshot();
  }

  clear(): void {
    this.close();
    this.#canvas.clear();
  }

  close(): void {
    this.#decoder.stop();
    this.#forgetWaiting();
  }

  /** While catching up only the newest picture is drawn: the one after which nothing waits. */
  #take(picture: VideoFrame, frame: CodedFrame | undefined): void {
    if (frame === undefined || (frame.replay && this.#decoder.queued > 0)) {
      picture.close();
      return;
    }
    if (this.#waiting?.frame.replay === false) this.dropped += 1;
    this.#forgetWaiting();
    this.#waiting = { picture, frame };
    if (!this.#canvas.busy) this.#drawWaiting();
  }

  #drawWaiting(): void {
    if (this.#waiting === undefined) return;
    const { picture, frame } = this.#waiting;
    this.#canvas.draw(picture);
    this.#events.shown(frame, picture.displayWidth, picture.displayHeight);
    this.#forgetWaiting();
  }

  #forgetWaiting(): void {
    this.#waiting?.picture.close();
    this.#waiting = undefined;
  }
}
