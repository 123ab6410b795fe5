// Recorded pictures of a page without WebCodecs: the steps of ladder-sink.ts for pictures that wait for their moment.
import type { Allowance, SoftwareLoad } from '../messages.ts';
import type { FromRecorded } from '../recorded/messages.ts';
import { CodecScreen } from './codec-screen.ts';
import type { RecordedFrame } from './frame-shelf.ts';
import type { SoftwareKit } from './hevc/software-decoder.ts';
import { MseScreen } from './mse-screen.ts';
import type { RecordedScreen, ScreenEvents } from './recorded-screen.ts';
import { SurfaceLadder } from './surface-ladder.ts';
import type { VideoFormat } from './video-track.ts';

type Post = (message: FromRecorded, transfer?: Transferable[]) => void;

export class LadderScreen implements RecordedScreen {
  readonly #events: ScreenEvents;
  readonly #video: MseScreen;
  readonly #ladder: SurfaceLadder<RecordedFrame, CodecScreen>;
  #startMs = 0;

  constructor(post: Post, events: ScreenEvents, software: SoftwareKit, pageFeeds: boolean) {
    this.#events = events;
    const steps: ScreenEvents = {
      shown: (frame, width, height) => events.shown(frame, width, height),
      decoded: () => events.decoded(),
      unsupported: () => {
        if (!this.#ladder.stepDown()) events.unsupported();
      },
      failed: (reason) => {
        this.#ladder.refuse();
        events.failed(reason);
      },
      lost: () => events.lost(),
    };
    this.#video = new MseScreen(post, steps, pageFeeds);
    this.#ladder = new SurfaceLadder({
      post,
      drawOn: (canvas) => new CodecScreen(canvas, events, software),
      closeVideo: () => this.#video.close(),
    });
  }

  get name(): string {
    return this.#shown.name;
  }

  get dropped(): number {
    return this.#video.dropped + (this.#ladder.drawing?.dropped ?? 0);
  }

  get room(): number {
    return this.#ladder.waits ? 0 : this.#shown.room;
  }

  get nextMs(): number | undefined {
    return this.#shown.nextMs;
  }

  get busy(): boolean {
    return this.#shown.busy;
  }

  get load(): SoftwareLoad | undefined {
    return this.#shown.load;
  }

  get #shown(): CodecScreen | MseScreen {
    return this.#ladder.drawing ?? this.#video;
  }

  allow(allowance: Allowance): void {
    this.#ladder.allow(allowance);
  }

  configure(format: VideoFormat): void {
    const wasAway = this.#ladder.waits || this.#ladder.drawing !== undefined;
    if (this.#ladder.configure(format) === 'canvas') return;
    if (wasAway) this.#video.begin(this.#startMs);
    this.#video.configure(format);
  }

  push(frame: RecordedFrame): void {
    if (!this.#ladder.push(frame)) this.#video.push(frame);
  }

  show(timeMs: number): void {
    this.#shown.show(timeMs);
  }

  begin(timeMs: number): void {
    this.#startMs = timeMs;
    this.#ladder.forgetWaiting();
    this.#shown.begin(timeMs);
  }

  renew(timeMs: number): void {
    if (this.#ladder.waits) this.#ladder.forgetWaiting();
    else this.#shown.renew(timeMs);
  }

  rest(): void {
    this.#shown.rest();
  }

  takeCanvas(canvas: OffscreenCanvas, id: number): void {
    this.#ladder.takeCanvas(canvas, id);
    this.#events.decoded();
  }

  played(currentTime: number, dropped: number): void {
    if (this.#ladder.drawing === undefined) this.#video.played(currentTime, dropped);
  }

  elementBroke(): void {
    this.#video.elementBroke();
    this.#ladder.refuse();
  }

  snapshot(): Promise<Blob | undefined> {
    return this.#shown.snapshot();
  }

  close(): void {
    this.#video.close();
    this.#ladder.close();
  }
}
