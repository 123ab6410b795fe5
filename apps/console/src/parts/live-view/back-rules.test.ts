// How far a drag over a live picture goes back.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { backMs } from './back-rules.ts';

it('a small move is a click, then four pixels are a second, in steps of five, at least ten', () => {
  assert.deepEqual(
    [-100, 0, 23, 24, 40, 52, 240, 4000].map((px) => backMs(px, false)),
    [undefined, undefined, undefined, 10_000, 10_000, 15_000, 60_000, 1_000_000],
  );
});

it('a drag that began stays one where it comes back', () => {
  assert.deepEqual([backMs(5, true), backMs(-50, true)], [10_000, 10_000]);
});
