// The corridor of a planned route as a bitmap: how it is drawn from the points of the route, and which place lies in which cell. The console
// draws what it sends, the server draws the same again and refuses what differs. Pure.

/** Degrees of a cell, along both axes. */
export const CORRIDOR_ACCURACY = 0.0001;
/** Cells across. */
export const CORRIDOR_WIDTH = 5;
/** Cells around the outermost points. */
export const CORRIDOR_PADDING = 5;
export const MAX_ROUTE_M = 50_000;
/** 3 MB: what fits as base64 into the body of the call. Far north, the degrees of 50 km are more. */
export const MAX_CORRIDOR_CELLS = 24_000_000;

export type RoutePlace = { readonly lat: number; readonly lng: number };
/**
 * `lat`, `lng`: the south-west corner in degrees. `data`: rows from south to north, in each the cells from west to east, one bit each, the
 * highest bit of a byte first; a row does not begin with a new byte.
 */
export type Corridor = {
  readonly lat: number;
  readonly lng: number;
  /** Cells from west to east. */
  readonly width: number;
  /** Cells from south to north. */
  readonly height: number;
  readonly accuracy: number;
  readonly data: Uint8Array<ArrayBuffer>;
};

const EARTH_M = 6_371_000;
const radians = (degrees: number): number => (degrees * Math.PI) / 180;
/** On a plane through both places: exact enough for what is at most 50 km long. */
const metresBetween = (a: RoutePlace, b: RoutePlace): number => {
  const east = radians(b.lng - a.lng) * Math.cos(radians((a.lat + b.lat) / 2));
  return EARTH_M * Math.hypot(east, radians(b.lat - a.lat));
};

export const routeLengthM = (places: readonly RoutePlace[]): number =>
  places.slice(1).reduce((sum, place, i) => sum + metresBetween(places[i] ?? place, place), 0);

/** Keeps what adding tenths of thousandths does to doubles out of the borders of cells. */
const STEADY = 1e-6;
const cellsBetween = (from: number, to: number): number => (to - from) / CORRIDOR_ACCURACY;
const rounded = (degrees: number): number => Math.round(degrees * 1e7) / 1e7;

type Grid = Pick<Corridor, 'lat' | 'lng' | 'width' | 'height' | 'accuracy'>;
const gridOf = (places: readonly RoutePlace[]): Grid => {
  const lats = places.map(({ lat }) => lat);
  const lngs = places.map(({ lng }) => lng);
  const [south, west] = [Math.min(...lats), Math.min(...lngs)];
  const cells = (span: number): number => Math.ceil(span - STEADY) + 2 * CORRIDOR_PADDING;
  return {
    lat: rounded(south - CORRIDOR_PADDING * CORRIDOR_ACCURACY),
    lng: rounded(west - CORRIDOR_PADDING * CORRIDOR_ACCURACY),
    width: cells(cellsBetween(west, Math.max(...lngs))),
    height: cells(cellsBetween(south, Math.max(...lats))),
    accuracy: CORRIDOR_ACCURACY,
  };
};

/** The cell of a place, from the south-west; outside of the bitmap too. */
export const cellOf = (
  grid: Pick<Corridor, 'lat' | 'lng' | 'accuracy'>,
  place: RoutePlace,
): { x: number; y: number } => ({
  x: Math.floor((place.lng - grid.lng) / grid.accuracy + STEADY),
  y: Math.floor((place.lat - grid.lat) / grid.accuracy + STEADY),
});

const HALF = CORRIDOR_WIDTH / 2;
const REACH = Math.ceil(HALF);
/** Cells between two stamps along the line: the band has no dents. */
const STEP = 0.5;

type Cell = { x: number; y: number };

/** Sets every cell whose middle is at most half the width away. */
const stamp = (data: Uint8Array, { width, height }: Grid, at: Cell): void => {
  const [left, low] = [Math.floor(at.x) - REACH, Math.floor(at.y) - REACH];
  for (let y = Math.max(0, low); y <= Math.min(height - 1, low + 2 * REACH + 1); y += 1)
    for (let x = Math.max(0, left); x <= Math.min(width - 1, left + 2 * REACH + 1); x += 1) {
      const [dx, dy] = [x + 0.5 - at.x, y + 0.5 - at.y];
      if (dx * dx + dy * dy > HALF * HALF + STEADY) continue;
      const bit = y * width + x;
      data[bit >> 3] = (data[bit >> 3] ?? 0) | (0x80 >> (bit & 7));
    }
};

const drawLine = (data: Uint8Array, grid: Grid, from: Cell, to: Cell): void => {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const steps = Math.max(1, Math.ceil(Math.max(Math.abs(dx), Math.abs(dy)) / STEP));
  for (let i = 0; i <= steps; i += 1) stamp(data, grid, { x: from.x + (dx * i) / steps, y: from.y + (dy * i) / steps });
};

/** Undefined where it would be too large, and without a place. */
export const corridorOf = (places: readonly RoutePlace[]): Corridor | undefined => {
  if (places.length === 0) return undefined;
  const grid = gridOf(places);
  const cells = grid.width * grid.height;
  if (cells > MAX_CORRIDOR_CELLS) return undefined;
  const data = new Uint8Array(Math.ceil(cells / 8));
  const middles = places.map((place) => {
    const { x, y } = cellOf(grid, place);
    return { x: x + 0.5, y: y + 0.5 };
  });
  middles.forEach((middle, i) => drawLine(data, grid, middles[i - 1] ?? middle, middle));
  return { ...grid, data };
};
