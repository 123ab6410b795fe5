// What another server over the same database changed of accounts, rights, groups and devices counts here without a restart.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { rights } from '@outrider/contract';
import { createLocalBus } from '../adapters/local-bus/local-bus.ts';
import { twoServers } from '../adapters/test-stores.ts';
import { openRegistry } from '../features/device/index.ts';
import { groupFeature } from '../features/group/index.ts';
import { userFeature } from '../features/user/index.ts';
import { silentLog } from '../kernel/log.ts';
import { createManualClock } from '../kernel/manual-clock.ts';
import type { OpenDatabase } from '../kernel/storage/db.ts';
import { turnsUntil } from '../kernel/turns-until.ts';
import { reloadWhenChanged } from './base.ts';
import { House } from './house.ts';

const LOOK_MS = 500;
const policy = { newDevices: 'accept-new', acceptAnyCode: false, reRegistration: 'same-terminal' } as const;
const clock = createManualClock();

const keeper = {
  keep: (hash: string) => Promise.resolve(hash),
  check: (hash: string, stored: string | null) => Promise.resolve(hash === stored),
};
const ann = { name: 'ann', passwordHash: 'first', level: 2, rights: new Set(rights), expiresMs: null, groupIds: [] };

const open = async ({ db }: OpenDatabase) => {
  const bus = createLocalBus(silentLog);
  const users = await userFeature({ db, bus, clock, keeper });
  const groups = await groupFeature({ db, bus, clock, accounts: () => users.list() });
  const synced = (): Promise<void> => Promise.resolve();
  const { directory } = await openRegistry({ db, bus, clock, log: silentLog, policy, synced });
  return { bus, users, groups, directory };
};

/** Two servers; `noticed` lets the first one look when there is something to see, which it does twice a second, until it knows. */
const openBoth = async (one: OpenDatabase, two: OpenDatabase) => {
  const here = await open(one);
  const there = await open(two);
  const house = new House();
  house.open(here.users);
  house.open(here.groups);
  house.open({ reload: () => here.directory.reload() });
  reloadWhenChanged(one, clock, house, silentLog);
  let looked = one.externalVersion();
  const noticed = (what: string, isKnown: () => boolean): Promise<void> =>
    turnsUntil(what, () => {
      const version = one.externalVersion();
      if (version !== looked) clock.advance(LOOK_MS);
      looked = version;
      return isKnown();
    });
  return { here, there, house, noticed };
};

twoServers('accounts and rights that another server changed count here', async (t, one, two) => {
  const { here, there, house, noticed } = await openBoth(one, two);
  t.after(() => house.close());
  const ended: number[] = [];
  here.bus.subscribe('account.ended', ({ userId }) => ended.push(userId));
  const { id } = await there.users.add(ann);
  await noticed('a new account', () => here.users.byName('ann')?.id === id);
  await there.users.change(id, { level: 3, rights: null });
  await noticed('another level', () => here.users.byId(id)?.level === 3);
  const before = here.users.byId(id)?.rights.size ?? 0;
  await there.users.changePermissionSets([{ id: 3, rights: new Set() }], 'boss');
  await noticed('a right that a level lost', () => (here.users.byId(id)?.rights.size ?? 0) < before);
  await there.users.setPassword(id, 'second');
  await noticed('another password', () => ended.includes(id));
  assert.equal((await here.users.verify('ann', 'second'))?.id, id);
  await there.users.remove(id);
  await noticed('an account that is gone', () => here.users.byName('ann') === undefined);
});

twoServers('groups that another server changed count here', async (t, one, two) => {
  const { here, there, house, noticed } = await openBoth(one, two);
  t.after(() => house.close());
  const depot = await there.groups.add(1, 'depot');
  await noticed('a new group', () => here.groups.list().some(({ id }) => id === depot));
  await there.groups.link(7, depot);
  await noticed('a device in it', () => here.groups.groupsOf(7).includes(depot));
  await there.groups.change(depot, { name: 'yard' });
  await noticed('another name', () => here.groups.one(depot).name === 'yard');
  await there.groups.unlink(7, depot);
  await noticed('no device in it', () => !here.groups.groupsOf(7).includes(depot));
  await there.groups.remove(depot);
  await noticed('a group that is gone', () => !here.groups.list().some(({ id }) => id === depot));
});

twoServers(
  'devices that another server registered and changed are known here, and their lists are made again',
  async (t, one, two) => {
    const { here, there, house, noticed } = await openBoth(one, two);
    t.after(() => house.close());
    const relisted: string[] = [];
    const zones: number[] = [];
    here.bus.subscribe('devices.relisted', ({ reason }) => relisted.push(reason));
    here.bus.subscribe('device.zone', ({ utcOffsetMinutes }) => zones.push(utcOffsetMinutes));
    const device = there.directory.add('BUS-7', '13800000107');
    assert.ok(device);
    const { key } = device;
    await there.directory.change(key, { registered: true, knownSinceMs: 5 }, { by: 'ann' });
    await noticed('a registered device', () => here.directory.get('BUS-7')?.registered === true);
    assert.deepEqual([here.directory.byTerminal('13800000107')?.key, relisted], [key, ['registered']]);
    const changes = {
      driverName: 'Bo',
      channelNames: ['front'],
      mapLocation: { lat: 1, lng: 2 },
      utcOffsetMinutes: 60,
    };
    await there.directory.change(key, { ...changes, id: 'BUS-8' }, { by: 'bob' });
    await noticed('another id', () => here.directory.get('BUS-8') !== undefined);
    assert.partialDeepStrictEqual(here.directory.at(key), { ...changes, updatedBy: 'bob' });
    assert.deepEqual([here.directory.get('BUS-7'), zones], [undefined, [60]]);
    await there.directory.change(key, { registered: false }, { by: 'ann' });
    await noticed('a device that was removed', () => here.directory.at(key)?.registered === false);
    assert.deepEqual(relisted, ['registered', 'removed']);
  },
);

test('what could not be read of another server is read at the next look, and logged once', async (t) => {
  const written: string[] = [];
  const log = { ...silentLog, error: (message: string) => void written.push(message) };
  const house = new House();
  t.after(() => house.close());
  let [version, reloads, fails] = [1, 0, true];
  house.open({
    reload() {
      reloads += 1;
      return fails ? Promise.reject(new Error('no database')) : Promise.resolve();
    },
  });
  reloadWhenChanged({ externalVersion: () => version }, clock, house, log);
  await clock.advanceAsync(LOOK_MS);
  assert.equal(reloads, 0);
  version += 1;
  await clock.advanceAsync(2 * LOOK_MS);
  assert.deepEqual([reloads, written], [2, ['reload failed']]);
  fails = false;
  await clock.advanceAsync(2 * LOOK_MS);
  assert.equal(reloads, 3);
});

test('a look that a failing disk refuses is made again, and logged once', async (t) => {
  const written: string[] = [];
  const log = { ...silentLog, error: (message: string) => void written.push(message) };
  const house = new House();
  t.after(() => house.close());
  let [version, reloads, fails] = [1, 0, false];
  house.open({
    reload() {
      reloads += 1;
      return Promise.resolve();
    },
  });
  const externalVersion = (): number => {
    if (fails) throw new Error('disk I/O error');
    return version;
  };
  reloadWhenChanged({ externalVersion }, clock, house, log);
  fails = true;
  await clock.advanceAsync(3 * LOOK_MS);
  assert.deepEqual([reloads, written], [0, ['reload failed']]);
  version += 1;
  fails = false;
  await clock.advanceAsync(2 * LOOK_MS);
  assert.deepEqual([reloads, written], [1, ['reload failed']]);
  fails = true;
  await clock.advanceAsync(LOOK_MS);
  assert.equal(written.length, 2, 'it had gone well in between');
});

twoServers('who was let in again at another server is shown so, until it came', async (t, one, two) => {
  const { here, there, house, noticed } = await openBoth(one, two);
  t.after(() => house.close());
  const request = {
    terminalId: '13800000107',
    kind: 'register' as const,
    authCode: '',
    plate: '',
    manufacturer: 'M',
    model: 'X',
    hardwareId: 'T1',
    transport: 'tcp' as const,
    remoteAddress: '192.0.2.1',
  };
  await there.directory.admit(request);
  await there.directory.admit({ ...request, hardwareId: 'T2' });
  const [entry] = there.directory.waiting.list();
  assert.ok(entry && (await there.directory.allowAgain(entry.id, 'ann')));
  await noticed('a permission', () => here.directory.waiting.list().some(({ allowedBy }) => allowedBy === 'ann'));
  assert.deepEqual(
    here.directory.waiting.list().map(({ hardwareId, attempts }) => [hardwareId, attempts]),
    [['T2', 1]],
  );
  await there.directory.admit({ ...request, hardwareId: 'T2' });
  await noticed('that it is used up', () => here.directory.waiting.list().length === 0);
});

twoServers('a sign-in, and a device that is seen, make no other server look', async (_t, one, two, kind) => {
  const here = await open(one);
  const { id } = await here.users.add(ann);
  const device = here.directory.add('BUS-7', null);
  assert.ok(device);
  await here.directory.change(device.key, { registered: true, knownSinceMs: 5 }, { by: 'ann' });
  const there = await open(two);
  const [before, own] = [one.externalVersion(), two.externalVersion()];
  await there.users.signedIn(id);
  there.directory.report(device.key, { seenMs: clock.now() + 1 });
  await there.directory.settled();
  // What a server tells comes back to it, behind all that others told before.
  await here.groups.add(1, 'own');
  if (kind === 'postgres') assert.equal(one.externalVersion(), before, 'SQLite counts every write');
  await turnsUntil('a group', () => two.externalVersion() !== own);
  await there.groups.reload();
  const told = [one.externalVersion(), two.externalVersion()];
  await there.groups.add(1, 'depot');
  await turnsUntil('another group', () => one.externalVersion() !== told[0]);
  assert.equal(two.externalVersion(), told[1], 'what a server does itself it knows');
});
