// What a recorder keeps itself: looked for, fetched as files, deleted in it; sound recorded in the vehicle; and the rest of what device control
// can do: off, off line, to another server and back.
import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { p8105Control } from '@outrider/jt808';
import { createVehicle, type Vehicle } from '../apps/simulator/src/index.ts';
import { afterwards } from './support/cleanup.ts';
import { Channel, asJson, asList, httpCall, type Json } from './support/operator.ts';
import { logRows } from './support/logs.ts';
import { cheapKeeper, HOST, type Server, startServer } from './support/server.ts';
import { until } from './support/until.ts';

const ID = '13800000001';
const CONTROL = 0x8105;
const DAY_S = 86_400;

const operate = async (t: TestContext, server: Server, ...ids: string[]): Promise<Channel> => {
  const operator = await Channel.signedIn(server);
  afterwards(t, () => operator.close());
  for (const id of ids) await operator.get('D01', { I: id, C: 2 });
  return operator;
};
const drive = async (t: TestContext, server: Server, phone = ID): Promise<Vehicle> => {
  const vehicle = createVehicle({ host: HOST, port: server.ports.jt808, phone, channels: 2, reconnectMs: 100 });
  afterwards(t, () => vehicle.stop());
  vehicle.start();
  await vehicle.whenOnline();
  return vehicle;
};
/** Command and parameters of each 0x8105 that it got. */
const controlsOf = ({ received }: Vehicle): unknown[] =>
  received
    .filter(({ id }) => id === CONTROL)
    .map(({ body }) => p8105Control.decode(body, '2013'))
    .map(({ command, parameters = '' }) => [command, parameters]);
const statusOf = async (operator: Channel, id = ID): Promise<number> =>
  Number(asJson((await operator.get('Q05', { I: id }))['Z'])['status'] ?? 0);
const isOnline = (operator: Channel, id = ID): Promise<boolean> =>
  until('the device is on line', async () => (await statusOf(operator, id)) > 0);
const resultOf = async (asked: Promise<Json[]>): Promise<unknown> => (await asked)[0]?.['R'];
const ask = async ({ ports, admin }: Server, path: string, input: Json): Promise<Json[]> =>
  asList((await httpCall(ports.http, 'POST', path, { account: admin, input })).body);
const stored = (server: Server, input: Json): Promise<Json[]> =>
  ask(server, '/gkdevice/storedmedia', { deviceid: ID, ...input });
const files = (server: Server, kind: string): Promise<Json[]> => ask(server, '/gkevent/files', { deviceid: ID, kind });

test('what a recorder keeps is looked for by kind, channel, cause and time, fetched as a file, and deleted in it when that is on disk', async (t) => {
  const server = await startServer(t, {}, { keeper: cheapKeeper });
  const operator = await operate(t, server, ID);
  const vehicle = await drive(t, server);
  await isOnline(operator);
  const [ordered, timed, third] = [
    vehicle.photos.take(1, 0, vehicle.locationNow()),
    vehicle.photos.take(2, 1, vehicle.locationNow()),
    vehicle.photos.take(2, 0, vehicle.locationNow()),
  ];
  const idsOf = (rows: readonly Json[]): number[] =>
    rows.map(({ id }) => Number(id)).toSorted((one, other) => one - other);
  const all = await stored(server, { kind: 'photo' });
  assert.deepEqual(idsOf(all), [ordered.mediaId, timed.mediaId, third.mediaId]);
  const [row] = all.filter(({ id }) => id === timed.mediaId);
  assert.deepEqual([row?.['channel'], row?.['cause'], row?.['file']], [2, 'timed', null]);
  const nowS = Math.floor(Date.now() / 1000);
  assert.ok(Math.abs(Number(row?.['time']) - nowS) < 60, `${String(row?.['time'])} is now`);
  assert.ok(Math.abs(Number(row?.['lat']) - vehicle.locationNow().latitude) < 0.1);
  assert.deepEqual(idsOf(await stored(server, { kind: 'photo', channel: 2 })), [timed.mediaId, third.mediaId]);
  assert.deepEqual(idsOf(await stored(server, { kind: 'photo', cause: 'timed' })), [timed.mediaId]);
  assert.deepEqual(await stored(server, { kind: 'video' }), []);
  assert.deepEqual(await stored(server, { kind: 'photo', start: nowS - 2 * DAY_S, end: nowS - DAY_S }), []);

  assert.equal(await resultOf(operator.ask('D30', { I: ID, A: timed.mediaId })), '1');
  const fetched = await until('the picture is here', async () =>
    (await stored(server, { kind: 'photo' })).find(({ id, file }) => id === timed.mediaId && file !== null),
  );
  const [kept] = await files(server, 'photo');
  assert.deepEqual([kept?.['id'], kept?.['channel'], kept?.['cause']], [fetched['file'], 2, 'timed']);
  assert.ok(vehicle.photos.get(timed.mediaId), 'it keeps it too');
  assert.equal(await resultOf(operator.ask('D30', { I: ID, A: 999 })), '422', 'it has no such picture');

  const span = { B: nowS - DAY_S, E: nowS + DAY_S };
  assert.equal(await resultOf(operator.ask('D31', { I: ID, A: 'photo', C: 0, ...span, Y: 'order', X: 1 })), '1');
  await until('both came and are gone there', async () => {
    const here = await files(server, 'photo');
    const left = [ordered, third].filter(({ mediaId }) => vehicle.photos.get(mediaId) !== undefined);
    return here.length === 3 && left.length === 0;
  });
  assert.deepEqual(idsOf(await stored(server, { kind: 'photo' })), [timed.mediaId]);
  assert.equal(await resultOf(operator.ask('D31', { I: ID, A: 'photo', C: 0, B: 2, E: 1, Y: 'order' })), '400');
});

test('sound in the vehicle is recorded until it is ended, and comes as a file or stays there', async (t) => {
  const server = await startServer(t, {}, { keeper: cheapKeeper });
  const operator = await operate(t, server, ID);
  const vehicle = await drive(t, server);
  await isOnline(operator);
  assert.equal(await resultOf(operator.ask('D32', { I: ID, A: 'start', S: 60 })), '1');
  assert.notEqual(vehicle.memory.sound, null);
  assert.equal(await resultOf(operator.ask('D32', { I: ID, A: 'start' })), '422', 'one at a time');
  assert.equal(await resultOf(operator.ask('D32', { I: ID, A: 'stop' })), '1');
  const sound = await until('the sound is here', async () => (await files(server, 'sound'))[0]);
  assert.deepEqual([sound['mime'] ?? sound['mimetype'] ?? sound['type'], sound['cause']], ['audio/wav', 'order']);
  assert.equal(await resultOf(operator.ask('D32', { I: ID, A: 'start', S: 1, X: 1 })), '1');
  const held = await until('it has recorded', async () => {
    const rows = await stored(server, { kind: 'sound', cause: 'order' });
    return rows.length === 2 ? rows : undefined;
  });
  assert.equal(held.filter(({ file }) => file === null).length, 1, 'the second one stays there');
});

test('device control in full: another server and back, its connection, its radio, off; each told once, never kept, and in the access log', async (t) => {
  const [server, other] = [
    await startServer(t, {}, { keeper: cheapKeeper }),
    await startServer(t, { registrationPolicy: 'accept-new' }, { keeper: cheapKeeper }),
  ];
  const operator = await operate(t, server, ID);
  const there = await operate(t, other, ID);
  assert.equal(await resultOf(operator.ask('D29', { I: ID, A: 'power-off' })), '404', 'nobody keeps it for later');
  const vehicle = await drive(t, server);
  await isOnline(operator);
  assert.equal(await resultOf(operator.ask('D29', { I: ID, A: 'connect' })), '400', 'without a server');
  assert.equal(await resultOf(operator.ask('D29', { I: ID, A: 'connect', H: 'a;b', T: 1 })), '400');
  assert.equal(await resultOf(operator.ask('D29', { I: ID, A: 'connect', H: HOST, T: other.ports.jt808, B: 30 })), '1');
  await isOnline(there);
  await until('it has left', async () => (await statusOf(operator)) <= 0);
  assert.equal(await resultOf(there.ask('D29', { I: ID, A: 'connect-back' })), '1');
  await isOnline(operator);
  assert.deepEqual(controlsOf(vehicle), [
    [2, `0;;;;;${HOST};${other.ports.jt808};0;30`],
    [2, '1'],
  ]);
  await vehicle.stop();
  for (const [A, command] of [
    ['close-data', 6],
    ['close-radio', 7],
    ['power-off', 3],
  ] as const) {
    const next = await drive(t, server);
    await isOnline(operator);
    assert.equal(await resultOf(operator.ask('D29', { I: ID, A })), '1', A);
    assert.deepEqual(controlsOf(next), [[command, '']], A);
    await until(`it is away after ${A}`, async () => (await statusOf(operator)) <= 0);
    await next.stop();
  }
  const rows = await until('each stands in the access log', async () => {
    const found = await logRows(server, '/gklog/accesslog', { action: 'Control device' });
    return found.length >= 7 ? found : undefined;
  });
  assert.deepEqual(rows.map(({ result }) => result).toReversed(), [
    'device_offline',
    'invalid',
    'invalid',
    'done',
    'done',
    'done',
    'done',
  ]);
});
