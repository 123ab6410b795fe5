// The video element of a recorded channel by MSE: kept at the moment that the clock of the playback says.
import { droppedBy, FedElement } from '../media-element.ts';
import type { Drawn } from './messages.ts';

/** Further off than this, in real time, the element is set; less is caught up by a slightly other pace. */
const SET_SECONDS = 0.2;
/** A standing picture is set exactly. */
const EXACT_SECONDS = 0.002;
const CORRECTION = 0.25;
const SLOWEST = 0.0625;
const FASTEST = 16;
const EDGE_SECONDS = 0.05;
const MAX_DRAWN = 64;
const MAX_COST_MS = 400;
/** An element that still seeks after this is told again: some never arrive where data came only later. */
const LOST_SEEK_MS = 3000;
/** So much before the end of what is there its last picture stands. */
const LAST_SECONDS = 0.001;

const holds = (ranges: TimeRanges, seconds: number): boolean => {
  for (let i = 0; i < ranges.length; i += 1)
    if (seconds >= ranges.start(i) - EDGE_SECONDS && seconds < ranges.end(i)) return true;
  return false;
};

/** Where the last picture before `seconds` stands, of what came since `from`; undefined: none. */
const lastBefore = (ranges: TimeRanges, from: number, seconds: number): number | undefined => {
  for (let i = ranges.length - 1; i >= 0; i -= 1) {
    const end = ranges.end(i);
    if (end <= seconds) return end > from ? end - LAST_SECONDS : undefined;
  }
  return undefined;
};

/** Where on its timeline the picture lies that an element shows; undefined before the first, and where the browser does not tell. */
const pictureSeconds = (element: HTMLVideoElement): number | undefined => {
  if (!('VideoFrame' in globalThis) || element.readyState < HTMLMediaElement.HAVE_CURRENT_DATA) return undefined;
  try {
    const frame = new VideoFrame(element);
    const { timestamp } = frame;
    frame.close();
    return timestamp / 1e6;
  } catch {
    return undefined; // it says that it has a picture a moment before it gives it
  }
};

export class RecordedElement extends FedElement<HTMLVideoElement> {
  /** The latest pictures on screen. */
  drawn: Drawn[] = [];
  #originMs = 0;
  #seconds = 0;
  #closed = false;
  /** How long the element takes to stand at another moment, as it showed: where it is set while it plays lies so much ahead. */
  #setCostMs = 0;
  #setAtMs = 0;
  /** Where it was set to stand; undefined while it plays. */
  #standsAt: number | undefined;
  /** It stands there, and what it shows was noted. */
  #settled = false;
  readonly #steady: () => number;

  constructor(element: HTMLVideoElement, steady: () => number, onFailed: () => void) {
    super(element, onFailed);
    this.#steady = steady;
    element.addEventListener('seeked', () => {
      this.#setCostMs = 0.7 * this.#setCostMs + 0.3 * Math.min(MAX_COST_MS, steady() - this.#setAtMs);
    });
    this.#watch();
  }

  /** The recorded moment `originMs` stands at `seconds` of the element. */
  place(originMs: number, seconds: number): void {
    this.#originMs = originMs;
    this.#seconds = seconds;
  }

  /** Shows what was recorded at `timeMs` and goes on `rate` times as fast. */
  steer(timeMs: number, rate: number): { currentTime: number; behind: number; dropped: number } {
    const { element } = this;
    const target = this.#seconds + (timeMs - this.#originMs) / 1000;
    const drift = element.currentTime - target;
    const held = holds(element.buffered, target);
    const stand = held ? target : lastBefore(element.buffered, this.#seconds, target);
    if (stand === undefined) element.pause();
    else if (rate === 0 || !held) this.#stand(stand);
    else {
      this.#standsAt = undefined;
      if (Math.abs(drift) > SET_SECONDS * Math.max(1, rate) && !this.#seeking)
        this.#set(target + (this.#setCostMs / 1000) * rate);
      const pull = Math.max(-1, Math.min(1, drift / (0.2 * Math.max(1, rate))));
      const wanted = Math.max(SLOWEST, Math.min(FASTEST, rate * (1 - CORRECTION * pull)));
      if (Math.abs(element.playbackRate - wanted) > 0.005 * rate) element.playbackRate = wanted;
      if (element.paused) this.play();
    }
    this.played(element.currentTime);
    return { currentTime: element.currentTime, behind: 0, dropped: droppedBy(element) };
  }

  override close(): void {
    this.#closed = true;
    super.close();
  }

  protected override begun(): void {
    this.#standsAt = undefined;
    this.#settled = false;
  }

  /** When the picture on screen was recorded, UTC ms; undefined before the first. */
  get shownMs(): number | undefined {
    return this.drawn.at(-1)?.takenMs;
  }

  /** On its way to another moment. One that is lost is not. */
  get #seeking(): boolean {
    return this.element.seeking && this.#steady() - this.#setAtMs < LOST_SEEK_MS;
  }

  #stand(seconds: number): void {
    const { element } = this;
    element.pause();
    if (this.#seeking) return;
    // An element that was playing may show a picture of before, wherever it says that it is: it is set in any case.
    const there = this.#standsAt !== undefined && Math.abs(this.#standsAt - seconds) <= EXACT_SECONDS;
    if (element.seeking || !there) {
      this.#set(seconds);
      this.#standsAt = seconds;
    } else if (!this.#settled) {
      const shown = pictureSeconds(element);
      this.#settled = shown !== undefined;
      this.#note(shown);
    }
  }

  #set(seconds: number): void {
    this.#settled = false;
    this.#standsAt = undefined;
    this.#setAtMs = this.#steady();
    this.element.currentTime = seconds;
  }

  /** Notes each picture as the browser puts it on screen. One that comes just before the next asking is passed over. */
  #watch(): void {
    // Older browsers have no such call, whatever the type says; then nothing is noted.
    if (!('requestVideoFrameCallback' in this.element)) return;
    this.element.requestVideoFrameCallback((_now, { mediaTime }) => {
      if (this.#closed) return;
      this.#note(mediaTime);
      this.#watch();
    });
  }

  #note(seconds: number | undefined): void {
    if (seconds === undefined) return;
    const takenMs = this.#originMs + (seconds - this.#seconds) * 1000;
    if (this.shownMs === undefined || Math.abs(this.shownMs - takenMs) > 1)
      this.drawn = [...this.drawn.slice(1 - MAX_DRAWN), { atMs: this.#steady(), takenMs }];
  }
}
