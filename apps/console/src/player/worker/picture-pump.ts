// Takes coded pictures from the shelf to the screen in time: decodes a little ahead, shows what is due, and skips to a key frame
// where decoding cannot keep up. One timer, set for the next picture.
import type { Clock, Stop } from '../../lib/time.ts';
import { dueIn, mediaAt } from '../recorded/media-clock.ts';
import type { MediaClock } from '../recorded/media-clock.ts';
import { FrameShelf } from './frame-shelf.ts';
import type { RecordedFrame } from './frame-shelf.ts';
import type { RecordedScreen } from './recorded-screen.ts';
import type { VideoFormat } from './video-track.ts';

/** A decoder further behind its clock, in real time, goes on at the next key frame that is due. */
const LATE_MS = 400;
/** Looks at least so often while the clock goes: decoders say nothing when they are merely slow. */
const LOOK_MS = 100;

export type PumpKit = {
  readonly clock: Clock;
  readonly steady: () => number;
  readonly screen: RecordedScreen;
  readonly media: MediaClock;
};

/** A picture with the format it was coded in: a new one makes a new decoder. */
type Shelved = RecordedFrame & { readonly format: VideoFormat };

export class PicturePump {
  readonly shelf = new FrameShelf<Shelved>();
  readonly #kit: PumpKit;
  #media: MediaClock;
  #format: VideoFormat | undefined;
  #visible = true;
  #stopTimer: Stop = () => {};
  #pumping = false;

  constructor(kit: PumpKit) {
    this.#kit = kit;
    this.#media = kit.media;
  }

  /** When the picture after the one on screen was recorded. */
  get nextMs(): number | undefined {
    return this.#kit.screen.nextMs ?? this.shelf.first?.timeMs;
  }

  put(frame: RecordedFrame, format: VideoFormat): void {
    this.shelf.put({ ...frame, format });
    this.pump();
  }

  setClock(media: MediaClock): void {
    this.#media = media;
    this.pump();
  }

  /** Nobody looks: nothing is decoded, and what is over is let go. */
  setVisible(visible: boolean): void {
    if (visible === this.#visible) return;
    this.#visible = visible;
    this.pump();
  }

  /** Frames from another moment on follow. */
  begin(timeMs: number): void {
    this.shelf.clear();
    this.#format = undefined;
    this.#kit.screen.begin(timeMs);
  }

  /** Frames from `timeMs` on come again: every one, where there were only key frames. */
  renew(timeMs: number): void {
    this.shelf.cut(timeMs);
    this.#format = undefined;
    this.#kit.screen.renew(timeMs);
  }

  /** The decoder is gone: the next key frame gets a new one. */
  decoderLost(): void {
    this.#format = undefined;
    this.shelf.awaitKey();
  }

  /** Decodes and shows what it is time for. */
  pump(): void {
    if (this.#pumping) return; // a screen that answers at once
    this.#pumping = true;
    const { steady, screen, clock } = this.#kit;
    const nowMs = steady();
    const timeMs = mediaAt(this.#media, nowMs);
    if (this.#visible) {
      this.#feed(timeMs);
      screen.show(timeMs);
      this.#feed(timeMs);
    } else this.#pass(timeMs);
    this.#pumping = false;
    this.#stopTimer();
    if (this.#media.rate <= 0) return;
    const next = screen.busy ? undefined : screen.nextMs;
    const waitMs = next === undefined ? LOOK_MS : Math.min(LOOK_MS, dueIn(this.#media, next, nowMs));
    this.#stopTimer = clock.after(Math.max(2, waitMs), () => this.pump());
  }

  close(): void {
    this.#stopTimer();
    this.#kit.screen.close();
  }

  #feed(timeMs: number): void {
    const { screen } = this.#kit;
    while (screen.room > 0) {
      const { first } = this.shelf;
      if (first === undefined) return;
      const late = !first.replay && first.timeMs < timeMs - LATE_MS * Math.max(1, this.#media.rate);
      if (late && this.shelf.skipTo(timeMs)) continue;
      this.shelf.take();
      if (first.key && first.format !== this.#format) {
        this.#format = first.format;
        screen.configure(first.format);
      }
      if (this.#format !== undefined) screen.push(first);
    }
  }

  /** Unseen, only the group of pictures that the clock is in is kept; a decoder would begin with it. */
  #pass(timeMs: number): void {
    if (this.shelf.skipTo(timeMs)) this.#format = undefined;
  }
}
