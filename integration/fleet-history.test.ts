// The counters of the last 24 hours: what devices do comes into them by the minute, they outlast a restart, and old minutes go.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { createApp } from '../apps/server/src/app.ts';
import { silentLog } from '../apps/server/src/kernel/log.ts';
import { createManualClock } from '../apps/server/src/kernel/manual-clock.ts';
import { afterwards } from './support/cleanup.ts';
import { Device, locationAt } from './support/device.ts';
import { asJson, Channel, httpCall, type Json } from './support/operator.ts';
import { cheapKeeper, startServer, temporaryFolder, testConfig } from './support/server.ts';
import { toPasswordHash } from '../apps/server/src/kernel/access/credentials.ts';
import { until } from './support/until.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

type Asker = { port: number; user: string; hash: string };

const ask = ({ port, user, hash }: Asker): Promise<{ status: number; body: unknown }> =>
  httpCall(port, 'POST', '/gkserver/fleethistory', { input: { username: user, password: hash } });

/** Rows of time and the counters named, the last one being that of now. */
const rowsOf = async (asker: Asker, names: readonly string[]): Promise<unknown[][]> => {
  const { status, body } = await ask(asker);
  assert.equal(status, 200);
  const answer: Json = asJson(body);
  const lists = ['time', ...names].map((name) => {
    const list = answer[name];
    assert.ok(Array.isArray(list), name);
    return list as unknown[];
  });
  return (lists[0] ?? []).map((_, i) => lists.map((list) => list[i]));
};

test('[A-DASH-020] counters of each minute are kept over a restart and for 24 hours, with those of now at their end; levels 1 to 3 are refused', async (t) => {
  const data = await temporaryFolder(t);
  const clock = createManualClock(1_800_000_000_000);
  const open = () => createApp(testConfig(data), { log: silentLog, clock, keeper: cheapKeeper });
  let app = await open();
  afterwards(t, () => app.close());
  const hash = toPasswordHash(app.initialPassword ?? '');
  const admin = (): Asker => ({ port: app.ports.http, user: 'admin', hash });
  const operator = await Channel.signedIn({ ports: app.ports, admin: { user: 'admin', hash } });
  for (const I of ['13800000101', '13800000102', '13800000103']) await operator.get('D01', { I, C: 4 });
  const fast = await Device.online(app.ports.jt808, { phone: '013800000101' });
  const slow = await Device.online(app.ports.jt808, { phone: '013800000102' });
  t.after(() => [fast, slow].map((device) => device.close()));
  const report = async (device: Device, speedKmh: number) => {
    let result = -1;
    const answered = device.locate(locationAt(clock.now(), { speedKmh })).then((given) => (result = given));
    // Positions are stored in batches, by the clock.
    await until('the report is answered', () => clock.advanceAsync(50).then(() => result >= 0));
    await answered;
    assert.equal(result, 0);
  };
  await report(fast, 104);
  await report(slow, 20);
  const names = ['all', 'online', 'offline', 'driving', 'idle', 'overSpeed', 'averageSpeed', 'topSpeed'];
  const start = 1_800_000_000;
  const [[, ...now] = []] = await rowsOf(admin(), names);
  assert.deepEqual(now, [3, 2, 1, 2, 0, 1, 62, 104], 'those of now, before any minute');
  await clock.advanceAsync(MINUTE_MS);
  await report(fast, 4);
  slow.close();
  await until('one is offline', async () => (await rowsOf(admin(), ['online'])).at(-1)?.[1] === 1);
  await clock.advanceAsync(MINUTE_MS);
  const kept = [
    [start + 60, 3, 2, 1, 2, 0, 1, 62, 104],
    [start + 120, 3, 1, 2, 0, 1, 0, null, null],
  ];
  await until('two minutes are kept', async () => (await rowsOf(admin(), names)).length === 3);
  assert.deepEqual((await rowsOf(admin(), names)).slice(0, 2), kept);
  fast.close();
  await app.close();
  app = await open();
  assert.deepEqual((await rowsOf(admin(), names)).slice(0, 2), kept, 'after a restart');
  clock.jumpTo(clock.now() + 25 * HOUR_MS);
  await clock.advanceAsync(MINUTE_MS);
  await until('only the last 24 hours', async () => {
    const [first] = await rowsOf(admin(), []);
    return Number(first?.[0]) >= clock.now() / 1000 - 86_400;
  });
  await clock.advanceAsync(HOUR_MS);
  const oldest = (): number => {
    const database = new DatabaseSync(join(data, 'outrider.sqlite'), { readOnly: true });
    const row = database.prepare('SELECT min(minute_ms) AS ms FROM fleet_minutes').get();
    database.close();
    return Number(row?.['ms']);
  };
  await until('the old ones are forgotten', () => oldest() >= clock.now() - 25 * HOUR_MS);
});

test('a new device is counted as new and online only: what registered ones do adds up', async (t) => {
  const server = await startServer(t, {}, { keeper: cheapKeeper });
  const operator = await Channel.signedIn(server);
  await operator.get('D01', { I: '13800000101', C: 4 });
  const own = await Device.online(server.ports.jt808, { phone: '013800000101' });
  const stranger = await Device.online(server.ports.jt808, { phone: '013800000102' });
  afterwards(t, () => [own, stranger].forEach((device) => device.close()));
  assert.equal(await own.locate(locationAt(Date.now(), { speedKmh: 30 })), 0);
  assert.equal(await stranger.locate(locationAt(Date.now(), { speedKmh: 120 })), 0);
  const admin = { port: server.ports.http, user: server.admin.user, hash: server.admin.hash };
  const names = ['all', 'online', 'fresh', 'offline', 'driving', 'idle', 'overSpeed', 'recording', 'topSpeed'];
  const now = async () => (await rowsOf(admin, names)).at(-1)?.slice(1);
  await until('both are online', async () => (await now())?.[1] === 2);
  await until('the own one drives', async () => (await now())?.[4] !== 0);
  assert.deepEqual(await now(), [1, 2, 1, 0, 1, 0, 0, 0, 30]);
  operator.close();
});

test('[A-DASH-020] the counters of the fleet are for level 0', async (t) => {
  const server = await startServer(t, {}, { keeper: cheapKeeper });
  for (const level of [1, 2, 3]) {
    const hash = toPasswordHash(`level${level}`);
    await server.app.users.add({
      name: `level${level}`,
      passwordHash: hash,
      level,
      rights: new Set(),
      expiresMs: null,
      groupIds: [1],
    });
    assert.equal((await ask({ port: server.ports.http, user: `level${level}`, hash })).status, 403);
  }
});
