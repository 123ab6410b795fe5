// Who set a parameter last, on both databases.
import assert from 'node:assert/strict';
import { eachStore } from '../../adapters/test-stores.ts';
import { createParameterChangeStore, type ParameterChange } from './store.ts';

const NOW_MS = 1_800_000_000_000;

eachStore('changes of parameters: the last one of each counts, and they go with their device', async (_t, { db }) => {
  const store = createParameterChangeStore(db);
  const change = (deviceKey: number, parameter: string, updatedBy = 'admin', updatedMs = NOW_MS): ParameterChange => ({
    deviceKey,
    parameter,
    updatedMs,
    updatedBy,
  });
  await store.save([]);
  await store.save([change(1, 'sys_spdlimit'), change(1, 'net_hbsec'), change(2, 'net_hbsec')]);
  await store.save([change(1, 'net_hbsec', '王小明', NOW_MS + 1000)]);
  assert.deepEqual(await store.of(1), [change(1, 'net_hbsec', '王小明', NOW_MS + 1000), change(1, 'sys_spdlimit')]);
  await store.removeDevices([1, 9]);
  assert.deepEqual([await store.of(1), await store.of(2)], [[], [change(2, 'net_hbsec')]]);
});
