// What the area bodies refuse to write, and stored areas of 0x0608. Layouts themselves: golden-pairs.test.ts.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fromHex } from './bytes.ts';
import { p8600SetCircles } from './messages/p8600-set-circles.ts';
import { p8606SetRoute } from './messages/p8606-set-route.ts';
import { decodeStoredAreas } from './messages/t0608-area-reply.ts';

const hex = (text: string): Uint8Array => fromHex(text.replaceAll(/\s/g, ''));
const circle = { id: 1, attr: 0, latRaw: 2, lonRaw: 3, radiusM: 4 };

const encode = (area: object) => p8600SetCircles.encode({ action: 0, areas: [{ ...circle, ...area }] }, '2013');

test('attributes that promise missing fields are refused', () => {
  assert.throws(() => encode({ attr: 1 }), /start and end/);
  assert.throws(() => encode({ attr: 1, start: '0000', end: '000000000000' }), /start and end/);
  assert.throws(() => encode({ attr: 2 }), /maxSpeedKmh/);
  assert.throws(() => encode({ attr: 2, maxSpeedKmh: 60 }), /overspeedS/);
  const point = { segmentId: 1, latRaw: 2, lonRaw: 3, widthM: 4, attr: 0 };
  assert.throws(() => p8606SetRoute.encode({ id: 1, attr: 0, points: [point] }, '2013'), /pointId/);
});

test('the night limit is the day’s when none is given', () => {
  const area = { ...circle, attr: 2, maxSpeedKmh: 60, overspeedS: 5 };
  const body = p8600SetCircles.encode({ action: 0, areas: [area] }, '2019');
  assert.deepEqual(p8600SetCircles.decode(body, '2019').areas, [{ ...area, nightMaxSpeedKmh: 60, name: '' }]);
});

test('stored areas are read in the layout of 2019 by their type', () => {
  const circleHex = '00000001 0000 00000002 00000003 00000004 0001 41';
  assert.deepEqual(decodeStoredAreas({ type: 1, count: 1, data: hex(circleHex) }), {
    kind: 'circles',
    areas: [{ ...circle, name: 'A' }],
  });
  const rectangleHex = '00000001 0000 00000002 00000003 00000004 00000005 0000';
  const rectangle = { id: 1, attr: 0, latTopLeftRaw: 2, lonTopLeftRaw: 3, latBottomRightRaw: 4, lonBottomRightRaw: 5 };
  assert.deepEqual(decodeStoredAreas({ type: 2, count: 1, data: hex(rectangleHex) }), {
    kind: 'rectangles',
    areas: [{ ...rectangle, name: '' }],
  });
  assert.deepEqual(decodeStoredAreas({ type: 3, count: 1, data: hex('00000001 0000 0000 0000') }), {
    kind: 'polygons',
    areas: [{ id: 1, attr: 0, points: [], name: '' }],
  });
  assert.deepEqual(decodeStoredAreas({ type: 4, count: 1, data: hex('00000001 0000 0000 0000') }), {
    kind: 'routes',
    areas: [{ id: 1, attr: 0, points: [], name: '' }],
  });
  assert.equal(decodeStoredAreas({ type: 5, count: 1, data: hex('00') }), undefined);
});
