// A fence while it is edited.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  blankFence,
  draftOf,
  fenceOf,
  isPlace,
  isRadius,
  metresOf,
  radiusIn,
  radiusRule,
  radiusUnit,
  shapeOf,
} from './fence-draft.ts';

test('[A-FENCE-008] [A-FENCE-012] one without latitude or longitude has no circle; the radius is sent in whole metres', () => {
  const stored = { ...fenceOf({ ...blankFence, lat: 24, lng: 120, radiusM: 123.6 }), updatetime: 1 };
  assert.equal(stored.radius, 124);
  for (const part of [{ lat: 0 }, { lng: 0 }]) {
    const shape = shapeOf(draftOf({ ...stored, ...part }));
    assert.equal(shape.kind === 'circle' && shape.centre, undefined);
  }
  assert.deepEqual(shapeOf(draftOf(stored)), { kind: 'circle', centre: { lat: 24, lng: 120 }, radiusM: 124 });
});

test('what cannot be saved: places off the globe, nothing typed, circles too small or too large', () => {
  assert.deepEqual(
    [
      [90, 180],
      [90.1, 0],
      [0, -180.1],
      [Number.NaN, 0],
    ].map(([lat = 0, lng = 0]) => isPlace({ lat, lng })),
    [true, false, false, false],
  );
  assert.deepEqual([9.4, 9.5, 1_000_000, 1_000_001, Number.NaN].map(isRadius), [false, true, true, false, false]);
});

test('in miles the radius is in feet, and comes back in metres', () => {
  assert.deepEqual(
    [radiusUnit('mile'), radiusIn(100, 'mile'), Math.round(metresOf(328.1, 'mile'))],
    ['ft', 328.1, 100],
  );
  assert.deepEqual([radiusUnit('kilometre'), radiusIn(100, 'kilometre'), metresOf(100, 'kilometre')], ['m', 100, 100]);
});

test('what a radius may be is said in the unit of its field, and can be typed so', () => {
  assert.equal(radiusRule('kilometre'), 'From 10 m to 1000 km.');
  assert.equal(radiusRule('mile'), 'From 33 to 3280840 ft.');
  assert.deepEqual(
    [30, 33, 3_280_840].map((feet) => isRadius(metresOf(feet, 'mile'))),
    [false, true, true],
  );
});
