// Events from a vehicle's alarms to the event socket, over real sockets.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { test, type TestContext } from 'node:test';
import { rights, type Right } from '@outrider/contract';
import {
  activeSafetyItem,
  decodeAlarmSign,
  fromHex,
  GENERAL_RESULT,
  standardItem,
  toHex,
  type AlarmSign,
  type LocationItem,
} from '@outrider/jt808';
import { openAccounts } from '../apps/server/src/app.ts';
import { createEventStore } from '../apps/server/src/features/event/store.ts';
import type { Topics } from '../apps/server/src/kernel/topics.ts';
import { createVehicle, type Vehicle } from '../apps/simulator/src/index.ts';
import { Device, locationAt } from './support/device.ts';
import { asJson, Channel, type Json } from './support/operator.ts';
import { HOST, startServer, type Account, type Server } from './support/server.ts';
import { until } from './support/until.ts';

const ID = '13800000101';

/** A registered vehicle that is online and reports only when told to. */
const startVehicle = async (t: TestContext, server: Server): Promise<Vehicle> => {
  const channel = await Channel.signedIn(server);
  await channel.get('D01', { I: ID, C: 4 });
  channel.close();
  const vehicle = createVehicle({
    host: HOST,
    port: server.ports.jt808,
    phone: `0${ID}`,
    parked: true,
    intervalMs: 3_600_000,
    alarms: false,
  });
  t.after(() => vehicle.stop());
  vehicle.start();
  await vehicle.whenOnline();
  return vehicle;
};

/** Resolves when the socket is open, rejects when the server refuses it: an EventTarget does not reject by itself. */
const opened = (socket: WebSocket): Promise<unknown> =>
  Promise.race([once(socket, 'open'), once(socket, 'error').then(() => Promise.reject(new Error('refused')))]);

const openEvents = async (
  t: TestContext,
  port: number,
  account: Account,
): Promise<{ heard: Json[]; socket: WebSocket }> => {
  const socket = new WebSocket(`ws://${HOST}:${port}/event.cgi?user=${account.user}&password=${account.hash}`);
  const heard: Json[] = [];
  socket.addEventListener('message', ({ data }) => {
    for (const line of String(data)
      .split('\n')
      .filter((each) => each !== ''))
      heard.push(asJson(JSON.parse(line)));
  });
  t.after(() => socket.close());
  await opened(socket);
  return { heard, socket };
};

const HASH = 'AB'.repeat(32);

/** An account of level 1 in a group of its own, which holds no device. */
const addOutsider = async (server: Server, name: string, granted: readonly Right[]): Promise<Account> => {
  const accounts = await openAccounts(server.data);
  const group = await accounts.groups.add(1, name);
  await accounts.close();
  await server.app.users.add({
    name,
    passwordHash: HASH,
    level: 1,
    rights: new Set(granted),
    expiresMs: null,
    groupIds: [group],
  });
  return { user: name, hash: HASH };
};

test('[F-EVENTSOCK-001] the event socket opens on the stream port and on the main port with user and password, and not without', async (t) => {
  const server = await startServer(t);
  for (const port of [server.ports.stream, server.ports.http]) {
    const { socket } = await openEvents(t, port, server.admin);
    assert.equal(socket.readyState, WebSocket.OPEN);
    await assert.rejects(opened(new WebSocket(`ws://${HOST}:${port}/event.cgi`)), /refused/);
    const wrong = `ws://${HOST}:${port}/event.cgi?user=admin&password=${'0'.repeat(64)}`;
    await assert.rejects(opened(new WebSocket(wrong)), /refused/);
  }
});

test('who asks on the event socket whether the server is still there hears it; who does not, and who says something else, hears nothing', async (t) => {
  const server = await startServer(t);
  const [asking, other] = [
    await openEvents(t, server.ports.stream, server.admin),
    await openEvents(t, server.ports.http, server.admin),
  ];
  other.socket.send('{"cmd":"new"}\n');
  other.socket.send('rubbish');
  asking.socket.send('{"cmd":"alive"}\n');
  asking.socket.send('{"cmd":"alive"}');
  await until('both answers', () => asking.heard[1]);
  assert.deepEqual([asking.heard, other.heard], [[{ cmd: 'alive' }, { cmd: 'alive' }], []]);
  assert.equal(other.socket.readyState, WebSocket.OPEN);
});

test('over speed is told once while it lasts, and covered under the same number when it is over', async (t) => {
  const server = await startServer(t);
  const vehicle = await startVehicle(t, server);
  const { heard } = await openEvents(t, server.ports.stream, server.admin);
  vehicle.sendAlarm('overspeed');
  const raised = await until('the alarm', () => heard[0]);
  assert.equal(raised['cmd'], 'new');
  assert.equal(raised['deviceid'], ID);
  assert.equal(raised['appdevid'], 13);
  assert.equal(raised['eventname'], 'Over speed');
  assert.equal(raised['sourcetype'], 0);
  assert.match(String(raised['eventtime']), /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
  assert.ok(Math.abs(Number(raised['vehiclex'])) > 1);
  vehicle.reportNow();
  vehicle.clearAlarm('overspeed');
  const cover = await until('the recovery', () => heard[1]);
  assert.deepEqual([cover['cmd'], cover['serialno']], ['cover', raised['serialno']]);
  assert.equal(heard.length, 2);
});

test('an SOS is an alarm and a call; an active-safety item is told by its meaning', async (t) => {
  const server = await startServer(t);
  const vehicle = await startVehicle(t, server);
  const { heard } = await openEvents(t, server.ports.stream, server.admin);
  vehicle.sendAlarm('sos');
  await until('alarm and call', () => heard.length >= 2);
  assert.deepEqual(
    heard.map((e) => [e['cmd'], e['appdevid'], e['message']]),
    [
      ['new', 19, 'SOS'],
      ['call', 19, 'SOS'],
    ],
  );
  assert.equal(heard[0]?.['serialno'], heard[1]?.['serialno']);
  vehicle.sendAlarm('phone-call');
  const safety = await until('the phone call', () => heard[2]);
  assert.equal(safety['eventname'], 'Phone call start');
});

test('a user of another group hears nothing, one without the right is refused', async (t) => {
  const server = await startServer(t);
  const vehicle = await startVehicle(t, server);
  const outsider = await addOutsider(server, 'ann', rights);
  const outside = await openEvents(t, server.ports.stream, outsider);
  const inside = await openEvents(t, server.ports.stream, server.admin);
  vehicle.sendAlarm('collision');
  await until('the alarm', () => inside.heard[0]);
  assert.equal(inside.heard[0]?.['appdevid'], 16);
  await until('another alarm', () => (vehicle.sendAlarm('sos'), inside.heard.length >= 3));
  assert.deepEqual(outside.heard, []);
  const blind = await addOutsider(
    server,
    'bob',
    rights.filter((right) => right !== 'F_event'),
  );
  await assert.rejects(openEvents(t, server.ports.stream, blind), /refused/);
});

test('an unregistered device raises no events', async (t) => {
  const server = await startServer(t);
  const vehicle = createVehicle({
    host: HOST,
    port: server.ports.jt808,
    phone: `0${ID}`,
    parked: true,
    intervalMs: 3_600_000,
  });
  t.after(() => vehicle.stop());
  vehicle.start();
  await vehicle.whenOnline();
  const { heard } = await openEvents(t, server.ports.stream, server.admin);
  vehicle.sendAlarm('overspeed');
  await until(
    'the report to be answered',
    () => vehicle.reports.at(-1)?.ackedMs !== null && vehicle.reports.at(-1)?.ackedMs !== undefined,
  );
  const channel = await Channel.signedIn(server);
  await channel.get('D01', { I: ID, C: 4 });
  vehicle.clearAlarm('overspeed');
  vehicle.sendAlarm('collision');
  const first = await until('the alarm after registering', () => heard[0]);
  assert.equal(first['appdevid'], 16);
});

/** A registered recorder that says what the test says. */
const startDevice = async (t: TestContext, server: Server): Promise<Device> => {
  const channel = await Channel.signedIn(server);
  await channel.get('D01', { I: ID, C: 4 });
  channel.close();
  const device = await Device.online(server.ports.jt808, { phone: ID });
  t.after(() => device.close());
  return device;
};

/** A driver on the phone, as the recorder of Jiangsu's dialect tells it. */
const phoneCall = (alarmSign: AlarmSign): LocationItem =>
  activeSafetyItem(0x65, {
    alarmId: 7,
    flag: 1,
    type: 2,
    level: 1,
    fatigue: 0,
    reserved: new Uint8Array(4),
    speedKmh: 50,
    altitude: 20,
    latitude: 24.1,
    longitude: 120.6,
    time: alarmSign.time,
    vehicleStatus: 1,
    alarmSign,
  });

test('an active-safety alarm is stored with the identification and the number of files that the device sent', async (t) => {
  const server = await startServer(t);
  const device = await startDevice(t, server);
  const stored: Topics['event.stored'][] = [];
  t.after(server.app.bus.subscribe('event.stored', (event) => stored.push(event)));
  const sign = decodeAlarmSign(fromHex('54303030303031261122120000010300'));
  assert.equal(await device.locate(locationAt(Date.now(), { items: [phoneCall(sign)] })), GENERAL_RESULT.done);
  const event = await until('the event', () => stored.find(({ attachments }) => attachments > 0));
  assert.equal(event.alarmSign, toHex(sign.raw));
  assert.equal(event.attachments, 3);
  const store = createEventStore(server.app.db.db);
  assert.deepEqual(await store.withFiles(0, 10), [event]);
  assert.deepEqual(await store.withFiles(event.serialno, 10), []);
});

test('a video alarm is over when its item is all zeros, and the next one is a new one', async (t) => {
  const server = await startServer(t);
  const device = await startDevice(t, server);
  const { heard } = await openEvents(t, server.ports.stream, server.admin);
  const startMs = Math.floor(Date.now() / 1000) * 1000;
  const VIDEO_LOSS = 1;
  for (const [i, alarms] of [VIDEO_LOSS, 0, VIDEO_LOSS].entries()) {
    const items = [standardItem(0x14, { videoAlarm: alarms })];
    assert.equal(await device.locate(locationAt(startMs + i * 1000, { items })), GENERAL_RESULT.done);
  }
  await until('loss, recovery, loss', () => heard.length >= 3);
  assert.deepEqual(
    heard.map((e) => [e['cmd'], e['appdevid']]),
    [
      ['new', 15],
      ['cover', 15],
      ['new', 15],
    ],
  );
});
