// What administrators say of fetching for events, seen at the recorder and on the disk: whether footage is asked for, which is asked for
// first, and what goes when it takes more room than it was given. Before and after a restart.
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { p9201PlaybackRequest, p9205QueryResources } from '@outrider/jt1078';
import { t0801MediaUpload } from '@outrider/jt808';
import { createVehicle, type Vehicle } from '../apps/simulator/src/index.ts';
import { systemClock } from '../apps/server/src/app.ts';
import type { Clock } from '../apps/server/src/kernel/clock.ts';
import { afterwards } from './support/cleanup.ts';
import { Device, locationAt } from './support/device.ts';
import { fastClock } from './support/fast-clock.ts';
import { Channel, type Json, asJson, asList } from './support/operator.ts';
import { SAVED, restarted } from './support/restarted.ts';
import { HOST } from './support/server.ts';
import { until } from './support/until.ts';

const ID = '13800000001';
const PATH = '/gkserver/event';
const TASKS = '/gkevent/customevent';
const FILE_MS = 5 * 60_000;
const HOUR_MS = 3_600_000;
const QUERY = p9205QueryResources.id;
const OFF_TEXT = 'Fetching footage is switched off.';
const BY_DEFAULT = {
  videoDownload: '1',
  downloadOldfirst: '1',
  footagesize: '',
  snapsize: '',
  sdsize: '',
  autouploadsize: '',
};

type Server = Awaited<ReturnType<Awaited<ReturnType<typeof restarted>>['start']>>;

const paramsOf = async (server: Server): Promise<Json> => asJson((await server.load(PATH))['eventParams']);
const set = async (server: Server, changes: Json): Promise<void> =>
  assert.deepEqual(await server.save(PATH, { eventParams: { ...(await paramsOf(server)), ...changes } }), SAVED);
const register = async (server: Server): Promise<void> => {
  const channel = await Channel.signedIn(server, server.admin);
  await channel.get('D01', { I: ID, C: 2 });
  channel.close();
};
const startVehicle = async (t: TestContext, server: Server, speed = 10): Promise<Vehicle> => {
  const link = { host: HOST, port: server.ports.jt808, phone: ID, channels: 2, clock: fastClock(speed) };
  const vehicle = createVehicle({ ...link, parked: true, alarms: false });
  afterwards(t, () => vehicle.stop());
  vehicle.start();
  await vehicle.whenOnline();
  return vehicle;
};
/** Seconds: the begin of a file that recorders have closed by now. */
const FILE_S = (Math.floor(Date.now() / FILE_MS) * FILE_MS - FILE_MS) / 1000;
const ask = async (server: Server, fromS: number, toS: number, downloadplan = 1): Promise<void> => {
  const task = { deviceid: ID, downloadplan, streamtype: 1, audioout: 1 };
  const { status } = await server.ask('POST', TASKS, { ...task, start: FILE_S + fromS, end: FILE_S + toS });
  assert.equal(status, 200);
};
const tasks = async (server: Server): Promise<Json[]> =>
  asList((await server.ask('GET', TASKS)).body).toSorted((a, b) => Number(a['id']) - Number(b['id']));
const states = async (server: Server): Promise<unknown[]> => (await tasks(server)).map(({ state }) => state);
const becomes = (server: Server, ...wanted: string[]): Promise<unknown> =>
  until(`the tasks are ${wanted.join()}`, async () => (await states(server)).join() === wanted.join());
/** Of the first three that a recorder was asked to play, the channel and when they begin, as digits. */
const played = (vehicle: Vehicle): [string, string, string] => {
  const [first = '', second = '', third = ''] = vehicle.received
    .filter(({ id }) => id === p9201PlaybackRequest.id)
    .map(({ body }) => p9201PlaybackRequest.decode(body, '2013'))
    .map(({ channel, startBcd }) => `${channel} ${startBcd}`);
  return [first, second, third];
};
const asked = (vehicle: Vehicle): number => vehicle.received.filter(({ id }) => id === QUERY).length;

test('[A-EVPARAM-002 A-EVPARAM-003] http: sizes and switches are saved under eventParams and answered as they were sent, also after a restart; the environment fixes each by itself', async (t) => {
  const { start } = await restarted(t);
  let server = await start();
  assert.deepEqual(await server.load(PATH), { eventParams: BY_DEFAULT, fixed: {} });
  const sizes = { footagesize: '100G', snapsize: '20G', sdsize: '2T', autouploadsize: '500M' };
  const eventParams = { videoDownload: '0', downloadOldfirst: '0', ...sizes };
  const { user: username, hash: password } = server.admin;
  assert.deepEqual(await server.save(PATH, { eventParams, username, password }), SAVED);
  assert.deepEqual(await paramsOf(server), eventParams);
  for (const wrong of ['100GB', '-1G', '1.5T', 'much'])
    assert.equal((await server.save(PATH, { eventParams: { ...eventParams, snapsize: wrong } }))[0], 400, wrong);
  const full = async () => {
    const info = asJson((await server.ask('GET', '/api/diskinfo')).body);
    return ['footage', 'snapshot', 'sd', 'autoupload'].map((share) => info[`${share}FullSize`]);
  };
  const wanted = [100 * 1024, 20 * 1024, 2 * 1024 * 1024, 500];
  assert.deepEqual(await full(), wanted, '/diskinfo says the same, in MB');
  await server.close();

  server = await start();
  assert.deepEqual([await paramsOf(server), await full()], [eventParams, wanted]);
  await server.close();

  server = await start({ OUTRIDER_FOOTAGE_QUOTA: '7G', OUTRIDER_VIDEO_DOWNLOAD: 'true' });
  const { fixed } = await server.load(PATH);
  assert.deepEqual(fixed, {
    'eventParams.footagesize': 'OUTRIDER_FOOTAGE_QUOTA',
    'eventParams.videoDownload': 'OUTRIDER_VIDEO_DOWNLOAD',
  });
  const shown = { ...eventParams, footagesize: '7G', videoDownload: '1' };
  assert.deepEqual([await paramsOf(server), (await full())[0]], [shown, 7 * 1024]);
  assert.equal((await server.save(PATH, { eventParams }))[0], 400);
  assert.deepEqual(await server.save(PATH, { eventParams: { ...shown, snapsize: '' } }), SAVED);
  assert.deepEqual(await full(), [7 * 1024, 0, 2 * 1024 * 1024, 500]);
});

test('[A-EVPARAM-001] http: switched off, the recorder is asked for nothing and what it sends ends; on again the newest goes first where that is chosen; both also after a restart', async (t) => {
  const { start } = await restarted(t);
  let server = await start({ OUTRIDER_RECORD_RESERVE: '0' });
  await register(server);
  let vehicle = await startVehicle(t, server);
  await ask(server, 0, 290);
  await until('a part of it came', async () => Number((await tasks(server))[0]?.['progress']) > 0);
  await set(server, { videoDownload: '0' });
  await until('the recorder sends nothing any more', () => vehicle.cameras?.connectionCount === 0);
  const held = await until('it waits', async () => (await tasks(server)).find(({ state }) => state === 'waiting'));
  assert.equal(held['message'], OFF_TEXT);
  await ask(server, 20, 30, 2);
  await vehicle.stop();
  await server.close();

  server = await start({ OUTRIDER_RECORD_RESERVE: '0' });
  vehicle = await startVehicle(t, server, 100);
  const before = await tasks(server);
  assert.deepEqual(
    before.map(({ message }) => message),
    [OFF_TEXT, OFF_TEXT],
  );
  // What comes in its turn behind everything that a connection brings: an order that is answered.
  const operator = await Channel.signedIn(server, server.admin);
  await operator.get('D08', { I: ID, Z: 'hello', C: 1 }).catch(() => undefined);
  operator.close();
  assert.deepEqual([asked(vehicle), vehicle.cameras?.connectionCount], [0, 0]);
  await set(server, { videoDownload: '1', downloadOldfirst: '0' });
  await becomes(server, 'done', 'done');
  assert.deepEqual(
    played(vehicle)
      .map(([channel]) => channel)
      .slice(0, 2),
    ['2', '1'],
    'the one asked for last came first',
  );

  await set(server, { videoDownload: '0', downloadOldfirst: '1' });
  await ask(server, 100, 110, 2);
  await ask(server, 200, 210, 2);
  await ask(server, 40, 50, 2);
  await vehicle.stop();
  await server.close();
  server = await start({ OUTRIDER_RECORD_RESERVE: '0', OUTRIDER_VIDEO_DOWNLOAD: 'true' });
  vehicle = await startVehicle(t, server);
  await becomes(server, 'done', 'done', 'done', 'done', 'done');
  const [first, second, third] = played(vehicle);
  assert.ok(second > first && first > third, 'in the order in which they were asked for');
});

type Used = Record<'footage' | 'snapshot' | 'sd' | 'autoupload', number>;
const usedMb = async (server: Server): Promise<Used> => {
  const info = asJson((await server.ask('GET', '/api/diskinfo')).body);
  const of = (share: keyof Used): number => Number(info[`${share}UsedSize`]);
  return { footage: of('footage'), snapshot: of('snapshot'), sd: of('sd'), autoupload: of('autoupload') };
};
const keptOf = async ({ app }: Server): Promise<number[]> => {
  const db = app.db.db.$extendTables<{ recording_segments: { state: string; start_ms: number } }>();
  const rows = await db.selectFrom('recording_segments').select('start_ms').where('state', '=', 'closed').execute();
  return rows.map((row) => Math.round(row.start_ms / 1000) - FILE_S).toSorted((a, b) => a - b);
};

test('[A-EVPARAM-001] http: of footage and of what else was fetched the oldest goes when it is more than its quota, before and after a restart', async (t) => {
  const { start } = await restarted(t);
  let aheadMs = 0;
  const clock: Clock = { ...systemClock, now: () => systemClock.now() + aheadMs };
  const environment = { OUTRIDER_RECORD_RESERVE: '0' };
  let server = await start(environment, { clock });
  await register(server);
  const vehicle = await startVehicle(t, server, 100);
  await ask(server, 200, 280);
  await becomes(server, 'done');
  const first = (await usedMb(server)).footage;
  await ask(server, 0, 80);
  await becomes(server, 'done', 'done');
  const second = (await usedMb(server)).footage - first;
  const limit = Math.ceil(Math.max(first, second));
  assert.ok(first + second > limit, `${first} and ${second} MB are more than one of them`);
  const kept = await keptOf(server);
  await set(server, { footagesize: `${limit}M` });
  await until('the one that was fetched first is gone', async () => (await usedMb(server)).footage <= limit);
  const left = await keptOf(server);
  assert.ok(left.length < kept.length);
  const ofSecond = (starts: number[]): number[] => starts.filter((startS) => startS < 100);
  assert.deepEqual(ofSecond(left), ofSecond(kept), 'though its footage is older');
  await vehicle.stop();

  // Nobody wants it any more: two hours later it is only a copy of what lies on the card.
  for (const id of [1, 2]) await server.ask('DELETE', TASKS, { id });
  await server.close();
  aheadMs = 2 * HOUR_MS;
  server = await start(environment, { clock });
  const { footage, sd } = await usedMb(server);
  assert.deepEqual([footage, sd > 1], [0, true]);
  await set(server, { footagesize: '1M' });
  assert.equal((await usedMb(server)).sd, sd, 'that quota is not its own');
  await server.close();
  server = await start({ ...environment, OUTRIDER_SD_QUOTA: '1' }, { clock });
  await until('it fits, from the start on', async () => (await usedMb(server)).sd <= 1);
});

test('[A-EVPARAM-001] http: pictures that were asked for and files that came by themselves have quotas of their own; the oldest go from both', async (t) => {
  const { start } = await restarted(t);
  let server = await start();
  await register(server);
  const device = await Device.online(server.ports.jt808, { phone: ID });
  afterwards(t, () => device.close());
  const send = async (mediaId: number, event: number): Promise<void> => {
    const data = Uint8Array.from({ length: 450_000 }, (_, i) =>
      i < 3 ? ([0xff, 0xd8, 0xff][i] ?? 0) : (i * mediaId) & 0x7f,
    );
    const location = locationAt(Date.UTC(2026, 4, 5, 2, 0, mediaId));
    const body = t0801MediaUpload.encode({ mediaId, type: 0, format: 0, event, channel: 1, location, data }, '2013');
    device.sendBody(0x0801, body, 1000);
    await device.take(0x8800);
  };
  for (const mediaId of [1, 2, 3]) await send(mediaId, 0);
  for (const mediaId of [4, 5, 6]) await send(mediaId, 3);
  const one = 450_000 / 1024 / 1024;
  const near = async (snapshot: number, autoupload: number): Promise<boolean> => {
    const used = await usedMb(server);
    return Math.abs(used.snapshot - snapshot * one) < 0.01 && Math.abs(used.autoupload - autoupload * one) < 0.01;
  };
  assert.ok(await near(3, 3));
  const uploads = async (): Promise<unknown[]> => {
    const [afterTime, beforeTime] = [Date.UTC(2026, 4, 5) / 1000, Date.UTC(2026, 4, 6) / 1000];
    const { body } = await server.ask('POST', '/gkdevice/autoupload', { afterTime, beforeTime });
    return asList(body).map(({ filetime }) => Number(filetime) % 60);
  };
  await set(server, { snapsize: '1M' });
  await until('one picture is gone', () => near(2, 3));
  assert.deepEqual(await uploads(), [6, 5, 4]);
  await server.close();
  server = await start({ OUTRIDER_AUTO_UPLOAD_QUOTA: '1M' });
  await until('one upload is gone', () => near(2, 2));
  assert.deepEqual(await uploads(), [6, 5], 'the oldest');
});
