// Footage fetched from a device and kept: whole after interruptions, never asked for twice, out of the way of operators, bounded. The
// simulated recorder's time runs faster, so that a minute of it is over in seconds.
import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import type { Config } from '../apps/server/src/config.ts';
import type { Footage, FootageProgress, FootageSource } from '../apps/server/src/features/remote-playback/index.ts';
import { checkRecordings, type StoredFrame } from '../apps/server/src/features/recording/index.ts';
import { createVehicle, type Vehicle, type VehicleOptions } from '../apps/simulator/src/index.ts';
import { afterwards } from './support/cleanup.ts';
import { fastClock } from './support/fast-clock.ts';
import { Channel, asJson } from './support/operator.ts';
import { HOST, type Server, startServer } from './support/server.ts';
import { until } from './support/until.ts';
import { Viewer } from './support/viewer.ts';

const ID = '13800000001';
const KEY = 1;
const FILE_MS = 5 * 60_000;
const SPEED = 10;
const PICTURES_A_SECOND = 15;
const BLOCKS_A_SECOND = 25;
const PLAY = 0x9201;

type Scene = { server: Server; operator: Channel; vehicle: Vehicle; footage: Footage; startMs: number };
const source: FootageSource = { deviceKey: KEY, channel: 1, stream: 'main', audio: true };

const setScene = async (
  t: TestContext,
  options: Partial<VehicleOptions> = {},
  config: Partial<Config> = {},
): Promise<Scene> => {
  const server = await startServer(t, config);
  const operator = await Channel.signedIn(server);
  afterwards(t, () => operator.close());
  await operator.get('D01', { I: ID, C: 4 });
  const vehicle = createVehicle({
    host: HOST,
    port: server.ports.jt808,
    phone: ID,
    clock: fastClock(SPEED),
    ...options,
  });
  afterwards(t, () => vehicle.stop());
  vehicle.start();
  await vehicle.whenOnline();
  await until('the server has it too', async () => {
    const { Z } = await operator.get('Q05', { I: ID });
    return Number(asJson(Z)['status'] ?? 0) > 0;
  });
  const startMs = Math.floor(Date.now() / FILE_MS) * FILE_MS - FILE_MS + 60_000;
  return { server, operator, vehicle, footage: server.app.footage, startMs };
};

const request = (
  { startMs }: Scene,
  seconds: number,
  changes: Partial<Parameters<Footage['fetch']>[0]> = {},
): Parameters<Footage['fetch']>[0] => ({
  ...source,
  fromMs: startMs,
  toMs: startMs + seconds * 1000,
  patienceMs: 0,
  signal: new AbortController().signal,
  ...changes,
});

const asks = ({ vehicle }: Scene): number => vehicle.received.filter(({ id }) => id === PLAY).length;
const readAll = async ({ footage, startMs }: Scene, from: FootageSource = source): Promise<StoredFrame[]> => {
  const cursor = await footage.open(from, startMs);
  const frames: StoredFrame[] = [];
  for (let frame = await cursor.next(); frame !== undefined; frame = await cursor.next()) frames.push(frame);
  await cursor.close();
  return frames;
};
/** Every picture of the span, each once, in order; the last second may be cut where the device ends. */
const assertWhole = (frames: readonly StoredFrame[], startMs: number, seconds: number): void => {
  const times = frames.filter(({ kind }) => kind === 'video').map(({ timeMs }) => timeMs - startMs);
  assert.ok(times.length >= (seconds - 1) * PICTURES_A_SECOND, `${times.length} pictures of ${seconds} s`);
  times.forEach((timeMs, i) =>
    assert.ok(Math.abs(timeMs - (i * 1000) / PICTURES_A_SECOND) < 3, `picture ${i} at ${timeMs}`),
  );
};

test('footage is fetched once, whole and with its sound, plays without the device, and stands beside the recordings', async (t) => {
  const scene = await setScene(t);
  const { footage, startMs, server, vehicle, operator } = scene;
  const told: FootageProgress[] = [];
  const spans = await footage.fetch(request(scene, 30, { onProgress: (progress) => told.push(progress) }));
  assert.deepEqual(
    spans.map((span) => span.startMs - startMs),
    [0],
  );
  assert.ok(Math.abs((spans[0]?.endMs ?? 0) - startMs - 30_000) < 200);
  const frames = await readAll(scene);
  assertWhole(frames, startMs, 30);
  const blocks = frames.filter(({ kind }) => kind === 'audio').length;
  assert.ok(Math.abs(blocks - 30 * BLOCKS_A_SECOND) <= 2, `${blocks} blocks of sound`);
  assert.equal(told[0]?.state, 'fetching');
  assert.ok(
    told.some(({ keptMs, totalMs }) => keptMs > 5000 && totalMs === 30_000),
    'progress in recorded time',
  );
  const asked = asks(scene); // a fetch that was cut short asks for the rest
  await footage.fetch(request(scene, 30));
  await footage.fetch(request(scene, 20));
  assert.equal(asks(scene), asked, 'the same minute is not paid for twice');
  await footage.fetch(request(scene, 45));
  assert.ok(asks(scene) > asked);
  assertWhole(await readAll(scene), startMs, 45);
  await vehicle.stop();
  await until('the device is offline', async () => {
    const { Z } = await operator.get('Q05', { I: ID });
    return Number(asJson(Z)['status'] ?? 0) === 0;
  });
  const query = {
    type: 'repb',
    deviceid: ID,
    channel: '1',
    streamid: '3',
    spbtime: String(startMs / 1000),
    duration: '3',
  };
  const viewer = await Viewer.ask(server.ports.stream, server.admin, query);
  await viewer.untilState('ended');
  assert.ok(viewer.videos.length >= 45);
  viewer.close();
  const check = await checkRecordings(server.app.db.db);
  assert.deepEqual([check.faults, check.segments >= 2], [[], true]);
  const day = await operator.get('Q06', { I: ID, B: Math.floor(startMs / 1000), L: 10 });
  assert.equal(day['Z'], '0000000000', 'it is no recording of the server');
});

test('after a dropped connection it goes on where it stopped, and waits for a device that is away', async (t) => {
  const scene = await setScene(t);
  const states: string[] = [];
  const fetching = scene.footage.fetch(
    request(scene, 60, { patienceMs: 60_000, onProgress: ({ state, message }) => states.push(`${state} ${message}`) }),
  );
  await until('a part of it came', () => scene.vehicle.cameras?.connectionCount === 1 && states.length > 1);
  scene.vehicle.leave(30_000);
  scene.vehicle.cameras?.closeAll();
  const spans = await fetching;
  assert.equal(spans.length, 1);
  assertWhole(await readAll(scene), scene.startMs, 60);
  assert.ok(states.includes('waiting The device is offline'), states.join(', '));
  assert.ok(asks(scene) >= 2);
});

test('an operator goes first on the channel; what was begun is finished behind him', async (t) => {
  const scene = await setScene(t);
  const { server, startMs } = scene;
  let done = false;
  const fetching = scene.footage.fetch(request(scene, 100, { patienceMs: 60_000 })).finally(() => (done = true));
  await until('it is fetched', () => scene.vehicle.cameras?.connectionCount === 1);
  const query = {
    type: 'repb',
    deviceid: ID,
    channel: '1',
    streamid: '3',
    spbtime: String(startMs / 1000 - 50),
    duration: '5',
  };
  const viewer = await Viewer.ask(server.ports.stream, server.admin, query);
  await viewer.untilState('ended');
  assert.equal(done, false);
  viewer.close();
  await fetching;
  assertWhole(await readAll(scene), startMs, 100);
});

test('little that is missing behind an operator is fetched too, and so is a request of one second', async (t) => {
  const scene = await setScene(t, { clock: fastClock(1.5) });
  const { server, startMs } = scene;
  const partly = Promise.withResolvers<void>();
  const onProgress = ({ keptMs }: FootageProgress): void => {
    if (keptMs > 0) partly.resolve();
  };
  const fetching = scene.footage.fetch(request(scene, 3, { onProgress }));
  await partly.promise;
  const query = { type: 'repb', deviceid: ID, channel: '1', streamid: '3', duration: '1' };
  const before = { ...query, spbtime: String(startMs / 1000 - 50) };
  const viewer = await Viewer.ask(server.ports.stream, server.admin, before);
  afterwards(t, () => viewer.close());
  await viewer.untilState('ended');
  viewer.close();
  await fetching;
  const pictures = (await readAll(scene)).filter(({ kind }) => kind === 'video');
  assert.ok(pictures.length >= 3 * PICTURES_A_SECOND - 1, `${pictures.length} pictures`);
  const spans = await scene.footage.fetch(request(scene, 1, { channel: 2 }));
  assert.equal(spans.length, 1);
});

test('cancelled, queued, absent, too long, nothing there: each ends in words, and the device is told to stop', async (t) => {
  const scene = await setScene(t);
  const { footage, startMs, vehicle } = scene;
  const cancelling = new AbortController();
  const states: string[] = [];
  const first = footage.fetch(request(scene, 100, { signal: cancelling.signal }));
  await until('it is fetched', () => vehicle.cameras?.connectionCount === 1);
  const second = footage.fetch(request(scene, 5, { channel: 2, onProgress: ({ state }) => states.push(state) }));
  await until('the second waits', () => states.includes('queued'));
  assert.equal(vehicle.cameras?.connectionCount, 1, 'one after the other');
  cancelling.abort();
  await assert.rejects(first, { message: 'cancelled' });
  await second;
  assert.ok((await footage.kept(source, startMs, startMs + 100_000)).length <= 1);
  const stops = vehicle.received.filter(({ id, body }) => id === 0x9202 && body[1] === 2).length;
  assert.equal(stops, asks(scene));
  const before = { fromMs: startMs - 30 * 86_400_000, toMs: startMs - 30 * 86_400_000 + 60_000 };
  const later = { fromMs: startMs + 86_400_000, toMs: startMs + 86_460_000 };
  await assert.rejects(footage.fetch(request(scene, 1, before)), { message: 'No Record' });
  await assert.rejects(footage.fetch(request(scene, 1, later)), {
    message: 'No Record',
  });
  await assert.rejects(footage.fetch(request(scene, 7200)), { code: 'limit_reached' });
  await assert.rejects(footage.fetch(request(scene, -5)), { code: 'invalid' });
  await assert.rejects(footage.fetch(request(scene, 5, { stream: 'sub' })), { message: 'No Record' });
  await vehicle.stop();
  await until('offline', () =>
    footage.fetch(request(scene, 5, { channel: 3 })).then(
      () => false,
      (error: unknown) => error instanceof Error && error.message === 'The device is offline',
    ),
  );
});

test('without sound it comes faster, with every picture, and does not stand for footage with sound', async (t) => {
  const scene = await setScene(t, { clock: fastClock(SPEED / 5) });
  const silent = { ...source, audio: false };
  await scene.footage.fetch(request(scene, 40, { audio: false }));
  const frames = await readAll(scene, silent);
  assertWhole(frames, scene.startMs, 40);
  assert.equal(frames.filter(({ kind }) => kind === 'audio').length, 0);
  const asked = scene.vehicle.received.find(({ id }) => id === PLAY);
  const mode = asked?.body.at(-14);
  assert.deepEqual([mode, asked?.body.at(-13)], [1, 3], 'fast forward at four times');
  assert.deepEqual(await scene.footage.kept(source, scene.startMs, scene.startMs + 40_000), []);
});

test('a download plays what is kept as fast as it is read, every picture of it', async (t) => {
  const scene = await setScene(t);
  await scene.footage.fetch(request(scene, 60));
  const asked = asks(scene); // a fetch that was cut short asks for the rest
  const seconds = 57; // up to two seconds before the end count as whole where a device ends by itself
  const query = { type: 'repb', deviceid: ID, channel: '1', streamid: '3', cover: '1' };
  const viewer = await Viewer.ask(scene.server.ports.stream, scene.server.admin, {
    ...query,
    spbtime: String(scene.startMs / 1000),
    duration: String(seconds),
  });
  afterwards(t, () => viewer.close());
  await viewer.untilState('ended'); // at its own pace it would take four times as long as this waits
  assert.equal(asks(scene), asked);
  // Where the viewer reads late, what waited comes again from a key frame on.
  const times = new Set(viewer.videos.map(({ captureMs }) => captureMs));
  assert.equal(times.size, seconds * PICTURES_A_SECOND);
});

test('without room on the disk fetching fails in words, and playing goes on', async (t) => {
  const scene = await setScene(t, {}, { recordReserve: 1_000_000_000 });
  await assert.rejects(scene.footage.fetch(request(scene, 20)), { message: 'No recording folder has room' });
  const query = { type: 'repb', deviceid: ID, channel: '1', streamid: '3', duration: '3' };
  const viewer = await Viewer.ask(scene.server.ports.stream, scene.server.admin, {
    ...query,
    spbtime: String(scene.startMs / 1000),
  });
  afterwards(t, () => viewer.close());
  await viewer.untilState('ended');
  assert.ok(viewer.videos.length >= 45);
  assert.deepEqual(await scene.footage.kept(source, scene.startMs, scene.startMs + 20_000), []);
});
