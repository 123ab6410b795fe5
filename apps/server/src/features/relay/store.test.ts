// Codes of devices at other platforms, and what they are owed, on both databases.
import assert from 'node:assert/strict';
import { eachStore } from '../../adapters/test-stores.ts';
import { createRelayCodeStore, createRelayOwedStore } from './store.ts';

eachStore(
  'codes at other platforms: one of each device and target, replaced, forgotten with the device',
  async (_t, { db }) => {
    const store = createRelayCodeStore(db);
    const [here, there] = ['192.0.2.1:808', '192.0.2.2:808'];
    assert.equal(await store.read(1, here), '');
    await store.save({ deviceKey: 1, target: here, authCode: 'a' });
    await store.save({ deviceKey: 1, target: there, authCode: 'b' });
    await store.save({ deviceKey: 2, target: here, authCode: 'c' });
    await store.save({ deviceKey: 1, target: here, authCode: 'd' });
    assert.deepEqual(
      [await store.read(1, here), await store.read(1, there), await store.read(2, here)],
      ['d', 'b', 'c'],
    );
    await store.save({ deviceKey: 1, target: there, authCode: '' });
    assert.equal(await store.read(1, there), '');
    await store.removeDevices([1]);
    assert.deepEqual([await store.read(1, here), await store.read(2, here)], ['', 'c']);
  },
);

eachStore('what a platform is owed: of one target, changed piece by piece, gone with it', async (_t, { db }) => {
  const store = createRelayOwedStore(db);
  const [here, there] = ['192.0.2.1:808', '192.0.2.2:808'];
  await store.clear();
  assert.equal(await store.read(here), null);
  await store.begin(here, 7);
  assert.deepEqual(await store.read(here), { cursor: 7, devices: new Map() });
  assert.equal(await store.read(there), null);
  const many = Array.from({ length: 450 }, (_, i) => ({ deviceKey: i + 1, journalId: 3 }));
  await store.owe(many);
  await store.owe([{ deviceKey: 2, journalId: 5 }]);
  await store.moveCursor(here, 9);
  await store.removeDevices(many.slice(2).map(({ deviceKey }) => deviceKey));
  const owed = { cursor: 9, devices: new Map([1, 2].map((key) => [key, 2 * key + 1])) };
  assert.deepEqual(await store.read(here), owed);
  await store.moveCursor(there, 90);
  assert.deepEqual(await store.read(here), owed);
  await store.begin(there, 20);
  assert.deepEqual(await store.read(there), { cursor: 20, devices: new Map() });
  assert.equal(await store.read(here), null);
  await store.owe([{ deviceKey: 1, journalId: 19 }]);
  await store.clear();
  await store.begin(there, 30);
  assert.deepEqual(await store.read(there), { cursor: 30, devices: new Map() });
});
