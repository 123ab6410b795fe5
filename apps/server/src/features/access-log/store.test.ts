// The access log, on both databases.
import assert from 'node:assert/strict';
import { eachStore } from '../../adapters/test-stores.ts';
import { type NewAccess, createAccessLogStore } from './store.ts';

const entry = (atMs: number, fields: Partial<NewAccess> = {}): NewAccess => ({
  atMs,
  type: 'HTTP',
  method: 'PUT',
  action: 'Change password',
  address: '192.0.2.7',
  userName: 'ann',
  deviceId: '',
  result: 'done',
  data: { url: '/x', body: { name: 'a', list: [1, null] }, before: { name: 'b' } },
  ...fields,
});

eachStore('changes are read newest first, narrowed by what is asked, and forgotten by age', async (_t, { db }) => {
  const store = createAccessLogStore(db);
  const bob = entry(6, { userName: 'bob', type: 'Channel', data: { url: '', body: {} } });
  await store.add([entry(5), entry(4, { address: '::1' }), bob, entry(6, { action: 'Sign in' }), entry(9)]);
  const all = { fromMs: 4, toMs: 9, address: '', userName: '', action: '' };
  const read = async (query: object) => (await store.read({ ...all, ...query }, 9)).map(({ id }) => id);
  assert.deepEqual(await read({}), [4, 3, 1, 2], 'the end is not included; of one moment the newest first');
  assert.deepEqual(await read({ address: '::1' }), [2]);
  assert.deepEqual(await read({ userName: 'bob' }), [3]);
  assert.deepEqual(await read({ action: 'Sign in', userName: 'ann' }), [4]);
  assert.deepEqual((await store.read(all, 3)).length, 3);
  assert.deepEqual(await store.read({ ...all, toMs: 6 }, 1), [{ id: 1, ...entry(5) }]);
  assert.deepEqual(await store.read({ ...all, userName: 'bob' }, 1), [{ id: 3, ...bob }]);
  assert.equal(await store.forget(6, 1), 1);
  assert.deepEqual(await read({}), [4, 3, 1], 'the oldest first');
  assert.equal(await store.forget(6, 9), 1);
  assert.equal(await store.forget(6, 9), 0);
  assert.deepEqual(await read({}), [4, 3]);
});
