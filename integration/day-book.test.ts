// The sums of days over a start: as they were kept and counted on from the journal they are what reading whole tracks gives, also after a
// kill, with fixes that came since, and with a journal that was cut short.
import assert from 'node:assert/strict';
import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type TestContext, test } from 'node:test';
import { createApp } from '../apps/server/src/app.ts';
import { createManualClock, type ManualClock } from '../apps/server/src/kernel/manual-clock.ts';
import { silentLog } from '../apps/server/src/kernel/log.ts';
import { toPasswordHash } from '../apps/server/src/kernel/access/credentials.ts';
import { afterwards } from './support/cleanup.ts';
import { Device, locationAt } from './support/device.ts';
import { asJson, Channel } from './support/operator.ts';
import { type Account, temporaryFolder, testConfig } from './support/server.ts';
import { ServerProcess } from './support/server-process.ts';
import { until } from './support/until.ts';

const IDS = ['13800000101', '13800000102'] as const;
const MINUTE_MS = 60_000;
/** Noon at the device, which counts its day from its own midnight. */
const NOON_MS = Date.UTC(2026, 2, 2, 4);
/** More than what late fixes wait for, and the pauses between readings. */
const READ_AGAIN_MS = 30_000;

type Figures = Record<string, unknown>;
type Running = { clock: ManualClock; operator: Channel; account: Account; port: number; stop: () => Promise<void> };

const open = async (t: TestContext, folder: string, startMs: number, known?: Account): Promise<Running> => {
  const clock = createManualClock(startMs);
  const app = await createApp(testConfig(folder), { log: silentLog, clock });
  let stopping: Promise<void> | undefined;
  const stop = (): Promise<void> => (stopping ??= app.close());
  afterwards(t, stop);
  const account = known ?? { user: 'admin', hash: toPasswordHash(app.initialPassword ?? '') };
  const waiting = { between: () => clock.advance(10) };
  const operator = await Channel.signedIn({ ports: app.ports, admin: account }, account, waiting);
  return { clock, operator, account, port: app.ports.jt808, stop };
};

const figuresOf = async (operator: Channel): Promise<Figures> =>
  Object.fromEntries(
    await Promise.all(IDS.map(async (I) => [I, asJson((await operator.get('Q05', { I }))['Z'])['daily']] as const)),
  );

const sqlite = (folder: string, sql: string): void => {
  const file = new DatabaseSync(join(folder, 'tracks.sqlite'));
  file.exec(sql);
  file.close();
};

/** The folder as a kill in this moment would leave it. */
const imageOf = async (t: TestContext, folder: string): Promise<string> => {
  const image = await temporaryFolder(t);
  await cp(folder, image, { recursive: true });
  return image;
};

/** What reading the tracks of an image from their beginning gives, when everything is read. */
const fromScratch = async (t: TestContext, image: string, atMs: number, account: Account): Promise<Figures> => {
  const copy = await imageOf(t, image);
  sqlite(copy, "DELETE FROM sums; INSERT INTO sums (journal_id, data) VALUES (0, x'00')");
  const { operator, clock, stop } = await open(t, copy, atMs, account);
  assert.deepEqual(await figuresOf(operator), { [IDS[0]]: null, [IDS[1]]: null }, 'nothing is known before it is read');
  const isRead = async (): Promise<boolean> => Object.values(await figuresOf(operator)).every((sums) => sums !== null);
  await until('every day is read', isRead, { between: () => clock.advance(1000) });
  const figures = await figuresOf(operator);
  await stop();
  return figures;
};

/** What a start on an image knows: at once, and when late fixes had their time. */
const afterStart = async (t: TestContext, image: string, atMs: number, account: Account) => {
  const copy = await imageOf(t, image);
  const { operator, clock, stop } = await open(t, copy, atMs, account);
  const atOnce = await figuresOf(operator);
  const later = async (wanted: Figures): Promise<void> => {
    const same = async (): Promise<boolean> => JSON.stringify(await figuresOf(operator)) === JSON.stringify(wanted);
    await until('late fixes are counted', same, { between: () => clock.advance(1000) });
  };
  return { atOnce, later, stop };
};

const countOf = (folder: string, table: 'journal' | 'sums'): number => {
  const file = new DatabaseSync(join(folder, 'tracks.sqlite'), { readOnly: true });
  const n = Number(file.prepare(`SELECT count(*) AS n FROM ${table}`).get()?.['n']);
  file.close();
  return n;
};

test('a start knows the sums of days at once and exactly: after a kill, with fixes that came since, also late ones, with a journal cut short', async (t) => {
  const folder = await temporaryFolder(t);
  const server = await open(t, folder, NOON_MS);
  const { clock, operator, account } = server;
  const waiting = { between: () => clock.advance(10) };
  for (const I of IDS) await operator.get('D01', { I, C: 4 });
  let devices: Device[] = [];
  const connect = async (): Promise<void> => {
    devices = await Promise.all(IDS.map((phone) => Device.online(server.port, { phone, waiting })));
    for (const device of devices) afterwards(t, () => device.close());
  };
  await connect();
  const report = async (who: 0 | 1, minute: number, steps: number, speedKmh: number): Promise<void> => {
    const latitude = 24 + steps / 1000;
    await devices[who]?.locate(locationAt(NOON_MS - 60 * MINUTE_MS + minute * MINUTE_MS, { latitude, speedKmh }));
  };
  const image = () => imageOf(t, folder);
  const scratch = (of: string) => fromScratch(t, of, clock.now(), account);
  const start = (of: string) => afterStart(t, of, clock.now(), account);

  for (const who of [0, 1] as const) {
    await report(who, 0, 0, 60);
    await report(who, 1, 10, 100);
    await report(who, 4, 30 + who, 60);
  }
  const first = await image();
  const expected = await scratch(first);
  assert.deepEqual(await figuresOf(operator), expected);
  const neverKept = await start(first);
  assert.deepEqual(neverKept.atOnce, expected, 'never kept, and all of it in the journal');
  await neverKept.stop();

  // Ten minutes later it is kept and packed; what comes then is in the journal only.
  clock.advance(11 * MINUTE_MS);
  await until('the journal is packed', () => countOf(folder, 'journal') === 0, waiting);
  assert.equal(countOf(folder, 'sums'), 1);
  await connect();
  await report(0, 5, 40, 0);
  await report(0, 15, 40, 0);
  await report(1, 5, 50, 110);
  const second = await image();
  const all = await scratch(second);
  assert.notDeepEqual(all, expected);
  const killed = await start(second);
  assert.deepEqual(killed.atOnce, all, 'kept, and counted on');
  await killed.stop();

  // Two that come late, of which the first alone would be too little, and then the kill.
  await report(1, 2.5, 20, 60);
  const third = await image();
  const withLate = await scratch(third);
  const late = await start(third);
  assert.deepEqual(late.atOnce[IDS[0]], withLate[IDS[0]]);
  await late.later(withLate);
  await late.stop();

  // The end of the journal is gone: the last rows, and then also what had been counted.
  sqlite(third, 'DELETE FROM journal WHERE id >= (SELECT max(id) FROM journal) - 1');
  const cut = await start(third);
  assert.deepEqual(cut.atOnce, await scratch(third));
  await cut.stop();
  sqlite(third, "DELETE FROM journal; UPDATE sqlite_sequence SET seq = 2 WHERE name = 'journal'");
  const lost = await start(third);
  assert.deepEqual(lost.atOnce, { [IDS[0]]: null, [IDS[1]]: null }, 'what was kept is not believed');
  await lost.later(await scratch(third));
  await lost.stop();

  // A proper end keeps everything.
  for (const device of devices) device.close();
  clock.advance(READ_AGAIN_MS);
  await server.stop();
  const ended = await start(folder);
  await ended.later(await scratch(folder));
  await ended.stop();
});

test('killed while it keeps and packs, it goes on with the sums that reading everything gives', async (t) => {
  const data = await temporaryFolder(t);
  let server = await ServerProcess.start(t, data, { packsOften: true });
  const { admin } = server;
  const asking = await Channel.signedIn(server);
  for (const I of IDS) await asking.get('D01', { I, C: 4 });
  asking.close();
  let steps = 0;
  const beginMs = Math.floor(Date.now() / 1000) * 1000 - MINUTE_MS;
  const drive = async (): Promise<void> => {
    const devices = await Promise.all(IDS.map((phone) => Device.online(server.ports.jt808, { phone })));
    for (const device of devices) afterwards(t, () => device.close());
    for (let i = 0; i < 6; i += 1) {
      steps += 1;
      const report = locationAt(beginMs + steps * 1000, { latitude: 24 + steps / 10_000, speedKmh: 90 + 4 * i });
      for (const device of devices) await device.locate(report);
    }
    await server.kill();
  };
  for (let life = 0; life < 2; life += 1) {
    await drive();
    const expected = await fromScratch(t, data, Date.now(), admin);
    server = await ServerProcess.start(t, data, { admin, packsOften: true });
    const operator = await Channel.signedIn(server);
    assert.deepEqual(await figuresOf(operator), expected, `life ${life}`);
    operator.close();
  }
  assert.deepEqual(server.errors(), []);
});
