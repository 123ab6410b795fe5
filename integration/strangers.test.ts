// Who may connect under a number that is taken, who is let in again, and strangers in crowds. Media is strangers-media.test.ts.
import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { GENERAL_RESULT, t0002Heartbeat, t0003Logout } from '@outrider/jt808';
import { rights } from '@outrider/contract';
import { type App, createApp, openAccounts } from '../apps/server/src/app.ts';
import { toPasswordHash } from '../apps/server/src/kernel/access/credentials.ts';
import { createTestLog } from '../apps/server/src/kernel/log.ts';
import type { ManualClock } from '../apps/server/src/kernel/manual-clock.ts';
import { afterwards } from './support/cleanup.ts';
import { Device, type DeviceOptions, locationAt } from './support/device.ts';
import { asJson, asList, Channel, httpCall, type Json, refusals } from './support/operator.ts';
import {
  cheapKeeper,
  HOST,
  type Server,
  startDrivenServer,
  startServer,
  temporaryFolder,
  testConfig,
} from './support/server.ts';
import { until } from './support/until.ts';

const ELSEWHERE = '127.0.0.2';
const FAR = '127.9.0.9';
const OTHER = 'T000002';
const TAKEN = 3;

const dial = async (t: TestContext, server: Server, options: DeviceOptions = {}): Promise<Device> => {
  const device = await Device.dial(server.ports.jt808, options);
  afterwards(t, () => device.close());
  return device;
};
const online = async (t: TestContext, server: Server, options: DeviceOptions = {}): Promise<Device> => {
  const device = await Device.online(server.ports.jt808, options);
  afterwards(t, () => device.close());
  return device;
};
const waiting = async ({ ports, admin }: Server): Promise<Json[]> => {
  const { body } = await httpCall(ports.http, 'GET', '/gkserver/waitingrecorders', { account: admin });
  return asList(asJson(body)['waiting']);
};
const allow = ({ ports, admin }: Server, id: unknown) =>
  httpCall(ports.http, 'POST', '/gkserver/allowagain', { account: admin, input: { id } });
const metric = async ({ ports, admin }: Server, name: string): Promise<number> => {
  const { body } = await httpCall(ports.http, 'GET', '/metrics', { account: admin });
  return Number(new RegExp(`^outrider_${name} (\\d+)$`, 'm').exec(String(body))?.[1]);
};

test('a stranger who registers the number of a device voids no code, and waits for an operator', async (t) => {
  const server = await startServer(t);
  const first = await online(t, server);
  first.close();
  const stranger = await dial(t, server, { from: ELSEWHERE, hardware: OTHER });
  assert.deepEqual((await stranger.register('EVIL-1')).result, TAKEN);
  const again = await dial(t, server);
  assert.equal(await again.authenticate(first.authCode), GENERAL_RESULT.done, 'the old code counts');
  const [entry] = await waiting(server);
  assert.partialDeepStrictEqual(entry, {
    terminal: '13800000101',
    address: ELSEWHERE,
    plate: 'EVIL-1',
    hardware: OTHER,
    known: { maker: 'OUTR', model: 'TEST', hardware: 'T000001' },
    attempts: 1,
    alloweduntil: null,
  });
  const reasons = (await refusals(server)).map(({ reason }) => reason);
  assert.deepEqual(reasons, ['number taken by other hardware']);
});

test('a recorder that was reset registers again by itself, and one that logged out', async (t) => {
  const server = await startServer(t);
  const first = await online(t, server);
  first.close();
  const reset = await online(t, server);
  assert.notEqual(reset.authCode, first.authCode);
  assert.equal(await reset.ask(t0003Logout, {}), GENERAL_RESULT.done);
  await reset.untilClosed();
  const stranger = await dial(t, server, { hardware: OTHER });
  assert.equal((await stranger.register()).result, TAKEN, 'a logout gives the number to nobody else');
  await online(t, server);
});

test("'allow again' lets the waiting recorder in once, and only it", async (t) => {
  const server = await startServer(t);
  const first = await online(t, server);
  const spare = await dial(t, server, { from: ELSEWHERE, hardware: OTHER });
  assert.equal((await spare.register()).result, TAKEN);
  const [entry] = await waiting(server);
  const { status, body } = await allow(server, entry?.['id']);
  assert.equal(status, 200);
  assert.ok(Number(asJson(body)['alloweduntil']) > Date.now());
  const third = await dial(t, server, { from: ELSEWHERE, hardware: 'T000003' });
  assert.equal((await third.register()).result, TAKEN, 'it was not meant');
  await spare.signOn();
  assert.equal(await spare.ask(t0002Heartbeat, {}), GENERAL_RESULT.done);
  await first.untilClosed();
  assert.deepEqual(
    (await waiting(server)).map(({ hardware }) => hardware),
    ['T000003'],
  );
  const back = await dial(t, server);
  assert.equal(await back.authenticate(first.authCode), GENERAL_RESULT.failed, 'the code of the old hardware is void');
  assert.equal((await back.register()).result, TAKEN);
  assert.equal((await allow(server, entry?.['id'])).status, 404);
});

test('what was allowed expires', async (t) => {
  const server = await startDrivenServer(t);
  (await online(t, server)).close();
  const spare = await dial(t, server, { hardware: OTHER });
  assert.equal((await spare.register()).result, TAKEN);
  const [entry] = await waiting(server);
  await allow(server, entry?.['id']);
  server.clock.advance(30 * 60_000);
  const late = await dial(t, server, { hardware: OTHER });
  assert.equal((await late.register()).result, TAKEN);
});

test('the waiting list and the permission are for level 0, whatever rights and groups others have', async (t) => {
  const server = await startServer(t, {}, { keeper: cheapKeeper });
  const { app, ports, data } = server;
  const operator = await Channel.signedIn(server);
  await operator.get('D01', { I: '13800000101', C: 4 });
  (await online(t, server)).close();
  const spare = await dial(t, server, { hardware: OTHER });
  assert.equal((await spare.register()).result, TAKEN);
  const [entry] = await waiting(server);
  const beside = await openAccounts(data);
  const depot = await beside.groups.add(1, 'depot');
  await beside.groups.setDeviceGroups(1, [depot]);
  await beside.close();
  const hash = toPasswordHash('Sesame-1');
  for (const level of [1, 2, 3])
    for (const groupId of [1, depot]) {
      const user = `level${level}group${groupId}`;
      await app.users.add({
        name: user,
        passwordHash: hash,
        level,
        rights: new Set(rights),
        expiresMs: null,
        groupIds: [groupId],
      });
      const account = { user, hash };
      const asked = { account, input: { deviceid: '13800000101' } };
      await until('the device itself is in reach', async () => {
        const { body } = await httpCall(ports.http, 'POST', '/gkdevice/device', asked);
        return asJson(body)['deviceid'] === '13800000101';
      });
      const list = await httpCall(ports.http, 'GET', '/gkserver/waitingrecorders', { account });
      const permission = await httpCall(ports.http, 'POST', '/gkserver/allowagain', {
        account,
        input: { id: entry?.['id'] },
      });
      assert.deepEqual([list.status, permission.status], [403, 403], user);
      assert.doesNotMatch(JSON.stringify([list.body, permission.body]), new RegExp(OTHER));
    }
  assert.equal((await httpCall(ports.http, 'GET', '/gkserver/waitingrecorders')).status, 401);
  assert.equal(
    (await httpCall(ports.http, 'POST', '/gkserver/allowagain', { input: { id: entry?.['id'] } })).status,
    401,
  );
  assert.equal((await waiting(server))[0]?.['alloweduntil'], null, 'nobody of them allowed anything');
  assert.equal((await spare.register()).result, TAKEN);
  assert.equal((await allow(server, entry?.['id'])).status, 200);
  await spare.signOn();
});

test('what was allowed outlasts a restart, with who allowed it, until it is used', async (t) => {
  const data = await temporaryFolder(t);
  const log = createTestLog();
  let running: App | undefined;
  const start = async (): Promise<App> => {
    await running?.close();
    running = await createApp(testConfig(data), { log });
    return running;
  };
  afterwards(t, () => running?.close());
  const first = await start();
  const admin = { user: 'admin', hash: toPasswordHash(first.initialPassword ?? '') };
  const before = { app: first, ports: first.ports, data, admin };
  (await online(t, before)).close();
  const spare = await dial(t, before, { hardware: OTHER });
  assert.equal((await spare.register()).result, TAKEN);
  const [entry] = await waiting(before);
  assert.equal((await allow(before, entry?.['id'])).status, 200);
  const told = log.lines.filter(({ text }) => text === 'recorder allowed again');
  assert.deepEqual(
    told.map(({ facts }) => [facts?.['userName'], facts?.['terminalId'], facts?.['hardwareId']]),
    [['admin', '13800000101', OTHER]],
  );

  const second = await start();
  const after = { ...before, app: second, ports: second.ports };
  const [again] = await waiting(after);
  assert.partialDeepStrictEqual(again, { id: entry?.['id'], hardware: OTHER, attempts: 1 });
  assert.ok(Number(again?.['alloweduntil']) > Date.now());
  const third = await dial(t, after, { hardware: 'T000003' });
  assert.equal((await third.register()).result, TAKEN, 'it is for the other one alone');
  const back = await online(t, after, { hardware: OTHER });
  const used = log.lines.find(({ text }) => text === 'allowed recorder registers again');
  assert.equal(used?.facts?.['allowedBy'], 'admin');
  back.close();

  const last = await start();
  const since = { ...before, app: last, ports: last.ports };
  assert.deepEqual(await waiting(since), []);
  const once = await dial(t, since);
  assert.equal((await once.register()).result, TAKEN, 'used up, also after another restart');
});

test("'anyone' and 'ask': fleets on a private network, and fleets that want to know", async (t) => {
  const open = await startServer(t, { reRegistration: 'anyone' });
  (await online(t, open)).close();
  await online(t, open, { hardware: OTHER, from: ELSEWHERE });
  const strict = await startServer(t, { reRegistration: 'ask' });
  (await online(t, strict)).close();
  const again = await dial(t, strict);
  assert.equal((await again.register()).result, TAKEN);
  assert.equal((await waiting(strict)).length, 1);
});

type Driven = Server & { clock: ManualClock };

/** Time moves until the promise is settled; gives what it was. */
const passing = async <T>({ clock }: Driven, promise: Promise<T>): Promise<{ value: T }> => {
  let settled: { value: T } | null = null;
  promise.then((value) => (settled = { value })).catch(() => undefined);
  await until('an answer', () => settled !== null, { between: () => clock.advance(50) });
  return { value: await promise };
};

for (const edition of ['2013', '2019'] as const) {
  test(`a ${edition} device that comes back from another address is let in within seconds when its old link is silent`, async (t) => {
    const server = await startDrivenServer(t);
    const old = await online(t, server, { edition });
    const back = await dial(t, server, { edition, from: FAR });
    const registered = back.register();
    // Only what is waited for the old link counts: a busy machine takes longer to read and to store.
    await until('the old link is asked', () => old.received.length > 0);
    const askedMs = server.clock.monotonic();
    await until('the old link is given up', () => old.closed, { between: () => server.clock.advance(50) });
    const tookMs = server.clock.monotonic() - askedMs;
    assert.equal((await registered).result, 0);
    assert.ok(tookMs >= 6000 && tookMs < 7000, `${tookMs} ms`);
    assert.equal(await back.authenticate(back.authCode), GENERAL_RESULT.done);
    await old.untilClosed();
    assert.equal(old.received.at(-1)?.header.messageId, edition === '2019' ? 0x8204 : 0x8201, 'it was asked');
    assert.equal(await back.ask(t0002Heartbeat, {}), GENERAL_RESULT.done);
  });

  test(`a living ${edition} link is not thrown out by anyone who knows number and hardware`, async (t) => {
    const server = await startDrivenServer(t);
    const device = await online(t, server, { edition });
    if (edition === '2019') device.on(0x8204, ({ header }) => device.reply(header));
    else device.on(0x8201, () => void device.locate(locationAt(server.clock.now())));
    const thief = await dial(t, server, { edition, from: FAR });
    const { value } = await passing(server, thief.register());
    assert.equal(value.result, TAKEN);
    assert.equal(await device.ask(t0002Heartbeat, {}), GENERAL_RESULT.done);
    assert.equal(device.closed, false);
    const [entry] = await refusals(server);
    assert.partialDeepStrictEqual(entry, { address: FAR, reason: 'number in use by a connected device' });
  });
}

test('a register that is repeated while the old link is asked is answered once, under the newest serial', async (t) => {
  const server = await startDrivenServer(t);
  await online(t, server);
  const back = await dial(t, server, { from: FAR });
  back.sendRegister();
  const { value } = await passing(server, back.register());
  assert.equal(value.result, 0);
  await back.authenticate(back.authCode);
  assert.equal(back.received.filter(({ header }) => header.messageId === 0x8100).length, 0);
});

test('the right code from a new address is the device: it is in at once', async (t) => {
  const server = await startDrivenServer(t);
  const old = await online(t, server);
  await online(t, server, { from: FAR, authCode: old.authCode });
  await old.untilClosed();
});

test('with acceptWrongAuthCode a wrong code from elsewhere throws out no living link', async (t) => {
  const server = await startDrivenServer(t, { acceptWrongAuthCode: true });
  const device = await online(t, server);
  device.on(0x8201, () => void device.locate(locationAt(server.clock.now())));
  const thief = await dial(t, server, { from: FAR });
  const { value } = await passing(server, thief.authenticate('guess'));
  assert.equal(value, GENERAL_RESULT.failed);
  assert.equal(await device.ask(t0002Heartbeat, {}), GENERAL_RESULT.done);
});

const CROWD = 1000;

/** Connections from one address, some at a time. */
const crowd = async (t: TestContext, count: number, come: (i: number) => Promise<Device>): Promise<Device[]> => {
  const all: Device[] = [];
  for (let i = 0; i < count; i += 50)
    all.push(...(await Promise.all(Array.from({ length: Math.min(50, count - i) }, (_, j) => come(i + j)))));
  afterwards(t, () => all.forEach((each) => each.close()));
  return all;
};

test('1,000 new devices that nobody registered keep no new recorder out; registered ones stay', async (t) => {
  const server = await startServer(t);
  const fleet = await online(t, server, { from: ELSEWHERE, phone: '13900000001' });
  const operator = await Channel.signedIn(server);
  afterwards(t, () => operator.close());
  await operator.get('D01', { I: '13900000001', C: 2 });
  const come = (i: number): Promise<Device> =>
    Device.online(server.ports.jt808, { from: ELSEWHERE, phone: String(13_700_000_000 + i) });
  const oldest = await crowd(t, 1, come); // the others come many at a time, in any order
  const strangers = [...oldest, ...(await crowd(t, CROWD - 1, (i) => come(i + 1)))];
  const newcomer = await online(t, server, { phone: '13800000777' });
  assert.equal(await newcomer.ask(t0002Heartbeat, {}), GENERAL_RESULT.done);
  await until('one stranger made room', () => strangers.filter(({ closed }) => closed).length === 1);
  assert.equal(
    strangers.findIndex(({ closed }) => closed),
    0,
    'the oldest',
  );
  assert.equal(await fleet.ask(t0002Heartbeat, {}), GENERAL_RESULT.done);
});

test('strangers who only connect make room for others, oldest first; authenticated links of their address stay', async (t) => {
  const server = await startServer(t);
  const device = await online(t, server, { from: ELSEWHERE });
  const spoke = await dial(t, server, { from: ELSEWHERE, phone: '13800000102' });
  await spoke.register();
  const silent = await crowd(t, 1300, () => Device.dial(server.ports.jt808, { from: ELSEWHERE }));
  await until('the oldest are closed', () => silent.filter(({ closed }) => closed).length === 101);
  assert.ok(silent.slice(0, 60).every(({ closed }) => closed));
  assert.equal(await metric(server, 'strangers_waiting'), 1200);
  assert.equal(await metric(server, 'strangers_pushed_out'), 101);
  await online(t, server, { from: ELSEWHERE, phone: '13800000103' });
  await online(t, server, { from: HOST, phone: '13800000104' });
  assert.equal(await device.ask(t0002Heartbeat, {}), GENERAL_RESULT.done);
  assert.equal(spoke.closed, false, 'silent ones go first');
});
