// How far hours of reports without a place are looked through for one that has a place.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { encodeHour } from './hour-codec.ts';
import { nearestOf } from './nearest.ts';
import { noOptional, type StoredPosition } from './stored-position.ts';

const HOUR_S = 3600;
const FIRST = 400_000;
const FIXED = 1;
const HAS_TIME = 8;

const report = (time: number, flags: number): StoredPosition => ({
  ...noOptional,
  time,
  received: time + 2,
  lat: 24e6,
  lng: 120e6,
  altitude: 10,
  speed: 0,
  heading: 0,
  alarm: 0,
  status: 1,
  flags,
  items: new Uint8Array(0),
});
const hourOfReports = (hour: number, count: number, flags: number): Uint8Array =>
  encodeHour(Array.from({ length: count }, (_, i) => report(hour * HOUR_S + Math.floor((i * HOUR_S) / count), flags)));

/** Behind an hour with a place so many without one, and how many hours of them a look for the newest place takes. */
const look = (blindHours: number, reports: number): { before: number | null; taken: number } => {
  let taken = 0;
  const file = {
    *hoursNear(_key: number, _hours: readonly [number, number], most: number) {
      for (let hour = FIRST + blindHours; hour >= FIRST && taken < most; hour -= 1) {
        taken += 1;
        yield hour === FIRST ? hourOfReports(hour, 1, HAS_TIME | FIXED) : hourOfReports(hour, reports, HAS_TIME);
      }
    },
  };
  const { before } = nearestOf(file, 7, { before: (FIRST + 1 + blindHours) * HOUR_S, after: null }, []);
  return { before, taken };
};

test('a weekend in a garage is looked through, a longer time is not', () => {
  assert.deepEqual(look(96, 60), { before: FIRST * HOUR_S, taken: 97 });
  assert.deepEqual(look(97, 60), { before: null, taken: 97 });
});

test('reports that come close after each other are looked through for hours only', () => {
  assert.deepEqual(look(2, 3600), { before: FIRST * HOUR_S, taken: 3 });
  assert.deepEqual(look(96, 3600), { before: null, taken: 3 }, '10,800 reports');
  assert.deepEqual(look(96, 360), { before: null, taken: 28 }, '10,080 reports');
});
