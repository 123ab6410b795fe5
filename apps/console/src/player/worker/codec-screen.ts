// Recorded pictures on a canvas, by WebCodecs or by our own decoder: a few are decoded ahead, each is drawn when its moment comes and the canvas
// is free.
import { FAR_MS } from '../recorded/group-rules.ts';
import type { Allowance, SoftwareLoad } from '../messages.ts';
import { DecoderLadder } from './decoder-ladder.ts';
import { DueTimes } from './due-times.ts';
import type { RecordedFrame } from './frame-shelf.ts';
import type { SoftwareKit } from './hevc/software-decoder.ts';
import { PictureCanvas } from './picture-canvas.ts';
import type { Picture } from './picture.ts';
import type { RecordedScreen, ScreenEvents } from './recorded-screen.ts';
import type { VideoFormat } from './video-track.ts';

/** Decoded pictures that wait. They are large: a few are enough to be in time. */
const MAX_READY = 4;
/** Coded pictures inside the decoder; more for one that gives none before it has many. */
const FIRST_DEPTH = 6;
const MAX_DEPTH = 48;

type Ready = { readonly picture: Picture; readonly frame: RecordedFrame };

export class CodecScreen implements RecordedScreen {
  #dropped = 0;
  readonly #events: ScreenEvents;
  readonly #canvas: PictureCanvas;
  readonly #decoder: DecoderLadder<RecordedFrame>;
  readonly #times = new DueTimes();
  #ready: Ready[] = [];
  #depth = FIRST_DEPTH;
  /** Nothing of the present moment was shown yet. */
  #fresh = true;

  /** Without `software` there is only the browser's own decoder. */
  constructor(canvas: OffscreenCanvas, events: ScreenEvents, software?: SoftwareKit) {
    this.#events = events;
    this.#canvas = new PictureCanvas(canvas, () => events.decoded());
    this.#decoder = new DecoderLadder<RecordedFrame>(
      {
        picture: (picture, frame) => this.#take(picture, frame),
        unsupported: () => {
          this.#forgetReady();
          events.unsupported();
        },
        failed: (reason) => {
          this.#forgetReady();
          events.failed(reason);
        },
        lost: () => events.lost(),
        idle: () => events.decoded(),
        full: () => this.#ready.length >= MAX_READY,
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

  get room(): number {
    if (this.#ready.length >= MAX_READY) return 0;
    const { inside, queued, loading } = this.#decoder;
    const starved = this.#ready.length === 0 && queued === 0 && !loading;
    if (starved && inside.size >= this.#depth) this.#depth = Math.min(MAX_DEPTH, this.#depth * 2);
    return Math.max(0, this.#depth - inside.size);
  }

  get nextMs(): number | undefined {
    return this.#ready[0]?.frame.timeMs;
  }

  get busy(): boolean {
    return this.#canvas.busy;
  }

  configure(format: VideoFormat): void {
    this.#forgetReady();
    this.#times.clear();
    this.#decoder.configure(format);
  }

  push(frame: RecordedFrame): void {
    this.#times.put(frame);
    this.#decoder.push(frame);
  }

  show(timeMs: number): void {
    const due = this.#ready.findLastIndex(({ frame }) => frame.timeMs <= timeMs);
    const first = this.#ready[0];
    // The first picture of a new moment, unless it lies behind a gap: that is jumped, anything nearer would be waited for.
    const atOnce = this.#fresh && first !== undefined && first.frame.timeMs <= timeMs + FAR_MS;
    const at = due < 0 && atOnce ? 0 : due;
    if (at < 0) return;
    for (const { picture } of this.#ready.splice(0, at)) {
      picture.close();
      this.#dropped += 1;
    }
    if (this.#canvas.busy) {
      if (at > 0) this.#decoder.resume();
      return; // the newest that is due waits: the canvas tells when it is free
    }
    for (const { picture, frame } of this.#ready.splice(0, 1)) {
      this.#draw(picture, frame);
      picture.close();
    }
    this.#decoder.resume();
  }

  /** What is inside the decoder belongs to the former moment: a key frame follows, with a format and so with a new decoder. */
  begin(): void {
    this.close();
    this.#fresh = true;
  }

  /** Pictures that are decoded and come before are shown still. */
  renew(timeMs: number): void {
    for (const { picture, frame } of this.#ready) if (frame.timeMs >= timeMs) picture.close();
    this.#ready = this.#ready.filter(({ frame }) => frame.timeMs < timeMs);
    this.#stop();
  }

  rest(): void {
    this.#decoder.rest();
  }

  allow(allowance: Allowance): void {
    this.#decoder.allow(allowance);
  }

  snapshot(): Promise<Blob | undefined> {
    return this.#canvas.snapshot();
  }

  close(): void {
    this.#stop();
    this.#forgetReady();
  }

  /** What is inside the decoder is lost. */
  #stop(): void {
    this.#decoder.stop();
    this.#times.clear();
  }

  #draw(picture: Picture, frame: RecordedFrame): void {
    this.#canvas.draw(picture);
    this.#fresh = false;
    this.#events.shown(frame, picture.displayWidth, picture.displayHeight);
  }

  #take(picture: Picture, frame: RecordedFrame | undefined): void {
    const dueMs = frame === undefined ? 0 : this.#times.take(frame);
    if (frame === undefined || frame.replay) picture.close();
    else this.#ready.push({ picture, frame: { ...frame, timeMs: dueMs } });
    this.#events.decoded();
  }

  #forgetReady(): void {
    for (const { picture } of this.#ready) picture.close();
    this.#ready = [];
  }
}
