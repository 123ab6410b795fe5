// A planned route while it is edited.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { blankRoute, isTooLarge, movedPoint, noRoute, routeOf } from './route-draft.ts';

const at = (lat: number) => ({ lat, lng: 10 });

test('a point takes the place of another one; there is none before the first and behind the last', () => {
  const points = [at(1), at(2), at(3)];
  assert.deepEqual(movedPoint(points, 2, 0), [at(3), at(1), at(2)]);
  assert.deepEqual(movedPoint(points, 0, 1), [at(2), at(1), at(3)]);
  for (const to of [-1, 3]) assert.equal(movedPoint(points, 0, to), points);
});

test('[A-ROUTE-016] 49 km are sent with their corridor, 51 km are too large, and so are 49 km near the pole', () => {
  assert.equal(isTooLarge([at(10), at(10 + 49 / 111.195)]), false);
  assert.equal(isTooLarge([at(10), at(10 + 51 / 111.195)]), true);
  const polar = [
    { lat: 85, lng: 0 },
    { lat: 85.3, lng: 3.5 },
  ];
  assert.equal(isTooLarge(polar), true);
  assert.equal(isTooLarge([]), false);
  const { latlngs, data, width } = routeOf({ ...blankRoute, points: [at(1), at(1.001)] });
  assert.deepEqual([latlngs.length, width, data.length > 0], [2, 10, true]);
  assert.deepEqual([noRoute.enable, noRoute.latlngs, noRoute.lat], [false, [], 0]);
});
