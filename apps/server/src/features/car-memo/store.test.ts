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
  const firstMs = 1_800_000_000_000;
  for (const each of [memo(2, 1, 'b'), memo(2, 0, '備註'), memo(1, 0, 'a')])
    assert.equal(await store.write(each, 0), true);
  assert.deepEqual(await store.readAll(), [memo(1, 0, 'a'), memo(2, 0, '備註'), memo(2, 1, 'b')]);
  const other = memo(2, 0, 'other', firstMs + 1000);
  assert.equal(await store.write(other, firstMs), true);
  assert.equal(await store.write(memo(2, 0, 'late', firstMs + 1000), firstMs), false, 'that version is over');
  assert.equal(await store.write(memo(2, 1, ''), firstMs), true);
  assert.deepEqual(await store.readAll(), [memo(1, 0, 'a'), other]);
  assert.deepEqual(await store.read(2, 1), memo(2, 1, ''), 'who emptied it is known');
  assert.equal(await store.read(1, 1), undefined);
  await store.removeDevices([1, 9]);
  assert.deepEqual(await store.readAll(), [other]);
});
