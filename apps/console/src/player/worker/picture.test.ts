import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toRgba } from './picture.ts';

/** Two by two pixels of one colour. */
const painted = (y: number, u: number, v: number, height = 2): number[] => {
  const data = new Uint8Array(3 * height).fill(v).fill(y, 0, 2 * height);
  data.fill(u, 2 * height, 2.5 * height);
  return [...toRgba({ data, width: 2, height, poc: 0 })].slice(0, 4);
};

test('black, white and grey of limited range', () => {
  assert.deepEqual(painted(16, 128, 128), [0, 0, 0, 255]);
  assert.deepEqual(painted(235, 128, 128), [255, 255, 255, 255]);
  assert.deepEqual(painted(126, 128, 128), [128, 128, 128, 255]);
});

test('red by BT.601, and by BT.709 from 720 lines on', () => {
  const near = (found: number[], expected: number[]): boolean =>
    found.every((value, i) => Math.abs(value - (expected[i] ?? 0)) <= 2);
  assert.ok(near(painted(81, 90, 240), [254, 0, 0, 255]), painted(81, 90, 240).join());
  assert.ok(near(painted(63, 102, 240, 720), [255, 0, 0, 255]), painted(63, 102, 240, 720).join());
});
