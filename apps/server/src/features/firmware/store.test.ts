// The firmware store's table, on both databases.
import assert from 'node:assert/strict';
import { eachStore } from '../../adapters/test-stores.ts';
import { type StoredFirmware, createFirmwareStore } from './store.ts';

const firmware = (id: string, updatedMs: number): StoredFirmware => ({
  id,
  fileName: `${id}.bin`,
  memo: '',
  bytes: 3,
  md5: 'm',
  sha256: 's',
  updatedMs,
});

eachStore('firmware: the newest first, changed in part, removed once', async (_t, { db }) => {
  const store = createFirmwareStore(db);
  for (const each of [firmware('b', 5), firmware('a', 9), firmware('c', 7)]) await store.add(each);
  await assert.rejects(store.add(firmware('a', 1)));
  assert.equal(await store.change('b', { memo: 'x', updatedMs: 8 }), true);
  assert.equal(await store.change('nobody', { memo: 'x', updatedMs: 8 }), false);
  assert.deepEqual(await store.list(), [firmware('a', 9), { ...firmware('b', 8), memo: 'x' }, firmware('c', 7)]);
  assert.deepEqual([await store.remove('a'), await store.remove('a')], [true, false]);
  assert.deepEqual(
    (await store.list()).map(({ id }) => id),
    ['b', 'c'],
  );
});
