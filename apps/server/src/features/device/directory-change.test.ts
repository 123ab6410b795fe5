// A change of a device is stored, numbered and told in one step, or it has not been.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ChangedError } from '@outrider/contract';
import { createLocalBus } from '../../adapters/local-bus/local-bus.ts';
import { silentLog } from '../../kernel/log.ts';
import { createManualClock } from '../../kernel/manual-clock.ts';
import { DeviceDirectory } from './directory.ts';
import { type DeviceRecord, newDevice, type StoredDevice } from './record.ts';
import type { DeviceEdit } from './store.ts';
import { noAdmissions } from './test-admissions.ts';

const editOf = (device: StoredDevice): DeviceEdit => {
  const { key, updatedMs, updatedBy, utcOffsetMinutes, recordEnable, recordPlan, recordAudio, recordDays } = device;
  return { key, updatedMs, updatedBy, utcOffsetMinutes, recordEnable, recordPlan, recordAudio, recordDays };
};

const setUp = async () => {
  const bus = createLocalBus(silentLog);
  const saved: StoredDevice[] = [];
  const disk: { full: boolean; changed: ChangedError | null } = { full: false, changed: null };
  const kept = () => (disk.full ? Promise.reject(new Error('the disk is full')) : Promise.resolve());
  const store = {
    load: () => Promise.resolve([]),
    save: async (device: StoredDevice) => {
      await kept();
      saved.push(structuredClone({ ...device }));
      if (!rows.has(device.key)) rows.set(device.key, editOf(device));
    },
    takeKeys: () => Promise.resolve(1),
    drop: () => Promise.resolve(),
    dropped: () => Promise.resolve([]),
    forgetDropped: () => Promise.resolve(),
    edits: () => Promise.resolve([...rows.values()]),
    editOf: (key: number) => kept().then(() => rows.get(key)),
    saveAll: async (devices: readonly StoredDevice[]) => {
      for (const each of devices) await store.save(each);
    },
    saveTogether: () => (disk.changed === null ? Promise.resolve() : Promise.reject(disk.changed)),
    saveSeen: () => Promise.resolve(),
    saveEdit: async (key: number, edit: Partial<DeviceEdit>, beforeMs: number, whole?: StoredDevice) => {
      const row = rows.get(key);
      if (row?.updatedMs !== beforeMs) return false;
      rows.set(key, { ...row, ...edit });
      if (whole !== undefined) await store.save(whole);
      return true;
    },
  };
  const rows = new Map<number, DeviceEdit>();
  const allowed = {
    load: () => Promise.resolve([]),
    save: () => Promise.resolve(),
    removeExpired: () => Promise.resolve(),
  };
  const policy = { newDevices: 'accept-new', acceptAnyCode: false, reRegistration: 'same-terminal' } as const;
  const clock = createManualClock();
  const synced = (): Promise<void> => Promise.resolve();
  const devices = (): Promise<DeviceRecord[]> =>
    Promise.resolve([...rows.values()].map((row) => ({ ...newDevice(row.key, 'OLD', 0), ...row })));
  const admissions = { ...noAdmissions, devices };
  const directory = new DeviceDirectory({ store, admissions, allowed, bus, clock, log: silentLog, policy, synced }, []);
  await directory.ready();
  const device = directory.add('OLD', '13800000101');
  assert.ok(device);
  const told: string[] = [];
  bus.subscribe('device.changed', ({ deviceId }) => told.push(`changed ${deviceId}`));
  bus.subscribe('devices.relisted', ({ reason }) => told.push(`relisted ${reason}`));
  bus.subscribe('device.zone', ({ utcOffsetMinutes }) => told.push(`zone ${utcOffsetMinutes}`));
  return { directory, device, told, saved, rows, disk };
};

const ANN = { by: 'ann' };

test('one change stores, numbers and tells, and another name leads to the device', async () => {
  const { directory, device, told, saved, rows } = await setUp();
  const cursor = directory.cursor;
  const changing = directory.change(device.key, { id: 'NEW', registered: true, utcOffsetMinutes: -210 }, ANN);
  // Two who do the same at once: the second finds it done. Nobody is told before it is on disk.
  assert.deepEqual(
    [directory.get('NEW'), directory.get('OLD'), device.registered, told],
    [device, undefined, true, []],
  );
  await changing;
  assert.deepEqual(
    saved.map(({ id, registered }) => [id, registered]),
    [['NEW', true]],
  );
  assert.deepEqual(
    [...rows.values()].map(({ utcOffsetMinutes, updatedBy }) => [utcOffsetMinutes, updatedBy]),
    [[-210, 'ann']],
  );
  assert.deepEqual(told, ['zone -210', 'relisted registered', 'changed NEW']);
  assert.deepEqual([directory.cursor, device.changed], [cursor + 1, cursor + 1]);
  await directory.change(device.key, { registered: false }, ANN);
  assert.deepEqual(told.slice(3), ['relisted removed', 'changed NEW']);
});

test('what cannot be stored has not been: the device is what it was, and nobody hears of it', async () => {
  const { directory, device, told, disk } = await setUp();
  const before = structuredClone({ ...device });
  const cursor = directory.cursor;
  disk.full = true;
  const change = { id: 'NEW', registered: true, utcOffsetMinutes: 0, channelNames: ['front'] };
  await assert.rejects(directory.change(device.key, change, ANN), /the disk is full/);
  assert.deepEqual({ ...device }, before);
  assert.deepEqual(
    [directory.get('OLD'), directory.get('NEW'), directory.cursor, told],
    [device, undefined, cursor, []],
  );
});

test('an import over what another program set meanwhile is refused, and takes that over', async () => {
  const { directory, device, rows, disk } = await setUp();
  await directory.change(device.key, { recordDays: 5 }, ANN);
  const row = rows.get(device.key);
  assert.ok(row);
  rows.set(device.key, { ...row, recordDays: 9, updatedMs: row.updatedMs + 60_000, updatedBy: 'command line' });
  disk.changed = new ChangedError({ updatetime: 1, updateby: 'command line', present: {} });
  const imported = new Map([[device.key, { recordDays: 7 }]]);
  await assert.rejects(directory.changeMany(imported, 'bob'), ChangedError);
  assert.deepEqual([device.recordDays, device.updatedBy], [9, 'command line']);
});

test('what a device says of itself is told at once, and stored where it is kept', async () => {
  const { directory, device, told, saved } = await setUp();
  directory.report(device.key, { recording: true });
  await directory.settled();
  assert.deepEqual([told, saved.length], [['changed OLD'], 0]);
  directory.report(device.key, { driverLicense: 'L-1' });
  assert.equal(told.length, 2);
  await directory.settled();
  assert.deepEqual(
    saved.map(({ driverLicense }) => driverLicense),
    ['L-1'],
  );
  directory.report(99, { recording: true });
  await directory.change(99, { memo: 'nobody' }, ANN);
  assert.deepEqual([told.length, saved.length], [2, 1]);
});

test('an edit of another version is refused and changes nothing, also where a command changed the stored device meanwhile', async () => {
  const { directory, device, told, rows } = await setUp();
  const present = ({ utcOffsetMinutes }: StoredDevice) => ({ utcoffset: utcOffsetMinutes });
  const setZone = (utcOffsetMinutes: number, seenMs?: number) =>
    directory.change(device.key, { utcOffsetMinutes }, { by: 'bob', seenMs }, present);
  await setZone(60, 0);
  const first = device.updatedMs;
  assert.ok(first > 0);
  const refusal = async (change: Promise<void>): Promise<unknown> => {
    try {
      await change;
    } catch (error) {
      return error instanceof ChangedError ? error.changed : error;
    }
    return 'not refused';
  };
  assert.deepEqual(await refusal(setZone(0, 0)), { updatetime: first, updateby: 'bob', present: { utcoffset: 60 } });
  const byCommand: DeviceEdit = {
    ...editOf(device),
    utcOffsetMinutes: -60,
    recordDays: 9,
    updatedMs: first + 5000,
    updatedBy: 'command line',
  };
  rows.set(device.key, byCommand);
  const { updatedMs, updatedBy } = byCommand;
  assert.deepEqual(await refusal(setZone(0, first)), {
    updatetime: updatedMs,
    updateby: updatedBy,
    present: { utcoffset: -60 },
  });
  assert.deepEqual([device.utcOffsetMinutes, device.updatedMs, told.at(-2)], [-60, updatedMs, 'zone -60']);
  assert.equal(device.recordDays, 9);
  const again = { ...byCommand, utcOffsetMinutes: 120, updatedMs: updatedMs + 1000 };
  rows.set(device.key, again);
  await directory.reload();
  assert.deepEqual([device.utcOffsetMinutes, device.updatedBy, told.at(-2)], [120, 'command line', 'zone 120']);
  await setZone(0);
  assert.deepEqual(
    [device.utcOffsetMinutes, rows.get(device.key)],
    [0, { ...again, utcOffsetMinutes: 0, updatedMs: updatedMs + 2000, updatedBy: 'bob' }],
  );
  // A command since the last look, and a change of something else: the zone of the command holds from then on.
  rows.set(device.key, { ...again, utcOffsetMinutes: 180, updatedMs: updatedMs + 3000 });
  await directory.change(device.key, { memo: 'new' }, { by: 'bob' });
  assert.deepEqual([device.utcOffsetMinutes, told.includes('zone 180')], [180, true]);
});
