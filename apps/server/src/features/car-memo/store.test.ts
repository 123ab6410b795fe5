// Car memos, on both databases.
import assert from 'node:assert/strict';
import { eachStore } from '../../adapters/test-stores.ts';
import { createCarMemoStore, type StoredMemo } from './store.ts';

eachStore('car memos: one of each type and device, saved again in its place, none where empty', async (_t, { db }) => {
  const store = createCarMemoStore(db);
  const memo = (deviceKey: number, type: number, text: string, updatedMs = 1_800_000_000_000): StoredMemo => ({
    deviceKey,
    type,
    memo: text,
    updatedMs,
    updatedBy: 'admin',
  });
  for (const each of [memo(2, 1, 'b'), memo(2, 0, '備註'), memo(1, 0, 'a')]) await store.save(each);
  assert.deepEqual(await store.read(), [memo(1, 0, 'a'), memo(2, 0, '備註'), memo(2, 1, 'b')]);
  await store.save(memo(2, 0, 'other', 1_800_000_001_000));
  await store.save(memo(2, 1, ''));
  assert.deepEqual(await store.read(), [memo(1, 0, 'a'), memo(2, 0, 'other', 1_800_000_001_000)]);
  await store.removeDevices([1, 9]);
  assert.deepEqual(await store.read(), [memo(2, 0, 'other', 1_800_000_001_000)]);
});
