// Recorded moments fall due by one clock; speeds step along the ladder.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { dueIn, mediaAt } from './media-clock.ts';
import { faster, slower } from './speed-ladder.ts';

it('reckons the moment that is due from anchor and rate', () => {
  const clock = { mediaMs: 1_000_000, atMs: 500, rate: 4 };
  assert.equal(mediaAt(clock, 500), 1_000_000);
  assert.equal(mediaAt(clock, 750), 1_001_000);
  assert.equal(mediaAt(clock, 400), 1_000_000, 'not before it begins');
  assert.equal(mediaAt({ ...clock, rate: 0 }, 9000), 1_000_000);
});
it('says how long until a moment is due', () => {
  const clock = { mediaMs: 1_000_000, atMs: 500, rate: 2 };
  assert.equal(dueIn(clock, 1_001_000, 500), 500);
  assert.equal(dueIn(clock, 1_001_000, 400), 600, 'it begins a little later');
  assert.equal(dueIn(clock, 999_000, 500), 0);
  assert.equal(dueIn({ ...clock, rate: 0 }, 1_001_000, 500), Infinity);
});
it('[A-PLAYBACK-011 A-PLAYBACK-012] steps one value of the ladder, and stays at its ends', () => {
  const walked = [0];
  for (let i = 0; i < 9; i += 1) walked.push(faster(walked.at(-1) ?? 0));
  assert.deepEqual(walked, [0, 0.2, 0.5, 1, 2, 4, 8, 16, 16, 16]);
  assert.deepEqual([slower(16), slower(1), slower(0.2), slower(0)], [8, 0.5, 0, 0]);
  assert.deepEqual([faster(3), slower(3)], [4, 2], 'a speed between two of them');
});
