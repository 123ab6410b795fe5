// Coded pictures wait for their moment: in order, bounded, skipped only to key frames.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { FrameShelf } from './frame-shelf.ts';
import type { RecordedFrame } from './frame-shelf.ts';

const frame = (timeMs: number, key = false, bytes = 10): RecordedFrame => ({
  bytes: new Uint8Array(bytes),
  key,
  timeMs,
  replay: false,
  takenMs: timeMs,
});
const filled = (...frames: RecordedFrame[]): FrameShelf => {
  const shelf = new FrameShelf();
  for (const each of frames) shelf.put(each);
  return shelf;
};
const rest = (shelf: FrameShelf): number[] => {
  const times: number[] = [];
  for (let next = shelf.take(); next !== undefined; next = shelf.take()) times.push(next.timeMs);
  return times;
};

it('begins with a key frame and keeps the order', () => {
  const shelf = filled(frame(1), frame(2, true), frame(3));
  assert.equal(shelf.dropped, 1);
  assert.deepEqual(rest(shelf), [2, 3]);
});
it('skips to the last key frame that is due, never past it', () => {
  const shelf = filled(frame(0, true), frame(40), frame(1000, true), frame(1040), frame(2000, true));
  assert.equal(shelf.skipTo(500), false);
  assert.equal(shelf.skipTo(1500), true);
  assert.equal(shelf.dropped, 2);
  assert.deepEqual(rest(shelf), [1000, 1040, 2000]);
});
it('a lost decoder waits for the next key frame', () => {
  const shelf = filled(frame(0, true), frame(40), frame(80), frame(1000, true));
  shelf.take();
  shelf.awaitKey();
  assert.deepEqual(rest(shelf), [1000]);
  shelf.put(frame(1040));
  shelf.awaitKey();
  shelf.put(frame(1080));
  assert.equal(shelf.first, undefined);
});
it('what comes again from a moment on replaces what waits', () => {
  const shelf = filled(frame(0, true), frame(1000, true), frame(2000, true));
  shelf.cut(1000);
  shelf.put(frame(1040));
  shelf.put(frame(1000, true));
  shelf.put(frame(1040));
  assert.deepEqual(rest(shelf), [0, 1000, 1040]);
});
it('is bounded: past it all that waits goes, and a key frame begins again', () => {
  const shelf = filled(frame(0, true, 20 * 2 ** 20), frame(40, false, 5 * 2 ** 20));
  assert.equal(shelf.size, 0);
  shelf.put(frame(80));
  assert.equal(shelf.size, 0);
  shelf.put(frame(1000, true));
  assert.deepEqual(rest(shelf), [1000]);
  for (let i = 0; i < 2500; i += 1) shelf.put(frame(i, i % 15 === 0));
  assert.ok(shelf.size <= 2000);
});
