// Areas and routes in recorders over real sockets: what is set is watched by the device, raises the server's alarms, outlasts the device's
// restart, waits for one that is away, and is told as it stands.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { p8600SetCircles, p8601DeleteCircles, p8606SetRoute } from '@outrider/jt808';
import { createVehicle, type Vehicle } from '../apps/simulator/src/index.ts';
import { afterwards } from './support/cleanup.ts';
import { Device } from './support/device.ts';
import { logRows } from './support/logs.ts';
import { asJson, asList, Channel, httpCall, type Json, type Reply } from './support/operator.ts';
import { type Account, cheapKeeper, HOST, type Server, startServer, temporaryFolder } from './support/server.ts';
import { until } from './support/until.ts';

const ID = '13800000101';
const PATH = '/gkdevice/areas';
const EVENT = { offRoute: 110, route: 111, area: 112, section: 113, overSpeed: 13 } as const;
const SET_CIRCLES = 0x8600;
const DELETE_CIRCLES = 0x8601;
const SET_ROUTE = 0x8606;
const PATIENT = { deadlineMs: 60_000 };

const setScene = async (t: TestContext) => {
  const server = await startServer(t, {}, { keeper: cheapKeeper });
  const channel = await Channel.signedIn(server);
  afterwards(t, () => channel.close());
  await channel.get('D01', { I: ID, C: 1 });
  const ask = (
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    input: Json = {},
    account: Account = server.admin,
  ): Promise<Reply> => httpCall(server.ports.http, method, PATH, { account, input: { deviceid: ID, ...input } });
  const get = async (method: 'GET' | 'POST' | 'PUT' | 'DELETE', input: Json = {}): Promise<unknown> => {
    const { status, body } = await ask(method, input);
    assert.equal(status, 200, JSON.stringify(body));
    return body;
  };
  const resultOf = async (method: 'PUT' | 'DELETE', input: Json): Promise<unknown> =>
    asJson(await get(method, input))['result'];
  const listed = async (method: 'GET' | 'POST' = 'GET'): Promise<[unknown, unknown, unknown][]> =>
    asList(await get(method)).map(({ area, state }) => [asJson(area)['kind'], asJson(area)['id'], state]);
  const isOnline = (online = true): Promise<unknown> =>
    until(online ? 'the device is on line' : 'the device is away', async () => {
      const { Z } = await channel.get('Q05', { I: ID });
      return Number(asJson(Z)['status'] ?? 0) > 0 === online;
    });
  return { server, channel, ask, get, resultOf, listed, isOnline };
};

/** Codes of the events of the device, as event.cgi tells them. */
const listen = async (t: TestContext, { ports, admin }: Server): Promise<number[]> => {
  const codes: number[] = [];
  const socket = new WebSocket(`ws://${HOST}:${ports.stream}/event.cgi?user=${admin.user}&password=${admin.hash}`);
  socket.addEventListener('message', ({ data }) => {
    for (const line of String(data).split('\n')) {
      const event = line === '' ? {} : asJson(JSON.parse(line));
      if (event['cmd'] === 'new') codes.push(Number(event['appdevid']));
    }
  });
  afterwards(t, () => socket.close());
  await once(socket, 'open'); // an area is entered once
  return codes;
};

const drive = (t: TestContext, { ports }: Server, stateFile: string): Vehicle => {
  const vehicle = createVehicle({
    host: HOST,
    port: ports.jt808,
    phone: ID,
    edition: '2019',
    channels: 1,
    seed: 2,
    clips: null,
    intervalMs: 60_000,
    reconnectMs: 50,
    stateFile,
  });
  afterwards(t, () => vehicle.stop());
  vehicle.start();
  return vehicle;
};

test('an area that was set makes the device raise the alarms of the server, also after its restart, until it is removed', async (t) => {
  const { server, get, resultOf, listed, isOnline } = await setScene(t);
  const codes = await listen(t, server);
  const stateFile = join(await temporaryFolder(t), 'state.json');
  const vehicle = drive(t, server, stateFile);
  await isOnline();
  const { latitude: lat, longitude: lng } = vehicle.locationNow();
  const around = {
    kind: 'circle',
    id: 1,
    name: '車場',
    lat,
    lng,
    radiusm: 500_000,
    enter: true,
    maxkmh: 5,
    overspeeds: 1,
  };
  assert.equal(await resultOf('PUT', { areas: [around] }), '1');
  await until('the area was entered', () => codes.includes(EVENT.area), PATIENT);
  await until('the vehicle is too fast in it', () => codes.includes(EVENT.overSpeed), PATIENT);

  // A route that leads away from where the vehicle drives: it is on it now, and leaves it.
  const points = [
    { lat, lng, widthm: 250, maxs: 1 },
    { lat: lat + 0.04, lng: lng - 0.04, widthm: 250 },
  ];
  assert.equal(await resultOf('PUT', { areas: [{ kind: 'route', id: 9, leave: true, points }] }), '1');
  await until('the section takes too long', () => codes.includes(EVENT.section), PATIENT);
  await until('the route is left', () => codes.includes(EVENT.route) && codes.includes(EVENT.offRoute), PATIENT);

  await vehicle.stop();
  await isOnline(false);
  const again = drive(t, server, stateFile);
  await isOnline();
  assert.deepEqual(await listed('POST'), [
    ['circle', 1, 'held'],
    ['route', 9, 'held'],
  ]);
  const [held] = asList(await get('GET'));
  assert.deepEqual(
    [asJson(held?.['area'])['name'], held?.['by']],
    ['車場', server.admin.user],
    'the device has what was set',
  );
  const before = codes.length;
  await until('it is still too fast there', () => codes.slice(before).includes(EVENT.overSpeed), PATIENT);

  assert.equal(await resultOf('DELETE', { kind: 'circle', ids: [1] }), '1');
  assert.equal(await resultOf('DELETE', { kind: 'route', ids: [] }), '1');
  assert.deepEqual(await listed(), []);
  assert.equal(again.locationNow().alarm, 0);
  assert.deepEqual(await listed('POST'), []);
  const rows = (await logRows(server, '/gklog/accesslog')).map((row) => JSON.stringify(row));
  for (const action of ['Set areas of device', 'Remove areas of device'])
    assert.ok(
      rows.some((row) => row.includes(action) && row.includes(ID)),
      action,
    );
});

test('for a device that is away areas wait: the last word about each is sent, once, when it is back', async (t) => {
  const { server, resultOf, listed, isOnline } = await setScene(t);
  const circle = (id: number, radiusm: number) => ({ kind: 'circle', id, lat: 1, lng: 2, radiusm });
  assert.equal(await resultOf('PUT', { areas: [circle(1, 100), circle(2, 100)] }), '2');
  assert.equal(await resultOf('PUT', { areas: [circle(2, 300)] }), '2');
  assert.deepEqual(await listed(), [
    ['circle', 1, 'waiting'],
    ['circle', 2, 'waiting'],
  ]);
  assert.equal(await resultOf('DELETE', { kind: 'circle', ids: [1] }), '2');
  assert.deepEqual(await listed(), [['circle', 2, 'waiting']]);

  const device = await Device.online(server.ports.jt808, { phone: ID });
  afterwards(t, () => device.close());
  await isOnline();
  const removed = await device.take(DELETE_CIRCLES);
  assert.deepEqual(p8601DeleteCircles.decode(removed.body, '2013'), { ids: [1] });
  device.reply(removed.header);
  const set = await device.take(SET_CIRCLES);
  const { action, areas } = p8600SetCircles.decode(set.body, '2013');
  assert.deepEqual([action, areas.map(({ id, radiusM }) => [id, radiusM])], [1, [[2, 300]]]);
  device.reply(set.header);
  await until('the device has it', async () => (await listed())[0]?.[2] === 'held');
  // What the device has is changed, not added once more.
  const changed = resultOf('PUT', { areas: [circle(2, 400)] });
  const change = await device.take(SET_CIRCLES);
  assert.equal(p8600SetCircles.decode(change.body, '2013').action, 2);
  device.reply(change.header);
  assert.equal(await changed, '1');
});

test('a device that refuses or does not know is told as that; what it confirmed before stands', async (t) => {
  const { server, ask, listed, isOnline } = await setScene(t);
  const device = await Device.online(server.ports.jt808, { phone: ID });
  afterwards(t, () => device.close());
  await isOnline();
  const circle = { kind: 'circle', id: 1, lat: 1, lng: 2, radiusm: 100 };
  const point = { lat: 1, lng: 2, widthm: 50 };
  const route = { kind: 'route', id: 9, points: [point, { ...point, lat: 1.1 }] };
  const refused = ask('PUT', { areas: [circle, route] });
  device.reply((await device.take(SET_CIRCLES)).header);
  const told = await device.take(SET_ROUTE);
  assert.equal(p8606SetRoute.decode(told.body, '2013').points.length, 2);
  device.reply(told.header, 1);
  assert.equal((await refused).status, 422);
  assert.deepEqual(await listed(), [['circle', 1, 'held']]);
  const unknown = ask('PUT', { areas: [route] });
  device.reply((await device.take(SET_ROUTE)).header, 3);
  const { status, body } = await unknown;
  assert.deepEqual(
    [status, asJson(body)['code'] ?? asJson(body)['error']],
    [422, asJson(body)['code'] ?? asJson(body)['error']],
  );
  assert.match(JSON.stringify(body), /device_unsupported/);
});

test('an area that the device has although its answer was lost is changed, and one that it has lost is added', async (t) => {
  const { server, ask, listed, isOnline } = await setScene(t);
  const device = await Device.online(server.ports.jt808, { phone: ID });
  afterwards(t, () => device.close());
  await isOnline();
  const circle = { kind: 'circle', id: 1, lat: 1, lng: 2, radiusm: 100 };
  const answers = async (...results: number[]): Promise<number[]> => {
    const actions = [];
    for (const result of results) {
      const told = await device.take(SET_CIRCLES);
      actions.push(p8600SetCircles.decode(told.body, '2013').action);
      device.reply(told.header, result);
    }
    return actions;
  };
  const added = ask('PUT', { areas: [circle] });
  assert.deepEqual(await answers(1, 0), [1, 2]);
  assert.equal((await added).status, 200);
  const changed = ask('PUT', { areas: [{ ...circle, radiusm: 200 }] });
  assert.deepEqual(await answers(1, 0), [2, 1]);
  assert.equal((await changed).status, 200);
  assert.deepEqual(await listed(), [['circle', 1, 'held']]);

  // Of two that it is to be told to add it has one already.
  const both = ask('PUT', {
    areas: [
      { ...circle, id: 2 },
      { ...circle, id: 3 },
    ],
  });
  assert.deepEqual(await answers(1, 1, 1, 0, 0), [1, 2, 1, 2, 1]);
  assert.equal((await both).status, 200);
  const neither = ask('PUT', { areas: [circle] });
  assert.deepEqual(await answers(1, 1), [2, 1]);
  assert.equal((await neither).status, 422);
});

test('what is no area of the standard is refused, and nothing of it is sent', async (t) => {
  const { ask, listed } = await setScene(t);
  const circle = { kind: 'circle', id: 1, lat: 1, lng: 2, radiusm: 100 };
  const bad: readonly Json[] = [
    { areas: [] },
    { areas: [{ ...circle, id: 0 }] },
    { areas: [{ ...circle, lat: 91 }] },
    { areas: [{ ...circle, kind: 'ellipse' }] },
    { areas: [{ ...circle, start: '08:00:00' }] },
    { areas: [{ kind: 'polygon', id: 1, points: [{ lat: 1, lng: 2 }] }] },
    { areas: Array.from({ length: 51 }, (_, i) => ({ ...circle, id: i + 1 })) },
  ];
  for (const input of bad) assert.equal((await ask('PUT', input)).status, 400, JSON.stringify(input).slice(0, 80));
  assert.equal((await ask('DELETE', { kind: 'ellipse', ids: [] })).status, 400);
  assert.deepEqual(await listed(), []);
});
