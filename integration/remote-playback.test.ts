// What a device recorded, through the whole server: listed, played, steered, kept, and stopped on every path. The simulator is the
// device; its stamps say which picture of which moment came.
import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { checkRecordings } from '../apps/server/src/features/recording/index.ts';
import { createVehicle, type Vehicle, type VehicleOptions } from '../apps/simulator/src/index.ts';
import { afterwards } from './support/cleanup.ts';
import { Channel, asJson, asList, httpCall } from './support/operator.ts';
import { HOST, type Server, startServer } from './support/server.ts';
import { until } from './support/until.ts';
import { FLAG, KIND, Viewer } from './support/viewer.ts';

const ID = '13800000001';
const FILE_MS = 5 * 60_000;
const FRAME_MS = 1000 / 15;

type Scene = { server: Server; operator: Channel; vehicle: Vehicle; diskEndMs: number };

const setScene = async (t: TestContext, options: Partial<VehicleOptions> = {}): Promise<Scene> => {
  const server = await startServer(t);
  const operator = await Channel.signedIn(server);
  afterwards(t, () => operator.close());
  await operator.get('D01', { I: ID, C: options.channels ?? 4 });
  const vehicle = createVehicle({ host: HOST, port: server.ports.jt808, phone: ID, ...options });
  afterwards(t, () => vehicle.stop());
  vehicle.start();
  await onlineOf(operator);
  return { server, operator, vehicle, diskEndMs: Math.floor(Date.now() / FILE_MS) * FILE_MS };
};

const onlineOf = async (operator: Channel): Promise<void> => {
  await until('the vehicle is on line', async () => {
    const { Z } = await operator.get('Q05', { I: ID });
    return Number(asJson(Z)['status'] ?? 0) > 0;
  });
};

const play = (
  { server }: Scene,
  startMs: number,
  changes: Readonly<Record<string, string | number>> = {},
): Promise<Viewer> => {
  const query = {
    type: 'repb',
    deviceid: ID,
    channel: 1,
    streamid: 77,
    spbtime: startMs / 1000,
    duration: 60,
    ...changes,
  };
  const texts = Object.fromEntries(Object.entries(query).map(([name, value]) => [name, String(value)]));
  return Viewer.ask(server.ports.stream, server.admin, texts);
};

const listOf = async ({ server }: Scene, fromMs: number, toMs: number, changes: object = {}) => {
  const input = { deviceid: ID, channels: [1], from: fromMs / 1000, to: toMs / 1000, ...changes };
  const { body } = await httpCall(server.ports.http, 'POST', '/gkdevice/recordlist', { account: server.admin, input });
  return asJson(body);
};
/** Until what was played is stored, up to the second `toMs`, and nothing is written any more: that takes longer than to show it. */
const storedUpTo = (scene: Scene, fromMs: number, toMs: number): Promise<unknown> =>
  until(`it is stored up to ${(toMs - fromMs) / 1000} s`, async () => {
    const { open } = await checkRecordings(scene.server.app.db.db);
    const { kept } = await listOf(scene, fromMs, fromMs + 60_000);
    return open === 0 && asList(kept).at(-1)?.['end'] === toMs / 1000 && kept;
  });
/** How often the device was told something: 0x9201 is a request to play. */
const toldOf = ({ vehicle }: Scene, id: number): number =>
  vehicle.received.filter((message) => message.id === id).length;
const PLAY = 0x9201;
/** 0x9202, command 2. */
const stopsOf = ({ vehicle }: Scene): number =>
  vehicle.received.filter(({ id, body }) => id === 0x9202 && body[1] === 2).length;
const silenced = (scene: Scene): Promise<boolean> =>
  until('the device sends nothing any more', () => scene.vehicle.cameras?.connectionCount === 0);
const statusOf = async ({ operator }: Scene, letters: object = {}, streamid = 77) =>
  asJson((await operator.get('D08', { I: ID, S: streamid, ...letters }))['Z']);
const shown = (viewer: Viewer): number[] =>
  viewer.videos.filter(({ flags }) => (flags & FLAG.replay) === 0).map(({ presentationUs }) => presentationUs / 1000);
const statesOf = (viewer: Viewer): string[] => viewer.states.map(({ state }) => String(state));

test('what a device has is listed, plays from the moment asked for to the end of the duration, and is kept', async (t) => {
  const scene = await setScene(t);
  const startMs = scene.diskEndMs - 60_000;
  const before = await listOf(scene, startMs - FILE_MS, startMs + 30_000);
  assert.equal(before['device'], 'answered');
  assert.deepEqual(
    asList(before['records']).map(({ start, type, stream }) => [Number(start) * 1000, type, stream]),
    [
      [scene.diskEndMs - 2 * FILE_MS, 0, 'main'],
      [scene.diskEndMs - FILE_MS, 0, 'main'],
    ],
  );
  assert.deepEqual(before['kept'], []);
  const viewer = await play(scene, startMs, { duration: 5 });
  afterwards(t, () => viewer.close());
  await viewer.untilState('ended');
  assert.deepEqual(statesOf(viewer), ['opening', 'playing', 'ended']);
  const times = viewer.videos
    .filter(({ flags }) => (flags & FLAG.replay) === 0)
    .map(({ presentationUs }) => presentationUs / 1000);
  assert.equal(times.length, 75);
  assert.ok(times.every((timeMs, i) => Math.abs(timeMs - startMs - i * FRAME_MS) < 2));
  const kept = await storedUpTo(scene, startMs, startMs + 5000);
  assert.deepEqual(kept, [{ channel: 1, start: startMs / 1000, end: startMs / 1000 + 5, stream: 'main' }]);
});

test('what was played once is not asked of the device again: it plays from what is kept, and goes on with the device', async (t) => {
  const scene = await setScene(t);
  const startMs = scene.diskEndMs - 120_000;
  const first = await play(scene, startMs, { duration: 4 });
  await first.untilState('ended');
  first.close();
  await silenced(scene);
  await storedUpTo(scene, startMs, startMs + 4000);
  assert.equal(toldOf(scene, PLAY), 1);
  const again = await play(scene, startMs, { duration: 4, streamid: 78 });
  afterwards(t, () => again.close());
  await again.untilState('ended');
  assert.equal(again.states.find(({ state }) => state === 'playing')?.['from'], 'kept');
  assert.equal(toldOf(scene, PLAY), 1, 'the same minute is not paid for twice');
  assert.deepEqual(shown(again), shown(first));
  assert.equal(
    again.messages.filter(({ kind }) => kind === KIND.audio).length,
    first.messages.filter(({ kind }) => kind === KIND.audio).length,
  );
  again.close();
  const on = await play(scene, startMs + 2000, { duration: 5, streamid: 79 });
  afterwards(t, () => on.close());
  await on.untilState('ended');
  assert.equal(toldOf(scene, PLAY), 2);
  const times = shown(on);
  assert.equal(times.length, 75);
  assert.ok(
    times.every((timeMs, i) => Math.abs(timeMs - startMs - 2000 - i * FRAME_MS) < 2),
    'no picture is missing and none comes twice where the device takes over',
  );
});

test('[F-CMD-023] D08 pauses, changes the speed, jumps and tells how a playback stands; nobody else can', async (t) => {
  const scene = await setScene(t);
  const startMs = scene.diskEndMs - 280_000;
  const viewer = await play(scene, startMs, { duration: 200 });
  afterwards(t, () => viewer.close());
  await viewer.untilState('playing');
  await viewer.until('a second of it', () => shown(viewer).length > 45);
  const newestMs = shown(viewer).at(-1) ?? 0;
  const playing = await statusOf(scene);
  assert.equal(playing['state'], 'playing');
  const placeMs = Number(playing['currentTime']) * 1000;
  // Two seconds are sent ahead: where it is lies between what had come before the question and what has come since, whatever the hour.
  const [earliestMs, latestMs] = [newestMs - 3000, (shown(viewer).at(-1) ?? 0) + 1000];
  assert.ok(placeMs > earliestMs && placeMs < latestMs, `it says where it is: ${placeMs - newestMs}`);
  assert.equal((await statusOf(scene, { V: 0 }))['state'], 'paused');
  const held = await until('no more frames come', async () => {
    const count = viewer.messages.length;
    await statusOf(scene);
    const { currentTime } = await statusOf(scene);
    return viewer.messages.length === count && Number(currentTime);
  });
  assert.equal((await statusOf(scene))['currentTime'], held, 'the clock stands');
  const jumped = await statusOf(scene, { F: 60, V: 4 });
  assert.deepEqual([jumped['speed'], jumped['generation']], [4, 1]);
  await viewer.until('frames of the new place', () => shown(viewer).some((timeMs) => timeMs >= startMs + 62_000));
  const place = viewer.states.findLast(({ generation, state }) => state === 'playing' && generation === 1);
  assert.ok(Number(place?.['timeMs']) > startMs + 55_000, 'the state says where the frames begin');
  const back = viewer.states.length; // the state may come before the answer, which has a socket of its own
  await statusOf(scene, { B: Math.floor(startMs / 1000) + 10, V: 1 });
  await viewer.untilState('playing', back);
  assert.equal((await statusOf(scene, { C: 1 }))['generation'], 2);
  const [wrong] = await scene.operator.ask('D08', { I: ID, S: 4711 });
  const [absent] = await scene.operator.ask('D08', { I: ID, S: 77, C: 2 });
  assert.deepEqual([wrong?.['R'], absent?.['R']], ['404', '404']);
  assert.equal(stopsOf(scene) + toldOf(scene, PLAY) <= 3, true, 'a jump is told, not asked for again');
});

test('at eight times the speed only key frames come, and every frame again after it', async (t) => {
  const scene = await setScene(t);
  const startMs = scene.diskEndMs - 280_000;
  const viewer = await play(scene, startMs, { duration: 200, speed: 8 });
  afterwards(t, () => viewer.close());
  await viewer.until('a dozen pictures', () => viewer.videos.length >= 12);
  assert.ok(viewer.videos.every(({ flags }) => (flags & FLAG.key) !== 0));
  const from = viewer.videos.length;
  const before = viewer.states.length;
  await statusOf(scene, { V: 1 });
  const again = await viewer.untilState('playing', before);
  assert.equal(again['generation'], 1, 'it begins again, and says so');
  await viewer.until('pictures between the key frames', () =>
    viewer.videos.slice(from).some(({ flags }) => (flags & FLAG.key) === 0),
  );
});

test('four channels play on one clock, a tenth is refused, and all of them stop when their sockets close', async (t) => {
  const scene = await setScene(t, { channels: 16 });
  const startMs = scene.diskEndMs - 200_000;
  const viewers = await Promise.all(
    [1, 2, 3, 4].map((channel) => play(scene, startMs, { channel, chs: 15, duration: 190 })),
  );
  afterwards(t, () => viewers.forEach((viewer) => viewer.close()));
  for (const viewer of viewers) await viewer.until('three seconds', () => shown(viewer).length > 45);
  // On a busy machine what one of them was sent may be read later than what the others were.
  let inStep = 0;
  await until('no channel runs ahead of the others, look after look', () => {
    const newest = viewers.map((viewer) => shown(viewer).at(-1) ?? 0);
    inStep = Math.max(...newest) - Math.min(...newest) < 1000 ? inStep + 1 : 0;
    return inStep === 10;
  });
  const many = await Promise.all([5, 6, 7, 8, 9].map((channel) => play(scene, startMs, { channel })));
  afterwards(t, () => many.forEach((viewer) => viewer.close()));
  for (const viewer of many) await viewer.untilState('playing');
  const tenth = await play(scene, startMs, { channel: 10 });
  assert.equal((await tenth.untilState('limit'))['message'], 'over max channels count(9)');
  const masked = await play(scene, startMs, { channel: 10, chs: 1023, streamid: 5 });
  assert.equal((await masked.untilState('limit'))['message'], 'over max channels count(9)');
  for (const viewer of [...viewers, ...many]) viewer.close();
  await silenced(scene);
  await until('each is told to stop', () => stopsOf(scene) >= 9); // its media connection may end first
  assert.equal(stopsOf(scene), 9);
  const [gone] = await scene.operator.ask('D08', { I: ID, S: 77 });
  assert.equal(gone?.['R'], '404');
});

test('a device whose playback breaks off again and again is asked for the rest each time; no picture is missing or comes twice', async (t) => {
  const scene = await setScene(t, { faults: { playbackStopsS: 3, wrongCount: true, slowListS: 1 } });
  const startMs = scene.diskEndMs - 100_000;
  assert.equal(asList((await listOf(scene, startMs, startMs + 30_000))['records']).length, 1);
  const viewer = await play(scene, startMs, { duration: 8 });
  afterwards(t, () => viewer.close());
  await viewer.untilState('ended');
  const times = shown(viewer);
  assert.equal(times.length, 8 * 15);
  assert.ok(times.every((timeMs, i) => Math.abs(timeMs - startMs - i * FRAME_MS) < 2));
  assert.ok(toldOf(scene, PLAY) >= 3);
  await until('the last one is stopped', () => stopsOf(scene) >= toldOf(scene, PLAY)); // the viewer may know of its end first
  assert.equal(stopsOf(scene), toldOf(scene, PLAY));
});

test('a device that lists its recordings and refuses to play them: its refusal is shown', async (t) => {
  const scene = await setScene(t, { faults: { noPlayback: true } });
  const viewer = await play(scene, scene.diskEndMs - 100_000);
  afterwards(t, () => viewer.close());
  assert.match(String((await viewer.untilState('refused'))['message']), /^The device refused/);
});
