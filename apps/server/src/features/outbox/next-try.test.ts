import assert from 'node:assert/strict';
import { test } from 'node:test';
import { GIVE_UP_MS, nextTry } from './next-try.ts';

test('pauses double from half a minute to an hour, and after three days there is no other try', () => {
  const pauses = [1, 2, 3, 7, 8, 9, 500].map((tries) => nextTry({ createdMs: 0, tries }, 1000));
  assert.deepEqual(
    pauses.map((atMs) => (Number(atMs) - 1000) / 1000),
    [30, 60, 120, 1920, 3600, 3600, 3600],
  );
  assert.equal(typeof nextTry({ createdMs: 0, tries: 90 }, GIVE_UP_MS - 1), 'number');
  assert.equal(nextTry({ createdMs: 0, tries: 90 }, GIVE_UP_MS), null);
});
