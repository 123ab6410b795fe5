// The group tree, on both databases.
import assert from 'node:assert/strict';
import { eachStore } from '../../adapters/test-stores.ts';
import { createGroupStore } from './store.ts';

eachStore('groups: numbers go on behind the root, what lies below goes with its group', async (_t, { db }) => {
  const store = createGroupStore(db);
  const north = await store.insert(1, 'north');
  const coast = await store.insert(north, 'coast');
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
  await store.update({ id: coast, parentId: 1, name: 'shore' });
  const root = { id: 1, parentId: null, name: 'All devices' };
  assert.deepEqual(await store.readGroups(), [
    root,
    { id: north, parentId: 1, name: 'north' },
    { id: coast, parentId: 1, name: 'shore' },
  ]);
  await store.update({ id: coast, parentId: north, name: 'shore' });
  await store.remove(north);
  assert.deepEqual([await store.readGroups(), await store.readMembers()], [[root], [{ deviceKey: 8, groupId: 1 }]]);
});
