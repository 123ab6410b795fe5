// How sequence numbers are believed: by what counts without breaks, and what happens to a count whose stream ended.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SequenceViews } from './sequence.ts';

/** Two channels of two kinds each, in turns: each channel counts by itself, its kinds together. */
const channelsThatCount = (views: SequenceViews) => {
  const sources = ['X', 'X', 'Y', 'Y'].map((key) => views.open(key));
  const [x, otherX, y, otherY] = sources;
  assert.ok(x && otherX && y && otherY);
  for (let n = 0; n < 100; n += 2) {
    for (const [source, sequence] of [
      [x, n],
      [y, n],
      [otherX, n + 1],
      [otherY, n + 1],
    ] as const)
      views.step(sequence, source);
  }
  return { x, y };
};

test('the view with the fewest breaks is believed: a number that is left out is a loss of that channel', () => {
  const views = new SequenceViews();
  const { x, y } = channelsThatCount(views);
  assert.equal(views.step(100, x), 'whole');
  assert.equal(views.step(102, y), 'stream');
  assert.equal(views.step(103, y), 'whole');
});

test('a channel that was let go of begins to count again, also for its streams that go on', () => {
  const views = new SequenceViews();
  const { x, y } = channelsThatCount(views);
  views.forget('X');
  assert.equal(views.step(200, x), 'whole', 'its first number says nothing');
  assert.equal(views.step(202, x), 'stream', 'from then on it counts');
  assert.equal(views.step(102, y), 'stream', 'the others count as before');
});
