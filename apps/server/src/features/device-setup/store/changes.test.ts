// Who set a parameter last, on both databases.
import assert from 'node:assert/strict';
import { eachStore } from '../../../adapters/test-stores.ts';
import { createParameterChangeStore, type ParameterChange } from './changes.ts';

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

eachStore('what a device told last: one sheet of each, lists too, gone with its device', async (_t, { db }) => {
  const store = createParameterChangeStore(db);
  assert.equal(await store.sheetOf(1), undefined);
  await store.keepSheet({ deviceKey: 1, readMs: NOW_MS, sheet: { net_hbsec: 30 } });
  await store.keepSheet({ deviceKey: 2, readMs: NOW_MS, sheet: {} });
  const newer = { deviceKey: 1, readMs: NOW_MS + 1, sheet: { cam_rec: [1, 0], preosd_plate: '京A' } };
  await store.keepSheet(newer);
  assert.deepEqual(await store.sheetOf(1), newer);
  await store.removeDevices([1]);
  assert.deepEqual([await store.sheetOf(1), (await store.sheetOf(2))?.sheet], [undefined, {}]);
});
