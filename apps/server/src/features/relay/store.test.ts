// Codes of devices at other platforms, on both databases.
import assert from 'node:assert/strict';
import { eachStore } from '../../adapters/test-stores.ts';
import { createRelayCodeStore } from './store.ts';

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
