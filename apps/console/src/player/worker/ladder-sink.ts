// Live pictures of a page without WebCodecs: by Media Source Extensions where the browser can, else H.265 by our own decoder on a canvas,
// which the page puts in the place of its video element. Which of the two is surface-ladder.ts.
import type { Allowance, FromWorker, SoftwareLoad } from '../messages.ts';
import { CodecSink } from './codec-sink.ts';
import type { CodedFrame } from './frame-gate.ts';
import type { SoftwareKit } from './hevc/software-decoder.ts';
import { MseSink } from './mse-sink.ts';
import { SurfaceLadder } from './surface-ladder.ts';
import type { VideoSink, VideoSinkEvents } from './video-sink.ts';
import type { VideoFormat } from './video-track.ts';

type Post = (message: FromWorker, transfer?: Transferable[]) => void;

export class LadderSink implements VideoSink {
  readonly #video: MseSink;
  readonly #ladder: SurfaceLadder<CodedFrame, CodecSink>;

  constructor(post: Post, events: VideoSinkEvents, software: SoftwareKit, pageFeeds: boolean) {
    const steps: VideoSinkEvents = {
      shown: (frame, width, height) => events.shown(frame, width, height),
      unsupported: () => {
        if (!this.#ladder.stepDown()) events.unsupported();
      },
      failed: (reason) => {
        if (!this.#ladder.stepDown()) events.failed(reason);
      },
      lost: () => events.lost(),
    };
    this.#video = new MseSink(post, steps, pageFeeds);
    this.#ladder = new SurfaceLadder({
      post,
      drawOn: (canvas) => new CodecSink(canvas, events, software),
      closeVideo: () => this.#video.close(),
    });
  }

  get name(): string {
    return this.#shown.name;
  }

  get queued(): number {
    return this.#shown.queued;
  }

  get dropped(): number {
    return this.#video.dropped + (this.#ladder.drawing?.dropped ?? 0);
  }

  get load(): SoftwareLoad | undefined {
    return this.#shown.load;
  }

  get #shown(): CodecSink | MseSink {
    return this.#ladder.drawing ?? this.#video;
  }

  allow(allowance: Allowance): void {
    this.#ladder.allow(allowance);
  }

  configure(format: VideoFormat): void {
    if (this.#ladder.configure(format) === 'video') this.#video.configure(format);
  }

  push(frame: CodedFrame, stepUs: number): void {
    if (!this.#ladder.push(frame)) this.#video.push(frame, stepUs);
  }

  takeCanvas(canvas: OffscreenCanvas, id: number): void {
    this.#ladder.takeCanvas(canvas, id);
  }

  played(currentTime: number, dropped: number): void {
    if (this.#ladder.drawing === undefined) this.#video.played(currentTime, dropped);
  }

  elementBroke(): void {
    this.#ladder.refuse();
  }

  snapshot(): Promise<Blob | undefined> {
    return this.#shown.snapshot();
  }

  clear(): void {
    this.#shown.clear();
    this.#ladder.forgetWaiting();
  }

  close(): void {
    this.#video.close();
    this.#ladder.close();
  }
}
