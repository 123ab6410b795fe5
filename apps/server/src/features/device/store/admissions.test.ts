// Who may speak for a device, on both databases: what was decided on something older is not stored.
import assert from 'node:assert/strict';
import { eachStore } from '../../../adapters/test-stores.ts';
import { newDevice } from '../record.ts';
import { createDeviceStore } from '../store.ts';
import { type AdmissionSave, createAdmissionStore } from './admissions.ts';
import { createAllowedTerminalStore } from './allowed-terminals.ts';

const NOW_MS = 1_800_000_000_000;
const FIRST = Uint8Array.of(1, 1);
const SECOND = Uint8Array.of(2, 2);

const deviceOf = (key: number, terminalId = `138${key}`) => ({
  ...newDevice(key, terminalId, NOW_MS),
  manufacturer: 'MFR',
  model: 'M1',
  hardwareId: 'T1',
  bodyEdition: '2011' as const,
  terminals: [terminalId],
});
const saveOf = (more: Partial<AdmissionSave> & Pick<AdmissionSave, 'device'>): AdmissionSave => ({
  before: undefined,
  leaveIds: new Set(),
  ...more,
});
const leave = {
  id: NOW_MS,
  terminalId: '1387',
  manufacturer: 'MFR',
  model: 'M1',
  hardwareId: 'T2',
  address: '192.0.2.1',
  plate: 'AB',
  firstMs: NOW_MS,
  lastMs: NOW_MS,
  attempts: 1,
  allowedUntilMs: NOW_MS + 10,
  allowedBy: 'ann',
};

eachStore('admissions: a new device is made once, and not where its id or its number is taken', async (_t, { db }) => {
  const store = createAdmissionStore(db);
  const [seven, eight] = [deviceOf(7), deviceOf(8)].map((device) =>
    saveOf({ device: { ...device, authCodeHash: FIRST } }),
  );
  assert.ok(seven && eight);
  assert.deepEqual(await store.save([eight, seven]), new Set([seven, eight]));
  const known = { key: 7, id: '1387', registered: false, knownSinceMs: null, terminalId: '1387' };
  const hardware = {
    manufacturer: 'MFR',
    model: 'M1',
    hardwareId: 'T1',
    bodyEdition: '2011' as const,
    authCodeHash: FIRST,
  };
  assert.deepEqual(await store.terminals(['1387', '1389']), [{ ...known, ...hardware }]);
  const sameId = saveOf({ device: { ...deviceOf(17, '1387'), terminals: ['999'] } });
  const sameNumber = saveOf({ device: { ...deviceOf(18, 'BUS'), terminals: ['1387'] } });
  const fine = saveOf({ device: deviceOf(19) });
  assert.deepEqual(await store.save([sameId, sameNumber, fine]), new Set([fine]));
  const keys = (await createDeviceStore(db).load()).map(({ key }) => key).toSorted((a, b) => a - b);
  assert.deepEqual(keys, [7, 8, 19], 'nothing is left of the others');
  assert.deepEqual(await store.terminals(['999']), []);
  assert.deepEqual([await store.keysOf(['1387', 'none']), await store.keysOf([])], [[7], []]);
  assert.deepEqual(await store.devices([19]), [deviceOf(19)]);
});

eachStore('admissions: of two who decided on the same, the second one is told so', async (_t, { db }) => {
  const store = createAdmissionStore(db);
  const device = deviceOf(7);
  await store.save([saveOf({ device })]);
  const one = saveOf({ device: { ...device, authCodeHash: FIRST, plate: 'AB-1' }, before: null });
  const two = saveOf({ device: { ...device, authCodeHash: SECOND, hardwareId: 'T2', plate: 'CD-2' }, before: null });
  assert.deepEqual(await store.save([one]), new Set([one]));
  assert.deepEqual(await store.save([two]), new Set());
  assert.deepEqual(await store.devices([7]), [{ ...device, authCodeHash: FIRST, plate: 'AB-1' }]);
  const next = saveOf({ device: two.device, before: FIRST });
  assert.deepEqual(await store.save([next]), new Set([next]));
  const kept = { ...two.device, plate: 'AB-1' };
  assert.deepEqual(await store.devices([7]), [kept], 'a plate that is there stays');
  await store.voidCode(7, FIRST);
  assert.deepEqual(await store.devices([7]), [kept], 'that code is void already');
  await store.voidCode(7, SECOND);
  assert.deepEqual(await store.devices([7]), [{ ...kept, authCodeHash: null }]);
});

eachStore('admissions: a permission is used up with what it permits, and permits nothing twice', async (_t, { db }) => {
  const store = createAdmissionStore(db);
  await createAllowedTerminalStore(db).save(leave);
  const device = deviceOf(7);
  await store.save([saveOf({ device })]);
  assert.deepEqual(await store.leaves(['1387', '1388'], NOW_MS), [leave]);
  assert.deepEqual(
    [await store.leaves(['1387'], leave.allowedUntilMs), await store.leaves(['1388'], NOW_MS)],
    [[], []],
  );
  const using = { device: { ...device, authCodeHash: FIRST }, leaveIds: new Set([leave.id]) };
  assert.deepEqual(await store.save([saveOf({ ...using, before: SECOND })]), new Set());
  assert.deepEqual(await store.leaves(['1387'], NOW_MS), [leave], 'what could not be stored used nothing up');
  const used = saveOf({ ...using, before: null });
  assert.deepEqual(await store.save([used]), new Set([used]));
  assert.deepEqual(await store.leaves(['1387'], NOW_MS), []);
  assert.deepEqual(await store.save([saveOf({ ...using, before: FIRST })]), new Set());
});

eachStore('admissions: an operator gives the number of one device to another, with its code', async (_t, { db }) => {
  const store = createAdmissionStore(db);
  const from = { ...deviceOf(7), authCodeHash: FIRST };
  const to = { ...deviceOf(8), manufacturer: '', model: '', hardwareId: null };
  await store.save([saveOf({ device: from }), saveOf({ device: to })]);
  const [left, moved] = [
    { ...from, terminals: [], hardwareId: null, authCodeHash: null },
    { ...from, key: 8, id: to.id, terminals: ['1387'] },
  ];
  await store.move(left, moved);
  const byKey = (a: { key: number }, b: { key: number }) => a.key - b.key;
  assert.deepEqual((await store.devices([7, 8])).toSorted(byKey), [left, moved]);
  assert.deepEqual(
    (await store.terminals(['1387', '1388'])).map(({ key }) => key),
    [8],
  );
});
