// Drawing areas: presses set middles, corners and points, handles move them, and the outline follows.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  type AreaShape,
  boundsOf,
  boxOf,
  handlesOf,
  outlineOf,
  withHandleAt,
  withoutLast,
  withPress,
} from './area-shape.ts';

const at = (lat: number, lng: number) => ({ lat, lng });

test('a circle: pressed where its middle is, its edge dragged to the radius in metres', () => {
  const empty: AreaShape = { kind: 'circle', centre: undefined, radiusM: 200 };
  assert.deepEqual([handlesOf(empty), outlineOf(empty), boundsOf(empty)], [[], undefined, undefined]);
  const circle = withPress(empty, at(24.07861234, 120.5285));
  assert.deepEqual(circle, { kind: 'circle', centre: at(24.078612, 120.5285), radiusM: 200 });
  const [middle, edge] = handlesOf(circle);
  assert.deepEqual([middle?.what, edge?.what], ['middle', 'edge']);
  assert.ok(Math.abs((edge?.lng ?? 0) - 120.5285 - 200 / (111_320 * Math.cos((24.078612 * Math.PI) / 180))) < 1e-9);
  const wider = withHandleAt(circle, 1, at(24.078612 + 500 / 111_320, 120.5285));
  assert.equal(wider.kind === 'circle' && wider.radiusM, 500, 'also to the north');
  const moved = withHandleAt(wider, 0, at(25, 121));
  assert.deepEqual(moved, { kind: 'circle', centre: at(25, 121), radiusM: 500 });
  const least = withHandleAt(circle, 1, at(24.078612, 120.5285));
  assert.equal(least.kind === 'circle' && least.radiusM, 1);
  const outline = outlineOf(circle);
  assert.equal(outline?.type, 'Polygon');
  assert.deepEqual(withoutLast(circle), { ...empty });
});

test('a rectangle: two presses across, any corner dragged, a third press begins again', () => {
  const empty: AreaShape = { kind: 'rectangle', corners: [] };
  const one = withPress(empty, at(24, 120));
  assert.equal(outlineOf(one), undefined);
  const whole = withPress(one, at(23, 121));
  assert.deepEqual(whole.kind === 'rectangle' && boxOf(whole.corners), { north: 24, south: 23, west: 120, east: 121 });
  assert.deepEqual(
    handlesOf(whole).map(({ lat, lng }) => [lat, lng]),
    [
      [24, 120],
      [24, 121],
      [23, 121],
      [23, 120],
    ],
  );
  const dragged = withHandleAt(whole, 1, at(25, 122));
  const box = { north: 25, south: 23, west: 120, east: 122 };
  assert.deepEqual(dragged.kind === 'rectangle' && boxOf(dragged.corners), box, 'the corner across stays');
  assert.deepEqual(boundsOf(dragged), box);
  assert.deepEqual(withPress(whole, at(1, 2)), { kind: 'rectangle', corners: [at(1, 2)] });
  assert.deepEqual(withoutLast(whole), one);
});

test('polygons close, routes do not; each press is one more point', () => {
  const places = [at(24, 120), at(24, 121), at(23, 121)];
  const polygon = places.reduce<AreaShape>(withPress, { kind: 'polygon', points: [] });
  assert.deepEqual(outlineOf(polygon), {
    type: 'Polygon',
    coordinates: [
      [
        [120, 24],
        [121, 24],
        [121, 23],
        [120, 24],
      ],
    ],
  });
  assert.equal(outlineOf(withoutLast(polygon))?.type, 'LineString');
  const route = places.reduce<AreaShape>(withPress, { kind: 'route', points: [], widthM: 30 });
  assert.equal(outlineOf(route)?.type, 'LineString');
  const moved = withHandleAt(route, 2, at(22, 120));
  assert.deepEqual(moved, { kind: 'route', points: [at(24, 120), at(24, 121), at(22, 120)], widthM: 30 });
});
