// Steps on the ladder of speeds.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { faster, slower } from './speed-ladder.ts';

it('steps to the next speed, from between as well, and stays at the ends', () => {
  assert.deepEqual([0, 0.2, 0.5, 1, 2, 4, 8, 16, 20].map(faster), [0.2, 0.5, 1, 2, 4, 8, 16, 16, 20]);
  assert.deepEqual([20, 16, 8, 4, 2, 1, 0.5, 0.2, 0, -1].map(slower), [16, 8, 4, 2, 1, 0.5, 0.2, 0, 0, 0]);
  assert.deepEqual([faster(3), slower(3)], [4, 2]);
});
