// What days add up to, on both databases.
import assert from 'node:assert/strict';
import { eachStore } from '../../adapters/test-stores.ts';
import { type Row, tables } from '../../kernel/storage/db.ts';
import { createTrackDayStore } from './store.ts';

eachStore('days: kept, marked stale, read by device and day, forgotten', async (_t, { db }) => {
  const store = createTrackDayStore(db);
  const day = (deviceKey: number, n: number, stale = false) => ({
    deviceKey,
    day: n,
    quarters: Uint8Array.of(deviceKey, n),
    stale,
  });
  await store.keep([day(2, 11), day(1, 12), day(1, 10), day(1, 11, true), day(3, 11)]);
  await store.keep([day(1, 11)]);
  assert.deepEqual(await store.read([2, 1], [10, 11]), [day(1, 10), day(1, 11), day(2, 11)]);
  assert.deepEqual(await store.read([], [0, 99]), []);
  await store.markStale([
    { deviceKey: 1, day: 10 },
    { deviceKey: 9, day: 10 },
  ]);
  const stale = async () => (await store.read([1, 2, 3], [0, 99])).filter((row) => row.stale).map((row) => row.day);
  assert.deepEqual(await stale(), [10]);
  await store.markAllStale(12);
  assert.deepEqual(await stale(), [10, 12]);
  await store.removeDevices([3, 9]);
  assert.deepEqual(await store.read([3], [0, 99]), []);
  assert.equal(await store.forget(12, 2), 2);
  assert.equal(await store.forget(12, 9), 1);
  assert.deepEqual(await store.read([1, 2, 3], [0, 99]), [day(1, 12, true)]);
});

eachStore('days: what lacks nothing is not overwritten, what an earlier method made is', async (_t, { db }) => {
  const store = createTrackDayStore(db);
  const day = (quarters: number, stale = false) => ({
    deviceKey: 1,
    day: 10,
    quarters: Uint8Array.of(quarters),
    stale,
  });
  for (const method of [1, 2]) {
    const older = { deviceKey: 1, day: 9 + method, method, stale: 0, quarters: Uint8Array.of(0) };
    await tables<{ trackDays: Row<typeof older> }>(db).insertInto('trackDays').values(older).execute();
    assert.deepEqual(await store.read([1], [0, 99]), [], `method ${method}`);
  }
  for (const [kept, found] of [
    [day(1, true), day(1, true)],
    [day(2), day(2)],
    [day(3), day(2)],
    [day(4, true), day(2)],
  ] as const) {
    await store.keep([kept]);
    assert.deepEqual(await store.read([1], [0, 99]), [found]);
  }
  await store.markStale([{ deviceKey: 1, day: 10 }]);
  await store.keep([day(5)]);
  assert.deepEqual(await store.read([1], [0, 99]), [day(5)]);
});
