// How much of a table is drawn in one frame. A row that comes beyond that shows what names it and is filled with one of the next frames, so
// that a jump over thousands of rows never holds the page up.
import { useEffect, useState } from 'react';
import { onNextFrame } from '../lib/time.ts';
import type { Stop } from '../lib/time.ts';

/** Cells a frame: four rows of a wide table, which take about ten milliseconds to make and to place. */
export const CELLS_A_FRAME = 96;

/** Shares out the frames of one table among its rows. It rests, without a frame of its own, as soon as nothing is drawn. */
export class DrawingPace {
  readonly #onFrame: (run: () => void) => void;
  /** What fills the rows that wait, in the order they came, with their cells. */
  readonly #waiting = new Map<() => void, number>();
  #left = CELLS_A_FRAME;
  #running = false;
  /** The rows in sight, by their numbers. */
  #sight = { first: 0, last: -1 };

  constructor(onFrame: (run: () => void) => void = onNextFrame) {
    this.#onFrame = onFrame;
  }

  /**
   * Tells which rows are about to be drawn, each with so many cells at least: what names those that come into sight is a part of the
   * frame's share. After a far jump that is most of it, and no row is drawn whole beside it.
   */
  begin(first: number, last: number, cells: number): void {
    const { first: from, last: to } = this.#sight;
    this.#sight = { first, last };
    const stay = Math.max(0, Math.min(last, to) - Math.max(first, from) + 1);
    const come = (last - first + 1 - stay) * cells;
    if (come <= 0) return;
    this.#left = Math.max(0, this.#left - come);
    this.#run();
  }

  /** Whether a row of so many cells may be drawn whole at once: where this frame has room and nobody waits. */
  take(cells: number): boolean {
    return this.#waiting.size === 0 && this.#spend(cells);
  }

  /** Calls `fill` in a frame that has room; not any more when stopped. */
  wait(cells: number, fill: () => void): Stop {
    this.#waiting.set(fill, cells);
    this.#run();
    return () => this.#waiting.delete(fill);
  }

  /** A row wider than a frame's share has a frame for itself. */
  #spend(cells: number): boolean {
    if (this.#left < cells && this.#left < CELLS_A_FRAME) return false;
    this.#left -= cells;
    this.#run();
    return true;
  }

  #run(): void {
    if (this.#running) return;
    this.#running = true;
    this.#onFrame(() => {
      this.#running = false;
      this.#left = CELLS_A_FRAME;
      for (const [fill, cells] of this.#waiting) {
        if (!this.#spend(cells)) break;
        this.#waiting.delete(fill);
        fill();
      }
    });
  }
}

/** Whether a row of so many cells is drawn whole by now. */
export const useFilled = (pace: DrawingPace, cells: number): boolean => {
  const [filled, setFilled] = useState(() => pace.take(cells));
  useEffect(() => (filled ? undefined : pace.wait(cells, () => setFilled(true))), [pace, cells, filled]);
  return filled;
};
