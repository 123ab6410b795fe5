// Which samples belong to a span, as values of the program, and which steps touch a day.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TrackSamples } from '../position/index.ts';
import { MARGIN_S, samplesBetween, stepsOfDay } from './day-steps.ts';

const DAY_S = 86_400;
const samples = (times: readonly number[], change: Partial<TrackSamples> = {}): TrackSamples => ({
  time: Float64Array.from(times),
  received: Float64Array.from(times, (time) => time + 5),
  lat: Int32Array.from(times, (_, i) => 1_000_000 + i),
  lng: Int32Array.from(times, (_, i) => 2_000_000 + i),
  speed: Uint16Array.from(times, () => 305),
  state: Uint8Array.from(times, () => 1),
  odometer: Float64Array.from(times, () => -1),
  ...change,
});

test('samples from one moment up to another, the first of equal ones included', () => {
  const times = [10, 20, 20, 30, 40];
  const between = (from: number, to: number) =>
    Array.from(samplesBetween(samples(times), from, to), ({ time }) => time);
  assert.deepEqual(between(0, 100), times);
  assert.deepEqual(between(20, 40), [20, 20, 30]);
  assert.deepEqual(between(21, 41), [30, 40]);
  assert.deepEqual([between(41, 100), between(0, 10), between(20, 20)], [[], [], []]);
  for (let count = 0; count <= 9; count += 1) {
    const all = Array.from({ length: count }, (_, i) => i);
    for (let from = 0; from <= count; from += 1)
      assert.deepEqual(
        Array.from(samplesBetween(samples(all), from, count), ({ time }) => time),
        all.slice(from),
      );
  }
});

test('a sample as values: tenths of km/h, steps of 100 m, two bits of state', () => {
  const of = (state: number, odometer: number) => {
    const [sample] = samplesBetween(
      samples([7], { state: Uint8Array.of(state), odometer: Float64Array.of(odometer) }),
      0,
      100,
    );
    return sample;
  };
  assert.deepEqual(of(1, 123), {
    time: 7,
    received: 12,
    lat: 1_000_000,
    lng: 2_000_000,
    speedKmh: 30.5,
    ignition: true,
    replayed: false,
    odometerM: 12_300,
  });
  assert.deepEqual([of(0, -1)?.ignition, of(0, -1)?.replayed, of(0, -1)?.odometerM], [false, false, null]);
  assert.deepEqual([of(2, 0)?.ignition, of(2, 0)?.replayed, of(2, 0)?.odometerM], [false, true, 0]);
  assert.deepEqual([of(3, 1)?.ignition, of(3, 1)?.replayed], [true, true]);
});

test('the steps of a day touch it; positions six hours around it count', () => {
  assert.equal(MARGIN_S, 21_600);
  const day = 20_000;
  const begin = day * DAY_S;
  // A vehicle that drives at 30 km/h, a position each minute from seven hours before the day to seven hours after it.
  const times = Array.from({ length: (24 + 14) * 60 }, (_, i) => begin - 7 * 3600 + i * 60);
  const driving = samples(times, {
    lat: Int32Array.from(times, (_, i) => i * 4500),
    lng: Int32Array.from(times, () => 0),
  });
  const steps = stepsOfDay(driving, day);
  assert.ok(steps.length > 1000);
  for (const { from, to, kind } of steps) {
    assert.ok(to >= begin && from < begin + DAY_S);
    assert.equal(kind, 'drive');
  }
  assert.equal(steps[0]?.to, begin);
  assert.equal(steps.at(-1)?.from, begin + DAY_S - 60);
  const parked = (hours: number) => {
    const stood = samples([begin - hours * 3600, begin - hours * 3600 + 60], { state: Uint8Array.of(0, 0) });
    return stepsOfDay(stood, day).length;
  };
  assert.equal(parked(7), 0, 'what was seven hours before says nothing');
});
