// Changes of areas that wait become one: of each number the last word counts.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { DeviceArea } from '@outrider/contract';
import { type AreaOrder, detailOf, removing, setting, together } from './area-order.ts';

const circle = (id: number, radiusm = 100): DeviceArea => ({ kind: 'circle', id, lat: 1, lng: 2, radiusm });
const merged = (...orders: AreaOrder[]): AreaOrder =>
  orders.reduce((older, newer) => together(older, newer) ?? assert.fail('they stay apart'));

test('the newer word about a number counts, and keeps who said it', () => {
  const whole = merged(setting([circle(1), circle(2)], 'ann'), setting([circle(2, 300)], 'bob'));
  assert.deepEqual(
    whole.changes.map(({ id, area, by }) => [id, area?.kind === 'circle' ? area.radiusm : null, by]),
    [
      [1, 100, 'ann'],
      [2, 300, 'bob'],
    ],
  );
  assert.equal(detailOf(whole), 'circle 1, circle 2');
  assert.equal(detailOf(merged(whole, removing('circle', [1], 'bob'))), 'circle 2; removed: circle 1');
});

test('the removal of a whole kind leaves nothing older of it, and what is set after it is set', () => {
  const whole = merged(setting([circle(1)], 'ann'), removing('circle', [], 'ann'), setting([circle(3)], 'ann'));
  assert.equal(detailOf(whole), 'circle 3; removed: all circles');
  const others = merged(setting([circle(1)], 'ann'), removing('route', [], 'ann'));
  assert.equal(detailOf(others), 'circle 1; removed: all routes');
});

test('more than an order holds stay two', () => {
  const many = (from: number) =>
    setting(
      Array.from({ length: 300 }, (_, i) => circle(from + i)),
      'ann',
    );
  assert.equal(together(many(1), many(301)), undefined);
  assert.ok(together(many(1), many(1)) !== undefined);
});
