// What a device recorded, through the whole server: listed, played, steered, kept, and stopped on every path. The simulator is the
// device; its stamps say which picture of which moment came.
import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { createVehicle, type Vehicle, type VehicleOptions } from '../apps/simulator/src/index.ts';
import { afterwards } from './support/cleanup.ts';
import { Channel, asJson, asList, httpCall } from './support/operator.ts';
import { HOST, type Server, startServer } from './support/server.ts';
import { FLAG, Viewer } from './support/viewer.ts';

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
  for (;;) {
    const { Z } = await operator.get('Q05', { I: ID });
    if (Number(asJson(Z)['status'] ?? 0) > 0) return;
  }
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
  const after = await listOf(scene, startMs, startMs + 60_000);
  assert.deepEqual(after['kept'], [{ channel: 1, start: startMs / 1000, end: startMs / 1000 + 5, stream: 'main' }]);
});
