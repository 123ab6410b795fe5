// Seeded chance, so that a fleet drives the same way twice. The whole state is one number and can live inside another state.

/** A generator of numbers from a 32-bit state (mulberry32). Two dice with one `state` give the same rolls. */
export class Dice {
  state: number;

  constructor(seed: number) {
    this.state = seed >>> 0;
  }

  /** From 0 up to but not 1. */
  roll(): number {
    this.state = (this.state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(this.state ^ (this.state >>> 15), this.state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  between(low: number, high: number): number {
    return low + (high - low) * this.roll();
  }

  /** A whole number from `low` to `high`, both included. */
  whole(low: number, high: number): number {
    return Math.floor(this.between(low, high + 1));
  }

  chance(share: number): boolean {
    return this.roll() < share;
  }

  /** Mean 0, deviation 1. */
  normal(): number {
    const radius = Math.sqrt(-2 * Math.log(1 - this.roll()));
    return radius * Math.cos(2 * Math.PI * this.roll());
  }

  /** One of `items` by weight; the last one when rounding leaves none. Throws RangeError for an empty list. */
  pick<T>(items: readonly T[], weightOf: (item: T) => number): T {
    let left = this.roll() * items.reduce((sum, item) => sum + weightOf(item), 0);
    for (const item of items) {
      left -= weightOf(item);
      if (left < 0) return item;
    }
    const last = items.at(-1);
    if (last === undefined) throw new RangeError('nothing to pick from');
    return last;
  }
}

/** A seed of its own for part `part` of something seeded with `seed`: vehicle of a fleet, sensor of a vehicle. */
export const subSeed = (seed: number, part: number): number => {
  const dice = new Dice((Math.imul(seed, 0x9e3779b1) ^ Math.imul(part + 1, 0x85ebca6b)) >>> 0);
  dice.roll();
  return Math.floor(dice.roll() * 2 ** 32);
};
