// What a caller is told of a device that it names.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createLocalBus } from '../../adapters/local-bus/local-bus.ts';
import { openSqlite } from '../../adapters/sqlite/sqlite.ts';
import { silentLog } from '../../kernel/log.ts';
import { createManualClock } from '../../kernel/manual-clock.ts';
import { createTestAccess, testCaller } from '../../kernel/access/test-access.ts';
import { devicesSeen, openRegistry } from './registry.ts';

const MIGRATIONS = new URL('../../../migrations', import.meta.url).pathname;

test('a device out of sight sounds like one that is not there, and nothing is told of it', async (t) => {
  const opened = openSqlite(':memory:', MIGRATIONS);
  t.after(() => opened.close());
  const registry = await openRegistry({
    db: opened.db,
    bus: createLocalBus(silentLog),
    clock: createManualClock(),
    log: silentLog,
    policy: { newDevices: 'accept-new', acceptAnyCode: false, reRegistration: 'same-terminal' },
    synced: () => Promise.resolve(),
  });
  const bus7 = registry.directory.add('BUS-7', '13800000107');
  assert.ok(bus7);
  const access = createTestAccess({}, ({ userId }, deviceKey) => userId === 7 && deviceKey === bus7.key);
  const devices = devicesSeen(registry, access);
  const [owner, other] = [testCaller({ userId: 7 }), testCaller({ userId: 8 })];
  const expected = {
    deviceKey: bus7.key,
    deviceId: 'BUS-7',
    channels: [1, 2, 3, 4],
    absentChannels: [],
    talkChannel: 1,
    mainChannels: [],
    hasLive: true,
    registered: false,
  };
  assert.deepEqual([devices.seen(owner, 'BUS-7'), devices.find(owner, 'BUS-7')], [expected, expected]);
  assert.deepEqual(devices.findByKey(owner, bus7.key), expected);
  assert.equal(devices.findByKey(other, bus7.key), undefined);
  assert.equal(devices.findByKey(owner, bus7.key + 1), undefined);
  for (const [caller, id] of [
    [other, 'BUS-7'],
    [owner, 'BUS-8'],
  ] as const) {
    assert.throws(() => devices.seen(caller, id), { code: 'not_found', message: `Unknown device ${id}` });
    assert.equal(devices.find(caller, id), undefined);
  }
  assert.deepEqual([[...registry.registered()], registry.isRegistered(bus7.key)], [[], false]);
  bus7.registered = true;
  assert.deepEqual(
    [[...registry.registered()].map(({ id }) => id), registry.isRegistered(bus7.key), registry.isRegistered(99)],
    [['BUS-7'], true, false],
  );
});
