// Live pictures of a page without WebCodecs: by Media Source Extensions where the browser can, else H.265 by our own decoder on a canvas,
// which the page puts in the place of its video element. Steps down by itself; a stream that the browser plays goes back.
import type { Allowance, FromWorker, SoftwareLoad } from '../messages.ts';
import { CodecSink } from './codec-sink.ts';
import type { CodedFrame } from './frame-gate.ts';
import type { SoftwareKit } from './hevc/software-decoder.ts';
import { MseSink } from './mse-sink.ts';
import type { VideoSink, VideoSinkEvents } from './video-sink.ts';
import type { VideoFormat } from './video-track.ts';

/** Frames that wait for the page's canvas, at most. Past it they go, up to the next key frame. */
const MAX_WAITING = 150;

type Post = (message: FromWorker, transfer?: Transferable[]) => void;
/** What came since the canvas was asked for. */
type Waiting = { readonly format: VideoFormat; frames: CodedFrame[] };

export class LadderSink implements VideoSink {
  readonly #post: Post;
  readonly #events: VideoSinkEvents;
  readonly #software: SoftwareKit;
  readonly #video: MseSink;
  #canvas: CodecSink | undefined;
  #waiting: Waiting | undefined;
  #format: VideoFormat | undefined;
  /** The browser plays no H.265. */
  #refused = false;
  #allowance: Allowance = 'all';

  constructor(post: Post, events: VideoSinkEvents, software: SoftwareKit) {
    this.#post = post;
    this.#events = events;
    this.#software = software;
    this.#video = new MseSink(post, {
      shown: (frame, width, height) => events.shown(frame, width, height),
      unsupported: () => {
        if (!this.#stepDown()) events.unsupported();
      },
      failed: (reason) => {
        if (!this.#stepDown()) events.failed(reason);
      },
      lost: () => events.lost(),
    });
  }

  get name(): string {
    return this.#canvas?.name ?? this.#video.name;
  }

  get queued(): number {
    return this.#canvas?.queued ?? 0;
  }

  get dropped(): number {
    return this.#video.dropped + (this.#canvas?.dropped ?? 0);
  }

  get load(): SoftwareLoad | undefined {
    return this.#canvas?.load;
  }

  allow(allowance: Allowance): void {
    this.#allowance = allowance;
    this.#canvas?.allow(allowance);
  }

  configure(format: VideoFormat): void {
    this.#format = format;
    if (this.#refused && format.sets.codec === 'h265') this.#toCanvas(format);
    else {
      this.#toVideo();
      this.#video.configure(format);
    }
  }

  push(frame: CodedFrame, stepUs: number): void {
    if (this.#waiting !== undefined) this.#wait(this.#waiting, frame);
    else if (this.#canvas === undefined) this.#video.push(frame, stepUs);
    else this.#canvas.push(frame);
  }

  /** The canvas that was asked for. */
  takeCanvas(canvas: OffscreenCanvas): void {
    const waiting = this.#waiting;
    if (waiting === undefined) return; // it is not wanted any more
    this.#waiting = undefined;
    this.#canvas = new CodecSink(canvas, this.#events, this.#software);
    this.#canvas.allow(this.#allowance);
    this.#canvas.configure(waiting.format);
    for (const frame of waiting.frames) this.#canvas.push(frame);
  }

  played(currentTime: number, dropped: number): void {
    if (this.#canvas === undefined) this.#video.played(currentTime, dropped);
  }

  elementBroke(): void {
    this.#refused ||= this.#format?.sets.codec === 'h265';
  }

  snapshot(): Promise<Blob | undefined> {
    return (this.#canvas ?? this.#video).snapshot();
  }

  clear(): void {
    (this.#canvas ?? this.#video).clear();
    if (this.#waiting !== undefined) this.#waiting.frames = [];
  }

  close(): void {
    this.#video.close();
    this.#canvas?.close();
  }

  #wait(waiting: Waiting, frame: CodedFrame): void {
    if (waiting.frames.length >= MAX_WAITING) waiting.frames = [];
    if (frame.key || waiting.frames.length > 0) waiting.frames.push(frame);
  }

  /** False where there is no step. */
  #stepDown(): boolean {
    if (this.#format?.sets.codec !== 'h265') return false;
    this.#refused = true;
    this.#toCanvas(this.#format);
    return true;
  }

  #toCanvas(format: VideoFormat): void {
    if (this.#canvas !== undefined) {
      this.#canvas.configure(format);
      return;
    }
    if (this.#waiting === undefined) {
      this.#video.close();
      this.#post({ kind: 'surface', of: 'canvas' });
    }
    this.#waiting = { format, frames: [] };
  }

  #toVideo(): void {
    if (this.#canvas === undefined && this.#waiting === undefined) return;
    this.#canvas?.close();
    this.#canvas = undefined;
    this.#waiting = undefined;
    this.#post({ kind: 'surface', of: 'video' });
  }
}
