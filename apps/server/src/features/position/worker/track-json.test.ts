// The text of tracks: as JSON.stringify would write it, for every value that can be stored.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { TrackPosition } from '../hour-codec.ts';
import { trackJson } from './track-json.ts';

const asJson = (points: readonly TrackPosition[]): string =>
  JSON.stringify(
    points.map(({ lat, lng, speed, heading, time }) => ({
      lat: lat / 1e6,
      lng: lng / 1e6,
      speed: speed / 10,
      dir: heading,
      time,
    })),
  );
const textOf = (points: readonly TrackPosition[]): string => new TextDecoder().decode(trackJson(points));

test('no point, one at zero, the farthest ones, and steps just beside whole degrees', () => {
  const zero: TrackPosition = { lat: 0, lng: 0, speed: 0, heading: 0, time: 0, flags: 0 };
  const most = 2 ** 32 - 1;
  const tracks = [
    [],
    [zero],
    [zero, { ...zero, lat: -most, lng: most, speed: 65_535, heading: 65_535, time: most }],
    [-1, 1, 999_999, 1_000_000, -1_000_001, 1_234_500].map((lng) => ({ ...zero, lat: -lng, lng, speed: 105 })),
  ];
  for (const track of tracks) assert.equal(textOf(track), asJson(track));
});

test('any points are written as JSON.stringify writes them', () => {
  const point = fc.record({
    lat: fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 }),
    lng: fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 }),
    speed: fc.integer({ min: 0, max: 65_535 }),
    heading: fc.integer({ min: 0, max: 65_535 }),
    time: fc.integer({ min: 0, max: 2 ** 32 - 1 }),
    flags: fc.constant(0),
  });
  fc.assert(fc.property(fc.array(point), (points) => assert.equal(textOf(points), asJson(points))));
});
