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

test('what it believed long ago counts half: a recorder that counts another way from then on is believed before long', () => {
  const views = new SequenceViews();
  const [x, y] = [views.open('X'), views.open('Y')];
  for (let n = 0; n < 510; n += 1) {
    views.step(n, x); // each channel by itself
    views.step(5000 + n, y);
  }
  assert.equal(views.step(510, x), 'whole');
  const verdicts = Array.from({ length: 900 }, (_, n) => views.step(1000 + n, n % 2 === 0 ? x : y)); // all together
  assert.equal(verdicts[1], 'stream', 'it takes a while');
  assert.deepEqual(new Set(verdicts.slice(700)), new Set(['whole']));
});
