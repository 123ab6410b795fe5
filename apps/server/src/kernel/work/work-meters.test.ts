// What a meter says, and that reading starts it over.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createManualClock } from '../manual-clock.ts';
import { createWorkMeters } from './work-meters.ts';

test('a meter counts, sums and knows the longest, of work that failed too; reading starts it over', async () => {
  const clock = createManualClock();
  const { command } = createWorkMeters(clock);
  for (const ms of [5, 40, 15]) {
    const began = command.began();
    clock.advance(ms);
    command.ended(began);
  }
  const failing = command.around(() => Promise.reject(new Error('no')));
  await assert.rejects(failing, /no/);
  assert.deepEqual(command.take(), { count: 4, sumMs: 60, maxMs: 40 });
  assert.deepEqual(command.take(), { count: 0, sumMs: 0, maxMs: 0 });
});
