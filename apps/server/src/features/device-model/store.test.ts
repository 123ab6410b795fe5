// What devices say that they are, on both databases.
import assert from 'node:assert/strict';
import { eachStore } from '../../adapters/test-stores.ts';
import { createDeviceModelStore, type StoredModel } from './store.ts';

eachStore('models: the last answer of each device stands, and goes with its device', async (_t, { db }) => {
  const store = createDeviceModelStore(db);
  const model = (deviceKey: number, firmware: string): StoredModel => ({
    deviceKey,
    manufacturer: '廠商',
    model: 'BOX-4',
    firmware,
    hardware: 'r2',
    iccid: '89860000000000000101',
    terminalType: 0x8045,
    toldMs: 1_800_000_000_000,
  });
  for (const each of [model(2, '1.0'), model(1, '1.0'), model(2, '2.0')]) await store.save(each);
  assert.deepEqual(await store.read(), [model(1, '1.0'), model(2, '2.0')]);
  await store.removeDevices([1, 9]);
  assert.deepEqual(await store.read(), [model(2, '2.0')]);
});
