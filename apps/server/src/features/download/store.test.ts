// Downloads, on both databases.
import assert from 'node:assert/strict';
import { addUser, eachStore } from '../../adapters/test-stores.ts';
import { createDownloadStore, type StoredDownload } from './store.ts';

eachStore('downloads: kept, brought up to date, removed, gone with their account, at a node', async (_t, { db }) => {
  const store = createDownloadStore(db, 'main');
  const [ann, bob] = [await addUser(db, 'ann'), await addUser(db, 'bob')];
  const download = (id: string, userId: number, createdMs: number): StoredDownload => ({
    id,
    userId,
    fileKey: `lobk ${id}`,
    deviceKey: 3,
    startMs: 1_800_000_000_000,
    endMs: 1_800_000_060_000,
    createdMs,
    state: 'making',
    message: '',
    fault: '',
    bytes: 0,
    fetched: false,
  });
  const [first, second, third] = [download('a', ann, 3), download('b', bob, 1), download('c', ann, 2)];
  for (const each of [first, second, third]) await store.put(each);
  assert.deepEqual(await store.all(), [second, third, first]);
  const done: StoredDownload = { ...first, state: 'done', bytes: 5_000_000_000, fetched: true };
  const failed: StoredDownload = { ...third, state: 'failed', message: 'No Record', fault: 'BACKUP FAIL' };
  for (const each of [done, failed]) await store.put(each);
  assert.deepEqual(await store.all(), [second, failed, done]);
  const elsewhere = createDownloadStore(db, 'north');
  await elsewhere.put({ ...first, id: 'e' });
  assert.deepEqual([await store.all(), await elsewhere.all()], [[second, failed, done], [{ ...first, id: 'e' }]]);
  await elsewhere.put({ ...first, id: 'f', deviceKey: 4 });
  await store.put({ ...first, id: 'd', deviceKey: 4 });
  await store.removeDevices([4, 5]);
  await store.remove('c');
  await db
    .deleteFrom('users' as never)
    .where('id' as never, '=', bob as never)
    .execute();
  assert.deepEqual([await store.all(), await elsewhere.all()], [[done], [{ ...first, id: 'e' }]]);
});
