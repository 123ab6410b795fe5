// Counters by the minute, on both databases.
import assert from 'node:assert/strict';
import { eachStore } from '../../adapters/test-stores.ts';
import { createFleetHistoryStore, type FleetMinute } from './store.ts';

eachStore('counters of the fleet: one row a minute, read in order, the old ones forgotten', async (_t, { db }) => {
  const store = createFleetHistoryStore(db);
  const minute = (minuteMs: number, online: number, topKmh: number | null = null): FleetMinute => ({
    minuteMs,
    registered: 9,
    online,
    driving: 0,
    overSpeed: 0,
    recording: 2,
    fresh: 1,
    averageKmh: null,
    topKmh,
  });
  const start = 1_800_000_000_000;
  for (const [n, online] of [
    [2, 5],
    [0, 3],
    [1, 4],
  ] as const)
    await store.save(minute(start + n * 60_000, online));
  await store.save(minute(start + 60_000, 6, 88));
  assert.deepEqual(await store.since(start + 60_000), [minute(start + 60_000, 6, 88), minute(start + 120_000, 5)]);
  assert.equal(await store.forget(start + 120_000, 1), 1);
  assert.equal(await store.forget(start + 120_000, 5), 1);
  assert.equal(await store.forget(start + 120_000, 5), 0);
  assert.deepEqual(await store.since(0), [minute(start + 120_000, 5)]);
});
