// Where places lie as circles and corridors see them.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { corridorOf } from '@outrider/contract';
import { circleShape, corridorShape } from './zone-shape.ts';

const METRES = 1 / 111_195;

test('a circle has a clear inside, an inside, a rim of 20 metres and an outside, in each direction and far north', () => {
  for (const lat of [0, 24, -60]) {
    const { whereIs } = circleShape({ lat, lng: 120.5, radiusM: 200 });
    const east = METRES / Math.cos((lat * Math.PI) / 180);
    for (const [metres, at, deep] of [
      [0, 'in', true],
      [179, 'in', true],
      [181, 'in', false],
      [199, 'in', false],
      [201, 'rim', false],
      [219, 'rim', false],
      [221, 'out', false],
    ] as const) {
      assert.deepEqual(whereIs(lat - metres * METRES, 120.5), { at, deep }, `${metres} m to the south`);
      assert.deepEqual(whereIs(lat, 120.5 + metres * east), { at, deep }, `${metres} m to the east of ${lat}`);
    }
  }
  const small = circleShape({ lat: 0, lng: 0, radiusM: 10 });
  assert.deepEqual([small.whereIs(4 * METRES, 0).deep, small.whereIs(6 * METRES, 0).deep], [true, false]);
});

test('the box of a circle holds it with its rim, also across the date line and around a pole', () => {
  const { box } = circleShape({ lat: 60, lng: 10, radiusM: 1000 });
  assert.ok(box.north - 60 > 1019 * METRES && box.north - 60 < 1100 * METRES);
  assert.ok(box.east - 10 > 2 * 1019 * METRES && box.east - 10 < 2 * 1100 * METRES);
  const line = circleShape({ lat: 0, lng: 179.999, radiusM: 1000 }).box;
  assert.ok(line.west > 179.9 && line.east < -179.9);
  assert.deepEqual(circleShape({ lat: 0, lng: 179.999, radiusM: 1000 }).whereIs(0, -179.999).at, 'in');
  const pole = circleShape({ lat: 89.999, lng: 0, radiusM: 1000 }).box;
  assert.deepEqual([pole.north, pole.west, pole.east], [90, -180, 180]);
});

test('a corridor is what is set in its bitmap, with two cells of rim, and nothing beside the bitmap', () => {
  const corridor = corridorOf([
    { lat: 24, lng: 120.5 },
    { lat: 24, lng: 120.51 },
  ]);
  assert.ok(corridor !== undefined);
  const { whereIs, box } = corridorShape(corridor);
  const cells = (count: number): number => 24.00005 + count * 0.0001;
  assert.deepEqual(
    [0, 2, 3, 4, 5, 9].map((count) => whereIs(cells(count), 120.505).at),
    ['in', 'in', 'rim', 'rim', 'out', 'out'],
  );
  assert.deepEqual([whereIs(24, 120.4).at, whereIs(24, 120.52).at, whereIs(-24, 120.505).at], ['out', 'out', 'out']);
  assert.ok(Math.abs(box.west - 120.4995) < 1e-9 && Math.abs(box.east - 120.5105) < 1e-9);
  const empty = corridorShape({ ...corridor, data: new Uint8Array(corridor.data.length) });
  assert.equal(empty.whereIs(cells(0), 120.505).at, 'out', 'the bitmap decides');
});
