// A device that was dropped leaves nothing behind, and its key is never another's: over a restart, in every table and on the disk.
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import { type TestContext, test } from 'node:test';
import { GENERAL_RESULT, p8800MediaReply, t0702DriverCard, t0801MediaUpload } from '@outrider/jt808';
import { type App, createApp } from '../apps/server/src/app.ts';
import { toPasswordHash } from '../apps/server/src/kernel/access/credentials.ts';
import { silentLog } from '../apps/server/src/kernel/log.ts';
import { createManualClock, type ManualClock } from '../apps/server/src/kernel/manual-clock.ts';
import { afterwards } from './support/cleanup.ts';
import { Device, locationAt } from './support/device.ts';
import { Channel, httpCall, trackOf } from './support/operator.ts';
import { type Account, startDrivenServer, temporaryFolder, testConfig } from './support/server.ts';
import { until } from './support/until.ts';

const ID = '13800000101';
const OTHER = '13800000102';
const SPARE = '13800000103';
const START_MS = Date.UTC(2026, 0, 1, 8);
const HOUR_MS = 3_600_000;
const SOS = 1;

/** Logs of what people did, and recordings, which go by their days: nobody else is ever given the key that leads to them. */
const KEPT = ['forgotten_segments', 'recording_days', 'recording_segments', 'stream_log', 'talk_log'];

type Running = { app: App; clock: ManualClock; admin: Account; stop: () => Promise<void>; operator: Channel };

/** A server over a folder that a later one takes over. */
const open = async (t: TestContext, folder: string, startMs: number, account?: Account): Promise<Running> => {
  const clock = createManualClock(startMs);
  const app = await createApp(testConfig(folder), { log: silentLog, clock });
  let running = true;
  const stop = async (): Promise<void> => {
    if (running) await app.close();
    running = false;
  };
  afterwards(t, stop);
  const admin = account ?? { user: 'admin', hash: toPasswordHash(app.initialPassword ?? '') };
  const operator = await Channel.signedIn({ ports: app.ports, admin }, admin, { between: () => clock.advance(10) });
  return { app, clock, admin, stop, operator };
};

const online = async (t: TestContext, { app, clock }: Running, phone = ID, authCode = ''): Promise<Device> => {
  const device = await Device.online(app.ports.jt808, {
    phone,
    authCode,
    hardware: `T${phone.slice(-6)}`,
    waiting: { between: () => clock.advance(10) },
  });
  afterwards(t, () => device.close());
  return device;
};

/** What stands in the main database, by a reader of its own. */
const withDatabase = <T>(folder: string, work: (database: DatabaseSync) => T): T => {
  const database = new DatabaseSync(join(folder, 'outrider.sqlite'));
  try {
    return work(database);
  } finally {
    database.close();
  }
};
/** Every table that says of which device its rows are, but for the numbers of devices, which go with their row. */
const tablesOf = (database: DatabaseSync): string[] =>
  database
    .prepare(
      "SELECT m.name AS name FROM sqlite_master m, pragma_table_info(m.name) c WHERE m.type = 'table' AND c.name = 'device_key' AND m.name <> 'terminals' ORDER BY 1",
    )
    .all()
    .map(({ name }) => String(name));
const tablesWith = (folder: string, key: number): string[] =>
  withDatabase(folder, (database) =>
    tablesOf(database).filter(
      (table) =>
        Number(database.prepare(`SELECT count(*) AS n FROM ${table} WHERE device_key = ?`).get(key)?.['n']) > 0,
    ),
  );
const keyOf = (folder: string, id: string): number =>
  withDatabase(folder, (database) => Number(database.prepare('SELECT key FROM devices WHERE id = ?').get(id)?.['key']));
const filesIn = (folder: string): string[] =>
  readdirSync(join(folder, 'files'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => name);

/** A driving vehicle that presses SOS, shows a card and sends a picture: all of it kept. */
const leaveTraces = async (running: Running, device: Device, folder: string, key: number): Promise<void> => {
  assert.equal(await device.locate(locationAt(START_MS, { alarm: SOS })), GENERAL_RESULT.done);
  await device.ask(t0702DriverCard, {
    status: 1,
    time: START_MS,
    cardResult: 0,
    name: 'A. Driver',
    certificate: 'C1',
    issuer: 'O',
    validUntil: '20300101',
  });
  const picture = { mediaId: 9, type: 0, format: 0, event: 2, channel: 1, location: locationAt(START_MS) };
  const data = Uint8Array.from({ length: 900 }, (_, i) => [0xff, 0xd8, 0xff][i] ?? i & 0xff);
  device.sendBody(0x0801, t0801MediaUpload.encode({ ...picture, data }, '2013'), 500);
  assert.deepEqual(p8800MediaReply.decode((await device.take(0x8800)).body, '2013').packages ?? [], []);
  const kept = ['driver_cards', 'event_links', 'event_states', 'events', 'last_positions', 'stored_files'];
  await until('everything is kept', () => kept.every((table) => tablesWith(folder, key).includes(table)), {
    between: () => running.clock.advance(1000),
  });
};

test('after a drop and a restart a new device has neither place nor files nor events of the one that was dropped', async (t) => {
  const folder = await temporaryFolder(t);
  const first = await open(t, folder, START_MS);
  const spare = await online(t, first, SPARE);
  await first.operator.get('D01', { I: ID, C: 2 });
  const device = await online(t, first);
  const key = keyOf(folder, ID);
  await leaveTraces(first, device, folder, key);
  assert.equal(filesIn(folder).length, 1);
  spare.close();
  device.close();
  await first.stop();

  // As if nobody had ever registered it: it gives way to the one that is registered with its id.
  withDatabase(folder, (database) => database.exec('UPDATE devices SET registered = 0, known_since_ms = NULL'));
  const second = await open(t, folder, START_MS + HOUR_MS, first.admin);
  await online(t, second, SPARE, spare.authCode);
  await second.operator.get('D01', { I: ID, C: 2, Z: { simnumber: SPARE } });
  assert.ok(keyOf(folder, ID) < key);
  await second.stop();

  const third = await open(t, folder, START_MS + 2 * HOUR_MS, first.admin);
  const { operator, app, admin, clock } = third;
  const stranger = await online(t, third, OTHER);
  await operator.get('D01', { I: OTHER, C: 2 });
  assert.ok(keyOf(folder, OTHER) > key);
  assert.equal((await operator.get('Q07', { I: OTHER }))['Z'], null);
  const span = { start: START_MS - HOUR_MS, end: START_MS + HOUR_MS };
  assert.deepEqual(await trackOf(app.ports.http, admin, OTHER, span.start, span.end), []);
  const input = { deviceid: OTHER, start: span.start / 1000, end: span.end / 1000 };
  const files = await httpCall(app.ports.http, 'POST', '/gkevent/files', { account: admin, input });
  assert.deepEqual([files.status, files.body], [200, []]);
  await until('nothing is left of it', () => tablesWith(folder, key).length === 0 && filesIn(folder).length === 0, {
    between: () => clock.advance(1000),
  });
  assert.equal(await stranger.locate(locationAt(clock.now())), GENERAL_RESULT.done);
  assert.notEqual((await operator.get('Q07', { I: OTHER }))['Z'], null);
});

test('of a dropped device no table keeps a row, but for logs and recordings', async (t) => {
  const { data, clock } = await startDrivenServer(t);
  const key = 987_654;
  const planted = withDatabase(data, (database) => {
    const tables = tablesOf(database);
    const sample: Record<string, SQLInputValue> = { INTEGER: 1, REAL: 1, TEXT: 'x', BLOB: new Uint8Array(1) };
    for (const table of tables) {
      const columns = database.prepare(`PRAGMA table_info(${table})`).all();
      const values = columns.map(({ name, type }) => {
        if (name === 'device_key') return key;
        return name === 'state' ? 'closed' : (sample[String(type)] ?? null);
      });
      const marks = values.map(() => '?').join();
      database.prepare(`INSERT INTO ${table} VALUES (${marks})`).run(...values);
    }
    database.exec(`INSERT INTO dropped_devices (key, id, dropped_ms) VALUES (${key}, 'X', 0)`);
    return tables;
  });
  assert.ok(planted.length >= 15, planted.join());
  assert.deepEqual(tablesWith(data, key), planted);
  clock.advance(60_000);
  await until('they are removed', () => tablesWith(data, key).length <= KEPT.length);
  assert.deepEqual(tablesWith(data, key), KEPT);
  await until('it is done with', () =>
    withDatabase(data, (database) => database.prepare('SELECT key FROM dropped_devices').all().length === 0),
  );
});

test('who registers the id of a removed device with the number of a new one gets the data of that id back', async (t) => {
  const folder = await temporaryFolder(t);
  const running = await open(t, folder, START_MS);
  const { operator, app, admin, clock } = running;
  await operator.get('D01', { I: ID, C: 2 });
  const device = await online(t, running);
  assert.equal(await device.locate(locationAt(START_MS)), GENERAL_RESULT.done);
  await operator.get('D02', { I: ID });
  const spare = await online(t, running, OTHER);
  await operator.get('D01', { I: ID, C: 2, Z: { simnumber: OTHER } });
  await device.untilClosed(); // its number leads nowhere now
  assert.equal((await trackOf(app.ports.http, admin, ID, START_MS - 1000, START_MS + 1000)).length, 1);
  await spare.untilClosed();
  const back = await online(t, running, OTHER, spare.authCode);
  const later = START_MS + 60_000;
  clock.advance(60_000);
  assert.equal(await back.locate(locationAt(later)), GENERAL_RESULT.done);
  assert.equal((await trackOf(app.ports.http, admin, ID, START_MS - 1000, later + 1000)).length, 2);
  const { rows } = await operator.list('Q03');
  assert.deepEqual(
    rows.map(({ deviceid, status }) => [deviceid, status]),
    [[ID, 1]],
  );
});

test('the link of a device that is dropped ends', async (t) => {
  const running = await open(t, await temporaryFolder(t), START_MS);
  const device = await online(t, running);
  await online(t, running, SPARE);
  await running.operator.get('D01', { I: ID, C: 2, Z: { simnumber: SPARE } });
  await device.untilClosed();
});
