// What lies between days without a report, when it must be looked for, and the bytes of a day.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { TrackSample } from '../position/index.ts';
import { type Edges, edgesIn, encodeDay, openEnds, quartersIn, silencesBetween } from './edges.ts';

const DAY_S = 86_400;
const DAY = 20_522;
const T0 = DAY * DAY_S;
const PER_METRE = 1e6 / 111_194.93;

const at = (hours: number, northM: number, changes: Partial<TrackSample> = {}): TrackSample => ({
  time: T0 + hours * 3600,
  received: T0 + hours * 3600,
  lat: Math.round(24e6 + northM * PER_METRE),
  lng: 120_500_000,
  speedKmh: 0,
  ignition: false,
  replayed: false,
  odometerM: null,
  ...changes,
});

const edges = (first: TrackSample, last: TrackSample, changes: Partial<Edges> = {}): Edges => ({
  first,
  last,
  anchor: last,
  follows: false,
  isFollowed: false,
  ...changes,
});

/** Between a day whose last report is this one and the next report. */
const between = (last: TrackSample, next: TrackSample, anchor = last) => {
  const steps = silencesBetween([edges(last, last, { anchor })], next);
  assert.ok(steps.length <= 1);
  return steps[0];
};

test('a silence between days is one within a day: parked at one place, else silent with the straight way', () => {
  const parked = between(at(10, 0, { speedKmh: 36, ignition: true }), at(24.5, 30));
  assert.deepEqual([parked?.from, parked?.to], [T0 + 36_000, T0 + 88_200]);
  assert.deepEqual([parked?.kind, parked?.metres], ['parked', 0]);
  const moved = between(at(10, 0), at(72, 300_000));
  assert.deepEqual([moved?.kind, Math.round(moved?.metres ?? 0), moved?.odometer], ['silent', 300_000, false]);
  const counted = between(at(10, 0, { odometerM: 1000 }), at(72, 300_000, { odometerM: 331_000 }));
  assert.deepEqual([counted?.kind, counted?.metres, counted?.odometer], ['silent', 330_000, true]);
  const drifted = between(at(10, 400), at(30, 10, { ignition: true }), at(10, 0));
  assert.deepEqual(
    [drifted?.kind, drifted?.metres],
    ['parked', 0],
    'against where it stood, not where it was seen last',
  );
  const flown = between(at(23, 0), at(24.5, 900_000));
  assert.deepEqual([flown?.kind, flown?.metres], ['silent', 0], 'out of reach');
});

test('nothing is between days that follow each other closely, and nothing that is longer than a year', () => {
  assert.equal(between(at(23.95, 0), at(23.95 + 300 / 3600, 0)), undefined);
  assert.equal(between(at(23.95, 0), at(23.95 + 301 / 3600, 0))?.kind, 'parked');
  assert.equal(between(at(0, 0), at(366 * 24, 0))?.kind, 'parked');
  assert.equal(between(at(0, 0), at(366 * 24 + 1, 0)), undefined);
  assert.deepEqual(silencesBetween([edges(at(1, 0), at(2, 0))], undefined), []);
  const days = [edges(at(1, 0), at(10, 0)), edges(at(30, 0), at(40, 0)), edges(at(75, 5000), at(80, 5000))];
  const steps = silencesBetween(days, at(100, 5000));
  assert.deepEqual(
    steps.map(({ from, to, kind }) => [(from - T0) / 3600, (to - T0) / 3600, kind]),
    [
      [10, 30, 'parked'],
      [40, 75, 'silent'],
      [80, 100, 'parked'],
    ],
  );
});

test('no silence is where one of both days says that its reports follow each other over midnight', () => {
  const [one, two] = [edges(at(1, 0), at(12, 0)), edges(at(24.1, 0), at(30, 0))];
  assert.equal(silencesBetween([one, two], undefined).length, 1);
  assert.deepEqual(silencesBetween([one, { ...two, follows: true }], undefined), []);
  assert.deepEqual(silencesBetween([{ ...one, isFollowed: true }, two], undefined), []);
  assert.deepEqual(silencesBetween([{ ...one, isFollowed: true }], at(24.1, 0)), []);
});

test('what lies around a span is looked for only where a silence may reach over its ends', () => {
  const hour = (hours: number): number => T0 + hours * 3600;
  const days = (changes: Partial<Edges> = {}): Edges[] => [edges(at(8, 0), at(20, 0), changes)];
  assert.deepEqual(openEnds([], hour(0), hour(24)), { before: true, after: true });
  assert.deepEqual(openEnds(days(), hour(0), hour(24)), { before: true, after: true });
  assert.deepEqual(openEnds(days(), hour(8), hour(20)), { before: true, after: false }, 'is over speed gone on with?');
  assert.deepEqual(openEnds(days(), hour(8) + 1, hour(20)), { before: false, after: false });
  const known = days({ follows: true, isFollowed: true });
  assert.deepEqual(openEnds(known, hour(0), hour(24)), { before: false, after: false });
  const two = [...days(), edges(at(30, 0), at(32, 0), { isFollowed: true })];
  assert.deepEqual(openEnds(two, hour(0), hour(48)), { before: true, after: false });
});

const sample = (from: number, to: number): fc.Arbitrary<TrackSample> =>
  fc
    .record({
      time: fc.integer({ min: from, max: to }),
      lat: fc.integer({ min: -90e6, max: 90e6 }),
      lng: fc.integer({ min: -180e6, max: 180e6 }),
      speed: fc.integer({ min: 0, max: 3000 }),
      ignition: fc.boolean(),
      odometer: fc.option(fc.integer({ min: 0, max: 40_000_000 })),
    })
    .map(({ time, lat, lng, speed, ignition, odometer }) => ({
      time,
      received: time,
      lat,
      lng,
      ignition,
      replayed: false,
      speedKmh: speed / 10,
      odometerM: odometer === null ? null : odometer * 100,
    }));

test('any day in bytes: its edges and its quarters come back; a day without reports has none', () => {
  const of = sample(T0, T0 + DAY_S - 1);
  fc.assert(
    fc.property(
      of,
      of,
      of,
      fc.boolean(),
      fc.boolean(),
      fc.uint8Array(),
      (first, last, { lat, lng }, a, b, quarters) => {
        const day: Edges = { first, last, anchor: { lat, lng }, follows: a, isFollowed: b };
        const bytes = encodeDay(day, quarters, DAY);
        assert.deepEqual(edgesIn(bytes, DAY), day);
        assert.deepEqual(quartersIn(bytes), quarters);
      },
    ),
  );
  const empty = encodeDay(undefined, new Uint8Array(0), DAY);
  assert.deepEqual([empty.length, edgesIn(empty, DAY), quartersIn(empty).length], [0, undefined, 0]);
});
