// The same parameters for many vehicles: who has them says so itself, who is away gets them later, who refuses is named; also through a server
// that is killed, and as far as rights and groups go.
import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import { createVehicle, type Vehicle } from '../apps/simulator/src/index.ts';
import { afterwards } from './support/cleanup.ts';
import { Device } from './support/device.ts';
import { keyOf } from './support/device-keys.ts';
import { asJson, asList, Channel, httpCall, type Json } from './support/operator.ts';
import { addBeats, answerParameters, type ParameterDevice, SET_PARAMETERS } from './support/parameter-device.ts';
import {
  type Account,
  cheapKeeper,
  HOST,
  type Server,
  startDrivenServer,
  startServer,
  temporaryFolder,
} from './support/server.ts';
import { ServerProcess } from './support/server-process.ts';
import { until } from './support/until.ts';

const idAt = (i: number): string => String(13_800_003_000 + i);
const BATCH = '/gkserver/parambatch';

type Place = Pick<Server, 'ports' | 'admin'>;
const call = async (
  { ports, admin }: Place,
  method: 'GET' | 'POST' | 'PUT',
  path: string,
  input: Json = {},
  account: Account = admin,
) => {
  const { status, body } = await httpCall(ports.http, method, path, { account, input });
  return { status, body };
};
const begin = async (place: Place, deviceids: readonly string[], deviceParams: Json): Promise<number> => {
  const { status, body } = await call(place, 'POST', BATCH, { deviceids, deviceParams, memo: 'town' });
  assert.equal(status, 200, JSON.stringify(body));
  return Number(asJson(body)['batchid']);
};
const rowsOf = async (place: Place, batch: number): Promise<Json[]> =>
  asList((await call(place, 'GET', `${BATCH}/${batch}`)).body);
const standing = async (place: Place, batch: number): Promise<Record<string, string>> =>
  Object.fromEntries(
    (await rowsOf(place, batch)).map(({ deviceid, state, outcome }) => [
      String(deviceid).slice(-1),
      state === 'refused' ? String(outcome) : String(state),
    ]),
  );
const act = async (place: Place, batch: number, action: 'cancel' | 'retry'): Promise<number> => {
  const { status, body } = await call(place, 'PUT', BATCH, { batchid: batch, action });
  assert.equal(status, 200, JSON.stringify(body));
  return Number(asJson(body)['count']);
};
/** How many devices of the newest batch stand where; states of nobody are left out. */
const counts = async (place: Place): Promise<Json> => {
  const [batch] = asList((await call(place, 'GET', BATCH)).body);
  return Object.fromEntries(Object.entries(asJson(batch?.['counts'])).filter(([, count]) => count !== 0));
};
/** `meanwhile` before each look. */
const countsAre = (place: Place, expected: Json, meanwhile?: () => Promise<void>): Promise<unknown> =>
  until(`counts are ${JSON.stringify(expected)}`, async () => {
    await meanwhile?.();
    return isDeepStrictEqual(await counts(place), expected);
  });
const register = async (place: Place, count: number): Promise<void> => {
  const operator = await Channel.signedIn(place);
  for (let i = 0; i < count; i += 1) await operator.get('D01', { I: idAt(i), C: 2 });
  operator.close();
};
const drive = (t: TestContext, { ports }: Place, id: string): Vehicle => {
  const vehicle = createVehicle({
    host: HOST,
    port: ports.jt808,
    phone: id,
    channels: 2,
    clips: null,
    intervalMs: 60_000,
  });
  afterwards(t, () => vehicle.stop());
  vehicle.start();
  return vehicle;
};
const beatOf = (vehicle: Vehicle): number => vehicle.parameters.number(1, 0);

test('each vehicle has its own result: confirmed, waiting, refused, unknown; what waits is cancelled, what failed is told again', async (t) => {
  const server = await startServer(t, {}, { keeper: cheapKeeper });
  await register(server, 5);
  const vehicles = [drive(t, server, idAt(0)), drive(t, server, idAt(1))];
  await Promise.all(vehicles.map((vehicle) => vehicle.whenOnline()));
  const stubborn = await Device.online(server.ports.jt808, { phone: idAt(2) });
  afterwards(t, () => stubborn.close());
  answerParameters(stubborn, { 0x0001: '0000001e' }).ignores.add(1);
  const simple = await Device.online(server.ports.jt808, { phone: idAt(3) });
  afterwards(t, () => simple.close());
  answerParameters(simple, { 0x0055: '00000050' });

  const ids = [0, 1, 2, 3, 4].map(idAt);
  const batch = await begin(server, ids, { net_hbsec: 12 });
  const first = { 0: 'done', 1: 'done', 2: 'device_refused', 3: 'device_unsupported', 4: 'waiting' };
  const stand = async (wanted: Record<string, string>): Promise<boolean> =>
    isDeepStrictEqual(await standing(server, batch), wanted);
  await until('each has its result', () => stand(first));
  assert.deepEqual(vehicles.map(beatOf), [12, 12]);
  const [listed] = asList((await call(server, 'GET', BATCH)).body);
  assert.deepEqual(
    [
      listed?.['devices'],
      listed?.['deviceParams'],
      asJson(listed?.['counts'])['done'],
      asJson(listed?.['counts'])['waiting'],
    ],
    [5, { net_hbsec: 12 }, 2, 1],
  );

  assert.equal(await act(server, batch, 'cancel'), 1);
  assert.equal((await standing(server, batch))['4'], 'cancelled');
  const vehicle = drive(t, server, idAt(4));
  await vehicle.whenOnline();
  assert.equal(await act(server, batch, 'retry'), 3, 'the two that would not, and the one that was cancelled');
  await until('the one that came has it', () => beatOf(vehicle) === 12);
  // Told in turns behind the answer: none is 'sent' before its turn either.
  const last = { ...first, 4: 'done' };
  await until('all are over', () => stand(last));
  assert.deepEqual(await standing(server, batch), last);
  assert.equal(
    vehicles[0]?.received.filter(({ id }) => id === SET_PARAMETERS).length,
    1,
    'who had it was not told again',
  );
});

test('each value has its right, each vehicle its group, a batch its owner; no passwords', async (t) => {
  const server = await startServer(t, {}, { keeper: cheapKeeper });
  await register(server, 2);
  const group = await server.app.groups.add(1, 'North');
  await server.app.groups.setDeviceGroups(keyOf(server.data, idAt(0)), [group]);
  const beats = await addBeats(server, [group]);
  const post = async (input: Json): Promise<number> => (await call(server, 'POST', BATCH, input, beats)).status;
  const own = [idAt(0)];
  assert.equal(await post({ deviceids: own, deviceParams: { sys_spdlimit: 60 } }), 403);
  assert.equal(await post({ deviceids: [...own, idAt(1)], deviceParams: { net_hbsec: 12 } }), 404);
  assert.equal(await post({ deviceids: own, deviceParams: {} }), 400);
  assert.equal(await post({ deviceids: own, deviceParams: { net_hbsec: 31 } }), 400);
  const hidden = await call(server, 'POST', BATCH, { deviceids: own, deviceParams: { net_pass: 'geheim' } });
  assert.equal(hidden.status, 400);
  const theirs = await begin(server, [idAt(0), idAt(1)], { sys_spdlimit: 60 });
  assert.deepEqual((await call(server, 'GET', BATCH, {}, beats)).body, []);
  assert.equal((await call(server, 'GET', `${BATCH}/${theirs}`, {}, beats)).status, 404);
  assert.equal((await call(server, 'PUT', BATCH, { batchid: theirs, action: 'cancel' }, beats)).status, 404);
  assert.equal(await post({ deviceids: own, deviceParams: { net_hbsec: 12 } }), 200);
  assert.equal(asList((await call(server, 'GET', BATCH, {}, beats)).body).length, 1);
});

test('a server that is killed in a batch goes on with it, and tells nobody again who had confirmed', async (t) => {
  const data = await temporaryFolder(t);
  const before = await ServerProcess.start(t, data);
  await register(before, 9);
  const dial = async (port: number, i: number, authCode?: string) => {
    const device = await Device.dial(port, { phone: idAt(i), ...(authCode !== undefined && { authCode }) });
    afterwards(t, () => device.close());
    return device;
  };
  const start = async (i: number, hold: boolean): Promise<{ device: Device; told: ParameterDevice }> => {
    const device = await dial(before.ports.jt808, i);
    const told = answerParameters(device, { 0x0001: '0000001e' });
    if (hold) told.hold();
    await device.signOn();
    return { device, told };
  };
  const there = [];
  for (let i = 0; i < 6; i += 1) there.push(await start(i, i >= 3));
  const batch = await begin(
    before,
    Array.from({ length: 9 }, (_, i) => idAt(i)),
    { net_hbsec: 12 },
  );
  const count = async (place: Place, wanted: string): Promise<number> =>
    Object.values(await standing(place, batch)).filter((state) => state === wanted).length;
  await until(
    'three have it, three are asked',
    async () => (await count(before, 'done')) === 3 && (await count(before, 'sent')) === 3,
  );
  await before.kill();

  const after = await ServerProcess.start(t, data, { admin: before.admin });
  const place = { ports: after.ports, admin: before.admin };
  const back: ParameterDevice[] = [];
  for (let i = 0; i < 9; i += 1) {
    const device = await dial(after.ports.jt808, i, there[i]?.device.authCode);
    back.push(answerParameters(device, { 0x0001: i < 3 ? '0000000c' : '0000001e' }));
    await device.signOn();
  }
  await until('all nine have it', async () => (await count(place, 'done')) === 9);
  assert.deepEqual(
    back.map(({ set }) => set.length),
    [0, 0, 0, 1, 1, 1, 1, 1, 1],
  );
  assert.ok(back.slice(3).every(({ has }) => Buffer.from(has.get(1) ?? []).readUInt32BE() === 12));
  assert.deepEqual(after.errors(), []);
});

test('those of which nothing came are told again as they were at first: one after the other with a pause between two, and it can be taken back', async (t) => {
  const server = await startDrivenServer(t);
  const { clock } = server;
  const pause = (): Promise<void> => clock.advanceAsync(10);
  await register(server, 5);
  const ids = [0, 1, 2, 3, 4].map(idAt);
  const batch = await begin(server, ids, { net_hbsec: 12 });
  await countsAre(server, { planned: 4, waiting: 1 });
  await countsAre(server, { waiting: 5 }, pause);
  await pause();
  assert.equal(await act(server, batch, 'cancel'), 5);
  await countsAre(server, { cancelled: 5 });

  assert.equal(await act(server, batch, 'retry'), 5, 'answered before they are told');
  await countsAre(server, { planned: 4, waiting: 1 });
  assert.equal(await act(server, batch, 'retry'), 0, 'they are to be told already');
  await pause();
  await countsAre(server, { planned: 3, waiting: 2 });
  await pause();
  await countsAre(server, { planned: 2, waiting: 3 });
  assert.equal(await act(server, batch, 'cancel'), 5, 'those that wait, and those whose turn had not come');
  await pause();
  await countsAre(server, { cancelled: 5 });

  assert.equal(await act(server, batch, 'retry'), 5);
  await countsAre(server, { planned: 4, waiting: 1 });
  await countsAre(server, { waiting: 5 }, pause);
  const open = asList((await call(server, 'GET', '/gkdevice/orders')).body).filter(({ state }) => state === 'waiting');
  assert.deepEqual(new Set(open.map(({ deviceid }) => deviceid)), new Set(ids), 'each has one');
  assert.equal(open.length, ids.length, 'and no second one');
});

test('a server that is killed while it tells them again goes on with it, and nobody has two orders', async (t) => {
  const data = await temporaryFolder(t);
  const before = await ServerProcess.start(t, data);
  const many = 60;
  await register(before, many);
  const ids = Array.from({ length: many }, (_, i) => idAt(i));
  const batch = await begin(before, ids, { net_hbsec: 12 });
  await countsAre(before, { waiting: many });
  assert.equal(await act(before, batch, 'cancel'), many);
  assert.equal(await act(before, batch, 'retry'), many);
  await until('some are told', async () => Number((await counts(before))['waiting']) > 5);
  await before.kill();
  const after = await ServerProcess.start(t, data, { admin: before.admin });
  const place = { ports: after.ports, admin: before.admin };
  await countsAre(place, { waiting: many });
  const devices = await rowsOf(place, batch);
  assert.equal(devices.length, many);
  assert.equal(await act(place, batch, 'cancel'), many, 'one order for each');
  assert.deepEqual(after.errors(), []);
});
