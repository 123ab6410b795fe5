// How a video element stays near the newest picture.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { follow } from './follow.ts';

const ranges = (...spans: [number, number][]) => ({
  length: spans.length,
  start: (i: number) => spans[i]?.[0] ?? 0,
  end: (i: number) => spans[i]?.[1] ?? 0,
});

it('does nothing before something is buffered', () =>
  assert.deepEqual(follow(ranges(), 0, true), { behind: 0, rate: 1, jumpTo: undefined }));
it('plays at the pace of life while near', () => assert.equal(follow(ranges([0, 10]), 9.8, false).rate, 1));
it('hurries a little when late, more when later', () => {
  assert.equal(follow(ranges([0, 10]), 9.65, false).rate, 1.04);
  assert.equal(follow(ranges([0, 10]), 9.2, false).rate, 1.1);
});
it('jumps above a second and a half, or at once when told to', () => {
  assert.equal(follow(ranges([0, 10]), 8.4, false).jumpTo, 9.8);
  assert.equal(follow(ranges([0, 10]), 9.2, true).jumpTo, 9.8);
});
it('leaves a hole behind', () => assert.equal(follow(ranges([0, 5], [5.4, 5.5]), 5, false).jumpTo, 5.4));
