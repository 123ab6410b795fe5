import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BLIND_SPOT_LIMITS, type PicturePoint, WHOLE_PICTURE } from '@outrider/contract';
import { grabbed, type Handle, movedTo, stepOfKey } from './handles.ts';

const point: Handle = { name: 'Point', shape: 'point', limits: WHOLE_PICTURE };
const line: Handle = { name: 'Line', shape: 'line', limits: { x: [640, 640], y: [360, 720] } };

test('[A-ADAS-005] blind spots are dragged as far as their limits and no farther', () => {
  const dragged = (side: 'left' | 'right', place: PicturePoint) =>
    movedTo([{ ...point, limits: BLIND_SPOT_LIMITS[side] }], [[500, 500]], 0, place)[0];
  assert.deepEqual(dragged('left', [0, 0]), [10, 50]);
  assert.deepEqual(dragged('left', [1280, 720]), [960, 710]);
  assert.deepEqual(dragged('right', [0, 0]), [320, 50]);
  assert.deepEqual(dragged('right', [1280, 720]), [1270, 710]);
  assert.deepEqual(dragged('left', [400.4, 300.6]), [400, 301], 'whole pixels');
});

test('[A-ADAS-006] a press 20 px from a point takes it, 21 px does not', () => {
  const at = (press: PicturePoint, scale?: number) => grabbed([point], [[600, 300]], press, scale);
  assert.equal(at([620, 300]), 0);
  assert.equal(at([621, 300]), undefined);
  assert.equal(at([600, 280]), 0);
  assert.equal(at([600, 279]), undefined);
  assert.equal(at([612, 316]), 0, '12 across and 16 down are 20');
  assert.equal(at([613, 316]), undefined);
  // As it is seen: where the picture is half as large, 20 px of the page are 40 of the picture.
  assert.equal(at([640, 300], 0.5), 0);
  assert.equal(at([641, 300], 0.5), undefined);
});

test('the nearest point is taken, and a point before a line that lies nearer', () => {
  const two = [point, point];
  assert.equal(
    grabbed(
      two,
      [
        [100, 100],
        [120, 100],
      ],
      [112, 100],
    ),
    1,
  );
  const both = [line, point];
  const places: PicturePoint[] = [
    [640, 500],
    [300, 510],
  ];
  assert.equal(grabbed(both, places, [300, 501]), 1);
  assert.equal(grabbed(both, places, [1200, 515]), 0, 'a line is taken anywhere along it');
  assert.equal(grabbed(both, [], [300, 501]), undefined);
});

test('a line moves up and down only; arrows move by one pixel, with Shift by ten', () => {
  assert.deepEqual(movedTo([line], [[640, 500]], 0, [10, 200]), [[640, 360]]);
  assert.deepEqual(movedTo([line], [[640, 500]], 4, [10, 200]), [[640, 500]]);
  assert.deepEqual(stepOfKey('ArrowLeft', false), [-1, 0]);
  assert.deepEqual(stepOfKey('ArrowDown', true), [0, 10]);
  assert.equal(stepOfKey('Enter', false), undefined);
});
