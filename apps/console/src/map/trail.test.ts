// The trail: one place for each change, the newest 500, coloured by speed.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { joinTrails, speedClassOf, TRAIL_POINTS, trailLines, withPoint } from './trail.ts';
import type { TrailPoint } from './trail.ts';

const at = (n: number, changes: Partial<TrailPoint> = {}): TrailPoint => ({
  lat: 24 + n / 1000,
  lng: 120,
  speedKmh: 40,
  timeMs: 1_000_000 + n * 1000,
  ...changes,
});

it('[F-MAPTRAIL-001] grows whenever lat or lng changes, and not otherwise', () => {
  const one = withPoint([], at(0));
  assert.equal(withPoint(one, at(0, { timeMs: 1_009_000, speedKmh: 0 })), one);
  assert.equal(withPoint(one, at(0, { lat: 24.5, timeMs: 1_001_000 })).length, 2);
  assert.equal(withPoint(one, at(0, { lng: 120.5, timeMs: 1_001_000 })).length, 2);
});

it('[F-MAPTRAIL-002 F-CONST-027] keeps the newest 500 places', () => {
  let trail: readonly TrailPoint[] = [];
  for (let n = 0; n < 600; n += 1) trail = withPoint(trail, at(n));
  assert.equal(TRAIL_POINTS, 500);
  assert.equal(trail.length, 500);
  assert.deepEqual(trail.at(-1), at(599));
  assert.deepEqual(trail[0], at(100));
});

it('leaves out a report that is older than the last one', () => {
  const trail = [at(0), at(5)];
  assert.equal(withPoint(trail, at(3)), trail);
});

it('joins what the server stored with what came meanwhile, each place once', () => {
  const joined = joinTrails([at(0), at(1), at(2)], [at(2), at(3)]);
  assert.deepEqual(joined, [at(0), at(1), at(2), at(3)]);
  const many = Array.from({ length: 700 }, (_, n) => at(n));
  assert.equal(joinTrails(many, [at(700)]).length, TRAIL_POINTS);
});

it('colours by the speed classes, whose bounds belong to the faster one', () => {
  assert.deepEqual([0, 9.9, 10, 49, 50, 80, 300, -1].map(speedClassOf), [0, 0, 1, 2, 3, 4, 4, 0]);
});

it('draws one line for each stretch of one class, joined at their ends', () => {
  const { features } = trailLines([at(0), at(1), at(2, { speedKmh: 90 }), at(3, { speedKmh: 90 })]);
  assert.deepEqual(
    features.map(({ properties, geometry }) => [properties.c, geometry.coordinates.length]),
    [
      [2, 2],
      [4, 3],
    ],
  );
  assert.deepEqual(features[0]?.geometry.coordinates.at(-1), features[1]?.geometry.coordinates[0]);
});

it('draws no line across a gap of which nobody knows the way', () => {
  const { features } = trailLines([at(0), at(1), at(2, { timeMs: 9_000_000 }), at(3, { timeMs: 9_001_000 })]);
  assert.equal(features.length, 2);
  assert.deepEqual(trailLines([at(0)]).features, []);
});

it('goes the short way over the date line', () => {
  const lngs = [179.9, -179.9, -179.8, 179.9];
  const { features } = trailLines(lngs.map((lng, n) => at(n, { lng, lat: n / 100 })));
  assert.deepEqual(
    features.flatMap(({ geometry }) => geometry.coordinates.map(([lng]) => lng?.toFixed(1))),
    ['179.9', '180.1', '180.2', '179.9'],
  );
});
