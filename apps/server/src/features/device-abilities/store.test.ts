// What devices said that they can, on both databases.
import assert from 'node:assert/strict';
import { eachStore } from '../../adapters/test-stores.ts';
import { createDeviceAbilityStore } from './store.ts';

const NOW_MS = 1_800_000_000_000;

eachStore('abilities of devices: what was said last counts, and it goes with its device', async (_t, { db }) => {
  const store = createDeviceAbilityStore(db);
  assert.equal(await store.of(1), undefined);
  await store.save(1, { commands: ['hello', 'wake-up'], settings: ['sys_tz'] }, NOW_MS);
  await store.save(2, { commands: [], settings: [] }, NOW_MS);
  await store.save(1, { commands: ['hello'], settings: [] }, NOW_MS + 1);
  assert.deepEqual(await store.of(1), { commands: ['hello'], settings: [] });
  await store.removeDevices([1, 9]);
  assert.equal(await store.of(1), undefined);
  assert.deepEqual(await store.of(2), { commands: [], settings: [] });
});
