// Hints of files: the first at once, a storm once a second, and everything after the socket was away.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DrivenClock } from './driven-clock.ts';
import { FileHints } from './file-hints.ts';

const open = () => {
  const clock = new DrivenClock();
  const hints = new FileHints(clock);
  const told: (number[] | 'all')[] = [];
  hints.subscribe((changed) => told.push(changed === 'all' ? 'all' : [...changed]));
  return { clock, hints, told };
};

test('the first hint is told at once, what follows within a second together and once', async () => {
  const { clock, hints, told } = open();
  hints.hear([1]);
  assert.deepEqual(told, [[1]]);
  for (let i = 0; i < 50; i += 1) hints.hear([1, 2]);
  await clock.pass(999);
  assert.deepEqual(told, [[1]]);
  await clock.pass(1);
  assert.deepEqual(told, [[1], [1, 2]]);
  await clock.pass(5000);
  assert.equal(told.length, 2);
  hints.hear([3]);
  assert.deepEqual(told.at(-1), [3]);
});

test('when the socket opens everything may have changed; while it is away that is known', async () => {
  const { clock, hints, told } = open();
  assert.equal(hints.live.getState().live, false);
  hints.setLive(true);
  hints.setLive(true);
  assert.deepEqual(told, ['all']);
  await clock.pass(1000);
  hints.setLive(false);
  assert.deepEqual(told, ['all']);
  assert.equal(hints.live.getState().live, false);
  hints.setLive(true);
  assert.deepEqual(told, ['all', 'all']);
});

test('more events than can be named are all of them', async () => {
  const { clock, hints, told } = open();
  hints.hear([0]);
  hints.hear(Array.from({ length: 1001 }, (_, i) => i));
  hints.hear([5000]);
  await clock.pass(1000);
  assert.deepEqual(told, [[0], 'all']);
});
