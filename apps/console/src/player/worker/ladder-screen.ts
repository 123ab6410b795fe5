// Recorded pictures of a page without WebCodecs: the steps of ladder-sink.ts for pictures that wait for their moment.
import type { Allowance, SoftwareLoad } from '../messages.ts';
import type { FromRecorded } from '../recorded/messages.ts';
import { CodecScreen } from './codec-screen.ts';
import type { RecordedFrame } from './frame-shelf.ts';
import type { SoftwareKit } from './hevc/software-decoder.ts';
import { MseScreen } from './mse-screen.ts';
import type { RecordedScreen, ScreenEvents } from './recorded-screen.ts';
import type { VideoFormat } from './video-track.ts';

type Post = (message: FromRecorded, transfer?: Transferable[]) => void;
/** What came since the canvas was asked for: `room` lets in no more than follows the format. */
type Waiting = { readonly format: VideoFormat; readonly frames: RecordedFrame[] };

export class LadderScreen implements RecordedScreen {
  readonly #post: Post;
  readonly #events: ScreenEvents;
  readonly #software: SoftwareKit;
  readonly #video: MseScreen;
  #canvas: CodecScreen | undefined;
  #waiting: Waiting | undefined;
  #format: VideoFormat | undefined;
  #startMs = 0;
  /** The browser plays no H.265. */
  #refused = false;
  #allowance: Allowance = 'all';

  constructor(post: Post, events: ScreenEvents, software: SoftwareKit) {
    this.#post = post;
    this.#events = events;
    this.#software = software;
    this.#video = new MseScreen(post, {
      shown: (frame, width, height) => events.shown(frame, width, height),
      decoded: () => events.decoded(),
      unsupported: () => {
        if (!this.#stepDown()) events.unsupported();
      },
      failed: (reason) => {
        this.#refused ||= this.#format?.sets.codec === 'h265';
        events.failed(reason);
      },
      lost: () => events.lost(),
    });
  }

  get name(): string {
    return this.#canvas?.name ?? this.#video.name;
  }

  get dropped(): number {
    return this.#video.dropped + (this.#canvas?.dropped ?? 0);
  }

  get room(): number {
    return this.#waiting === undefined ? (this.#canvas ?? this.#video).room : 0;
  }

  get nextMs(): number | undefined {
    return this.#canvas?.nextMs;
  }

  get busy(): boolean {
    return this.#canvas?.busy ?? false;
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

  push(frame: RecordedFrame): void {
    if (this.#waiting !== undefined) this.#waiting.frames.push(frame);
    else (this.#canvas ?? this.#video).push(frame);
  }

  show(timeMs: number): void {
    this.#canvas?.show(timeMs);
  }

  begin(timeMs: number): void {
    this.#startMs = timeMs;
    if (this.#waiting !== undefined) this.#waiting.frames.length = 0;
    (this.#canvas ?? this.#video).begin(timeMs);
  }

  renew(timeMs: number): void {
    if (this.#waiting !== undefined) this.#waiting.frames.length = 0;
    else if (this.#canvas === undefined) this.#video.renew();
    else this.#canvas.renew(timeMs);
  }

  rest(): void {
    (this.#canvas ?? this.#video).rest();
  }

  /** The canvas that was asked for. */
  takeCanvas(canvas: OffscreenCanvas): void {
    const waiting = this.#waiting;
    if (waiting === undefined) return; // it is not wanted any more
    this.#waiting = undefined;
    this.#canvas = new CodecScreen(canvas, this.#events, this.#software);
    this.#canvas.allow(this.#allowance);
    if (waiting.frames.length > 0) this.#canvas.configure(waiting.format);
    for (const frame of waiting.frames) this.#canvas.push(frame);
    this.#events.decoded();
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

  close(): void {
    this.#video.close();
    this.#canvas?.close();
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
    this.#video.begin(this.#startMs);
  }
}
