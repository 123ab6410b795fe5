// The measures of the idle page's clock.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { clockSize, handsAt } from './clock-face.ts';

test('[F-IDLE-008] the clock is 400 wide, and 30 less than a window below 430', () => {
  assert.deepEqual([1000, 430, 420, 300].map(clockSize), [400, 400, 390, 270]);
});

test('the hands stand where the time of day says', () => {
  assert.deepEqual(handsAt('15:30:15'), { hour: 105, minute: 181.5, second: 90 });
  assert.deepEqual(handsAt('00:00:00'), { hour: 0, minute: 0, second: 0 });
});
