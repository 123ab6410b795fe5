// Live pictures on a canvas, by WebCodecs or by our own decoder: Annex-B as it comes, each picture drawn when it is decoded. Only while the canvas is busy one waits.
import type { Allowance, SoftwareLoad } from '../messages.ts';
import { DecoderLadder } from './decoder-ladder.ts';
import type { CodedFrame } from './frame-gate.ts';
import type { SoftwareKit } from './hevc/software-decoder.ts';
import { PictureCanvas } from './picture-canvas.ts';
import type { Picture } from './picture.ts';
import type { VideoSink, VideoSinkEvents } from './video-sink.ts';
import type { VideoFormat } from './video-track.ts';

/** More pictures than this inside the decoder mean that it swallows frames. */
const MAX_INSIDE = 600;

type Waiting = { readonly picture: Picture; readonly frame: CodedFrame };

export class CodecSink implements VideoSink {
  #dropped = 0;
  readonly #events: VideoSinkEvents;
  readonly #canvas: PictureCanvas;
  readonly #decoder: DecoderLadder<CodedFrame>;
  /** The newest picture that the canvas could not take yet. */
  #waiting: Waiting | undefined;

  /** Without `software` there is only the browser's own decoder. */
  constructor(canvas: OffscreenCanvas, events: VideoSinkEvents, software?: SoftwareKit) {
    this.#events = events;
    this.#canvas = new PictureCanvas(canvas, () => {
      this.#drawWaiting();
      this.#decoder.resume();
    });
    this.#decoder = new DecoderLadder<CodedFrame>(
      {
        picture: (picture, frame) => this.#take(picture, frame),
        unsupported: () => events.unsupported(),
        failed: (reason) => events.failed(reason),
        lost: () => events.lost(),
        full: () => this.#waiting !== undefined,
      },
      software,
    );
  }

  get name(): string {
    return this.#decoder.name;
  }

  get dropped(): number {
    return this.#dropped + this.#decoder.dropped;
  }

  get load(): SoftwareLoad | undefined {
    return this.#decoder.load;
  }

  get queued(): number {
    return this.#decoder.inside.replaying > 0 ? 0 : this.#decoder.late;
  }

  configure(format: VideoFormat): void {
    this.#decoder.configure(format);
  }

  push(frame: CodedFrame): void {
    if (this.#decoder.inside.size < MAX_INSIDE) this.#decoder.push(frame);
    else this.#decoder.fail('the decoder gives no pictures');
  }

  allow(allowance: Allowance): void {
    this.#decoder.allow(allowance);
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
  #take(picture: Picture, frame: CodedFrame | undefined): void {
    if (frame === undefined || (frame.replay && this.#decoder.queued > 0)) {
      picture.close();
      return;
    }
    if (this.#waiting?.frame.replay === false) this.#dropped += 1;
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
