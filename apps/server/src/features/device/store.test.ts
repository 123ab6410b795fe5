// Devices and their terminal numbers, on both databases.
import assert from 'node:assert/strict';
import { eachStore } from '../../adapters/test-stores.ts';
import { newDevice } from './record.ts';
import { changeDeviceZone, createDeviceStore, keyOfDevice } from './store.ts';

const NOW_MS = 1_800_000_000_000;

eachStore('devices: one comes back as it was saved, what is live of it does not', async (_t, { db }) => {
  const store = createDeviceStore(db);
  const bus = {
    ...newDevice(7, 'BUS-7', NOW_MS),
    registered: true,
    knownSinceMs: NOW_MS - 1,
    driverName: '王小明',
    channelNames: ['front', '', 'a "b"'],
    channelOrder: [3, 1, 2],
    mapLocation: { lat: 25.03, lng: -121.5 },
    hardwareId: 'A1',
    authCodeHash: Uint8Array.of(0, 1, 255),
    terminals: ['013912345678', '2'],
  };
  const other = newDevice(9, 'BUS-9', NOW_MS);
  await store.save({ ...bus, link: { id: 1, address: 'x' } } as never);
  await store.save(other);
  const byKey = (a: { key: number }, b: { key: number }) => a.key - b.key;
  assert.deepEqual((await store.load()).toSorted(byKey), [bus, other]);
  await store.save({ ...other, terminals: ['2', '3'], mapLocation: null });
  const terminals = (await store.load()).toSorted(byKey).map((device) => device.terminals);
  assert.deepEqual(terminals, [['013912345678'], ['2', '3']], 'a terminal leads to one device');
  await store.remove(9);
  assert.deepEqual([await keyOfDevice(db, 'BUS-7'), await keyOfDevice(db, 'BUS-9')], [7, undefined]);
});

eachStore('the zone of a device is set by itself, a later save leaves it alone', async (_t, { db }) => {
  const store = createDeviceStore(db);
  await store.save({ ...newDevice(7, 'BUS-7', NOW_MS), utcOffsetMinutes: 60 });
  assert.equal(await changeDeviceZone(db, 7, -210), -210);
  await store.save({ ...newDevice(7, 'BUS-7b', NOW_MS), utcOffsetMinutes: 60 });
  assert.deepEqual([await store.zones(), await keyOfDevice(db, 'BUS-7b')], [new Map([[7, -210]]), 7]);
});
