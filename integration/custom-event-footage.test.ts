// What becomes of the footage of custom events when they are deleted, and when everything of their device is. The simulated recorder's
// time runs faster.
import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { checkRecordings } from '../apps/server/src/features/recording/index.ts';
import { createVehicle, type Vehicle } from '../apps/simulator/src/index.ts';
import { afterwards } from './support/cleanup.ts';
import { fastClock } from './support/fast-clock.ts';
import { asJson, asList, Channel, httpCall, type Json } from './support/operator.ts';
import { HOST, type Server, startServer } from './support/server.ts';
import { until } from './support/until.ts';

const ID = '13800000001';
const FILE_MS = 5 * 60_000;
const HOUR_MS = 3_600_000;
const PATH = '/gkevent/customevent';

type Scene = { server: Server; operator: Channel; vehicle: Vehicle; startS: number };

const setScene = async (t: TestContext): Promise<Scene> => {
  const server = await startServer(t, { recordReserve: 0 });
  const operator = await Channel.signedIn(server);
  afterwards(t, () => operator.close());
  await operator.get('D01', { I: ID, C: 2 });
  const vehicle = createVehicle({ host: HOST, port: server.ports.jt808, phone: ID, channels: 2, clock: fastClock(10) });
  afterwards(t, () => vehicle.stop());
  vehicle.start();
  await vehicle.whenOnline();
  return { server, operator, vehicle, startS: (Math.floor(Date.now() / FILE_MS) * FILE_MS - FILE_MS) / 1000 };
};

const call = async ({ server }: Scene, method: 'GET' | 'POST' | 'PUT' | 'DELETE', input: Json): Promise<unknown> =>
  (await httpCall(server.ports.http, method, PATH, { account: server.admin, input })).body;
const tasks = async (scene: Scene): Promise<Json[]> => asList(await call(scene, 'GET', {}));
const ask = (scene: Scene, fromS: number, toS: number): Promise<unknown> =>
  call(scene, 'POST', {
    deviceid: ID,
    start: scene.startS + fromS,
    end: scene.startS + toS,
    downloadplan: 1,
    streamtype: 1,
    audioout: 1,
  });
const inState = (scene: Scene, id: number, state: string): Promise<Json> =>
  until(`task ${id} is ${state}`, async () =>
    (await tasks(scene)).find((task) => task['id'] === id && task['state'] === state),
  );
/** For how much longer each kept segment is protected, in whole hours from now, oldest first. */
const protectedHours = async ({ server: { app } }: Scene): Promise<number[]> => {
  const db = app.db.db.$extendTables<{ recording_segments: { protected_until_ms: number; start_ms: number } }>();
  const rows = await db.selectFrom('recording_segments').select('protected_until_ms').orderBy('start_ms').execute();
  return rows.map((row) => Math.ceil((row.protected_until_ms - app.clock.now()) / HOUR_MS));
};

test('a deleted custom event protects its footage no longer, but for what another one wants', async (t) => {
  const scene = await setScene(t);
  await ask(scene, 0, 20);
  await inState(scene, 1, 'done');
  await ask(scene, 15, 40);
  await inState(scene, 2, 'done');
  const days = 90 * 24;
  const before = await protectedHours(scene);
  assert.ok(before.length >= 2 && before.every((hours) => hours === days), before.join(' '));
  assert.equal(asJson(await call(scene, 'DELETE', { id: 1 }))['hasError'], 0);
  assert.deepEqual(await protectedHours(scene), before, 'the second event wants a piece of both');
  await ask(scene, 0, 10);
  await inState(scene, 3, 'done');
  await call(scene, 'DELETE', { id: 2 });
  const [first, ...later] = await protectedHours(scene);
  assert.equal(first, days, 'the third one wants the first piece');
  assert.ok(
    later.length > 0 && later.every((hours) => hours <= 1),
    `anyone who reads it has an hour: ${later.join(' ')}`,
  );
  await call(scene, 'DELETE', { id: 3 });
  assert.ok((await protectedHours(scene)).every((hours) => hours <= 1));
});

test('a custom event that is deleted while it is fetched leaves nothing protected, and the device is told to stop', async (t) => {
  const scene = await setScene(t);
  await ask(scene, 0, 290);
  await until('a part of it came', async () => Number((await tasks(scene))[0]?.['progress']) > 0);
  await call(scene, 'DELETE', { id: 1 });
  assert.ok((await protectedHours(scene)).every((hours) => hours <= 1));
  await until('the device sends nothing any more', () => scene.vehicle.cameras?.connectionCount === 0);
});

test('deleting everything of a device ends a fetch with what came of it; the task says so and may be asked for again', async (t) => {
  const scene = await setScene(t);
  const files = async (): Promise<string[]> =>
    (await readdir(join(scene.server.data, 'recordings'), { recursive: true })).filter((name) =>
      name.endsWith('.orec'),
    );
  await ask(scene, 200, 210);
  await inState(scene, 1, 'done');
  await ask(scene, 0, 290);
  await until('the second is being written', async () => (await files()).some((name) => name.startsWith('open')));
  await scene.operator.get('D13', { I: ID });
  const second = await inState(scene, 2, 'cancelled');
  assert.match(String(second['message']), /^The recordings of this device were deleted/);
  assert.deepEqual(second['footage'], []);
  const first = await until('the first task has no footage any more', async () =>
    (await tasks(scene)).find((task) => task['id'] === 1 && asList(task['footage']).length === 0),
  );
  assert.equal(first['message'], 'The recordings of this device were deleted by admin.');
  await until('no file is left', async () => (await files()).length === 0);
  await until('the device sends nothing any more', () => scene.vehicle.cameras?.connectionCount === 0);
  assert.deepEqual((await checkRecordings(scene.server.app.db.db)).faults, []);
  await call(scene, 'PUT', { id: 1, action: 'retry' });
  const again = await inState(scene, 1, 'done');
  assert.equal(asList(again['footage']).length, 1);
});
