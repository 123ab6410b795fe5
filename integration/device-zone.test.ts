// A recorder whose clock runs in another zone: its times are wrong until its zone is set, by a call or by the command line beside the
// running server; the zone that would make them right is offered, and survives a restart.
import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { rights, type Right } from '@outrider/contract';
import { createVehicle, loadRoadNetwork } from '../apps/simulator/src/index.ts';
import { readFault } from '../apps/simulator/src/faults.ts';
import { createApp } from '../apps/server/src/app.ts';
import { runCommand } from '../apps/server/src/cli/index.ts';
import { toPasswordHash } from '../apps/server/src/kernel/access/credentials.ts';
import { silentLog } from '../apps/server/src/kernel/log.ts';
import { systemClock } from '../apps/server/src/adapters/system-clock/system-clock.ts';
import { afterwards } from './support/cleanup.ts';
import { Device, locationAt } from './support/device.ts';
import { logRows } from './support/logs.ts';
import { onceRead } from './support/once-read.ts';
import { asJson, asList, Channel, httpCall, type Json } from './support/operator.ts';
import {
  type Account,
  HOST,
  type Server,
  startDrivenServer,
  startServer,
  temporaryFolder,
  testConfig,
} from './support/server.ts';
import { until } from './support/until.ts';

const ID = '13800000101';
const HOUR_MS = 3_600_000;

/** The time the console shows for the device's fix, UTC in ms. */
const shownMs = async (operator: Channel): Promise<number> => {
  const { time } = asJson(asJson((await operator.get('Q05', { I: ID }))['Z'])['gps_info']);
  return Number(time) * 1000;
};

const clocks = async (server: Server): Promise<Json[]> => {
  const { body } = await httpCall(server.ports.http, 'GET', '/gkserver/connectrecorder', { account: server.admin });
  return asList(asJson(body)['clocks']);
};

const setZone = (server: Server, account: Account, utcoffset: number, deviceid = ID, updatetime?: number) =>
  httpCall(server.ports.http, 'PUT', '/gkdevice/zone', { account, input: { deviceid, utcoffset, updatetime } });

const online = async (t: TestContext, server: Server): Promise<{ device: Device; operator: Channel }> => {
  const operator = await Channel.signedIn(server);
  await operator.get('D01', { I: ID, C: 1 });
  const device = await Device.online(server.ports.jt808);
  afterwards(t, () => device.close());
  return { device, operator };
};

test('a clock in UTC is recognised over several reports, offered, and read rightly from the next report after the call', async (t) => {
  const server = await startDrivenServer(t);
  const { device, operator } = await online(t, server);
  /** What a clock in UTC shows, read as GMT+8: eight hours too early. */
  const report = async (): Promise<void> => {
    const { answer } = await onceRead(server, () => device.locate(locationAt(server.clock.now() - 8 * HOUR_MS)));
    await server.clock.advanceAsync(20_000);
    assert.equal(await answer, 0);
  };
  for (let i = 0; i < 3; i += 1) await report();
  assert.deepEqual(await clocks(server), [], 'a few reports tell nothing');
  for (let i = 0; i < 3; i += 1) await report();
  const [{ updatetime, ...found } = {}] = await clocks(server);
  assert.deepEqual(found, { deviceid: ID, ahead: -480, utcoffset: 480, suggested: 0 });
  const atMs = server.clock.now();
  await report();
  assert.equal(await shownMs(operator), atMs - 8 * HOUR_MS, 'eight hours late before');
  assert.equal((await setZone(server, server.admin, 0, ID, Number(updatetime))).status, 200);
  assert.deepEqual(await clocks(server), []);
  const [row] = await logRows(server, '/gklog/accesslog', { action: 'Set device time zone' });
  const { body, before } = asJson(row?.['data']);
  assert.deepEqual([row?.['deviceid'], asJson(body)['utcoffset'], before], [ID, 0, { utcoffset: 480 }]);
  const afterMs = server.clock.now();
  await report();
  assert.equal(await shownMs(operator), afterMs, 'right after');
  assert.equal(asJson((await operator.get('Q05', { I: ID }))['Z'])['timezone'], 0);
});

test('a clock that was ahead shows the present at once, not in hours', async (t) => {
  const server = await startDrivenServer(t);
  const { device, operator } = await online(t, server);
  const report = async (): Promise<number> => {
    const atMs = server.clock.now();
    const { answer } = await onceRead(server, () => device.locate(locationAt(atMs + 3 * HOUR_MS)));
    await server.clock.advanceAsync(5000);
    assert.equal(await answer, 0);
    return atMs;
  };
  const aheadMs = (await report()) + 3 * HOUR_MS;
  assert.equal(await shownMs(operator), aheadMs);
  await setZone(server, server.admin, 660);
  const atMs = await report();
  assert.equal(await shownMs(operator), atMs);
});

test('the zone is for who may edit devices and sees this one', async (t) => {
  const server = await startServer(t);
  const { operator } = await online(t, server);
  const add = async (user: string, granted: readonly Right[], groupIds: readonly number[]): Promise<Account> => {
    const { hash } = server.admin;
    const own = { level: 1, rights: new Set(granted), expiresMs: null, groupIds };
    await server.app.users.add({ name: user, passwordHash: hash, ...own });
    return { user, hash };
  };
  const root = 1;
  const viewer = await add(
    'viewer',
    rights.filter((right) => right !== 'F_lmdvrs'),
    [root],
  );
  const stranger = await add('stranger', rights, []);
  assert.equal((await setZone(server, viewer, 0)).status, 403);
  assert.equal((await setZone(server, stranger, 0)).status, 404);
  assert.equal((await setZone(server, server.admin, 0, 'nobody')).status, 404);
  for (const wrong of [7, 900, -735, 0.5]) assert.equal((await setZone(server, server.admin, wrong)).status, 400);
  assert.equal(asJson((await operator.get('Q05', { I: ID }))['Z'])['timezone'], 8, 'nothing changed');
});

/** Runs the command on the data folder, as beside a running server. */
const zoneCommand = async (
  server: Pick<Server, 'data'>,
  words: string[],
  options: Record<string, string> = {},
): Promise<string> => {
  const lines: string[] = [];
  await runCommand('time-zone', {
    config: testConfig(server.data),
    words,
    options,
    clock: systemClock,
    print: (line) => void lines.push(line),
    readInput: () => Promise.resolve(''),
  });
  return lines.join();
};

test('the command sets the zone beside the running server, which takes it over and keeps it through what it stores itself', async (t) => {
  const server = await startDrivenServer(t);
  const { device, operator } = await online(t, server);
  assert.equal(await zoneCommand(server, [ID]), `${ID}: UTC+8`);
  assert.equal(await zoneCommand(server, [ID], { zone: '-3:30' }), `${ID}: UTC-3:30`);
  // The link goes and comes: the server stores the device before it has heard of the change.
  device.close();
  const again = await Device.online(server.ports.jt808);
  afterwards(t, () => again.close());
  await until(
    'the server takes it over',
    async () => asJson((await operator.get('Q05', { I: ID }))['Z'])['timezone'] === -3.5,
    {
      between: () => server.clock.advance(500),
    },
  );
  const atMs = Math.floor(server.clock.now() / 1000) * 1000; // devices report whole seconds
  const { answer } = await onceRead(server, () => again.locate(locationAt(atMs - 11.5 * HOUR_MS)));
  await server.clock.advanceAsync(1000);
  assert.equal(await answer, 0);
  assert.equal(await shownMs(operator), atMs);
  assert.equal(await zoneCommand(server, [ID]), `${ID}: UTC-3:30`);
  await assert.rejects(zoneCommand(server, [ID], { zone: 'UTC+15' }), /zone must be/);
  await assert.rejects(zoneCommand(server, ['nobody']), /There is no device nobody/);
});

test('who sets the zone of a record that was changed since hears by whom, also by the command line; nothing changes then', async (t) => {
  const server = await startDrivenServer(t);
  const { operator } = await online(t, server);
  const zone = async () => asJson((await operator.get('Q05', { I: ID }))['Z'])['timezone'];
  const first = asJson((await setZone(server, server.admin, 60)).body);
  const seen = Number(first['updatetime']);
  const late = await setZone(server, server.admin, 120, ID, seen - 1);
  assert.equal(late.status, 409);
  const present = { deviceid: ID, utcoffset: 60 };
  assert.deepEqual(asJson(late.body)['changed'], { updatetime: seen, updateby: 'admin', present });
  await zoneCommand(server, [ID], { zone: 'UTC-1' });
  // The server may not have heard of it yet: what is stored decides.
  const byCommand = await setZone(server, server.admin, 120, ID, seen);
  assert.equal(byCommand.status, 409);
  const changed = asJson(asJson(byCommand.body)['changed']);
  assert.deepEqual([changed['updateby'], changed['present']], ['command line', { deviceid: ID, utcoffset: -60 }]);
  await until('the server takes it over', async () => (await zone()) === -1, {
    between: () => server.clock.advance(500),
  });
  assert.equal((await setZone(server, server.admin, 120, ID, Number(changed['updatetime']))).status, 200);
  assert.equal(await zone(), 2);
});

test('the zone survives a restart', async (t) => {
  const data = await temporaryFolder(t);
  const first = await createApp(testConfig(data), { log: silentLog });
  const admin = { user: 'admin', hash: toPasswordHash(first.initialPassword ?? '') };
  const server: Server = { app: first, ports: first.ports, data, admin };
  const operator = await Channel.signedIn(server);
  await operator.get('D01', { I: ID, C: 1 });
  assert.equal((await setZone(server, admin, 60)).status, 200);
  await first.close();
  const second = await createApp(testConfig(data), { log: silentLog });
  afterwards(t, () => second.close());
  const later = await Channel.signedIn({ ...server, app: second, ports: second.ports });
  assert.equal(asJson((await later.get('Q05', { I: ID }))['Z'])['timezone'], 1);
});

test('a simulated vehicle with its clock in UTC: eight hours late before, on time after', async (t) => {
  const server = await startServer(t);
  const operator = await Channel.signedIn(server);
  await operator.get('D01', { I: ID, C: 4 });
  const vehicle = createVehicle({
    host: HOST,
    port: server.ports.jt808,
    phone: ID,
    seed: 7,
    intervalMs: 1000,
    clips: null,
    network: loadRoadNetwork(),
    faults: readFault('clock-zone=0').faults,
  });
  afterwards(t, () => vehicle.stop());
  vehicle.start();
  const late = await until('a report', async () => {
    const shown = await shownMs(operator).catch(() => NaN);
    return Number.isNaN(shown) || shown === 0 ? undefined : Date.now() - shown;
  });
  assert.ok(Math.abs(late - 8 * HOUR_MS) < 60_000, `${late / HOUR_MS} hours late`);
  await setZone(server, server.admin, 0);
  await until('the present', async () => Math.abs(Date.now() - (await shownMs(operator))) < 60_000);
});
