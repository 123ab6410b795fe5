// How far a drag over a live picture goes back, and who has what it led to.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { backMs, recorderWindow, serverHas } from './back-rules.ts';

it('a small move is a click, then four pixels are a second up to a minute, then one, in steps of five, at least ten', () => {
  assert.deepEqual(
    [-100, 0, 23, 24, 40, 52, 240, 245, 600].map((px) => backMs(px, false)),
    [undefined, undefined, undefined, 10_000, 10_000, 15_000, 60_000, 65_000, 420_000],
  );
});

it('a drag that began stays one where it comes back', () => {
  assert.deepEqual([backMs(5, true), backMs(-50, true)], [10_000, 10_000]);
});

it('the server has what it recorded, and what it has recorded since it was asked', () => {
  const asked = 1_000_000;
  const ended = { channel: 1, start: 0, end: 100_000 };
  const open = { channel: 2, start: 900_000, end: asked - 8000 };
  const has = (channel: number, ms: number): boolean => serverHas([ended, open], [channel], ms, asked);
  assert.deepEqual([has(1, 50_000), has(1, 100_000), has(1, asked)], [true, false, false]);
  assert.deepEqual([has(2, 899_999), has(2, asked - 2000), has(2, asked + 60_000)], [false, true, true]);
});

it('of the recorder what lies five minutes around a moment is asked for, never what is to come', () => {
  assert.deepEqual(recorderWindow(1_000_000, 2_000_000), { startMs: 700_000, endMs: 1_300_000 });
  assert.deepEqual(recorderWindow(1_000_000, 1_030_000), { startMs: 700_000, endMs: 1_030_000 });
  assert.deepEqual(recorderWindow(1_000_000, 1_000_000), { startMs: 700_000, endMs: 1_001_000 });
});
