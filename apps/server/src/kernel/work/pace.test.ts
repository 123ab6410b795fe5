// How long work in pieces rests. That it lets everything else have its turn is seen where it is used.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { restsAsLong } from './pace.ts';

test('work in a thread rests as long as its piece took, at most 50 ms, and its rests are no work', async () => {
  let nowMs = 1000;
  const rests: number[] = [];
  const rest = restsAsLong({ monotonic: () => nowMs }, async (ms) => {
    rests.push(ms);
    nowMs += ms + 5; // woken late
  });
  for (const workedMs of [30, 0, 7, 400]) {
    nowMs += workedMs;
    // oxlint-disable-next-line no-await-in-loop -- one piece after the other
    await rest();
  }
  assert.deepEqual(rests, [30, 0, 7, 50]);
});
