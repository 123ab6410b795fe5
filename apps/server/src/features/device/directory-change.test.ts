// A change of a device is stored, numbered and told in one step, or it has not been.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createLocalBus } from '../../adapters/local-bus/local-bus.ts';
import { silentLog } from '../../kernel/log.ts';
import { createManualClock } from '../../kernel/manual-clock.ts';
import { DeviceDirectory } from './directory.ts';
import type { StoredDevice } from './record.ts';

const setUp = async () => {
  const bus = createLocalBus(silentLog);
  const saved: StoredDevice[] = [];
  const disk = { full: false };
  const kept = () => (disk.full ? Promise.reject(new Error('the disk is full')) : Promise.resolve());
  const store = {
    load: () => Promise.resolve([]),
    save: (device: StoredDevice) => kept().then(() => void saved.push(structuredClone({ ...device }))),
    takeKeys: () => Promise.resolve(1),
    drop: () => Promise.resolve(),
    dropped: () => Promise.resolve([]),
    forgetDropped: () => Promise.resolve(),
    zones: () => Promise.resolve(new Map<number, number>()),
    saveZone: (key: number, utcOffsetMinutes: number) => kept().then(() => void zones.push([key, utcOffsetMinutes])),
  };
  const zones: [number, number][] = [];
  const allowed = {
    load: () => Promise.resolve([]),
    save: () => Promise.resolve(),
    remove: () => Promise.resolve(),
    removeExpired: () => Promise.resolve(),
  };
  const policy = { newDevices: 'accept-new', acceptAnyCode: false, reRegistration: 'same-terminal' } as const;
  const clock = createManualClock();
  const synced = (): Promise<void> => Promise.resolve();
  const directory = new DeviceDirectory({ store, allowed, bus, clock, log: silentLog, policy, synced }, []);
  await directory.ready();
  const device = directory.add('OLD', '13800000101');
  assert.ok(device);
  const told: string[] = [];
  bus.subscribe('device.changed', ({ deviceId }) => told.push(`changed ${deviceId}`));
  bus.subscribe('devices.relisted', ({ reason }) => told.push(`relisted ${reason}`));
  bus.subscribe('device.zone', ({ utcOffsetMinutes }) => told.push(`zone ${utcOffsetMinutes}`));
  return { directory, device, told, saved, zones, disk };
};

test('one change stores, numbers and tells, and another name leads to the device', async () => {
  const { directory, device, told, saved, zones } = await setUp();
  const cursor = directory.cursor;
  const changing = directory.change(device.key, { id: 'NEW', registered: true, utcOffsetMinutes: -210 });
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
  assert.deepEqual(zones, [[device.key, -210]]);
  assert.deepEqual(told, ['zone -210', 'relisted registered', 'changed NEW']);
  assert.deepEqual([directory.cursor, device.changed], [cursor + 1, cursor + 1]);
  await directory.change(device.key, { registered: false });
  assert.deepEqual(told.slice(3), ['relisted removed', 'changed NEW']);
});

test('what cannot be stored has not been: the device is what it was, and nobody hears of it', async () => {
  const { directory, device, told, disk } = await setUp();
  const before = structuredClone({ ...device });
  const cursor = directory.cursor;
  disk.full = true;
  const change = { id: 'NEW', registered: true, utcOffsetMinutes: 0, channelNames: ['front'] };
  await assert.rejects(directory.change(device.key, change), /the disk is full/);
  assert.deepEqual({ ...device }, before);
  assert.deepEqual(
    [directory.get('OLD'), directory.get('NEW'), directory.cursor, told],
    [device, undefined, cursor, []],
  );
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
  await directory.change(99, { memo: 'nobody' });
  assert.deepEqual([told.length, saved.length], [2, 1]);
});
