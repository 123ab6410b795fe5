// What a recorder says of itself beside its place: supply and battery, temperatures, its disk and card. Slow values, told now and
// then as real recorders do. Not: what the vehicle does (trip.ts), alarms (alarm-desk.ts).
import { powerItem, standardItem, storageItem, temperaturesItem } from '@outrider/jt808';
import type { LocationItem } from '@outrider/jt808';
import { Dice } from '../drive/dice.ts';

const TOLD_EVERY_MS = 30_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** A vehicle in three is a refrigerated one, with two sensors in its box. */
const REFRIGERATED = 1 / 3;
const NO_CARD = -2;
/** A full day of four cameras fills so much of the disk until the oldest day is overwritten. */
const FILLED_A_DAY = 9;

/** What does not change while a recorder runs. */
type Nature = {
  cabinC: number;
  boxC: number | null;
  usedPercent: number;
  lifeLeft: readonly [number, number];
  errors: number;
};

const natureOf = (dice: Dice): Nature => ({
  cabinC: dice.between(21, 27),
  boxC: dice.chance(REFRIGERATED) ? dice.between(-19, 4) : null,
  usedPercent: dice.between(35, 88),
  lifeLeft: [dice.whole(7, 99), dice.chance(0.25) ? NO_CARD : dice.whole(40, 99)],
  errors: dice.chance(0.1) ? dice.whole(1, 4) : 0,
});

const tenth = (celsius: number): number => Math.round(celsius * 10) / 10;

export class OwnState {
  private readonly nature: Nature;
  private toldMs = -Infinity;

  constructor(seed: number) {
    this.nature = natureOf(new Dice(seed));
  }

  /** With the next report everything is told again: a new link. */
  tellAll(): void {
    this.toldMs = -Infinity;
  }

  /** The items due at a moment, none most of the time. `supplyV` as the recorder measures it. */
  itemsDue(nowMs: number, supplyV: number): LocationItem[] {
    if (nowMs - this.toldMs < TOLD_EVERY_MS) return [];
    this.toldMs = nowMs;
    const { cabinC, boxC, usedPercent, lifeLeft, errors } = this.nature;
    const sway = Math.sin((nowMs / HOUR_MS) * 2 * Math.PI);
    const cabin = cabinC + 1.5 * sway;
    return [
      standardItem(0x06, { temperatureC: Math.round(cabin) }),
      powerItem(supplyV, Math.round(94 + 5 * sway)),
      temperaturesItem(boxC === null ? [tenth(cabin)] : [tenth(boxC + 0.6 * sway), tenth(boxC + 1.1 - 0.4 * sway)]),
      storageItem({
        usedPercent: Math.floor(usedPercent + (FILLED_A_DAY * (nowMs % DAY_MS)) / DAY_MS),
        lifeLeft,
        recordingErrors: errors,
      }),
    ];
  }
}
