// Many devices are written together, the newest state of each; one that cannot be written takes no other with it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { silentLog } from '../../kernel/log.ts';
import { DeviceWrites } from './device-writes.ts';
import { newDevice, type DeviceRecord, type StoredDevice } from './record.ts';

const setUp = () => {
  const done: string[] = [];
  const broken = new Set<string>();
  const gone = new Set<string>();
  const idsOf = (devices: readonly Pick<DeviceRecord, 'key'>[]): string => devices.map(({ key }) => key).join();
  const fail = (devices: readonly StoredDevice[]): void => {
    if (devices.some(({ id }) => broken.has(id))) throw new Error('full');
  };
  const writes = new DeviceWrites({
    log: silentLog,
    isKnown: ({ id }) => !gone.has(id),
    store: {
      save: async (device) => {
        fail([device]);
        done.push(`one ${device.key}`);
      },
      saveAll: async (devices) => {
        fail(devices);
        if (devices.length > 0) done.push(`all ${idsOf(devices)}`);
      },
      saveSeen: async (devices) => {
        if (devices.length > 0) done.push(`seen ${idsOf(devices)}`);
      },
    },
  });
  const devices = [1, 2, 3, 4].map((key) => newDevice(key, `D${key}`, 0));
  return { writes, devices, done, broken, gone };
};

test('what came up to the beginning of a round is one round, and a device of it is written once', async () => {
  const { writes, devices, done, gone } = setUp();
  const [a, b, c, d] = devices;
  assert.ok(a && b && c && d);
  const first = writes.saveSoon(a);
  assert.equal(writes.saveSoon(a), first);
  void writes.saveSoon(b);
  for (const device of [a, c, d]) writes.saveSeenSoon(device);
  gone.add('D4');
  assert.equal(writes.size, 2);
  await first;
  await writes.settled();
  assert.deepEqual([done, writes.size], [['all 1,2', 'seen 3'], 0]);
  await writes.saveSoon(a);
  assert.deepEqual(done.slice(2), ['all 1']);
});

test('one that cannot be written fails alone, and is written whole when it is next seen', async () => {
  const { writes, devices, done, broken } = setUp();
  const [a, b] = devices;
  assert.ok(a && b);
  broken.add('D1');
  const [bad, good] = [writes.saveSoon(a), writes.saveSoon(b)];
  await assert.rejects(bad, /full/);
  await good;
  await writes.settled();
  assert.deepEqual(done, ['one 2']);
  broken.clear();
  for (const device of [a, b]) writes.saveSeenSoon(device);
  await writes.settled();
  await writes.settled();
  assert.deepEqual(done.slice(1), ['all 1', 'seen 2']);
});
