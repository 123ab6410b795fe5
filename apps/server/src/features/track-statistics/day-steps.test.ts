// Which samples belong to a span, as values of the program, and which steps touch a day.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TrackSamples } from '../position/index.ts';
import { AFTER_S, BEFORE_S, samplesBetween, stepsOfDay } from './day-steps.ts';

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

const DAY = 20_000;
const BEGIN = DAY * DAY_S;

test('the steps of a day touch it; positions six hours before it and a quarter of an hour after it count', () => {
  assert.deepEqual([BEFORE_S, AFTER_S], [21_600, 900]);
  // A vehicle that drives at 30 km/h, a position each minute from seven hours before the day to seven hours after it.
  const times = Array.from({ length: (24 + 14) * 60 }, (_, i) => BEGIN - 7 * 3600 + i * 60);
  const driving = samples(times, {
    lat: Int32Array.from(times, (_, i) => i * 4500),
    lng: Int32Array.from(times, () => 0),
  });
  const { steps, edges } = stepsOfDay(driving, DAY);
  assert.equal(steps.length, 24 * 60 + 1);
  for (const { from, to, kind } of steps) {
    assert.ok(to >= BEGIN && from < BEGIN + DAY_S);
    assert.equal(kind, 'drive');
  }
  assert.equal(steps[0]?.to, BEGIN);
  assert.equal(steps.at(-1)?.from, BEGIN + DAY_S - 60);
  assert.deepEqual([edges?.first.time, edges?.last.time], [BEGIN, BEGIN + DAY_S - 60]);
  assert.deepEqual([edges?.follows, edges?.isFollowed], [true, true]);
  const parked = (hours: number) => {
    const stood = samples([BEGIN - hours * 3600, BEGIN - hours * 3600 + 60], { state: Uint8Array.of(0, 0) });
    return stepsOfDay(stood, DAY);
  };
  for (const hours of [7, 1]) assert.deepEqual(parked(hours), { steps: [], edges: undefined }, 'not of this day');
});

test('a first report by a clock that is ahead, believed only when the next one comes, is of its own day', () => {
  /** Eight hours ahead, at these seconds of the day. */
  const of = (...seconds: number[]) => {
    const ahead = { received: Float64Array.from(seconds, (second) => BEGIN + second - 28_800) };
    const { steps, edges } = stepsOfDay(
      samples(
        seconds.map((second) => BEGIN + second),
        ahead,
      ),
      DAY,
    );
    const ends = edges && [edges.first.time - BEGIN, edges.last.time - BEGIN, edges.follows, edges.isFollowed];
    return { steps: steps.map(({ from, to }) => [from - BEGIN, to - BEGIN]), ends };
  };
  assert.deepEqual(of(100, 200), {
    steps: [
      [100, 100],
      [100, 200],
    ],
    ends: [100, 200, false, false],
  });
  assert.deepEqual(of(-100, 200), { steps: [[-100, 200]], ends: [200, 200, true, false] }, 'of the evening before');
  assert.deepEqual(of(-1000, 200), { steps: [[200, 200]], ends: [200, 200, false, false] }, 'long before');
  const [last, next] = [DAY_S - 100, DAY_S + 200];
  assert.deepEqual(of(last, next), {
    steps: [
      [last, last],
      [last, next],
    ],
    ends: [last, last, false, true],
  });
  assert.deepEqual(of(last, DAY_S + 300), { steps: [[last, last]], ends: [last, last, false, false] }, 'long after');
  assert.deepEqual(of(-100, DAY_S + 100), { steps: [], ends: undefined });
  assert.deepEqual(of(100), { steps: [], ends: undefined }, 'nothing agrees with it');
});

test('a silence over a midnight is no step of a day: its reports stand by themselves, and the day says where they are', () => {
  /** Its reports at these seconds of the day, all at one place but for the receiver. */
  const of = (...seconds: number[]) => {
    const { steps, edges } = stepsOfDay(samples(seconds.map((second) => BEGIN + second)), DAY);
    const ends = edges && [edges.first.time - BEGIN, edges.last.time - BEGIN, edges.follows, edges.isFollowed];
    return { steps: steps.map(({ from, to, kind }) => [from - BEGIN, to - BEGIN, kind]), ends };
  };
  const alone = { steps: [[500, 500, 'parked']], ends: [500, 500, false, false] };
  assert.deepEqual(of(500), alone);
  assert.deepEqual(of(-3600, 500), alone, 'the one before is known');
  assert.deepEqual(of(-3600, 500, DAY_S + 500), alone, 'and the one after');
  assert.deepEqual(of(-100, 200), { steps: [[-100, 200, 'drive']], ends: [200, 200, true, false] }, 'five minutes');
  assert.deepEqual(of(-101, 200), { steps: [[200, 200, 'parked']], ends: [200, 200, false, false] }, 'a second more');
  assert.deepEqual(of(DAY_S - 100, DAY_S + 200), {
    steps: [
      [DAY_S - 100, DAY_S - 100, 'parked'],
      [DAY_S - 100, DAY_S + 200, 'drive'],
    ],
    ends: [DAY_S - 100, DAY_S - 100, false, true],
  });
  assert.deepEqual(of(500, 4000), {
    steps: [
      [500, 500, 'parked'],
      [500, 4000, 'parked'],
    ],
    ends: [500, 4000, false, false],
  });
  assert.deepEqual(of(-3600, DAY_S + 500), { steps: [], ends: undefined }, 'a silence over all of it');
});
