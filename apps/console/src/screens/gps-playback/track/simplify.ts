// The lines of a track as one view of the map needs them: what is in sight, with no more corners than pixels can show. Pure.
import { mercatorX, mercatorY, worldPx } from '../../../map/mercator.ts';
import { GAP_MS } from './track.ts';
import type { Bounds, Track } from './track.ts';

/** Corners nearer than this to the one before are left out, px. */
const CORNER_PX = 1.5;
/** More corners are never handed to the map: the distance doubles until they fit. */
export const MOST_CORNERS = 20_000;

/** A piece of a track on the map's plane, where the world is 1 wide. */
export type Plane = { readonly x: Float64Array; readonly y: Float64Array; readonly timeMs: Float64Array };

export const planeOf = ({ lat, lng, timeMs }: Track): Plane => ({
  x: lng.map(mercatorX),
  y: lat.map(mercatorY),
  timeMs: timeMs.slice(),
});

export type View = Bounds & { readonly zoom: number };

/** x and y of corners one after the other on the map's plane; `starts`: which corner begins a line. */
export type Lines = { readonly corners: Float64Array<ArrayBuffer>; readonly starts: Uint32Array<ArrayBuffer> };

type Frame = { left: number; right: number; top: number; bottom: number };

/** What is in sight, and as much again on each side: a short pan shows no end of a line. */
const frameOf = ({ west, south, east, north }: View): Frame => {
  const [left, right, top, bottom] = [mercatorX(west), mercatorX(east), mercatorY(north), mercatorY(south)];
  const [wide, high] = [right - left, bottom - top];
  return { left: left - wide, right: right + wide, top: top - high, bottom: bottom + high };
};

class Pen {
  readonly corners: number[] = [];
  readonly starts: number[] = [];
  readonly #frame: Frame;
  readonly #least: number;
  /** The last position looked at, and whether its line has been begun. */
  #x = 0;
  #y = 0;
  #known = false;
  #drawing = false;
  /** The last corner drawn. */
  #fromX = 0;
  #fromY = 0;

  constructor(frame: Frame, least: number) {
    this.#frame = frame;
    this.#least = least;
  }

  lift(): void {
    this.#finish();
    this.#known = false;
  }

  go(x: number, y: number): void {
    if (this.#known) this.#step(x, y);
    this.#x = x;
    this.#y = y;
    this.#known = true;
  }

  #step(x: number, y: number): void {
    const { left, right, top, bottom } = this.#frame;
    const outside =
      (x < left && this.#x < left) ||
      (x > right && this.#x > right) ||
      (y < top && this.#y < top) ||
      (y > bottom && this.#y > bottom);
    if (outside) return this.#finish();
    if (!this.#drawing) {
      this.starts.push(this.corners.length / 2);
      this.#corner(this.#x, this.#y);
      this.#drawing = true;
    }
    if (Math.abs(x - this.#fromX) > this.#least || Math.abs(y - this.#fromY) > this.#least) this.#corner(x, y);
  }

  /** The true end of a line, even when it is near the corner before. */
  #finish(): void {
    if (this.#drawing && (this.#x !== this.#fromX || this.#y !== this.#fromY)) this.#corner(this.#x, this.#y);
    this.#drawing = false;
  }

  #corner(x: number, y: number): void {
    this.corners.push(x, y);
    this.#fromX = x;
    this.#fromY = y;
  }
}

const drawn = (pieces: readonly Plane[], frame: Frame, least: number): Pen => {
  const pen = new Pen(frame, least);
  let before = Infinity;
  for (const { x, y, timeMs } of pieces)
    for (let i = 0; i < x.length; i += 1) {
      const time = timeMs[i] ?? 0;
      if (time - before > GAP_MS) pen.lift();
      before = time;
      pen.go(x[i] ?? 0, y[i] ?? 0);
      if (pen.corners.length > MOST_CORNERS * 2) return pen;
    }
  pen.lift();
  return pen;
};

/** The pieces follow each other in time. */
export const linesIn = (pieces: readonly Plane[], view: View): Lines => {
  const frame = frameOf(view);
  let least = CORNER_PX / worldPx(view.zoom);
  let pen = drawn(pieces, frame, least);
  while (pen.corners.length > MOST_CORNERS * 2) {
    least *= 2;
    pen = drawn(pieces, frame, least);
  }
  return { corners: Float64Array.from(pen.corners), starts: Uint32Array.from(pen.starts) };
};
