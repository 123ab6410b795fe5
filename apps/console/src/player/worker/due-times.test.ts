// When pictures are due that are shown in another order than they were coded in.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { DueTimes } from './due-times.ts';
import type { RecordedFrame } from './frame-shelf.ts';

const frame = (timeMs: number, key = false): RecordedFrame => ({
  bytes: new Uint8Array(0),
  key,
  replay: false,
  timeMs,
  takenMs: timeMs,
});
const put = (...times: readonly number[]) => {
  const due = new DueTimes();
  const frames = times.map((timeMs, i) => frame(timeMs, i === 0));
  for (const one of frames) due.put(one);
  return { due, frames, take: (...places: number[]) => places.map((i) => due.take(frames[i] ?? assert.fail())) };
};

it('pictures that are shown as they were coded are due at their own times, one that is coded again at its last', () => {
  assert.deepEqual(put(0, 40, 80, 120).take(0, 1, 2, 3), [0, 40, 80, 120]);
  const { due, take } = put(0, 5000, 5040);
  assert.deepEqual(take(0, 1), [0, 5000], 'after a pause');
  assert.equal(due.take(frame(7000)), 7000, 'one that it knows nothing of');
});
it('stamped in the order of coding: each takes the next time, whatever is coded before it', () => {
  assert.deepEqual(put(0, 40, 80, 120, 160, 200).take(0, 3, 2, 4, 1, 5), [0, 40, 80, 120, 160, 200]);
});
it('stamped by when they are shown: each has its own', () => {
  assert.deepEqual(put(0, 160, 80, 40, 120, 200).take(0, 3, 2, 4, 1, 5), [0, 40, 80, 120, 160, 200]);
});
it('pictures that never come hold the others up by one time each, until no decoder has them any more', () => {
  const { take } = put(...Array.from({ length: 40 }, (_, i) => 40 * i));
  assert.deepEqual(take(0, 2, 3), [0, 40, 80]);
  const rest = take(...Array.from({ length: 18 }, (_, i) => 4 + i));
  assert.deepEqual([rest[0], rest[13], rest[14], rest.at(-1)], [120, 640, 720, 840]);
});
it('what was coded before a key picture is shown before it, or never', () => {
  const { due, take } = put(0, 40, 80, 120);
  assert.deepEqual(take(0), [0]);
  const key = frame(160, true);
  due.put(key);
  due.put(frame(200));
  assert.equal(due.take(key), 160);
  due.clear();
  const next = frame(20);
  due.put(next);
  assert.equal(due.take(next), 20);
});
