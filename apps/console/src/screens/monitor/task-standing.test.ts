// How tasks stand: one that runs does so whatever came before, and waiting is the rest.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { standingOf } from './task-standing.ts';

test('[E-MON-013] unit: what waits is not processed, not done and without an error', () => {
  const of = (processing: boolean, done: boolean, error: string) => standingOf({ processing, done, error });
  assert.equal(of(true, false, 'failed before'), 'processing');
  assert.equal(of(false, true, ''), 'done');
  assert.equal(of(false, false, 'away'), 'error');
  assert.equal(of(false, false, ''), 'waiting');
});
