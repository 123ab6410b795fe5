// A device that nobody registered is dropped: those who remember something of it hear so, and a late report brings nothing back.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createLocalBus } from '../../adapters/local-bus/local-bus.ts';
import { silentLog } from '../../kernel/log.ts';
import { createManualClock } from '../../kernel/manual-clock.ts';
import { testPosition } from '../../kernel/test-position.ts';
import { ClockWatch } from './clock-watch.ts';
import { DayBook } from './day-book.ts';
import { DeviceDirectory } from './directory.ts';
import { listen } from './listeners.ts';
import { LiveUpdates } from './live-updates.ts';
import { noAdmissions } from './test-admissions.ts';

const HOUR_MS = 3_600_000;

const setUp = () => {
  const clock = createManualClock();
  const bus = createLocalBus(silentLog);
  const removed: number[] = [];
  const store = {
    load: () => Promise.resolve([]),
    save: () => Promise.resolve(),
    takeKeys: () => Promise.resolve(1),
    drop: ({ key }: { key: number }) => Promise.resolve(void removed.push(key)),
    dropped: () => Promise.resolve([]),
    forgetDropped: () => Promise.resolve(),
    edits: () => Promise.resolve([]),
    editOf: () => Promise.resolve(undefined),
    saveAll: () => Promise.resolve(),
    saveTogether: () => Promise.resolve(),
    saveSeen: () => Promise.resolve(),
    saveEdit: () => Promise.resolve(true),
  };
  const allowed = {
    load: () => Promise.resolve([]),
    save: () => Promise.resolve(),
    removeExpired: () => Promise.resolve(),
  };
  const synced = (): Promise<void> => Promise.resolve();
  const policy = { newDevices: 'accept-new', acceptAnyCode: false, reRegistration: 'same-terminal' } as const;
  const directory = new DeviceDirectory(
    { store, admissions: noAdmissions, allowed, bus, clock, log: silentLog, policy, synced },
    [],
  );
  const at = (key: number) => directory.at(key);
  const keeper = { changed: () => undefined, complete: () => undefined, countedTo: () => undefined };
  const days = new DayBook({
    keeper,
    clock,
    log: silentLog,
    trackOf: () => Promise.resolve(new TextEncoder().encode('[]')),
    at,
    all: () => directory.all(),
    changed: () => undefined,
  });
  const updates = new LiveUpdates({
    clock,
    at,
    isVisible: () => true,
    maySee: () => true,
    cursor: () => 0,
    token: () => '',
  });
  const clocks = new ClockWatch();
  listen({ bus, directory, days, keeper, updates, clocks });
  const report = (deviceKey: number, second: number): void => {
    const receivedMs = clock.now() + second * 1000;
    const position = testPosition({ timeMs: receivedMs - 8 * HOUR_MS, receivedMs, coreHash: second });
    bus.publish('position.accepted', { deviceKey, deviceId: 'D', position, current: true, impossible: false });
  };
  return { directory, bus, clocks, removed, report };
};

test('what was found of its clock goes with a device, and its late reports find nothing', async () => {
  const { directory, bus, clocks, removed, report } = setUp();
  const gone: number[] = [];
  bus.subscribe('device.gone', ({ deviceKey }) => gone.push(deviceKey));
  await directory.ready();
  const device = directory.add('D', '13800000101');
  assert.ok(device);
  for (let i = 0; i < 5; i += 1) report(device.key, i * 30);
  assert.deepEqual([...clocks.keys()], [device.key]);
  directory.drop(device);
  await directory.settled();
  assert.deepEqual([gone, removed, [...clocks.keys()]], [[device.key], [device.key], []]);
  for (let i = 5; i < 10; i += 1) report(device.key, i * 30);
  assert.deepEqual([...clocks.keys()], []);
});
