// What goes with a track over real sockets: hours with positions, events on it, the names of events and the profiles of devices.
import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { eventCodes, rights } from '@outrider/contract';
import { defineEvent, followProfile } from './support/definitions.ts';
import { type Device, Device as Recorder, locationAt } from './support/device.ts';
import { asJson, asList, Channel, httpCall, type Json, trackOf } from './support/operator.ts';
import { startServer, type Account, type Server } from './support/server.ts';
import { until } from './support/until.ts';

const HOUR_S = 3600;
const OVER_SPEED = 2;
/** Now, at the beginning of an hour of UTC two hours ago: positions of the future are refused. */
const baseS = (): number => Math.floor(Date.now() / 1000 / HOUR_S) * HOUR_S - 2 * HOUR_S;

const online = async (t: TestContext, server: Server, id: string): Promise<Device> => {
  const channel = await Channel.signedIn(server);
  await channel.get('D01', { I: id, C: 1 });
  channel.close();
  const device = await Recorder.online(server.ports.jt808, { phone: `0${id}` });
  t.after(() => device.close());
  return device;
};

const ask = async (server: Server, path: string, input: Json, account: Account = server.admin): Promise<unknown> =>
  (await httpCall(server.ports.http, 'POST', path, { account, input })).body;

test('the hours with positions of a span, packed or not; a span too long or backwards says so', async (t) => {
  const server = await startServer(t);
  const device = await online(t, server, '13800000801');
  const start = baseS();
  for (const second of [5, 1800, 3599, 2 * HOUR_S - 1])
    assert.equal(await device.locate(locationAt((start + second) * 1000)), 0);
  const hours = (from: number, to: number): Promise<unknown> =>
    ask(server, '/gkdevice/trackhours', { deviceid: device.id, start: from, end: to });
  assert.deepEqual(await hours(start, start + 3 * HOUR_S), [start, start + HOUR_S]);
  assert.deepEqual(await hours(start, start + HOUR_S - 1), [start], 'an hour outside the span is not told');
  assert.deepEqual(await hours(start - 30 * HOUR_S, start - 1), []);
  assert.equal(asJson(await hours(start, start - 1))['message'], 'Start Time > End Time');
  assert.equal(asJson(await hours(start - 70 * 86_400, start))['message'], 'At most 62 days at once');
});

test('a track needs the right of the map or that of GPS playback, its events the right of events', async (t) => {
  const server = await startServer(t);
  const device = await online(t, server, '13800000802');
  const start = baseS();
  assert.equal(await device.locate(locationAt(start * 1000)), 0);
  const statusFor = async (name: string, granted: readonly string[], path: string): Promise<number> => {
    const hash = 'AB'.repeat(32);
    const own = new Set(rights.filter((right) => granted.includes(right)));
    if (server.app.users.byName(name) === undefined)
      await server.app.users.add({ name, passwordHash: hash, level: 1, rights: own, expiresMs: null, groupIds: [1] });
    const input = { deviceid: device.id, start, end: start + 10 };
    return (await httpCall(server.ports.http, 'POST', path, { account: { user: name, hash }, input })).status;
  };
  assert.equal(await statusFor('map', ['F_gps'], '/api/gps'), 200);
  assert.equal(await statusFor('tracks', ['P_gppb'], '/api/gps'), 200);
  assert.equal(await statusFor('tracks', ['P_gppb'], '/gkdevice/trackhours'), 200);
  assert.equal(await statusFor('neither', ['F_event'], '/api/gps'), 403);
  assert.equal(await statusFor('neither', ['F_event'], '/gkevent/trackevents'), 200);
  assert.equal(await statusFor('tracks', ['P_gppb'], '/gkevent/trackevents'), 403);
});

test('the events of a span stand where they happened, in order; one without a place is not on a track', async (t) => {
  const server = await startServer(t);
  const device = await online(t, server, '13800000803');
  const start = baseS();
  const at = (second: number, changes: Parameters<typeof locationAt>[1]): Promise<number> =>
    device.locate(locationAt((start + second) * 1000, changes));
  assert.equal(await at(0, { speedKmh: 60 }), 0);
  assert.equal(await at(10, { speedKmh: 104, alarm: OVER_SPEED, latitude: 24.102, longitude: 120.6 }), 0);
  assert.equal(await at(20, { speedKmh: 60 }), 0);
  assert.equal(await at(30, { speedKmh: 108, alarm: OVER_SPEED, latitude: 24.104, longitude: 120.6 }), 0);
  const events = (from: number, to: number): Promise<Json[]> =>
    ask(server, '/gkevent/trackevents', { deviceid: device.id, start: from, end: to }).then(asList);
  const found = await until('both events are stored', async () => {
    const now = await events(start, start + 60);
    return now.length === 2 && now;
  });
  assert.deepEqual(
    found.map(({ appdevid, eventtimeutc, vehiclex, vehicley, speed }) => [
      appdevid,
      eventtimeutc,
      vehiclex,
      vehicley,
      speed,
    ]),
    [
      [13, start + 10, 24.102, 120.6, 104],
      [13, start + 30, 24.104, 120.6, 108],
    ],
  );
  assert.deepEqual((await events(start, start + 10)).length, 1, 'the last second belongs to the span');
  assert.deepEqual(await events(start + 11, start + 29), []);
  const backwards = await ask(server, '/gkevent/trackevents', { deviceid: device.id, start: start + 1, end: start });
  assert.equal(asJson(backwards)['message'], 'Start Time > End Time');
  const points = await trackOf(server.ports.http, server.admin, device.id, start * 1000, (start + 60) * 1000);
  assert.equal(points.length, 4);
});

test('[A-GPSPB-026 E-HTTP-008 E-ENT-004] GET /gkevent/eventdefine names each event, in the profile GLOBAL and in others', async (t) => {
  const server = await startServer(t);
  const definitions = async (): Promise<Json[]> =>
    asList((await httpCall(server.ports.http, 'GET', '/gkevent/eventdefine', { account: server.admin })).body);
  const builtIn = await definitions();
  assert.deepEqual(
    builtIn.map(({ definename, eventtype, eventname }) => [definename, eventtype, eventname]),
    eventCodes.map(({ code, name }) => ['GLOBAL', code, name]),
  );
  assert.deepEqual(Object.keys(builtIn[0] ?? {}).toSorted(), [
    'definename',
    'eventname',
    'eventtype',
    'notifycolor',
    'notifytext',
    'updatetime',
  ]);
  await defineEvent(server, 'GLOBAL', 13, 'Too fast');
  await defineEvent(server, '貨車', 13, '超速 <b>');
  const named = (await definitions()).filter(({ eventtype }) => eventtype === 13);
  assert.deepEqual(
    named.map(({ definename, eventname }) => [definename, eventname]),
    [
      ['GLOBAL', 'Too fast'],
      ['貨車', '超速 <b>'],
    ],
  );
  const age = server.app.clock.now() / 1000 - Number(named[0]?.['updatetime']);
  assert.ok(age >= 0 && age < 60, `saved ${age} s ago`);
});

test('[A-GPSPB-027 E-HTTP-012 E-ENT-007] GET /gkevent/eventdefinedevice tells the profile of devices, of those the caller may see', async (t) => {
  const server = await startServer(t);
  const device = await online(t, server, '13800000804');
  const links = async (account: Account): Promise<unknown> =>
    (await httpCall(server.ports.http, 'GET', '/gkevent/eventdefinedevice', { account })).body;
  assert.deepEqual(await links(server.admin), []);
  await defineEvent(server, '貨車', 13, '超速');
  await followProfile(server, device.id, '貨車');
  assert.deepEqual(await links(server.admin), [{ deviceid: device.id, definename: '貨車' }]);
  const outsider = { user: 'outsider', hash: 'AB'.repeat(32) };
  await server.app.users.add({
    name: outsider.user,
    passwordHash: outsider.hash,
    level: 1,
    rights: new Set(rights),
    expiresMs: null,
    groupIds: [],
  });
  assert.deepEqual(await links(outsider), []);
});
