// Whether what the server missed is fetched from the recorder later: seen at the recorder, in what is kept, and in the events. Before and
// after a restart.
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { p9201PlaybackRequest, p9205QueryResources } from '@outrider/jt1078';
import { createVehicle, type Vehicle } from '../apps/simulator/src/index.ts';
import { afterwards } from './support/cleanup.ts';
import { fastClock, fastServerClock } from './support/fast-clock.ts';
import { Channel, asJson, asList } from './support/operator.ts';
import { SAVED, restarted } from './support/restarted.ts';
import { HOST } from './support/server.ts';
import { until } from './support/until.ts';

const ID = '13800000001';
const OTHER = '13800000002';
const PATH = '/gkserver/cover';
const MINUTE_MS = 60_000;
const SPEED = 20;
const [LIST, PLAY] = [p9205QueryResources.id, p9201PlaybackRequest.id];
const LOST_RECORDING_COVER = 98;
const RECORDING = { OUTRIDER_RECORD_BY_DEFAULT: 'full', OUTRIDER_RECORD_RESERVE: '0' };

type Server = Awaited<ReturnType<Awaited<ReturnType<typeof restarted>>['start']>>;

/** Of its disk, the newest ten minutes are not settled yet. */
const startVehicle = async (t: TestContext, server: Server, phone: string, diskHours = 0.2): Promise<Vehicle> => {
  const link = { host: HOST, port: server.ports.jt808, phone, channels: 1, clock: fastClock(SPEED) };
  const vehicle = createVehicle({ ...link, diskHours, diskFileMs: MINUTE_MS, parked: true, alarms: false });
  afterwards(t, () => vehicle.stop());
  vehicle.start();
  await vehicle.whenOnline();
  return vehicle;
};
const counted = (vehicle: Vehicle, what: number): number => vehicle.received.filter(({ id }) => id === what).length;
const kept = async ({ app }: Server, deviceKey: number) => {
  const nowMs = app.clock.now();
  const lanes = [true, false].map((audio) => ({ deviceKey, channel: 1, stream: 'main' as const, audio }));
  return (await Promise.all(lanes.map((lane) => app.footage.kept(lane, nowMs - 30 * MINUTE_MS, nowMs)))).flat();
};
const keptMs = async (server: Server, deviceKey: number): Promise<number> =>
  (await kept(server, deviceKey)).reduce((sum, { startMs, endMs }) => sum + endMs - startMs, 0);
const isWhole = async (server: Server, deviceKey: number): Promise<boolean> =>
  (await keptMs(server, deviceKey)) > 100_000;
const events = async (server: Server) =>
  asList((await server.ask('POST', '/gkevent/eventquery', { appdevids: [LOST_RECORDING_COVER] })).body);

test('[A-COVER-002] http: the three values are saved and answered, others refused, also after a restart; the environment fixes it', async (t) => {
  const { start } = await restarted(t);
  let server = await start();
  assert.deepEqual(await server.load(PATH), { enable: '', fixed: {} });
  for (const enable of ['1', '0', '']) {
    assert.deepEqual(await server.save(PATH, { enable }), SAVED);
    assert.equal((await server.load(PATH))['enable'], enable);
  }
  for (const enable of ['2', 1, null, true]) assert.equal((await server.save(PATH, { enable }))[0], 400);
  assert.deepEqual(await server.save(PATH, { enable: '0' }), SAVED);
  await server.close();
  server = await start();
  assert.equal((await server.load(PATH))['enable'], '0');
  await server.close();
  server = await start({ OUTRIDER_EVENT_RECOVER: '1' });
  const { enable, fixed } = await server.load(PATH);
  assert.deepEqual([enable, Object.keys(asJson(fixed))], ['1', ['enable']]);
});

test('planned recordings that are lacking are fetched once when that is enabled, an event says so, and it goes on after a restart', async (t) => {
  const { start } = await restarted(t);
  let server = await start(RECORDING);
  const operator = await Channel.signedIn(server, server.admin);
  for (const I of [ID, OTHER]) await operator.get('D01', { I, C: 1 });
  operator.close();
  const vehicle = await startVehicle(t, server, ID);
  assert.deepEqual([counted(vehicle, LIST), await kept(server, 1)], [0, []], 'nobody asked for anything');
  assert.deepEqual(await server.save(PATH, { enable: '1' }), SAVED);
  await until('it came', () => isWhole(server, 1));
  await until('an event says so', async () => (await events(server)).length > 0);
  const [event] = await events(server);
  const [{ startMs } = { startMs: 0 }] = await kept(server, 1);
  assert.match(JSON.stringify(event), /Channels 1, until 20/);
  assert.equal(event?.['deviceid'], ID);
  const asked = counted(vehicle, PLAY);
  const idle = () => server.app.metrics()['recover_devices_waiting'] === 0;
  for (const enable of ['', '1']) assert.deepEqual(await server.save(PATH, { enable }), SAVED);
  await until('it was looked at again', idle);
  assert.deepEqual(
    [counted(vehicle, PLAY), (await kept(server, 1))[0]?.startMs],
    [asked, startMs],
    'what came is enough',
  );
  await vehicle.stop();
  await server.close();
  // Its looks, a minute apart, are seconds apart.
  server = await start(RECORDING, { clock: fastServerClock(SPEED) });
  const other = await startVehicle(t, server, OTHER);
  await until('that of the other came too', () => isWhole(server, 2));
  assert.ok(counted(other, PLAY) > 0);
});

test('what an operator deleted meanwhile does not come back, also after a restart; what was still lacking comes', async (t) => {
  const { start } = await restarted(t);
  let server = await start(RECORDING);
  const operator = await Channel.signedIn(server, server.admin);
  await operator.get('D01', { I: ID, C: 1 });
  // Its oldest minutes go while time runs; some of what was deleted must still be there.
  const vehicle = await startVehicle(t, server, ID, 0.4);
  assert.deepEqual(await server.save(PATH, { enable: '1' }), SAVED);
  await until('some of it came', () => isWhole(server, 1));
  const had = await kept(server, 1);
  const hadUntilMs = Math.max(...had.map(({ endMs }) => endMs));
  await operator.get('D13', { I: ID });
  // Of what was there: on a busy machine there are holes in between, and those may still come.
  const hasOld = async () =>
    (await kept(server, 1)).some((now) =>
      had.some((then) => Math.min(now.endMs, then.endMs) - Math.max(now.startMs, then.startMs) > 1000),
    );
  await until('it is gone', async () => !(await hasOld()));
  operator.close();
  await vehicle.stop();
  await server.close();
  server = await start(RECORDING, { clock: fastServerClock(SPEED) });
  const before = await kept(server, 1); // the piece that it was at, if any
  await startVehicle(t, server, ID, 0.4);
  // Pieces come oldest first.
  const laterMs = Math.max(hadUntilMs, ...before.map(({ endMs }) => endMs)) + 1000;
  await until('the next one came', async () => (await kept(server, 1)).some(({ endMs }) => endMs > laterMs));
  assert.equal(await hasOld(), false);
});
