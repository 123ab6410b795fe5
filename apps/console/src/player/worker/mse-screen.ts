// Recorded pictures by Media Source Extensions, for pages on plain http: fragments go to the element as they come, and the page keeps
// the element at the clock's moment. Each new moment gets a place of its own on the element's timeline, behind all former ones. Which
// picture the element shows follows from the clock and from the times of what it was given.
import { FAR_MS } from '../recorded/group-rules.ts';
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
/** So many pictures that are not due yet are known, as many as wait for a decoder elsewhere. */
const MAX_AHEAD = 2000;
/** What is left here of a picture that the element has. */
const NO_BYTES = new Uint8Array(0);

export class MseScreen implements RecordedScreen {
  readonly name: string;
  dropped = 0;
  readonly load = undefined;
  readonly room = Infinity;
  readonly #post: (message: FromRecorded, transfer?: Transferable[]) => void;
  readonly #events: ScreenEvents;
  readonly #fragments: Fragments;
  #originMs = 0;
  #seconds = 0;
  #endSeconds = 0;
  /** Its length is known when the next one comes. */
  #held: RecordedFrame | undefined;
  /** What the element has and was not due yet, in the order of time. */
  #ahead: RecordedFrame[] = [];
  /** Nothing of the present moment was told yet. */
  #fresh = true;
  /** Was told ahead of its time. */
  #promised: RecordedFrame | undefined;

  constructor(
    post: (message: FromRecorded, transfer?: Transferable[]) => void,
    events: ScreenEvents,
    pageFeeds: boolean,
  ) {
    this.#post = post;
    this.#events = events;
    this.#fragments = new Fragments(post, pageFeeds, (reason) => {
      this.#ahead = [];
      events.failed(reason);
    });
    this.name = hasWorkerMediaSource() ? 'MSE in the worker' : 'MSE on the page';
  }

  get nextMs(): number | undefined {
    const next = this.#next ?? this.#held;
    return next === undefined || this.#leads(next) ? undefined : next.timeMs;
  }

  /** What comes next is not with the element yet: it is held until there is one behind it. */
  get busy(): boolean {
    return this.#next === undefined;
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

  /** The element does it, at the page's word: here is said what it shows. */
  show(timeMs: number): void {
    // A first picture behind a gap, which will be jumped, is none of this moment.
    if (this.#fresh && (this.#next?.timeMs ?? Infinity) > timeMs + FAR_MS) return;
    for (let [next] = this.#ahead; next !== undefined && next.timeMs <= timeMs; [next] = this.#ahead) {
      this.#ahead.shift();
      if (next !== this.#promised) this.#tell(next);
    }
    const [next] = this.#ahead;
    // Nothing is due before it: it counts as soon as the element has it, as on a canvas, for the clock may wait for it.
    if (this.#fresh && next !== undefined) {
      this.#promised = next;
      this.#tell(next);
    }
  }

  begin(timeMs: number): void {
    this.#forget();
    this.#fresh = true;
    this.#originMs = timeMs;
    this.#seconds = this.#endSeconds + APART_SECONDS;
    this.#post({ kind: 'placed', originMs: timeMs, seconds: this.#seconds });
  }

  /** What is appended for the same moments replaces the former. */
  renew(timeMs: number): void {
    this.#held = undefined;
    this.#ahead = this.#ahead.filter((frame) => frame.timeMs < timeMs);
  }

  rest(): void {
    const held = this.#held;
    this.#held = undefined;
    if (held === undefined) return;
    this.#append(held, LAST_STEP_MS);
    this.#events.decoded();
  }

  /** The element shows this moment of its own; it dropped so many pictures by itself. */
  played(currentTime: number, dropped: number): void {
    this.dropped = dropped;
    this.#fragments.played(currentTime);
  }

  /** The next format begins in a new source. */
  elementBroke(): void {
    this.close();
  }

  allow(): void {} // the browser decodes

  async snapshot(): Promise<Blob | undefined> {
    return undefined;
  }

  close(): void {
    this.#forget();
    this.#fragments.close();
  }

  #forget(): void {
    this.#held = undefined;
    this.#ahead = [];
    this.#promised = undefined;
  }

  /** The next picture to be told of that the element has. */
  get #next(): RecordedFrame | undefined {
    return this.#ahead.find((frame) => !this.#leads(frame));
  }

  /** It only leads to a moment whose first picture did not come yet. */
  #leads({ replay }: RecordedFrame): boolean {
    return replay && this.#fresh;
  }

  #tell(frame: RecordedFrame): void {
    this.#fresh = false;
    const { width, height } = this.#fragments.size;
    this.#events.shown(frame, width, height);
  }

  #append(frame: RecordedFrame, stepMs: number): void {
    const timeUs = Math.round(this.#seconds * 1e6 + (frame.timeMs - this.#originMs) * 1000);
    if (timeUs < 0 || !this.#fragments.append(frame, timeUs, Math.round(stepMs * 1000))) return;
    this.#endSeconds = Math.max(this.#endSeconds, (timeUs + stepMs * 1000) / 1e6);
    this.#ahead.push({ ...frame, bytes: NO_BYTES });
    if (this.#ahead.length > MAX_AHEAD) this.#ahead.shift();
  }
}
