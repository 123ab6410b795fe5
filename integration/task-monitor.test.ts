// The task monitors, by the messages of their pages: the true tasks of the server, and limits that act. The pages are e2e/task-monitor.spec.ts.
import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { coverLimits } from '@outrider/contract';
import { t0200LocationReport } from '@outrider/jt808';
import { createVehicle, type Vehicle } from '../apps/simulator/src/index.ts';
import { afterwards } from './support/cleanup.ts';
import { Device, locationAt } from './support/device.ts';
import { fastClock } from './support/fast-clock.ts';
import { asJson, asList, Channel, type Json } from './support/operator.ts';
import { restarted } from './support/restarted.ts';
import { newSign, phoneCall } from './support/safety-alarm.ts';
import { HOST } from './support/server.ts';
import { until } from './support/until.ts';

const IDS = ['13800000201', '13800000202'] as const;
const FILE_MS = 5 * 60_000;
const PLAY = 0x9201;

type Server = Awaited<ReturnType<Awaited<ReturnType<typeof restarted>>['start']>>;

/** A socket on which nobody signed in, and what is said on it with name and hash. */
const monitorOf = async (t: TestContext, { ports, admin }: Server) => {
  const socket = await Channel.open(ports.command);
  afterwards(t, () => socket.close());
  const own = { U: admin.user, P: admin.hash };
  return {
    socket,
    own,
    say: (code: string, letters: Json = {}) => socket.get(code, { ...own, ...letters }),
    covers: async () => asJson((await socket.get('DB8', own))['Z']),
    requests: async () => asList((await socket.get('DB9', own))['Z']),
  };
};

const register = async (server: Server, ...ids: readonly string[]): Promise<void> => {
  const channel = await Channel.signedIn(server);
  for (const id of ids) await channel.get('D01', { I: id, C: 2 });
  channel.close();
};

/** Its time runs ten times as fast, and so does what it plays. */
const startVehicle = async (t: TestContext, { ports }: Server, phone: string): Promise<Vehicle> => {
  const vehicle = createVehicle({ host: HOST, port: ports.jt808, phone, channels: 2, clock: fastClock(10) });
  afterwards(t, () => vehicle.stop());
  vehicle.start();
  await vehicle.whenOnline();
  return vehicle;
};
const playedBy = (vehicles: readonly Vehicle[]): number =>
  vehicles.flatMap(({ received }) => received).filter(({ id }) => id === PLAY).length;

/** Footage of both that lasts for half a minute. */
const askForFootage = async (server: Server): Promise<void> => {
  const start = (Math.floor(Date.now() / FILE_MS) * FILE_MS - FILE_MS) / 1000;
  const input = { deviceid: IDS.join(','), start, end: start + 290, downloadplan: 1, streamtype: 1, audioout: 1 };
  const { status, body } = await server.ask('POST', '/gkevent/customevent', input);
  assert.equal(status, 200, JSON.stringify(body));
};

const FIELDS =
  'taskid deviceid appdevid serialno isHandling downloadDone taskType tryCount recvFail dltype originDltype mediaType streamType downloadSpeed chs starttime endtime error errortime aliveCheckTime';

test('[E-WS-013 E-WS-014] ws: DB8 says what comes from recorders and what waits; with DB12 at one the second download waits, also after a restart', async (t) => {
  const house = await restarted(t);
  const server = await house.start();
  await register(server, ...IDS);
  const { say, covers } = await monitorOf(t, server);
  assert.deepEqual(await covers(), { maxCount: 20, currentCount: 0, waitCount: 0, data: [] });
  await say('DB12', { A: 1 });
  const vehicles = await Promise.all(IDS.map((id) => startVehicle(t, server, id)));
  await askForFootage(server);
  const first = await until('one comes, one waits', async () => {
    const now = await covers();
    return now['currentCount'] === 1 && now['waitCount'] === 1 && Number(asList(now['data'])[0]?.['downloadSpeed']) > 0
      ? now
      : undefined;
  });
  assert.equal(first['maxCount'], 1);
  assert.equal(playedBy(vehicles), 1, 'only one recorder was asked');
  const [running = {}, waiting = {}] = asList(first['data']);
  assert.equal(Object.keys(running).join(' '), FIELDS);
  assert.deepEqual([running['isHandling'], running['chs'], running['appdevid'], running['dltype']], [1, 1, 100, 3]);
  assert.ok(Number(running['aliveCheckTime']) > 0);
  assert.deepEqual([waiting['isHandling'], waiting['downloadDone'], waiting['error']], [0, 0, '']);
  assert.deepEqual(new Set([running['deviceid'], waiting['deviceid']]), new Set(IDS));
  await say('DB12', { A: 2 });
  await until('the second comes as well', async () => (await covers())['currentCount'] === 2);
  await until('its recorder is asked', () => playedBy(vehicles) >= 2); // behind its turn
  assert.equal(playedBy(vehicles), 2);
  await say('DB12', { A: 1 });
  await server.close();
  for (const vehicle of vehicles) await vehicle.stop();
  const next = await house.start();
  const again = await monitorOf(t, next);
  const later = await Promise.all(IDS.map((id) => startVehicle(t, next, id)));
  const now = await until('one comes, one waits once more', async () => {
    const { currentCount, waitCount, maxCount } = await again.covers();
    return currentCount === 1 && waitCount === 1 ? maxCount : undefined;
  });
  assert.equal(now, 1, 'the number is kept');
  await until('its recorder is asked', () => playedBy(later) >= 1); // behind its turn
  assert.equal(playedBy(later), 1);
});

test('[E-WS-015] ws: DB9 lists what recorders are still asked for because of events: the files of their alarms', async (t) => {
  const server = await (await restarted(t)).start();
  const [id] = IDS;
  await register(server, id);
  const { requests } = await monitorOf(t, server);
  assert.deepEqual(await requests(), []);
  const device = await Device.online(server.ports.jt808, { phone: id });
  afterwards(t, () => device.close());
  await device.ask(t0200LocationReport, locationAt(Date.now(), { items: [phoneCall(newSign(2))] }));
  const [row = {}] = await until('it is listed', async () => {
    const rows = await requests();
    return Number(rows[0]?.['tryCount']) > 0 ? rows : undefined;
  });
  assert.equal(Object.keys(row).join(' '), 'deviceid appdevid serialno download snapshot tryCount eventtime');
  assert.deepEqual([row['deviceid'], row['download'], row['snapshot']], [id, 1, 0]);
  assert.ok(Number(row['appdevid']) >= 700, 'an active-safety alarm');
  assert.ok(Math.abs(Number(row['eventtime']) - Date.now() / 1000) < 120);
});

test('[E-ROLE-017] ws: each message brings name and hash of a level 0 account, and wrong ones are braked as at the sign-in', async (t) => {
  const server = await (await restarted(t)).start();
  const { socket, own } = await monitorOf(t, server);
  const codes: readonly [string, Json][] = [
    ['DB8', {}],
    ['DB9', {}],
    ['DB12', { A: 3 }],
  ];
  const said = async (code: string, letters: Json): Promise<unknown> => (await socket.ask(code, letters)).at(0)?.['R'];
  await server.app.users.add({
    name: 'eve',
    passwordHash: own.P,
    level: 1,
    rights: null,
    expiresMs: null,
    groupIds: [],
  });
  for (const [code, letters] of codes) {
    assert.notEqual(await said(code, letters), '1', `${code} of nobody`);
    assert.notEqual(await said(code, { ...letters, U: 'eve', P: own.P }), '1', `${code} of level 1`);
    assert.equal(await said(code, { ...letters, ...own }), '1', code);
    assert.notEqual(await said(code, letters), '1', `${code}: the account counted for one message`);
  }
  const words = async (P: string, A: number): Promise<string> =>
    String((await socket.ask('DB12', { A, U: own.U, P })).at(0)?.['Z']);
  // The first pause is a second: on a busy machine it may be over between two questions, and then the right one counts.
  const braked = /Too many failed sign-ins/;
  await until('it is braked, and the right one waits as well', async () => {
    if (!braked.test(await words('0'.repeat(64), 9))) return false;
    return braked.test(await words(own.P, 3));
  });
  assert.equal(server.app.settings.get('cover-limits', coverLimits)?.maxCount, 3);
});
