// The lines of a track as one view of the map needs them: what is in sight, with no more corners than pixels can show. Pure.
import { mercatorX, mercatorY, worldPx } from '../../map/mercator.ts';
import { fewestCorners } from './fewest-corners.ts';
import { GAP_MS } from './track.ts';
import type { Bounds, Track } from './track.ts';

/** Corners nearer than this to the one before are left out, px. */
const CORNER_PX = 1.5;
/** A line may run this far beside the true one, px: less than anyone sees, and straight streets need no corners. */
const ASIDE_PX = 0.5;
/** What lies within squares of this side that are drawn already is not drawn again: a bus passes the same streets all day, px. */
const SQUARE_PX = 3;
/** Squares across what is laid out, at most. */
const MOST_SQUARES = 1500;
/** A line is not stopped by the squares of its own last corners. */
const OWN_CORNERS = 4;
/** More corners are never handed to the map: the distance doubles until they fit. */
export const MOST_CORNERS = 20_000;

/** A piece of a track on the map's plane, where the world is 1 wide. */
export type Plane = { readonly x: Float64Array; readonly y: Float64Array; readonly timeMs: Float64Array };

/** Over the date line x goes on beyond 0 and 1. `before`: the piece that it follows. */
export const planeOf = ({ lat, lng, timeMs }: Track, before?: Plane): Plane => {
  const x = lng.map(mercatorX);
  let last = before?.x.at(-1) ?? x[0] ?? 0;
  for (let i = 0; i < x.length; i += 1) {
    last = (x[i] ?? 0) + Math.round(last - (x[i] ?? 0));
    x[i] = last;
  }
  return { x, y: lat.map(mercatorY), timeMs: timeMs.slice() };
};

export type View = Bounds & { readonly zoom: number };

/** x and y of corners one after the other on the map's plane; `starts`: which corner begins a line. */
export type Lines = { readonly corners: Float64Array<ArrayBuffer>; readonly starts: Uint32Array<ArrayBuffer> };

type Frame = { left: number; right: number; top: number; bottom: number };

/**
 * What is in sight, and as much again on each side: a short pan shows no end of a line. A map that was turned over the date line sees the
 * same places as one that was not: the frame lies in the turn of the track.
 */
const frameOf = ({ west, south, east, north }: View, pieces: readonly Plane[]): Frame => {
  const turn = Math.round((pieces.find(({ x }) => x.length > 0)?.x[0] ?? 0) - mercatorX((west + east) / 2));
  const [left, right] = [mercatorX(west) + turn, mercatorX(east) + turn];
  const [top, bottom] = [mercatorY(north), mercatorY(south)];
  const [wide, high] = [right - left, bottom - top];
  return { left: left - wide, right: right + wide, top: top - high, bottom: bottom + high };
};

/** Which squares of the view have a line already: the number of the corner that came there first. */
class Covered {
  readonly #frame: Frame;
  readonly #side: number;
  readonly #columns: number;
  readonly #rows: number;
  readonly #firsts: Int32Array;
  #corner = 0;

  constructor(frame: Frame, side: number) {
    const [wide, high] = [frame.right - frame.left, frame.bottom - frame.top];
    this.#frame = frame;
    this.#side = Math.max(side, wide / MOST_SQUARES, high / MOST_SQUARES);
    this.#columns = Math.ceil(wide / this.#side) + 1;
    this.#rows = Math.ceil(high / this.#side) + 1;
    this.#firsts = new Int32Array(this.#columns * this.#rows);
  }

  /** Marks the squares from one place to another; true when one of them was not marked before. Outside the view is never new. */
  cover(fromX: number, fromY: number, toX: number, toY: number): boolean {
    const steps = Math.max(1, Math.ceil(Math.max(Math.abs(toX - fromX), Math.abs(toY - fromY)) / this.#side));
    // Far outside the view a step would only be counted.
    const by = Math.max(1, Math.ceil(steps / (2 * MOST_SQUARES)));
    this.#corner += 1;
    let fresh = false;
    for (let step = 0; step <= steps; step += by) {
      const column = Math.floor((fromX + ((toX - fromX) * step) / steps - this.#frame.left) / this.#side);
      const row = Math.floor((fromY + ((toY - fromY) * step) / steps - this.#frame.top) / this.#side);
      if (column < 0 || row < 0 || column >= this.#columns || row >= this.#rows) continue;
      const at = row * this.#columns + column;
      const first = this.#firsts[at] ?? 0;
      if (first === 0) this.#firsts[at] = this.#corner;
      if (first === 0 || this.#corner - first <= OWN_CORNERS) fresh = true;
    }
    return fresh;
  }
}

class Pen {
  readonly corners: number[] = [];
  readonly starts: number[] = [];
  readonly #frame: Frame;
  readonly #least: number;
  /** The last position looked at. */
  #x = 0;
  #y = 0;
  #known = false;
  /** The last corner, drawn or drawn by an earlier line; `begun`: there is one in sight. */
  #fromX = 0;
  #fromY = 0;
  #begun = false;
  /** The newest line goes on. */
  #drawing = false;

  readonly #covered: Covered;

  constructor(frame: Frame, least: number) {
    this.#frame = frame;
    this.#least = least;
    this.#covered = new Covered(frame, (least * SQUARE_PX) / CORNER_PX);
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
    if (!this.#begun) this.#from(this.#x, this.#y);
    if (Math.abs(x - this.#fromX) <= this.#least && Math.abs(y - this.#fromY) <= this.#least) return;
    this.#line(x, y);
  }

  /** From the last corner to this place, unless it is drawn there already. */
  #line(x: number, y: number): void {
    if (!this.#covered.cover(this.#fromX, this.#fromY, x, y)) this.#drawing = false;
    else {
      if (!this.#drawing) {
        this.starts.push(this.corners.length / 2);
        this.corners.push(this.#fromX, this.#fromY);
        this.#drawing = true;
      }
      this.corners.push(x, y);
    }
    this.#from(x, y);
  }

  /** The true end of a line, even when it is near the corner before. */
  #finish(): void {
    if (this.#begun && (this.#x !== this.#fromX || this.#y !== this.#fromY)) this.#line(this.#x, this.#y);
    this.#drawing = false;
    this.#begun = false;
  }

  #from(x: number, y: number): void {
    this.#fromX = x;
    this.#fromY = y;
    this.#begun = true;
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

const thinned = ({ corners, starts }: Pen, least: number): Lines => {
  const kept: number[] = [];
  const begins = starts.map((start, i) => {
    const begin = kept.length / 2;
    for (const at of fewestCorners(corners, start, (starts[i + 1] ?? corners.length / 2) - 1, least))
      kept.push(corners[at * 2] ?? 0, corners[at * 2 + 1] ?? 0);
    return begin;
  });
  return { corners: Float64Array.from(kept), starts: Uint32Array.from(begins) };
};

/** The pieces follow each other in time. */
export const linesIn = (pieces: readonly Plane[], view: View): Lines => {
  const frame = frameOf(view, pieces);
  let least = CORNER_PX / worldPx(view.zoom);
  let pen = drawn(pieces, frame, least);
  while (pen.corners.length > MOST_CORNERS * 2) {
    least *= 2;
    pen = drawn(pieces, frame, least);
  }
  return thinned(pen, (least * ASIDE_PX) / CORNER_PX);
};
