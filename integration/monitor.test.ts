// What the monitor pages ask, by the very messages they send: counters of recorders, what is fetched for events, the tables of devices. The
// pages are e2e/monitor.spec.ts.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { t0002Heartbeat, t0200LocationReport } from '@outrider/jt808';
import { afterwards } from './support/cleanup.ts';
import { Device, locationAt } from './support/device.ts';
import { Channel, type Json, asJson, asList, httpCall } from './support/operator.ts';
import { newSign, phoneCall } from './support/safety-alarm.ts';
import { startServer } from './support/server.ts';
import { until } from './support/until.ts';
import { Viewer } from './support/viewer.ts';

const ID = '13800000980';
const SOS = 1;

/** A server with a registered recorder on it, a socket on which nobody signed in, and what a monitor asks on it. */
const setUp = async (t: Parameters<typeof startServer>[0], changes: Parameters<typeof startServer>[1] = {}) => {
  const server = await startServer(t, changes);
  const operator = await Channel.signedIn(server);
  await operator.get('D01', { I: ID, C: 4 });
  operator.close();
  const device = await Device.online(server.ports.jt808, { phone: ID });
  afterwards(t, () => device.close());
  const socket = await Channel.open(server.ports.command);
  afterwards(t, () => socket.close());
  const { user: U, hash: P } = server.admin;
  return {
    server,
    device,
    socket,
    ask: async (code: string) => asJson((await socket.get(code, { U, P }))['Z']),
    own: { U, P },
  };
};

test('[E-ENT-051 E-WS-018] ws: DB13 counts what came from each recorder, by name and hash of the message alone', async (t) => {
  const { server, device, socket, ask, own } = await setUp(t);
  assert.notEqual((await socket.ask('DB13')).at(0)?.['R'], '1', 'nobody signed in');
  const before = await ask('DB13');
  assert.deepEqual(Object.keys(before).toSorted(), ['all', 'devices', 'el', 'ev', 'hb', 're', 'run', 'wait']);
  const rowOf = (counted: Json): Json => asList(counted['devices']).find(({ deviceid }) => deviceid === ID) ?? {};
  const first = rowOf(before);
  assert.deepEqual(Object.keys(first).toSorted(), ['deviceid', 'el', 'ev', 'hb', 're']);
  await device.ask(t0002Heartbeat, {});
  await device.ask(t0002Heartbeat, {});
  await device.ask(t0200LocationReport, locationAt(Date.now(), { alarm: SOS }));
  await until('the SOS is counted', async () => Number(rowOf(await ask('DB13'))['ev']) > Number(first['ev']));
  // An alarm that announces two files; footage that is asked for, and its recorder says nothing; more of it, which waits.
  const items = [phoneCall(newSign(2))];
  await device.ask(t0200LocationReport, locationAt(Date.now(), { items }));
  await until('its files are counted', async () => Number(rowOf(await ask('DB13'))['el']) === 2);
  for (const start of [0, 1, 2]) {
    const startS = Math.floor(Date.now() / 1000) - 7200 + 600 * start;
    const input = { deviceid: ID, start: startS, end: startS + 60, downloadplan: 1, streamtype: 1, audioout: 0 };
    const made = await httpCall(server.ports.http, 'POST', '/gkevent/customevent', { account: server.admin, input });
    assert.equal(made.status, 200, JSON.stringify(made.body));
  }
  await until('one is fetched, others wait', async () => {
    const { wait, run } = await ask('DB13');
    return Number(run) > 0 && Number(wait) > 0;
  });
  const after = await ask('DB13');
  assert.equal(Number(after['el']), 2);
  const { hb, re, all } = after;
  assert.equal(Number(rowOf(after)['hb']), Number(first['hb']) + 2);
  assert.ok(Number(rowOf(after)['re']) >= Number(first['re']) + 2);
  assert.equal(Number(all), Number(hb) + Number(re));
  assert.notEqual((await socket.ask('DB13')).at(0)?.['R'], '1', 'the account counted for one message');
  await server.app.users.add({
    name: 'eve',
    passwordHash: own.P,
    level: 1,
    rights: null,
    expiresMs: null,
    groupIds: [],
  });
  assert.notEqual((await socket.ask('DB13', { U: 'eve', P: own.P })).at(0)?.['R'], '1', 'level 0 alone');
});

test('[E-ENT-052] ws: DB14 says what is fetched for events, as the server was told', async (t) => {
  const names =
    'deviceid appdevid downloadtype mediatype downloadplan streamtype preoffset postoffset intermission entimepart timepart enupload upload accoffonly maxbackupsecs snapshotmode custompat';
  for (const [alarmFiles, downloadtype] of [
    [true, 1],
    [false, 2],
  ] as const) {
    const { socket, own } = await setUp(t, { alarmFiles });
    const [row = {}] = asList((await socket.get('DB14', own))['Z']);
    assert.deepEqual(Object.keys(row), names.split(' '));
    assert.equal(row['downloadtype'], downloadtype);
  }
});

test('[E-ENT-049 E-ENT-050] http: /api/devarray and /api/devinfo name the recorders, what they stream, and those that left', async (t) => {
  const { server, device } = await setUp(t);
  const { user: username, hash: password } = server.admin;
  const ask = async (path: string): Promise<Json> => {
    const query = new URLSearchParams({ username, password }).toString();
    const { body } = await httpCall(server.ports.http, 'GET', `${path}?${query}`);
    return asList(body).find(({ deviceid }) => deviceid === ID) ?? {};
  };
  assert.equal((await httpCall(server.ports.http, 'GET', '/api/devarray')).status, 401);
  const row = await ask('/api/devarray');
  const sockets = Array.from({ length: 8 }, (_, at) => `Sock${at + 1}`);
  const fields = ['deviceid', 'ArrivedTime', 'LastRecvTime', 'LastSentTime', 'ChCount', 'EnableSave', 'RecAudio'];
  assert.deepEqual(Object.keys(row), [...fields, ...sockets]);
  assert.deepEqual([row['ChCount'], row['Sock2'], row['EnableSave']], [4, 0, 0]);
  const nowS = Date.now() / 1000;
  for (const name of ['ArrivedTime', 'LastRecvTime', 'LastSentTime'])
    assert.ok(Math.abs(Number(row[name]) - nowS) < 60, name);
  device.on(0x9101, ({ header }) => device.reply(header, 0));
  const viewer = await Viewer.open(server.ports.stream, server.admin, ID, { channel: 2 });
  await until('its second channel is on', async () => (await ask('/api/devarray'))['Sock2'] === 1);
  viewer.close();
  const info = await ask('/api/devinfo');
  assert.deepEqual(
    Object.keys(info),
    'deviceid deviceidFixed eventGroup modelName bindTime isVcp ChCount IP port version'.split(' '),
  );
  assert.deepEqual([info['IP'], info['isVcp'], info['deviceidFixed']], ['127.0.0.1', 0, ID]);
  device.close();
  await until('it has left', async () => (await ask('/api/devarray'))['deviceid'] === undefined);
  assert.equal((await ask('/api/devinfo'))['IP'], '127.0.0.1', 'it is still told when it was bound');
});
