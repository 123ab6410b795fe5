// What lists are told when: everything at once to who only polls, sums and readings by and by to who hears live updates.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createLocalBus } from '../../adapters/local-bus/local-bus.ts';
import { silentLog } from '../../kernel/log.ts';
import { createManualClock } from '../../kernel/manual-clock.ts';
import { Changes } from './changes.ts';
import { newDevice } from './record.ts';

const setUp = (fleetSize: number) => {
  const clock = createManualClock();
  const device = newDevice(1, 'D', clock.now());
  const told: string[] = [];
  const bus = createLocalBus(silentLog);
  bus.subscribe('device.changed', ({ deviceId }) => told.push(deviceId));
  const changes = new Changes({ clock, bus, fleetSize: () => fleetSize });
  changes.touch(device);
  return { clock, device, changes, told };
};

test('what updates carry is not told again, sums and readings only as often as the size of the fleet allows', () => {
  const { clock, device, changes, told } = setUp(10_000);
  device.json = 'old';
  clock.advance(299_999);
  changes.touch(device, true);
  assert.deepEqual([device.changed, device.restChanged, device.json, told], [2, 1, null, ['D', 'D']]);
  clock.advance(1);
  changes.touch(device, true);
  assert.deepEqual([device.changed, device.restChanged], [3, 3]);
  changes.touch(device);
  assert.deepEqual([device.changed, device.restChanged, changes.cursor], [4, 4, 4]);
});

test('of a small fleet they are told with every poll', () => {
  const { clock, device, changes } = setUp(300);
  clock.advance(9000);
  changes.touch(device, true);
  assert.equal(device.restChanged, 2);
});

test('one that falls silent is told once more when its time has come', () => {
  const { clock, device, changes, told } = setUp(10_000);
  changes.touch(device, true);
  changes.sweep([device]);
  assert.deepEqual([device.restChanged, changes.cursor], [1, 2]);
  clock.advance(300_000);
  changes.sweep([device]);
  changes.sweep([device]);
  assert.deepEqual([device.restChanged, device.changed, changes.cursor, told.length], [3, 2, 3, 2]);
});

test('a clock that is set back does not hold them up', () => {
  const { clock, device, changes } = setUp(300);
  clock.jumpTo(clock.now() - 8 * 3_600_000);
  clock.advance(9000);
  changes.touch(device, true);
  assert.equal(device.restChanged, 2);
});
