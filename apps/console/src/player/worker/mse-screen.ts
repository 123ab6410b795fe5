// Recorded pictures by Media Source Extensions, for pages on plain http: fragments go to the element as they come, and the page keeps
// the element at the clock's moment. Each new moment gets a place of its own on the element's timeline, behind all former ones.
import type { FromRecorded } from '../recorded/messages.ts';
import { Fragments } from './fragments.ts';
import type { RecordedFrame } from './frame-shelf.ts';
import { hasWorkerMediaSource } from './media-source.ts';
import type { RecordedScreen, ScreenEvents } from './recorded-screen.ts';
import type { VideoFormat } from './video-track.ts';

/** Between two moments: more than the frames before a moment take that only catch up. */
const APART_SECONDS = 60;
/** How long the last picture before a rest stands, and the longest any picture does. */
const LAST_STEP_MS = 66;
const LONGEST_STEP_MS = 10_000;

export class MseScreen implements RecordedScreen {
  readonly name: string;
  dropped = 0;
  readonly load = undefined;
  readonly room = Infinity;
  readonly nextMs = undefined;
  readonly busy = false;
  readonly #post: (message: FromRecorded, transfer?: Transferable[]) => void;
  readonly #events: ScreenEvents;
  readonly #fragments: Fragments;
  #originMs = 0;
  #seconds = 0;
  #endSeconds = 0;
  /** Its length is known when the next one comes. */
  #held: RecordedFrame | undefined;

  constructor(post: (message: FromRecorded, transfer?: Transferable[]) => void, events: ScreenEvents) {
    this.#post = post;
    this.#events = events;
    this.#fragments = new Fragments(post, (reason) => events.failed(reason));
    this.name = hasWorkerMediaSource() ? 'MSE in the worker' : 'MSE on the page';
  }

  configure(format: VideoFormat): void {
    this.rest();
    if (!this.#fragments.configure(format)) this.#events.unsupported();
  }

  push(frame: RecordedFrame): void {
    const held = this.#held;
    const steady = held !== undefined && frame.timeMs <= held.timeMs ? { ...frame, timeMs: held.timeMs + 1 } : frame;
    if (held !== undefined) this.#append(held, Math.min(LONGEST_STEP_MS, steady.timeMs - held.timeMs));
    this.#held = steady;
  }

  show(): void {} // the element does, at the page's word

  begin(timeMs: number): void {
    this.#held = undefined;
    this.#originMs = timeMs;
    this.#seconds = this.#endSeconds + APART_SECONDS;
    this.#post({ kind: 'placed', originMs: timeMs, seconds: this.#seconds });
  }

  renew(): void {
    this.#held = undefined; // what is appended for the same moments replaces the former
  }

  rest(): void {
    if (this.#held !== undefined) this.#append(this.#held, LAST_STEP_MS);
    this.#held = undefined;
  }

  /** The element shows this moment of its own; it dropped so many pictures by itself. */
  played(currentTime: number, dropped: number): void {
    this.dropped = dropped;
    this.#fragments.played(currentTime);
  }

  /** The next format begins in a new source. */
  elementBroke(): void {
    this.#held = undefined;
    this.#fragments.close();
  }

  allow(): void {} // the browser decodes

  async snapshot(): Promise<Blob | undefined> {
    return undefined;
  }

  close(): void {
    this.#fragments.close();
  }

  #append(frame: RecordedFrame, stepMs: number): void {
    const timeUs = Math.round(this.#seconds * 1e6 + (frame.timeMs - this.#originMs) * 1000);
    if (timeUs < 0 || !this.#fragments.append(frame, timeUs, Math.round(stepMs * 1000))) return;
    this.#endSeconds = Math.max(this.#endSeconds, (timeUs + stepMs * 1000) / 1e6);
    const { width, height } = this.#fragments.size;
    if (!frame.replay) this.#events.shown(frame, width, height);
  }
}
