// Devices and their terminal numbers, on both databases.
import assert from 'node:assert/strict';
import { eachStore } from '../../adapters/test-stores.ts';
import { newDevice } from './record.ts';
import { createAllowedTerminalStore } from './store/allowed-terminals.ts';
import { changeByCommand, createDeviceStore, keyOfDevice } from './store.ts';

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
    absentChannels: [2],
    mainChannels: [1],
    zoneByPlace: true,
    videoLossIntervalS: 60,
    eventDays: 90,
    dataLimited: true,
    dataLimitKb: 10_240,
    recordEnable: -1 as const,
    recordPlan: '01',
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
  const later = { ...other, authCodeHash: Uint8Array.of(7), hardwareId: 'B1', model: 'M', manufacturer: 'N' };
  await store.save({ ...later, memo: 'yard', terminals: ['2', '3'], mapLocation: null });
  const saved = (await store.load()).toSorted(byKey);
  assert.deepEqual(
    saved,
    [bus, { ...other, memo: 'yard', terminals: ['3'] }],
    'a number that leads to a device stays with it, and who may speak for one is not saved with the rest',
  );
  await store.drop(other, NOW_MS);
  assert.deepEqual([await keyOfDevice(db, 'BUS-7'), await keyOfDevice(db, 'BUS-9')], [7, undefined]);
});

eachStore(
  'what commands set of a device and its version are written by themselves, a later save leaves them alone',
  async (_t, { db }) => {
    const store = createDeviceStore(db);
    await store.save({ ...newDevice(7, 'BUS-7', NOW_MS), utcOffsetMinutes: 60 });
    const recorded = { recordEnable: 2, recordPlan: '01', recordAudio: 1, recordDays: 9 } as const;
    const change = { utcOffsetMinutes: -210, ...recorded };
    const found = await changeByCommand(db, 7, NOW_MS, change);
    assert.deepEqual({ ...found }, { ...found, ...change });
    await store.save({ ...newDevice(7, 'BUS-7b', NOW_MS), utcOffsetMinutes: 60, recordDays: 3 });
    const edit = {
      key: 7,
      ...change,
      updatedMs: Math.floor(NOW_MS / 1000) * 1000,
      updatedBy: 'command line',
    };
    assert.deepEqual([await store.edits(), await keyOfDevice(db, 'BUS-7b')], [[edit], 7]);
    const next = { updatedMs: edit.updatedMs + 1000, updatedBy: 'ann' };
    assert.equal(await store.saveEdit(7, next, edit.updatedMs - 1000), false);
    assert.deepEqual(await store.editOf(7), edit);
    assert.equal(await store.saveEdit(7, next, edit.updatedMs), true);
    assert.deepEqual(await store.editOf(7), { ...edit, ...next });
    assert.deepEqual([await store.saveEdit(8, next, 0), await store.editOf(8)], [false, undefined]);
  },
);

eachStore('a device and its version are written as one change, or neither is', async (_t, { db }) => {
  const store = createDeviceStore(db);
  const device = { ...newDevice(7, 'BUS-7', NOW_MS), memo: 'old' };
  await store.saveAll([device, newDevice(8, 'BUS-8', NOW_MS)]);
  const row = async () => {
    const { id, memo, updatedMs } = (await store.load()).find(({ key }) => key === 7) ?? device;
    return [id, memo, updatedMs];
  };
  const first = { updatedMs: 1000, updatedBy: 'ann' };
  assert.equal(await store.saveEdit(7, first, 5000, { ...device, memo: 'late' }), false);
  await assert.rejects(store.saveEdit(7, first, 0, { ...device, id: 'BUS-8' }), /unique/i);
  assert.deepEqual(await row(), ['BUS-7', 'old', 0]);
  assert.equal(await store.saveEdit(7, first, 0, { ...device, id: 'BUS-9', memo: 'new' }), true);
  assert.deepEqual(await row(), ['BUS-9', 'new', 1000]);
});

eachStore(
  'many devices at once: all of them and their terminals, then only when they were seen',
  async (_t, { db }) => {
    const store = createDeviceStore(db);
    const devices = Array.from({ length: 527 }, (_, i) => ({
      ...newDevice(i + 1, `BUS-${i}`, NOW_MS),
      terminals: i % 3 === 0 ? [] : [`7${i}`],
    }));
    await store.saveAll(devices);
    const byKey = (a: { key: number }, b: { key: number }) => a.key - b.key;
    assert.deepEqual((await store.load()).toSorted(byKey), devices);
    for (const [i, device] of devices.entries())
      Object.assign(device, { memo: `m${i}`, seenMs: NOW_MS + (i % 2), utcOffsetMinutes: 60 });
    await store.saveSeen(devices.slice(0, 520));
    const seen = (await store.load()).toSorted(byKey);
    assert.deepEqual(
      [seen[1]?.seenMs, seen[2]?.seenMs, seen[525]?.seenMs, seen[1]?.memo],
      [NOW_MS + 1, NOW_MS, NOW_MS, ''],
    );
    await store.saveAll(devices);
    const again = (await store.load()).toSorted(byKey);
    assert.deepEqual(
      again,
      devices.map((device) => ({ ...device, utcOffsetMinutes: 480, statusMs: device.seenMs })),
      'the zone is not theirs to change',
    );
    await store.saveAll([]);
    await store.saveSeen([]);
  },
);

eachStore(
  'many devices are written as one change, and none where one has another version by now',
  async (_t, { db }) => {
    const store = createDeviceStore(db);
    const [a, b, fresh] = [newDevice(7, 'A', NOW_MS), newDevice(8, 'B', NOW_MS), newDevice(9, 'C', NOW_MS)];
    await store.saveAll([a, b]);
    const version = { updatedMs: NOW_MS, updatedBy: 'ann' };
    const made = (beforeMs: number) =>
      [a, b, fresh].map((device) => ({
        device: { ...device, ...version, memo: 'yard' },
        edit: { ...version, utcOffsetMinutes: 60 },
        beforeMs,
      }));
    const memos = async () =>
      (await store.load())
        .toSorted((one, other) => one.key - other.key)
        .map(({ memo, utcOffsetMinutes, updatedBy }) => [memo, utcOffsetMinutes, updatedBy]);
    const bob = { updatedMs: NOW_MS + 5000, updatedBy: 'bob', utcOffsetMinutes: 90 };
    await store.saveEdit(8, bob, 0);
    const before = await memos();
    await assert.rejects(store.saveTogether(made(0)), { name: 'ChangedError', message: /^bob changed/ });
    assert.deepEqual(await memos(), before);
    await store.saveEdit(8, { ...bob, updatedMs: 0, updatedBy: '' }, NOW_MS + 5000);
    await store.saveTogether(made(0));
    const [first, ...others] = await memos();
    assert.deepEqual(first, ['yard', 60, 'ann']);
    assert.deepEqual(
      others.map(([memo, , updatedBy]) => [memo, updatedBy]),
      [
        ['yard', 'ann'],
        ['yard', 'ann'],
      ],
    );
  },
);

eachStore('keys are taken in blocks, the next one begins behind', async (_t, { db }) => {
  const store = createDeviceStore(db);
  assert.deepEqual([await store.takeKeys(1000), await store.takeKeys(2), await store.takeKeys(1)], [1, 1001, 1003]);
});

eachStore('a dropped device is noted until nothing is left of it', async (_t, { db }) => {
  const store = createDeviceStore(db);
  await store.save(newDevice(7, 'BUS-7', NOW_MS));
  for (const [key, atMs] of [
    [7, NOW_MS],
    [8, NOW_MS + 1],
    [9, NOW_MS],
  ] as const)
    await store.drop({ key, id: `D${key}` }, atMs);
  assert.deepEqual(await store.load(), []);
  assert.deepEqual(
    [await store.dropped(0, NOW_MS, 9), await store.dropped(0, NOW_MS + 1, 2)],
    [
      [7, 9],
      [7, 8],
    ],
  );
  assert.deepEqual(await store.dropped(7, NOW_MS + 1, 9), [8, 9]);
  await store.forgetDropped([7, 9]);
  assert.deepEqual(await store.dropped(0, NOW_MS + 1, 9), [8]);
});

eachStore('permissions of terminals: the newest of each, until they are over', async (_t, { db }) => {
  const store = createAllowedTerminalStore(db);
  const allowed = {
    id: NOW_MS,
    terminalId: '13800000101',
    manufacturer: 'MFR',
    model: 'M1',
    hardwareId: 'T2',
    address: '192.0.2.1',
    plate: '王',
    firstMs: NOW_MS,
    lastMs: NOW_MS + 5,
    attempts: 2,
    allowedUntilMs: NOW_MS + 10,
    allowedBy: 'ann',
  };
  await store.save({ ...allowed, allowedBy: 'bob', lastMs: NOW_MS });
  await store.save(allowed);
  const earlier = { ...allowed, id: NOW_MS + 1, hardwareId: 'T3', lastMs: NOW_MS, allowedUntilMs: NOW_MS + 9 };
  await store.save(earlier);
  assert.deepEqual(await store.load(NOW_MS), [earlier, allowed]);
  assert.deepEqual(await store.load(NOW_MS + 9), [allowed]);
  await store.removeExpired(NOW_MS + 9);
  assert.deepEqual(await store.load(0), [allowed]);
  const again = { ...allowed, id: NOW_MS + 7, allowedBy: 'cat' };
  await store.save(again);
  assert.deepEqual(await store.load(0), [again], 'a terminal is let in once, however many allowed it');
  const stranger = { ...again, hardwareId: 'T4', lastMs: NOW_MS + 9 };
  await store.save(stranger);
  assert.deepEqual(
    await store.load(0),
    [again, { ...stranger, id: again.id + 1 }],
    'two servers may give one number to two that wait',
  );
});
