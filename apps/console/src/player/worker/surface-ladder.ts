// Where the pictures of a page without WebCodecs go: to the video element, or, H.265 that the browser does not play, to our own decoder on
// a canvas that the page is asked for. What ladder-sink.ts (live) and ladder-screen.ts (recorded) share. Steps down by itself; a stream
// that the browser plays goes back.
import type { Allowance, FromPlayer } from '../messages.ts';
import type { VideoFormat } from './video-track.ts';

/** Frames that wait for the page's canvas, at most. Past it they go, up to the next key frame. */
const MAX_WAITING = 150;

/** What draws on a canvas. */
export type Drawer<Frame> = {
  allow(allowance: Allowance): void;
  configure(format: VideoFormat): void;
  push(frame: Frame): void;
  close(): void;
};

type Kit<Drawing> = {
  readonly post: (message: Extract<FromPlayer, { kind: 'surface' }>) => void;
  readonly drawOn: (canvas: OffscreenCanvas) => Drawing;
  /** The video element is no longer used. */
  readonly closeVideo: () => void;
};

/** What came since the canvas was asked for, and which of the canvases that were asked for is meant. */
type Asked<Frame> = { readonly id: number; readonly format: VideoFormat; frames: Frame[] };

export class SurfaceLadder<Frame extends { readonly key: boolean }, Drawing extends Drawer<Frame>> {
  readonly #kit: Kit<Drawing>;
  #drawing: Drawing | undefined;
  #asked: Asked<Frame> | undefined;
  #canvases = 0;
  #format: VideoFormat | undefined;
  /** The browser plays no H.265. */
  #refused = false;
  #allowance: Allowance = 'all';

  constructor(kit: Kit<Drawing>) {
    this.#kit = kit;
  }

  /** What draws now; undefined while the pictures go to the video element or wait for a canvas. */
  get drawing(): Drawing | undefined {
    return this.#drawing;
  }

  /** A canvas was asked for and has not come. */
  get waits(): boolean {
    return this.#asked !== undefined;
  }

  allow(allowance: Allowance): void {
    this.#allowance = allowance;
    this.#drawing?.allow(allowance);
  }

  /** 'video': the video element takes the format. */
  configure(format: VideoFormat): 'canvas' | 'video' {
    this.#format = format;
    if (this.#refused && format.sets.codec === 'h265') {
      this.#toCanvas(format);
      return 'canvas';
    }
    this.#toVideo();
    return 'video';
  }

  /** False: the video element takes the frame. */
  push(frame: Frame): boolean {
    if (this.#asked !== undefined) this.#wait(this.#asked, frame);
    else this.#drawing?.push(frame);
    return this.#asked !== undefined || this.#drawing !== undefined;
  }

  /** Frames that wait for the canvas are of no use any more. */
  forgetWaiting(): void {
    if (this.#asked !== undefined) this.#asked.frames = [];
  }

  /** The video element failed: H.265 goes to a canvas from the next format on. */
  refuse(): void {
    this.#refused ||= this.#format?.sets.codec === 'h265';
  }

  /** The video element cannot play the format. False where there is no step. */
  stepDown(): boolean {
    if (this.#format?.sets.codec !== 'h265') return false;
    this.#refused = true;
    this.#toCanvas(this.#format);
    return true;
  }

  /** The canvas that was asked for under this number. One of an earlier request is not on the page any more. */
  takeCanvas(canvas: OffscreenCanvas, id: number): void {
    const asked = this.#asked;
    if (asked?.id !== id) return;
    this.#asked = undefined;
    this.#drawing = this.#kit.drawOn(canvas);
    this.#drawing.allow(this.#allowance);
    this.#drawing.configure(asked.format);
    for (const frame of asked.frames) this.#drawing.push(frame);
  }

  close(): void {
    this.#drawing?.close();
  }

  #wait(asked: Asked<Frame>, frame: Frame): void {
    if (asked.frames.length >= MAX_WAITING) asked.frames = [];
    if (frame.key || asked.frames.length > 0) asked.frames.push(frame);
  }

  #toCanvas(format: VideoFormat): void {
    if (this.#drawing === undefined) this.#asked = { id: this.#asked?.id ?? this.#ask(), format, frames: [] };
    else this.#drawing.configure(format);
  }

  #ask(): number {
    this.#canvases += 1;
    this.#kit.closeVideo();
    this.#kit.post({ kind: 'surface', of: 'canvas', id: this.#canvases });
    return this.#canvases;
  }

  #toVideo(): void {
    if (this.#drawing === undefined && this.#asked === undefined) return;
    this.#drawing?.close();
    this.#drawing = undefined;
    this.#asked = undefined;
    this.#kit.post({ kind: 'surface', of: 'video' });
  }
}
