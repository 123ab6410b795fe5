// The sums of a device's day, worked out by hand.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { addFix, dailyWire, type Day, dayStartMs } from './daily.ts';

const MINUTE_MS = 60_000;
const TAIPEI = 480;
const MIDNIGHT = Date.UTC(2026, 2, 1, 16); // 00:00 of the 2nd at +08:00
/** A thousandth of a degree of latitude. */
const STEP_M = 111.19;

/** [minute of the day, latitude steps from 24, km/h] */
const dayOf = (fixes: readonly (readonly [number, number, number])[]): Day | undefined => {
  let day: Day | undefined;
  for (const [minute, steps, speedKmh] of fixes) {
    const fix = { timeMs: MIDNIGHT + minute * MINUTE_MS, lat: 24 + steps / 1000, lng: 120, speedKmh };
    day = addFix(day, fix, TAIPEI);
  }
  return day;
};

describe('the sums of a day', () => {
  it('begins at midnight of the device', () => {
    assert.equal(dayStartMs(MIDNIGHT, TAIPEI), MIDNIGHT);
    assert.equal(dayStartMs(MIDNIGHT - 1, TAIPEI), MIDNIGHT - 24 * 60 * MINUTE_MS);
    assert.equal(dayStartMs(MIDNIGHT, 330), MIDNIGHT - (24 * 60 - 150) * MINUTE_MS + 0);
  });

  it('adds up way and driving time, and counts each over-speeding once', () => {
    const day = dayOf([
      [0, 0, 40],
      [1, 10, 100],
      [2, 30, 110],
      [3, 50, 99.9],
      [4, 60, 100],
      [5, 70, 0],
    ]);
    const sums = dailyWire(day);
    assert.equal(Math.round(Number(sums?.distance) / STEP_M), 70);
    assert.equal(sums?.oscount, 2);
    assert.equal(sums?.totalDrivingtime, 300);
    assert.equal(sums?.driverDrivingtime, 300);
  });

  it('counts a stand of five minutes as one parking, a shorter one not', () => {
    const sums = dailyWire(
      dayOf([
        [0, 0, 5],
        [4, 0, 0],
        [4.5, 1, 30],
        [10, 5, 0],
        [15, 5, 2],
        [25, 5, 0],
        [26, 6, 40],
      ]),
    );
    assert.equal(sums?.parkcount, 1);
    assert.equal(sums?.parktime, 15 * 60);
  });

  it('does not count the wandering of a standing receiver, nor the time of a long silence', () => {
    assert.equal(dailyWire(dayOf([[0, 0, 0], [1, 0.1, 0], [2, 0, 0]]))?.distance, 0); // prettier-ignore
    assert.equal(dailyWire(dayOf([[0, 0, 60], [30, 200, 60]]))?.totalDrivingtime, 0); // prettier-ignore
  });

  it('begins again with the next day and leaves an earlier one alone', () => {
    const sums = dailyWire(dayOf([[1439, 0, 60], [1440, 10, 60], [1441, 20, 60], [5, 30, 60]])); // prettier-ignore
    assert.equal(sums?.totalDrivingtime, 60);
  });

  it('says when a fix came out of its order', () => {
    assert.equal(dayOf([[0, 0, 60], [2, 10, 60], [1, 5, 60]])?.stale, true); // prettier-ignore
    assert.equal(dayOf([[0, 0, 60], [2, 10, 60], [2, 10, 60]])?.stale, false); // prettier-ignore
    assert.equal(dailyWire(undefined), null);
  });
});
