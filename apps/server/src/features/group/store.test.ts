// The group tree, on both databases.
import assert from 'node:assert/strict';
import { eachStore } from '../../adapters/test-stores.ts';
import { NEVER_CHANGED } from '../../kernel/storage/version.ts';
import { createGroupStore } from './store.ts';

eachStore('groups: numbers go on behind the root, what lies below goes with its group', async (_t, { db }) => {
  const store = createGroupStore(db);
  const north = await store.insert({ parentId: 1, name: 'north', updatedMs: 1000, updatedBy: 'ann' });
  const coast = await store.insert({ parentId: north, name: 'coast', ...NEVER_CHANGED });
  assert.deepEqual([north, coast], [2, 3]);
  await store.setDeviceGroups(7, [north, coast]);
  await store.setDeviceGroups(8, [coast, 1]);
  await store.setDeviceGroups(7, [coast]);
  assert.deepEqual(await store.readMembers(), [
    { deviceKey: 7, groupId: coast },
    { deviceKey: 8, groupId: 1 },
    { deviceKey: 8, groupId: coast },
  ]);
  await store.removeDevices([7, 9]);
  assert.deepEqual(
    (await store.readMembers()).map(({ deviceKey }) => deviceKey),
    [8, 8],
  );
  const second = { updatedMs: 2000, updatedBy: 'bob' };
  assert.equal(await store.update(coast, { parentId: 1, name: 'shore', ...second }, 0), true);
  assert.equal(await store.update(coast, { name: 'late', updatedMs: 3000 }, 0), false, 'of another version');
  const root = { id: 1, parentId: null, name: 'All devices', ...NEVER_CHANGED };
  assert.deepEqual(await store.readGroups(), [
    root,
    { id: north, parentId: 1, name: 'north', updatedMs: 1000, updatedBy: 'ann' },
    { id: coast, parentId: 1, name: 'shore', ...second },
  ]);
  assert.deepEqual([(await store.read(coast))?.name, await store.read(99)], ['shore', undefined]);
  await store.update(coast, { parentId: north }, 2000);
  await store.addLink(9, north);
  await store.addLink(9, north);
  await store.addLink(9, 1);
  await store.removeLink(9, 1);
  assert.deepEqual((await store.readMembers()).at(-1), { deviceKey: 9, groupId: north }, 'twice is once');
  assert.equal(await store.remove(north, 999), false, 'it has another version');
  assert.equal((await store.readGroups()).length, 3);
  assert.deepEqual([await store.remove(north, 1000), await store.remove(north)], [true, false]);
  assert.deepEqual([await store.readGroups(), await store.readMembers()], [[root], [{ deviceKey: 8, groupId: 1 }]]);
});
