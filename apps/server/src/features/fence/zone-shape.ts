// Where a place lies as a fence or a planned route sees it. A circle is measured, a corridor is looked up in its stored bitmap. Pure.
import { cellOf, type Corridor } from '@outrider/contract';

/** in: inside. rim: outside, and so near that a receiver may be wrong. out: clearly outside. `deep`: clearly inside. */
export type Where = { at: 'in' | 'rim' | 'out'; deep: boolean };

/** Degrees; north may not be below south. West above east: it crosses the date line. */
export type Box = { south: number; north: number; west: number; east: number };

export type ZoneShape = { box: Box; whereIs: (lat: number, lng: number) => Where };

/** A receiver between houses is wrong by so much. Recorders do not say how sure they are (HDOP). */
const RIM_M = 20;
const METRES_PER_DEGREE = 111_195;
const cosine = (lat: number): number => Math.cos((lat * Math.PI) / 180);
const turned = (degrees: number): number => ((((degrees + 180) % 360) + 360) % 360) - 180;

const OUT: Where = { at: 'out', deep: false };
const RIM: Where = { at: 'rim', deep: false };
const IN: Where = { at: 'in', deep: false };
const DEEP: Where = { at: 'in', deep: true };

const HALF_WORLD = 180;
const EARTH_M = 6_371_000;
const half = (degrees: number): number => Math.sin((degrees * Math.PI) / 360) ** 2;
/** Over the surface: a circle may be as large as a country. */
const surfaceM = (a: { lat: number; lng: number }, lat: number, lng: number): number => {
  const chord =
    half(lat - a.lat) + Math.cos((a.lat * Math.PI) / 180) * Math.cos((lat * Math.PI) / 180) * half(lng - a.lng);
  return 2 * EARTH_M * Math.asin(Math.sqrt(Math.min(1, chord)));
};

export const circleShape = (circle: { lat: number; lng: number; radiusM: number }): ZoneShape => {
  const { lat, lng, radiusM } = circle;
  const deepM = radiusM - Math.min(RIM_M, radiusM / 2);
  const highest = (radiusM + RIM_M) / METRES_PER_DEGREE;
  const nearestPole = Math.abs(lat) + highest;
  const widest = nearestPole < 90 ? highest / cosine(nearestPole) : HALF_WORLD;
  const isRound = widest >= HALF_WORLD;
  return {
    box: {
      south: Math.max(-90, lat - highest),
      north: Math.min(90, lat + highest),
      west: isRound ? -HALF_WORLD : turned(lng - widest),
      east: isRound ? HALF_WORLD : turned(lng + widest),
    },
    whereIs(atLat, atLng) {
      const metres = surfaceM(circle, atLat, atLng);
      if (metres > radiusM + RIM_M) return OUT;
      if (metres > radiusM) return RIM;
      return metres <= deepM ? DEEP : IN;
    },
  };
};

const TILE = 32;
const TILE_SHIFT = 5;
/** Cells around the corridor in which a vehicle has not left it yet: about as many metres as those of a circle. */
const RIM_CELLS = 2;

/** The set cells of a bitmap, in tiles of 32 by 32: a corridor is a thin line in a large box. */
class SetCells {
  readonly #tiles = new Map<number, Uint32Array>();
  readonly #across: number;

  constructor({ width, height, data }: Corridor) {
    this.#across = Math.ceil(width / TILE);
    const last = Math.min(data.length * 8, width * height);
    for (let byte = 0; byte < data.length; byte += 1) {
      const bits = data[byte] ?? 0;
      if (bits === 0) continue;
      for (let bit = byte * 8; bit < Math.min(last, byte * 8 + 8); bit += 1)
        if ((bits & (0x80 >> (bit & 7))) !== 0) this.#set(bit % width, Math.floor(bit / width));
    }
  }

  has(x: number, y: number): boolean {
    const rows = this.#tiles.get((y >> TILE_SHIFT) * this.#across + (x >> TILE_SHIFT));
    return rows !== undefined && (((rows[y & (TILE - 1)] ?? 0) >>> (x & (TILE - 1))) & 1) === 1;
  }

  #set(x: number, y: number): void {
    const key = (y >> TILE_SHIFT) * this.#across + (x >> TILE_SHIFT);
    const rows = this.#tiles.get(key) ?? new Uint32Array(TILE);
    this.#tiles.set(key, rows);
    rows[y & (TILE - 1)] = (rows[y & (TILE - 1)] ?? 0) | (1 << (x & (TILE - 1)));
  }
}

export const corridorShape = (corridor: Corridor): ZoneShape => {
  const { lat, lng, width, height, accuracy } = corridor;
  const cells = new SetCells(corridor);
  const isSet = (x: number, y: number): boolean => x >= 0 && y >= 0 && x < width && y < height && cells.has(x, y);
  return {
    box: { south: lat, north: lat + height * accuracy, west: lng, east: lng + width * accuracy },
    whereIs(atLat, atLng) {
      const { x, y } = cellOf(corridor, { lat: atLat, lng: atLng });
      if (isSet(x, y)) return DEEP;
      for (let dy = -RIM_CELLS; dy <= RIM_CELLS; dy += 1)
        for (let dx = -RIM_CELLS; dx <= RIM_CELLS; dx += 1) if (isSet(x + dx, y + dy)) return RIM;
      return OUT;
    },
  };
};
