// Which zones may hold a place: grids of growing cells, each zone in the one in which it needs a few cells. So a place is looked up in as
// many cells as there are grids in use, however many zones there are. Pure.
import type { Box } from './zone-shape.ts';

const SMALLEST_DEGREES = 0.02;
const GROWTH = 4;
/** Degrees of a cell in grid number eight: more than the world. */
const GRIDS = 8;

const sizeOf = (grid: number): number => SMALLEST_DEGREES * GROWTH ** grid;
/** One number for a grid and a cell of it: columns and rows are from 0 to 18,000. */
const keyOf = (grid: number, column: number, row: number): number => (grid * 20_000 + column) * 20_000 + row;
const column = (grid: number, lng: number): number =>
  Math.floor((lng >= 180 ? lng - 360 + 180 : lng + 180) / sizeOf(grid));
const row = (grid: number, lat: number): number => Math.floor((lat + 90) / sizeOf(grid));

/** 180 degrees east are 180 degrees west. */
const STEADY = 1e-9;

const widthOf = ({ west, east }: Box): number => (east >= west ? east - west : east - west + 360);

export class ZoneGrid<Zone> {
  readonly #cells = new Map<number, Zone[]>();
  /** How many zones there are in each grid. */
  readonly #uses = Array.from({ length: GRIDS }, () => 0);

  add(zone: Zone, box: Box): void {
    this.#uses[this.#gridOf(box)] = (this.#uses[this.#gridOf(box)] ?? 0) + 1;
    for (const key of this.#keysOf(box)) {
      const there = this.#cells.get(key);
      if (there === undefined) this.#cells.set(key, [zone]);
      else there.push(zone);
    }
  }

  /** With the box that it was added with. */
  remove(zone: Zone, box: Box): void {
    this.#uses[this.#gridOf(box)] = (this.#uses[this.#gridOf(box)] ?? 1) - 1;
    for (const key of this.#keysOf(box)) {
      const left = (this.#cells.get(key) ?? []).filter((each) => each !== zone);
      if (left.length === 0) this.#cells.delete(key);
      else this.#cells.set(key, left);
    }
  }

  /** Those whose cells hold the place, none twice. */
  *at(lat: number, lng: number): Iterable<Zone> {
    for (let grid = 0; grid < GRIDS; grid += 1)
      if ((this.#uses[grid] ?? 0) > 0) yield* this.#cells.get(keyOf(grid, column(grid, lng), row(grid, lat))) ?? [];
  }

  #gridOf(box: Box): number {
    const degrees = Math.max(widthOf(box), box.north - box.south);
    for (let grid = 0; grid < GRIDS - 1; grid += 1) if (sizeOf(grid) >= degrees / 2) return grid;
    return GRIDS - 1;
  }

  #keysOf(box: Box): number[] {
    const grid = this.#gridOf(box);
    const spans =
      box.east >= box.west
        ? [[box.west, box.east]]
        : [
            [box.west, 180 - STEADY],
            [-180, box.east],
          ];
    const keys = new Set<number>();
    for (const [west = 0, east = 0] of spans)
      for (let x = column(grid, west); x <= column(grid, Math.min(east, 180 - STEADY)); x += 1)
        for (let y = row(grid, box.south); y <= row(grid, box.north); y += 1) keys.add(keyOf(grid, x, y));
    return [...keys];
  }
}
