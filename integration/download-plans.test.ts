// Download plans over real sockets: saving, precedence, and what an alarm of a planned code brings: exactly the footage and photos of its
// plan, with nobody pressing anything. The simulated recorder's time runs with the server's; footage comes as fast as it can be sent.
import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { p8801Snapshot } from '@outrider/jt808';
import { type Clock, createVehicle, type Vehicle, type VehicleOptions } from '../apps/simulator/src/index.ts';
import { afterwards } from './support/cleanup.ts';
import { fastClock } from './support/fast-clock.ts';
import { asJson, asList, Channel, type Json } from './support/operator.ts';
import { restarted } from './support/restarted.ts';
import { HOST } from './support/server.ts';
import { until } from './support/until.ts';

type House = Awaited<ReturnType<typeof restarted>>;
type Server = Awaited<ReturnType<House['start']>>;
const ID = '13800000101';
const [SECOND, THIRD, FOURTH] = ['13800000102', '13800000103', '13800000104'] as const;
const PATH = '/gkevent/eventdownloadplan';
/** SOS: comes without files of its own. */
const CODE = 19;
const FILE_MS = 5 * 60_000;
const HOUR_MS = 3_600_000;

const planOf = (more: Json = {}): Json => ({
  deviceid: 'GLOBAL',
  groupid: 'root',
  appdevid: CODE,
  updateMode: 'GLOBAL',
  downloadtype: 1,
  downloadplan: 0b10,
  streamtype: 0b10,
  preoffset: 3,
  postoffset: 1,
  entimepart: 0,
  timepart: '',
  intermission: 0,
  enupload: 0,
  upload: '',
  custompath: 0,
  accoffonly: 0,
  maxbackupsecs: 0,
  snapshotmode: 0,
  mediatype: '1',
  ...more,
});

const register = async (server: Server, ...ids: string[]): Promise<void> => {
  const channel = await Channel.signedIn(server);
  for (const id of ids) await channel.get('D01', { I: id, C: 4 });
  channel.close();
};
const save = async (server: Server, plan: Json = {}): Promise<Json> => {
  const whole = planOf(plan);
  const method = whole['updateMode'] === 'GROUP' ? 'PUT' : 'POST';
  const { status, body } = await server.ask(method, PATH, { eventDownloadPlan: whole });
  assert.equal(status, 200, JSON.stringify(body));
  return asJson(body);
};
const startVehicle = async (
  t: TestContext,
  server: Server,
  options: Partial<VehicleOptions> & { id?: string } = {},
): Promise<Vehicle> => {
  const { id = ID, ...more } = options;
  const quiet = { parked: true, intervalMs: 3_600_000, alarms: false, channels: 4 };
  const vehicle = createVehicle({ host: HOST, port: server.ports.jt808, phone: `0${id}`, ...quiet, ...more });
  afterwards(t, () => vehicle.stop());
  vehicle.start();
  await vehicle.whenOnline();
  return vehicle;
};
const find = async (server: Server, input: Json = {}): Promise<Json[]> =>
  asList((await server.ask('POST', '/gkevent/eventquery', { appdevids: [CODE], ...input })).body);
const listed = (server: Server, fits: (event: Json) => boolean = () => true): Promise<Json> =>
  until('the event is listed so', async () => (await find(server)).find((event) => fits(event)));
const fetched = (server: Server): Promise<Json> => listed(server, ({ completed }) => completed === 1);

test('[E-HTTP-015] [E-HTTP-016] [E-HTTP-017] http: plans are listed, saved and removed, one or all of a device; each answer is the whole list', async (t) => {
  const server = await (await restarted(t)).start();
  await register(server, ID);
  assert.deepEqual((await server.ask('GET', PATH)).body, []);
  const answer = await save(server);
  assert.deepEqual([answer['message'], asList(answer['data']).length], ['Save Success', 1]);
  await save(server, { updateMode: 'DEVICE', deviceid: ID, appdevid: 13 });
  await save(server, { updateMode: 'DEVICE', deviceid: ID });
  const all = await save(server, { updateMode: 'GROUP', groupid: '1' });
  assert.deepEqual(all['data'], (await server.ask('GET', PATH)).body);
  assert.deepEqual(
    asList(all['data']).map(({ deviceid, groupid, appdevid }) => [deviceid, groupid, appdevid]),
    [
      ['GLOBAL', 'root', CODE],
      [ID, 'root', 13],
      [ID, 'root', CODE],
      ['GLOBAL', '1', CODE],
    ],
  );
  const remove = async (input: Json) => asJson((await server.ask('DELETE', PATH, input)).body);
  const one = await remove({ eventDownloadPlan: planOf({ updateMode: 'DEVICE', deviceid: ID }) });
  assert.deepEqual([one['message'], asList(one['data']).length], ['Delete Success', 3]);
  await save(server, { updateMode: 'DEVICE', deviceid: ID });
  assert.equal(asList((await remove({ deviceid: ID }))['data']).length, 2, 'all of the device');
  assert.equal(asList((await remove({ deviceid: 'GLOBAL' }))['data']).length, 1, 'those for all, not those of groups');
  const refused = async (method: string, plan: Json) =>
    (await server.ask(method, PATH, { eventDownloadPlan: planOf(plan) })).status;
  assert.equal(await refused('POST', { updateMode: 'DEVICE' }), 400, 'no device');
  assert.equal(await refused('POST', { updateMode: 'GROUP', groupid: '1' }), 400, 'a group by PUT only');
  assert.equal(await refused('PUT', { updateMode: 'GROUP', groupid: '99' }), 404);
  assert.equal(await refused('POST', { timepart: '0-1440' }), 400);
  assert.equal(await refused('POST', { updateMode: 'GLOBAL', updatetime: 0 }), 200);
  assert.equal(await refused('POST', { updateMode: 'GLOBAL', updatetime: 0 }), 409, 'somebody made one since');
});

/** A moment in a file that recorders have closed by now. */
const closedMs = (): number => Math.floor(Date.now() / FILE_MS) * FILE_MS - FILE_MS + 60_000;
type Sent = { atMs: number; driving?: boolean; id?: string; disk?: Pick<VehicleOptions, 'diskHours' | 'diskFileMs'> };
/** Reports an SOS that happened then, late; the recorder's time is right besides, so that it has the footage from the beginning. */
const sendLate = async (t: TestContext, server: Server, sent: Sent): Promise<Vehicle> => {
  const { atMs, driving = false, id = ID, disk } = sent;
  const usual = fastClock(1);
  let behindMs = 0;
  const clock: Clock = { ...usual, now: () => usual.now() - behindMs };
  const before = (await find(server)).length;
  const vehicle = await startVehicle(t, server, { id, clock, parked: !driving, ...disk });
  behindMs = usual.now() - atMs;
  vehicle.sendAlarm('sos');
  behindMs = 0;
  await until('it is listed', async () => (await find(server)).length > before);
  // Also over by then: the next one is another one.
  behindMs = usual.now() - atMs - 2000;
  vehicle.clearAlarm('sos');
  behindMs = 0;
  return vehicle;
};
/** In turn; gives the recorder, which stays. */
const report = async (t: TestContext, server: Server, first: Sent, ...more: readonly Sent[]): Promise<Vehicle> => {
  let vehicle = await sendLate(t, server, first);
  for (const next of more) {
    await vehicle.stop();
    vehicle = await sendLate(t, server, next);
  }
  return vehicle;
};
const openScene = async (t: TestContext, plan: Json): Promise<Server> => {
  const server = await (await restarted(t)).start();
  await register(server, ID);
  await save(server, plan);
  return server;
};
/** Of which events of the device something was fetched, by their seconds behind `atMs`, to tens. */
const fetchedOf = async (server: Server, id: string, atMs: number): Promise<number[]> =>
  (await find(server))
    .filter(({ deviceid, completed }) => deviceid === id && completed === 1)
    .map(({ eventtimeutc }) => Math.round((Number(eventtimeutc) - atMs / 1000) / 10) * 10)
    .toSorted((a, b) => a - b);
const clipOf = async (server: Server, { serialno, eventtimeutc }: Json, c: number): Promise<[number, number]> => {
  const { status, body } = await server.ask('GET', '/gkevent/footageinfo', { s: serialno, c });
  assert.equal(status, 200, JSON.stringify(body));
  const { start, end } = asJson(body);
  return [Number(start) - Number(eventtimeutc), Number(end) - Number(eventtimeutc)];
};

test('an alarm of a planned code brings the footage of exactly the masked channels, from pre to post seconds; a restart in between loses nothing', async (t) => {
  const house = await restarted(t);
  const first = await house.start();
  await register(first, ID);
  await save(first, { downloadplan: 0b1010, preoffset: 20, postoffset: 10 });
  const vehicle = await report(t, first, { atMs: closedMs() });
  await vehicle.stop();
  const before = await listed(first);
  assert.equal(before['completed'], 0);
  await first.close();
  const server = await house.start();
  await startVehicle(t, server);
  const event = await fetched(server);
  assert.equal(event['serialno'], before['serialno']);
  assert.equal(event['download'], 0b1010);
  assert.deepEqual([event['preoffset'], event['postoffset']], [20, 10]);
  assert.ok(Number(event['try']) >= 1);
  const [start, end] = await clipOf(server, event, 4);
  assert.ok(start >= -22 && start <= -19 && end >= 8 && end <= 12, `${start} to ${end}`);
});

test('once in an intermission, not with the ignition on, and not outside of the parts of the day', async (t) => {
  const server = await (await restarted(t)).start();
  await register(server, ID, SECOND, THIRD);
  const atMs = closedMs();
  const minute = Math.floor((atMs + 30_000) / 60_000) % 1440;
  const own = (deviceid: string, more: Json): Promise<Json> =>
    save(server, { updateMode: 'DEVICE', deviceid, ...more });
  await own(ID, { intermission: 60 });
  await own(SECOND, { accoffonly: 1 });
  // Chosen by somebody whose clocks are as those of the device, eight hours east.
  const part = { timepart: `${minute}-${minute}`, timezone: 'Asia/Taipei', timeoffset: 480 };
  await own(THIRD, { entimepart: 1, ...part });
  await report(t, server, { atMs }, { atMs: atMs + 40_000 }, { atMs: atMs + 90_000 });
  await report(t, server, { id: SECOND, atMs, driving: true }, { id: SECOND, atMs: atMs + 40_000 });
  await report(t, server, { id: THIRD, atMs: atMs - 30_000 }, { id: THIRD, atMs: atMs + 30_000 });
  // One whose recorder was stopped meanwhile is tried again later, and may come after the one behind it.
  const planned: readonly (readonly [string, readonly number[]])[] = [
    [ID, [0, 90]],
    [SECOND, [40]],
    [THIRD, [30]],
  ];
  for (const [id, wanted] of planned)
    await until(`those of ${id} are fetched`, async () => {
      const found = await fetchedOf(server, id, atMs);
      return wanted.every((second) => found.includes(second));
    });
  assert.deepEqual(await fetchedOf(server, ID, atMs), [0, 90], 'not the one 40 s after the first');
  assert.deepEqual(await fetchedOf(server, SECOND, atMs), [40], 'not the one while driving');
  assert.deepEqual(await fetchedOf(server, THIRD, atMs), [30], 'not the one of the minute before');
  assert.equal((await find(server)).length, 7, 'all are listed');
});

test('no more than maxbackupsecs; pre and post seconds of the server where a plan has none', async (t) => {
  const server = await openScene(t, { maxbackupsecs: 12, preoffset: null, postoffset: null });
  await report(t, server, { atMs: closedMs() });
  const event = await fetched(server);
  const [start, end] = await clipOf(server, event, 2);
  assert.ok(start >= -12 && start <= -9 && end >= 0 && end <= 4, `${start} to ${end}: 12 seconds`);
  assert.deepEqual([event['preoffset'], event['postoffset']], [10, 2], 'as long as what was fetched');
});

test('a clip is dated from where it begins, not from where it was asked for', async (t) => {
  const server = await openScene(t, { preoffset: 20, postoffset: 4 });
  // All that its disk has is the last whole half of a day.
  const beginsMs = Math.floor(Date.now() / (12 * HOUR_MS)) * 12 * HOUR_MS - 12 * HOUR_MS;
  await report(t, server, { atMs: beginsMs + 8000, disk: { diskHours: 12, diskFileMs: 12 * HOUR_MS } });
  const [start, end] = await clipOf(server, await fetched(server), 2);
  assert.ok(start >= -9 && start <= -7 && end >= 3 && end <= 6, `${start} to ${end}`);
});

test('an event of seven hours ago gets no photos: they would show the present, and who asks for them is told that there is nothing', async (t) => {
  const server = await openScene(t, { mediatype: '4' });
  const vehicle = await report(t, server, { atMs: Date.now() - 7 * HOUR_MS });
  const { serialno } = await listed(server);
  const { status, body } = await server.ask('POST', '/gkevent/download', { deviceid: ID, appdevid: CODE, serialno });
  assert.deepEqual([status, asJson(body)['message']], [409, 'The device keeps no files of this event.']);
  assert.equal(vehicle.received.filter(({ id }) => id === p8801Snapshot.id).length, 0);
});

test('photos: one of each channel, and with snapshotmode 1 a second one at the end; none of them a clip', async (t) => {
  const server = await openScene(t, { mediatype: '4', snapshotmode: 1, downloadplan: 0b11, postoffset: 2 });
  await report(t, server, { atMs: closedMs() });
  const event = await fetched(server);
  assert.deepEqual([event['snap'], event['download']], [0b11, 0]);
  const { files } = asJson((await server.ask('POST', '/gkevent/eventfiles', { serialno: [event['serialno']] })).body);
  assert.deepEqual(
    asList(files)
      .map(({ channel }) => Number(channel))
      .toSorted((a, b) => a - b),
    [1, 1, 2, 2],
  );
});

/** With which mode each event of the code is stored, oldest first. */
const storedModes = async (server: Server): Promise<(number | null)[]> => {
  const db = server.app.db.db.$extendTables<{
    events: { serialno: number; code: number; download_mode: number | null };
  }>();
  const rows = await db
    .selectFrom('events')
    .select('download_mode')
    .where('code', '=', CODE)
    .orderBy('serialno')
    .execute();
  return rows.map((row) => row.download_mode);
};

test('[E-DLPLAN-007] http: Hidden is not listed and not told, Not Download is listed and fetched for who asks, Discard is not stored but counted', async (t) => {
  const server = await openScene(t, { downloadtype: 2 });
  await register(server, SECOND, THIRD, FOURTH);
  const modes = () => storedModes(server);
  const first = await report(t, server, { atMs: closedMs() });
  const event = await listed(server);
  assert.deepEqual([event['completed'], event['try'], event['preoffset']], [0, 0, null]);
  const asked = { deviceid: ID, appdevid: CODE, serialno: event['serialno'] };
  assert.equal((await server.ask('POST', '/gkevent/download', asked)).status, 200);
  assert.equal((await fetched(server))['download'], 0b10);
  await first.stop();
  const discarded = (): number => server.app.metrics()['events_discarded_total'] ?? 0;
  await save(server, { downloadtype: 0 });
  const second = await startVehicle(t, server, { id: SECOND });
  second.sendAlarm('sos');
  await until('the hidden one is stored', async () => (await modes()).length === 2);
  await second.stop();
  assert.equal((await find(server)).length, 1);
  await save(server, { downloadtype: 4 });
  const third = await startVehicle(t, server, { id: THIRD });
  third.sendAlarm('sos');
  await until('it is counted', () => discarded() === 1);
  await third.stop();
  await save(server, { downloadtype: 2 });
  // One whose alarm begins: that of the third has not ended.
  const vehicle = await startVehicle(t, server, { id: FOURTH });
  vehicle.sendAlarm('sos');
  await until('the last is listed', async () => (await find(server)).length === 2);
  assert.deepEqual(await modes(), [2, 0, 2], 'one is stored but not listed, one not stored');
  const told = asList(asJson((await server.ask('POST', '/gkevent/recentalarms', {})).body)['alarms']);
  assert.equal(told.filter(({ appdevid }) => appdevid === CODE).length, 2);
});

test('the plan of the device counts before that of its group, that before the one for all', async (t) => {
  const server = await openScene(t, { downloadplan: 0b1 });
  await save(server, { updateMode: 'GROUP', groupid: '1', downloadplan: 0b10 });
  const vehicle = await report(t, server, { atMs: closedMs() });
  assert.equal((await fetched(server))['download'], 0b10, 'the group at the top has everything');
  await vehicle.stop();
  await register(server, SECOND);
  await save(server, { updateMode: 'DEVICE', deviceid: SECOND, downloadplan: 0b100 });
  await report(t, server, { id: SECOND, atMs: closedMs() + 30_000 });
  await listed(server, ({ download, completed }) => download === 0b100 && completed === 1);
});
