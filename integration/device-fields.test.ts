// What a recorder says of itself, from its own bytes to the answers of the main channel: supply, temperatures, storage, the driver,
// the sums of its day. And what the server adds: whether it records.
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import {
  GENERAL_RESULT,
  powerItem,
  standardItem,
  storageItem,
  t0702DriverCard,
  temperaturesItem,
} from '@outrider/jt808';
import { createManualClock, type ManualClock } from '../apps/server/src/kernel/manual-clock.ts';
import { createApp } from '../apps/server/src/app.ts';
import { silentLog } from '../apps/server/src/kernel/log.ts';
import { toPasswordHash } from '../apps/server/src/kernel/access/credentials.ts';
import { afterwards } from './support/cleanup.ts';
import { Device, locationAt } from './support/device.ts';
import { Channel, type Json, asJson } from './support/operator.ts';
import { type Account, startDrivenServer, temporaryFolder, testConfig } from './support/server.ts';
import { until, type Waiting } from './support/until.ts';

const ID = '13800000101';
const MINUTE_MS = 60_000;
const ACC_ON_AND_FIX = 3;
/** Noon at the device, which counts its day from its own midnight. */
const NOON_MS = Date.UTC(2026, 2, 2, 4);

type Scene = { operator: Channel; device: Device; nowMs: () => number; waiting: Waiting; bus: { publish: Publish } };
type Publish = (topic: 'recording.changed', news: { deviceKey: number; recording: boolean }) => void;

const setScene = async (t: TestContext, details: Json = {}): Promise<Scene> => {
  const server = await startDrivenServer(t);
  const waiting = { between: () => server.clock.advance(10) };
  const operator = await Channel.signedIn(server, server.admin, waiting);
  await operator.get('D01', { I: ID, C: 4, Z: details });
  const device = await Device.online(server.ports.jt808, { waiting });
  afterwards(t, () => device.close());
  return {
    operator,
    device,
    waiting,
    bus: server.app.bus,
    nowMs: () => Math.floor(server.clock.now() / 1000) * 1000,
  };
};

const deviceNow = async (operator: Channel): Promise<Json> => asJson((await operator.get('Q05', { I: ID }))['Z']);

test('readings of the items stand in the device, and stay when later reports leave them out', async (t) => {
  const { operator, device, nowMs } = await setScene(t);
  const { voltage, health, smart1, loop } = await deviceNow(operator);
  assert.deepEqual([voltage, health, smart1, loop], [null, null, null, []]);
  const items = [
    standardItem(0x06, { temperatureC: -7 }),
    standardItem(0x17, { storageFault: 1 }),
    powerItem(24.6, 92),
    temperaturesItem([25.1, null, -18.4]),
    storageItem({ usedPercent: 61, lifeLeft: [96, -2], recordingErrors: 3 }),
  ];
  await device.locate(locationAt(nowMs(), { items }));
  const told = { voltage: 24.6, voltage_percent: 92, temperature: -70, loop: [251, null, -184], health: 61 };
  const stored = { smart1: 96, smart2: -2, recording_error: 1, recording_error_count: 3 };
  const has = async (wanted: Json): Promise<void> => {
    const now = await deviceNow(operator);
    assert.deepEqual(Object.fromEntries(Object.keys(wanted).map((key) => [key, now[key]])), wanted);
  };
  await has({ ...told, ...stored });
  await device.locate(locationAt(nowMs() + 1000, {}));
  await has({ ...told, ...stored, recording_error: 0 });
});

test('a driver who puts his card in gives his licence, and his name where nobody typed one', async (t) => {
  const { operator, device } = await setScene(t);
  const card = {
    status: 1,
    time: null,
    cardResult: 0,
    name: '王小明',
    certificate: 'B123456789',
    issuer: '',
    validUntil: '20301231',
  };
  assert.equal(await device.ask(t0702DriverCard, card), GENERAL_RESULT.done);
  const seen = await deviceNow(operator);
  assert.deepEqual([seen['drivername'], seen['driverlicense']], ['王小明', 'B123456789']);
  await device.ask(t0702DriverCard, { status: 1, time: null, cardResult: 1 });
  assert.equal(
    (await deviceNow(operator))['driverlicense'],
    'B123456789',
    'a card that cannot be read changes nothing',
  );
  await device.ask(t0702DriverCard, { status: 2, time: null });
  const left = await deviceNow(operator);
  assert.deepEqual([left['drivername'], left['driverlicense']], ['', 'B123456789']);
});

test('a typed name stays above the one on the card', async (t) => {
  const { operator, device } = await setScene(t, { drivername: 'A. Driver' });
  await device.ask(t0702DriverCard, { status: 1, time: null, cardResult: 0, name: 'Other', certificate: 'C1' });
  const seen = await deviceNow(operator);
  assert.deepEqual([seen['drivername'], seen['driverlicense']], ['A. Driver', 'C1']);
});

test('recording is 0 until the server records, and the lists tell when it does', async (t) => {
  const { operator, bus } = await setScene(t);
  const { fin } = await operator.list('Q03');
  assert.equal((await deviceNow(operator))['recording'], 0);
  bus.publish('recording.changed', { deviceKey: 1, recording: true });
  const { rows } = await operator.list('Q04', { T: fin['T'], C: fin['C'] });
  assert.deepEqual(rows.map(({ deviceid, recording }) => [deviceid, recording]), [[ID, 1]]); // prettier-ignore
  bus.publish('recording.changed', { deviceKey: 1, recording: false });
  assert.equal((await deviceNow(operator))['recording'], 0);
});

type Running = { clock: ManualClock; operator: Channel; device: Device; stop: () => Promise<void> };

/** A server over a folder that a later one takes over, driven from noon of the device. */
const open = async (t: TestContext, folder: string, account?: Account): Promise<Running & { account: Account }> => {
  const clock = createManualClock(NOON_MS);
  const app = await createApp(testConfig(folder), { log: silentLog, clock });
  let running = true;
  const stop = async (): Promise<void> => {
    if (running) await app.close();
    running = false;
  };
  afterwards(t, stop);
  const admin = account ?? { user: 'admin', hash: toPasswordHash(app.initialPassword ?? '') };
  const waiting = { between: () => clock.advance(10) };
  const operator = await Channel.signedIn({ ports: app.ports, admin }, admin, waiting);
  if (account === undefined) await operator.get('D01', { I: ID, C: 4 });
  const device = await Device.online(app.ports.jt808, { waiting });
  afterwards(t, () => device.close());
  return { clock, operator, device, stop, account: admin };
};

test('the sums of the day grow with each fix, outlive the server, and take in fixes that come late', async (t) => {
  const folder = await temporaryFolder(t);
  const first = await open(t, folder);
  const at = (minute: number, steps: number, speedKmh: number): ReturnType<typeof locationAt> =>
    locationAt(NOON_MS - 60 * MINUTE_MS + minute * MINUTE_MS, {
      status: ACC_ON_AND_FIX,
      latitude: 24 + steps / 1000,
      speedKmh,
    });
  const { daily: before } = await deviceNow(first.operator);
  assert.equal(before, null);
  for (const report of [at(0, 0, 60), at(1, 10, 100), at(4, 30, 60), at(5, 40, 0), at(15, 40, 0)])
    await first.device.locate(report);
  const sums = {
    distance: 4448,
    oscount: 1,
    parkcount: 1,
    parktime: 600,
    totalDrivingtime: 300,
    driverDrivingtime: 300,
  };
  assert.deepEqual((await deviceNow(first.operator))['daily'], sums);
  first.device.close();
  await first.stop();

  const second = await open(t, folder, first.account);
  const waiting = { between: () => second.clock.advance(1000) };
  const daily = async (): Promise<Json | null> => {
    const seen = (await deviceNow(second.operator))['daily'];
    return seen === null ? null : asJson(seen);
  };
  await until('the day is read again from the track', async () => (await daily())?.['distance'] === 4448, waiting);
  assert.deepEqual(await daily(), sums);
  // 2.5 min at over 100 that the device sends late: one more over-speeding.
  await second.device.locate(at(2.5, 20, 100));
  await second.device.locate(at(3, 25, 60));
  assert.equal((await daily())?.['oscount'], 1);
  await second.device.locate(at(2, 15, 60));
  await until('the late fixes are counted', async () => (await daily())?.['oscount'] === 2, waiting);
  assert.equal((await daily())?.['totalDrivingtime'], 300);
});
