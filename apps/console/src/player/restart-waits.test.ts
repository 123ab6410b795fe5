// How long a failed player waits.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { RestartWaits } from './restart-waits.ts';

it('waits longer with each failure in a row, half a minute at most', () => {
  const waits = new RestartWaits();
  assert.deepEqual(
    [1000, 4000, 10_000, 26_000, 57_000, 90_000].map((nowMs) => waits.failed(nowMs)),
    [2000, 5000, 15_000, 30_000, 30_000, 30_000],
  );
});
it('forgets a failure that is more than a minute old', () => {
  const waits = new RestartWaits();
  assert.equal(waits.failed(0), 2000, 'also the first, whatever the clock says');
  assert.equal(waits.failed(60_000), 5000, 'a minute is not more than a minute');
  assert.equal(waits.failed(120_001), 2000);
  assert.equal(waits.failed(120_002), 5000, 'the count begins again');
});
