// The zone of a place, and days that go by clocks which are changed.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dayStartMs } from './daily.ts';
import { offsetOf, shownOffset, shownOffsetAt, zoneOfPlace } from './place-zone.ts';

const WINTER_MS = Date.UTC(2026, 0, 15);
const SUMMER_MS = Date.UTC(2026, 6, 15);
const HOUR_MS = 3_600_000;

test('places have the zone of their country, also across the date line and at half hours', () => {
  for (const [lat, lng, zone] of [
    [25.04, 121.56, 'Asia/Taipei'],
    [40.71, -74.01, 'America/New_York'],
    [41.88, -87.63, 'America/Chicago'],
    [28.61, 77.21, 'Asia/Kolkata'],
    [-36.85, 174.76, 'Pacific/Auckland'],
    [52.52, 13.4, 'Europe/Berlin'],
  ] as const)
    assert.equal(zoneOfPlace({ lat, lng }), zone);
  for (const place of [
    { lat: 91, lng: 0 },
    { lat: 0, lng: 181 },
    { lat: Number.NaN, lng: 0 },
  ])
    assert.equal(zoneOfPlace(place), null);
});

test('every place on earth has a zone whose clocks Node knows', () => {
  for (let lat = -90; lat <= 90; lat += 3)
    for (let lng = -180; lng <= 180; lng += 3) assert.notEqual(zoneOfPlace({ lat, lng }), null, `${lat},${lng}`);
});

test('the offset is that of the moment; without a zone, or with one that nobody knows, that of the clock', () => {
  const berlin = { utcOffsetMinutes: 480, placeZone: 'Europe/Berlin' };
  assert.deepEqual(
    [WINTER_MS, SUMMER_MS].map((ms) => shownOffset(berlin, ms)),
    [60, 120],
  );
  assert.equal(shownOffset({ ...berlin, placeZone: null }, SUMMER_MS), 480);
  assert.equal(shownOffset({ ...berlin, placeZone: 'Mars/Crater' }, SUMMER_MS), 480);
});

test('what happened elsewhere goes by the zone of there, of a device whose zone is that of its place', () => {
  const berlin = { utcOffsetMinutes: 480, placeZone: 'Europe/Berlin' };
  const inDelhi = { lat: 28.61, lng: 77.21 };
  assert.equal(shownOffsetAt(berlin, WINTER_MS, inDelhi), 330);
  assert.equal(shownOffsetAt(berlin, WINTER_MS, { lat: null, lng: null }), 60);
  assert.equal(shownOffsetAt({ ...berlin, placeZone: null }, WINTER_MS, inDelhi), 480);
});

/** How long the days are that begin from a date on, in hours, looked at each quarter of an hour. */
const daysFrom = (placeZone: string, fromMs: number): number[] => {
  const offset = offsetOf({ utcOffsetMinutes: 0, placeZone });
  const starts = new Set<number>();
  for (let ms = fromMs; ms < fromMs + 96 * HOUR_MS; ms += HOUR_MS / 4) starts.add(dayStartMs(ms, offset));
  const all = [...starts];
  return all.slice(2).map((start, i) => (start - (all[i + 1] ?? 0)) / HOUR_MS);
};

test('days are as long as the clocks of the zone make them, each of them one', () => {
  assert.deepEqual(daysFrom('Europe/Berlin', Date.UTC(2026, 2, 27, 12)), [24, 23, 24]);
  assert.deepEqual(daysFrom('Europe/Berlin', Date.UTC(2026, 9, 23, 12)), [24, 25, 24]);
  // Clocks that skip midnight, and clocks that show it twice.
  assert.deepEqual(daysFrom('Africa/Cairo', Date.UTC(2026, 3, 22, 12)), [24, 23, 24]);
  assert.deepEqual(daysFrom('America/Havana', Date.UTC(2026, 9, 30, 12)), [24, 25, 24]);
});
