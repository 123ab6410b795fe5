// The meters of the server: what it did in a minute is in them as often as it was asked, over a restart and no longer than a day.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { createApp } from '../apps/server/src/app.ts';
import { toPasswordHash } from '../apps/server/src/kernel/access/credentials.ts';
import { silentLog } from '../apps/server/src/kernel/log.ts';
import { createManualClock } from '../apps/server/src/kernel/manual-clock.ts';
import { createVehicle } from '../apps/simulator/src/index.ts';
import { afterwards } from './support/cleanup.ts';
import { Device, locationAt } from './support/device.ts';
import { asList, Channel, httpCall, type Json } from './support/operator.ts';
import { cheapKeeper, HOST, startServer, temporaryFolder, testConfig } from './support/server.ts';
import { until } from './support/until.ts';
import { Viewer } from './support/viewer.ts';

const MINUTE_MS = 60_000;
const START_MS = Date.UTC(2026, 4, 10, 1);
const DEVICE = '13800000101';

const PATH = '/gkserver/performanceinfo';

test('[E-ENT-029 E-HTTP-057] each meter counts what was done in its minute; rows outlast a restart and end after a day', async (t) => {
  const data = await temporaryFolder(t);
  const clock = createManualClock(START_MS);
  const open = () => createApp(testConfig(data), { log: silentLog, clock, keeper: cheapKeeper });
  let app = await open();
  afterwards(t, () => app.close());
  const admin = { user: 'admin', hash: toPasswordHash(app.initialPassword ?? '') };
  const rows = async (): Promise<Json[]> => {
    const { status, body } = await httpCall(app.ports.http, 'GET', PATH, { account: admin });
    assert.equal(status, 200);
    return asList(body);
  };
  const countsAt = async (datetime: string): Promise<Record<string, unknown>> =>
    Object.fromEntries(
      (await rows()).filter((row) => row['datetime'] === datetime).map((row) => [row['name'], row['cnt']]),
    );
  assert.deepEqual(await rows(), [], 'no minute is over');
  const operator = await Channel.signedIn({ ports: app.ports, admin });
  await operator.get('D01', { I: DEVICE, C: 2 });
  const device = await Device.online(app.ports.jt808, { phone: DEVICE });
  t.after(() => device.close());
  for (let n = 0; n < 3; n += 1) {
    let result = -1;
    const answered = device.locate(locationAt(clock.now() + n)).then((given) => (result = given));
    await until('the report is answered', () => clock.advanceAsync(50).then(() => result >= 0));
    await answered;
  }
  for (let n = 0; n < 4; n += 1) await operator.get('Q09', {});
  await clock.advanceAsync(MINUTE_MS - (clock.now() - START_MS));
  const first = '2026-05-10 01:01:00';
  await until('the minute is kept', async () => (await countsAt(first))['command'] !== undefined);
  const counts = await countsAt(first);
  assert.deepEqual([counts['position report'], counts['report batch'], counts['command']], [3, 3, 6]);
  assert.ok(Number(counts['HTTP call']) >= 1 && Number(counts['database write']) >= 3);
  assert.equal(counts['frame fan-out'], undefined, 'nobody watched');
  for (const row of await rows()) {
    assert.deepEqual(Object.keys(row), ['datetime', 'gms', 'name', 'cnt', 'avg', 'max']);
    assert.ok(row['gms'] !== '' && Number(row['avg']) <= Number(row['max']));
  }
  const report = (await rows()).find(({ name }) => name === 'position report');
  // Time passes in steps of 50 ms, and a batch waits for 40.
  assert.ok(Number(report?.['avg']) >= 0.0399 && Number(report?.['max']) >= Number(report?.['avg']));

  device.close();
  operator.close();
  clock.advance(1000); // the minute that runs is kept as another one
  await app.close();
  app = await open();
  assert.deepEqual(await countsAt(first), counts, 'after a restart');
  clock.jumpTo(clock.now() + 25 * 60 * MINUTE_MS);
  await clock.advanceAsync(60 * MINUTE_MS);
  await until('old minutes are gone', async () => Object.keys(await countsAt(first)).length === 0);
});

test('frames that somebody watches are measured', async (t) => {
  const server = await startServer(t);
  const operator = await Channel.signedIn(server);
  await operator.get('D01', { I: DEVICE, C: 2 });
  const vehicle = createVehicle({ host: HOST, port: server.ports.jt808, phone: DEVICE });
  afterwards(t, () => vehicle.stop());
  vehicle.start();
  await vehicle.whenOnline();
  const viewer = await Viewer.open(server.ports.stream, server.admin, DEVICE, {});
  await viewer.until('pictures', () => viewer.videos.length >= 20);
  viewer.close();
  operator.close();
  await vehicle.stop();
  await server.app.close(); // keeps the minute that runs
  const database = new DatabaseSync(join(server.data, 'outrider.sqlite'), { readOnly: true });
  const kept = database.prepare('SELECT meters FROM performance_minutes').all();
  database.close();
  const frames = kept.map((row) => JSON.parse(String(row['meters']))['frame fan-out']?.[0] ?? 0);
  assert.ok(frames.reduce((sum, n) => sum + n, 0) >= 20);
});
