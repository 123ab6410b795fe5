// The list of events over real sockets: what a simulated alarm becomes with nobody pressing anything, its photo and clip behind their
// documented addresses, fetching again, memo and check status, who sees what, and footage asked for by hand.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test, type TestContext } from 'node:test';
import { footageAddress, postEventQuery, rights, snapAddress } from '@outrider/contract';
import { createApp } from '../apps/server/src/app.ts';
import { createFileRows } from '../apps/server/src/features/file-store/store.ts';
import { toPasswordHash } from '../apps/server/src/kernel/access/credentials.ts';
import { silentLog } from '../apps/server/src/kernel/log.ts';
import { createVehicle, type Vehicle, type VehicleOptions } from '../apps/simulator/src/index.ts';
import { afterwards } from './support/cleanup.ts';
import { Device, locationAt } from './support/device.ts';
import { keyOf } from './support/device-keys.ts';
import { asJson, asList, Channel, httpCall, type Json, type Reply } from './support/operator.ts';
import {
  type Account,
  cheapKeeper,
  HOST,
  type Server,
  startServer,
  temporaryFolder,
  testConfig,
} from './support/server.ts';
import { until } from './support/until.ts';

const ID = '13800000101';
const OTHER = '13800000102';
const SAME = { keeper: cheapKeeper };
type Ports = Pick<Server, 'ports' | 'admin'>;

const register = async (server: Ports, ...ids: string[]): Promise<void> => {
  const channel = await Channel.signedIn(server);
  for (const id of ids) await channel.get('D01', { I: id, C: 8 });
  channel.close();
};
const startVehicle = async (
  t: TestContext,
  server: Pick<Server, 'ports'>,
  options: Partial<VehicleOptions> = {},
): Promise<Vehicle> => {
  const quiet = { parked: true, intervalMs: 3_600_000, alarms: false };
  const vehicle = createVehicle({ host: HOST, port: server.ports.jt808, phone: `0${ID}`, ...quiet, ...options });
  afterwards(t, () => vehicle.stop());
  vehicle.start();
  await vehicle.whenOnline();
  return vehicle;
};
const call = (server: Ports, method: string, path: string, input: Json, account: Account = server.admin) =>
  httpCall(server.ports.http, method, path, { account, input });
const ask = (server: Ports, input: Json, account?: Account): Promise<Reply> =>
  call(server, 'POST', '/gkevent/eventquery', input, account);
const find = async (server: Ports, input: Json, account?: Account): Promise<Json[]> => {
  const { status, body } = await ask(server, input, account);
  assert.equal(status, 200, JSON.stringify(body));
  assert.equal(postEventQuery.reply.safeParse(body).error, undefined);
  return asList(body);
};
/** The event of this code, as soon as it is listed so. */
const listed = (server: Ports, code: number, fits: (event: Json) => boolean = () => true): Promise<Json> =>
  until(`event ${code} is listed`, async () =>
    (await find(server, { appdevids: [code] })).find((event) => fits(event)),
  );
const person = async (server: Server, user: string, fields: { groupIds?: number[]; lookbackDays?: number } = {}) => {
  const account = { user, hash: server.admin.hash };
  const { id } = await server.app.users.add({
    name: user,
    passwordHash: account.hash,
    level: 1,
    rights: new Set(rights),
    expiresMs: null,
    groupIds: fields.groupIds ?? [1],
  });
  return { ...account, id };
};
const addressOf = ({ serialno, deviceid, eventtimeutc }: Json) => ({
  serialno: Number(serialno),
  deviceid: String(deviceid),
  eventtimeutc: Number(eventtimeutc) * 1000,
});
const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
const DRIVER_PHONE = 742;

test('[E-ENT-001] [E-HTTP-024] [E-HTTP-025] [E-HTTP-026] http: an alarm of the simulator is listed with its own photo and clip, byte for byte, with nobody pressing anything', async (t) => {
  const server = await startServer(t, {}, SAME);
  await register(server, ID);
  const vehicle = await startVehicle(t, server);
  vehicle.sendAlarm('phone-call');
  const event = await listed(server, DRIVER_PHONE, ({ completed }) => completed === 1);
  const fields =
    'serialno deviceid appdevid message eventtime eventtimeutc updatetime checkstatus memo snap download vehiclex vehicley speed completed try preoffset postoffset fence sourcetype';
  assert.deepEqual(Object.keys(event).join(' '), fields);
  // The camera that looks at the driver is channel 2 of every new device.
  assert.deepEqual(
    ['deviceid', 'snap', 'download', 'completed', 'try', 'checkstatus', 'memo', 'sourcetype'].map((key) => event[key]),
    [ID, 0b10, 0b10, 1, 1, 'Unchecked', '', 0],
  );
  assert.equal(typeof event['vehiclex'], 'number');
  const files = await createFileRows(server.app.db.db).list({ limit: 10 });
  const bytesOf = async (url: string, account?: Account): Promise<{ status: number; type: string; hash: string }> => {
    const headers = account && { authorization: `Basic ${btoa(`${account.user}:${account.hash}`)}` };
    const response = await fetch(url, headers && { headers });
    const bytes = new Uint8Array(await response.arrayBuffer());
    return { status: response.status, type: response.headers.get('content-type') ?? '', hash: sha256(bytes) };
  };
  const stored = (kind: string) => {
    const file = files.find((each) => each.kind === kind);
    return { status: 200, type: file?.mimeType ?? '', hash: Buffer.from(file?.hash ?? []).toString('hex') };
  };
  const { user, hash } = server.admin;
  const photo = `http://${HOST}:${server.ports.stream}${snapAddress(addressOf(event), 2)}`;
  assert.match(photo, /pic\.cgi\?type=snap&t=\d+&deviceid=13800000101&ch=2&s=\d+$/);
  assert.deepEqual(await bytesOf(photo, server.admin), stored('photo'));
  assert.deepEqual(await bytesOf(`${photo}&user=${user}&password=${hash}`), stored('photo'));
  assert.equal((await bytesOf(photo)).status, 401);
  assert.equal((await bytesOf(photo.replace('ch=2', 'ch=1'), server.admin)).status, 404);
  const clip = `http://${HOST}:${server.ports.http}${footageAddress(addressOf(event), 2)}`;
  assert.match(clip, /\/gkevent\/footage\/13800000101_\d{8}T\d{6}Z_ch2\.mp4\?s=\d+&c=2$/);
  assert.deepEqual(await bytesOf(clip, server.admin), stored('video'));
  assert.deepEqual(await bytesOf(`${clip}&u=${user}&p=${hash}`), stored('video'));
  assert.equal((await bytesOf(clip)).status, 401);
  const info = await call(server, 'GET', '/gkevent/footageinfo', { s: String(event['serialno']), c: '2' });
  const { start, end } = asJson(info.body);
  assert.equal(start, event['eventtimeutc']);
  assert.equal(Number(end) - Number(start), 5, 'the clip of the simulator');
  assert.equal(
    (await call(server, 'GET', '/gkevent/footageinfo', { s: String(event['serialno']), c: '1' })).status,
    404,
  );
});

test('[E-HTTP-007] [E-TABLE-019] http: fetching again asks the device, which sends everything again; while it is away the tries grow and nothing is complete', async (t) => {
  const server = await startServer(t, {}, SAME);
  await register(server, ID);
  const vehicle = await startVehicle(t, server);
  vehicle.sendAlarm('phone-call');
  const event = await listed(server, DRIVER_PHONE, ({ completed }) => completed === 1);
  const { serialno, deviceid, appdevid } = event;
  const again = () => call(server, 'POST', '/gkevent/download', { deviceid, appdevid, serialno });
  const requests = () => vehicle.received.filter(({ id }) => id === 0x9208).length;
  const first = asJson((await again()).body);
  assert.deepEqual(Object.keys(first).toSorted(), 'completed,download,message,serialno,try,updatetime'.split(','));
  assert.deepEqual([first['serialno'], first['completed'], first['download']], [serialno, 0, 0b10]);
  assert.equal(first['message'], 'The device is asked for the files again.');
  await until('the device was asked twice', () => requests() === 2);
  await until('and sent all of it again', () => vehicle.attachments.completed === 2);
  const whole = await listed(server, DRIVER_PHONE, (each) => each['completed'] === 1 && each['try'] === 2);
  assert.ok(Number(whole['updatetime']) >= Number(event['updatetime']));
  assert.equal((await createFileRows(server.app.db.db).list({ limit: 10 })).length, 3, 'what is the same is kept once');

  await vehicle.stop();
  await until('it is gone', async () => (await find(server, { appdevids: [3] })).length === 1);
  const away = asJson((await again()).body);
  assert.deepEqual([away['completed'], away['try']], [0, 3]);
  assert.match(String(away['message']), /away/);
  assert.deepEqual([asJson((await again()).body)['try'], asJson((await again()).body)['completed']], [4, 0]);
  await listed(server, DRIVER_PHONE, (each) => each['completed'] === 0 && each['try'] === 5);

  const [online] = await find(server, { appdevids: [0] });
  const nothing = { deviceid, appdevid: 0, serialno: online?.['serialno'] };
  const refused = await call(server, 'POST', '/gkevent/download', nothing);
  assert.deepEqual(
    [refused.status, asJson(refused.body)['message']],
    [409, 'The device keeps no files of this event.'],
  );
  assert.equal((await call(server, 'POST', '/gkevent/download', { deviceid, appdevid: 13, serialno })).status, 404);
});

test('[E-HTTP-003] [E-HTTP-004] [E-HTTP-005] http: memo and check status are saved with a version, stay over a restart, and who did not see a change is refused', async (t) => {
  const data = await temporaryFolder(t);
  const app = await createApp(testConfig(data), { log: silentLog });
  const admin = { user: 'admin', hash: toPasswordHash(app.initialPassword ?? '') };
  const server = { ports: app.ports, admin };
  await register(server, ID);
  const device = await Device.online(app.ports.jt808, { phone: ID });
  await device.locate(locationAt(app.clock.now(), { alarm: 2 }));
  device.close();
  const { serialno, updatetime } = await listed(server, 13);
  const memo = await call(server, 'POST', '/gkevent/eventset', { serialno, memo: ' 與司機 談過 ', updatetime });
  const saved = asJson(memo.body);
  assert.deepEqual(Object.keys(saved).toSorted(), ['memo', 'serialno', 'updatetime']);
  assert.deepEqual([saved['serialno'], saved['memo']], [serialno, '與司機 談過']);
  const late = await call(server, 'PUT', '/gkevent/eventset', { serialno, checkstatus: 'Checked', updatetime: 1 });
  assert.equal(late.status, 409);
  assert.match(String(asJson(late.body)['message']), /admin changed this/);
  const words = '已確認: of words of our own '.padEnd(32, '.');
  const status = { serialno, checkstatus: words, updatetime: saved['updatetime'] };
  const set = asJson((await call(server, 'PUT', '/gkevent/eventset', status)).body);
  assert.deepEqual(Object.keys(set).toSorted(), ['checkstatus', 'serialno', 'updatetime']);
  assert.equal(set['checkstatus'], words);
  assert.ok(Number(set['updatetime']) > Number(updatetime));
  for (const [input, said] of [
    [{ afterDate: '2026-02-30 00:00:00' }, /A moment is written like/],
    [{ date: 'today' }, /A day is written like/],
    [{ afterDate: '2026-01-02 00:00:00', beforeDate: '2026-01-01 00:00:00' }, /Start Time > End Time/],
    [{ deviceid: 'NONE' }, /Unknown device NONE/],
    [{ groupid: '77' }, /Unknown group 77/],
  ] as const) {
    const { body } = await ask(server, input);
    assert.equal(asJson(body)['hasError'], 1);
    assert.match(String(asJson(body)['message']), said);
  }
  for (const checkstatus of [`${words}.`, ' ', 6, null])
    assert.equal((await call(server, 'PUT', '/gkevent/eventset', { serialno, checkstatus })).status, 400);
  const long = await call(server, 'POST', '/gkevent/eventset', { serialno, memo: 'x'.repeat(501) });
  assert.equal(long.status, 400);
  await app.close();
  const next = await createApp(testConfig(data), { log: silentLog });
  t.after(() => next.close());
  const after = await listed({ ports: next.ports, admin }, 13);
  assert.deepEqual([after['memo'], after['checkstatus']], ['與司機 談過', words]);
});

test('http: of groups, of devices and of how far an account looks back, in the list and behind every address', async (t) => {
  const server = await startServer(t, {}, SAME);
  const { app, data } = server;
  await register(server, ID, OTHER);
  const north = await app.groups.add(1, 'North');
  await app.groups.setDeviceGroups(keyOf(data, OTHER), [north]);
  const nowMs = app.clock.now();
  for (const [phone, agoMs] of [
    [ID, 0],
    [OTHER, 0],
    [OTHER, 5 * 86_400_000],
  ] as const) {
    const device = await Device.online(server.ports.jt808, { phone });
    await device.locate(locationAt(nowMs - agoMs, { alarm: 1 }));
    device.close();
  }
  const sos = { appdevids: [19] };
  await until('all are listed', async () => (await find(server, sos)).length === 3);
  const ids = async (input: Json, account?: Account) =>
    (await find(server, { ...sos, ...input }, account)).map(({ deviceid }) => String(deviceid)).toSorted();
  assert.deepEqual(await ids({ groupid: String(north) }), [OTHER, OTHER]);
  assert.deepEqual(await ids({ groupid: '1' }), [ID, OTHER, OTHER]);
  assert.deepEqual(await ids({ groupid: String(north), deviceid: ID }), []);
  assert.deepEqual(await ids({ deviceid: ID }), [ID]);
  const ann = await person(server, 'ann', { groupIds: [north] });
  assert.deepEqual(await ids({}, ann), [OTHER, OTHER]);
  assert.equal((await ask(server, { groupid: '1' }, ann)).status, 404, 'a group above her own');
  const [foreign] = await find(server, { ...sos, deviceid: ID });
  const { serialno } = foreign ?? {};
  for (const [method, path, input] of [
    ['PUT', '/gkevent/eventset', { serialno, checkstatus: 'Checked' }],
    ['POST', '/gkevent/eventset', { serialno, memo: 'x' }],
    ['POST', '/gkevent/download', { serialno, deviceid: ID, appdevid: 19 }],
    ['GET', '/gkevent/footageinfo', { s: String(serialno), c: '1' }],
  ] as const)
    assert.equal((await call(server, method, path, input, ann)).status, 404, `${method} ${path}`);
  await app.users.change(ann.id, { retentionDays: 2 });
  const sixDays = { ...sos, afterTime: Math.floor(nowMs / 1000) - 6 * 86_400 };
  await until('the second is over', async () => (await find(server, sixDays)).length === 3);
  assert.equal((await find(server, sixDays, ann)).length, 1, 'the one of today');
  assert.deepEqual(await ids({}, ann), [OTHER]);
});

test('http: footage asked for by hand is an event of code 100 at the time where it begins, also after a restart', async (t) => {
  const data = await temporaryFolder(t);
  const app = await createApp(testConfig(data), { log: silentLog });
  const admin = { user: 'admin', hash: toPasswordHash(app.initialPassword ?? '') };
  await register({ ports: app.ports, admin }, ID, OTHER);
  const start = 1_790_000_000;
  const wanted = { deviceid: `${ID},${OTHER}`, start, end: start + 90, downloadplan: 5, streamtype: 1, audioout: 0 };
  const made = await call({ ports: app.ports, admin }, 'POST', '/gkevent/customevent', wanted);
  assert.equal(made.status, 200);
  const tasks = await until('both are listed', async () => {
    const found = await find({ ports: app.ports, admin }, { appdevids: [100] });
    return found.length === 2 ? found : undefined;
  });
  assert.deepEqual(
    tasks.map(({ deviceid, eventtimeutc, completed, preoffset, postoffset, sourcetype, message }) => [
      [deviceid, eventtimeutc, completed],
      [preoffset, postoffset, sourcetype, message],
    ]),
    [ID, OTHER].map((id) => [
      [id, start, 0],
      [0, 90, 2, 'admin'],
    ]),
  );
  await app.close();
  const next = await createApp(testConfig(data), { log: silentLog });
  t.after(() => next.close());
  assert.equal((await find({ ports: next.ports, admin }, { appdevids: [100] })).length, 2, 'listed once each');
});
