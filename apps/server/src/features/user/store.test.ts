// Accounts and permission sets, on both databases.
import assert from 'node:assert/strict';
import { addGroup, eachStore } from '../../adapters/test-stores.ts';
import { createPermissionSetStore } from './store/permission-sets.ts';
import { createUserStore } from './store.ts';

const ann = { name: 'ann', password: 'hash', level: 2, rights: '', expiresMs: null, groupIds: [] };

eachStore('users: an account is kept with its groups, changed, and goes with them', async (_t, { db }) => {
  const store = createUserStore(db);
  const north = await addGroup(db, 'north');
  const annId = await store.insert({ ...ann, groupIds: [1, north] }, 1_800_000_000_000);
  const bobId = await store.insert({ ...ann, name: 'bob', rights: '101', expiresMs: 1_900_000_000_000 }, 1);
  assert.ok(bobId > annId);
  await assert.rejects(store.insert({ ...ann, groupIds: [1] }, 1), 'a name is given once');
  assert.deepEqual(await store.readAll(), [
    { ...ann, id: annId, groupIds: [1, north] },
    { ...ann, id: bobId, name: 'bob', rights: '101', expiresMs: 1_900_000_000_000 },
  ]);
  await store.update({ ...ann, id: annId, name: 'no', password: 'no', level: 3, rights: '1', groupIds: [north] });
  await store.setPassword(annId, 'other', 5);
  const changed = { id: annId, name: 'ann', password: 'other', level: 3, rights: '1', expiresMs: 5, groupIds: [north] };
  assert.deepEqual((await store.readAll())[0], changed);
  await store.remove(annId);
  await store.remove(bobId);
  assert.deepEqual(await store.readAll(), []);
  assert.ok((await store.insert(ann, 1)) > bobId, 'no number is given twice');
});

eachStore('an account of an unknown group is not half kept', async (_t, { db }) => {
  const store = createUserStore(db);
  await assert.rejects(store.insert({ ...ann, groupIds: [99] }, 1));
  assert.deepEqual(await store.readAll(), []);
});

eachStore('permission sets: three are there at first, and each can be written again', async (_t, { db }) => {
  const store = createPermissionSetStore(db);
  await store.write({ id: 2, name: 'Dispatcher', rights: '11' });
  await store.write({ id: 7, name: 'Guest', rights: '' });
  assert.deepEqual(
    (await store.readAll()).map(({ id, name }) => `${id} ${name}`),
    ['1 Manager', '2 Dispatcher', '3 Viewer', '7 Guest'],
  );
});
