// Live pictures by WebCodecs: Annex-B as it comes, each picture drawn when it is decoded and closed at once. Decoder and canvas are in
// canvas-decoder.ts.
import { CanvasDecoder } from './canvas-decoder.ts';
import type { CodedFrame } from './frame-gate.ts';
import type { VideoSink, VideoSinkEvents } from './video-sink.ts';
import type { VideoFormat } from './video-track.ts';

/** More pictures than this inside the decoder mean that it swallows frames. */
const MAX_INSIDE = 600;

export class CodecSink implements VideoSink {
  readonly name = 'WebCodecs';
  readonly dropped = 0;
  readonly #events: VideoSinkEvents;
  readonly #decoder: CanvasDecoder<CodedFrame>;

  constructor(canvas: OffscreenCanvas, events: VideoSinkEvents) {
    this.#events = events;
    this.#decoder = new CanvasDecoder<CodedFrame>(canvas, {
      picture: (picture, frame) => this.#show(picture, frame),
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
    return this.#decoder.snapshot();
  }

  clear(): void {
    this.#decoder.stop();
    this.#decoder.clear();
  }

  close(): void {
    this.#decoder.stop();
  }

  /** While catching up only the newest picture is drawn: the one after which nothing waits. */
  #show(picture: VideoFrame, frame: CodedFrame | undefined): void {
    const old = frame?.replay === true && this.#decoder.queued > 0;
    if (frame !== undefined && !old) {
      this.#decoder.draw(picture);
      this.#events.shown(frame, picture.displayWidth, picture.displayHeight);
    }
    picture.close();
  }
}
