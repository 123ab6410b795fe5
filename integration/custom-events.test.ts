// Custom events over real sockets: stored as tasks of the own devices, refused where the rules say so, kept across a restart.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import { CUSTOM_DOWNLOAD, type Right } from '@outrider/contract';
import { createApp } from '../apps/server/src/app.ts';
import { toPasswordHash } from '../apps/server/src/kernel/access/credentials.ts';
import { silentLog } from '../apps/server/src/kernel/log.ts';
import { afterwards } from './support/cleanup.ts';
import { Channel, asJson, asList, httpCall } from './support/operator.ts';
import {
  type Account,
  type Server,
  startDrivenServer,
  startServer,
  temporaryFolder,
  testConfig,
} from './support/server.ts';
import { until } from './support/until.ts';

const START = 1_790_000_000;
const request = { deviceid: 'A,B', start: START, end: START + 60, downloadplan: 5, streamtype: 1, audioout: 1 };
const PATH = '/gkevent/customevent';

const post = (server: Pick<Server, 'ports'>, account: Account, changes: object = {}) =>
  httpCall(server.ports.http, 'POST', PATH, { account, input: { ...request, ...changes } });
const list = async (server: Pick<Server, 'ports'>, account: Account, input: object = {}) =>
  asList((await httpCall(server.ports.http, 'GET', PATH, { account, input })).body);

const register = async (server: Pick<Server, 'ports' | 'admin'>, ...ids: string[]): Promise<void> => {
  const channel = await Channel.signedIn(server);
  for (const id of ids) await channel.get('D01', { I: id, C: 8 });
  channel.close();
};

test('F-HTTP-008 a custom event becomes a task for each device, waiting for its footage', async (t) => {
  const data = await temporaryFolder(t);
  const app = await createApp(testConfig(data), { log: silentLog });
  const admin = { user: 'admin', hash: toPasswordHash(app.initialPassword ?? '') };
  const server = { app, ports: app.ports, data, admin };
  await register(server, 'A', 'B');
  assert.deepEqual((await post(server, admin)).body, { hasError: 0, message: 'Success' });
  const tasks = await list(server, admin);
  assert.deepEqual(
    tasks.map((task) => ({ ...task, time: 0 })),
    ['B', 'A'].map((deviceid, i) => ({
      ...request,
      id: 2 - i,
      deviceid,
      username: 'admin',
      time: 0,
      state: 'waiting',
      progress: 0,
      footage: [],
      message: 'waiting for footage download',
    })),
  );
  assert.ok(Math.abs(Number(tasks[0]?.['time']) * 1000 - app.clock.now()) < 60_000);
  await app.close();
  const again = await createApp(testConfig(data), { log: silentLog });
  afterwards(t, () => again.close()); // before its folder goes
  assert.deepEqual(await list(again, admin), tasks);
  assert.deepEqual(
    (await list(again, admin, { before: 2 })).map((task) => task['id']),
    [1],
  );
});

test('what breaks a rule is refused in words and nothing is stored', async (t) => {
  const server = await startServer(t);
  await register(server, 'A', 'B');
  const soonS = Math.floor(server.app.clock.now() / 1000) + 86_400;
  for (const [changes, status, message] of [
    [{ start: START + 61 }, 400, /^Start Time > End Time$/],
    [{ end: START + 86_401 }, 400, /at most 24 hours/],
    [{ start: soonS, end: soonS + 60 }, 400, /^A custom event lies at most a day ahead.$/],
    [{ start: START * 1_000_000, end: START * 1_000_000 }, 400, /years 0 to 9999/],
    [{ start: -62_167_219_201 }, 400, /years 0 to 9999/],
    [{ downloadplan: 0 }, 400, /Choose a download channel/],
    [{ downloadplan: 256 }, 400, /downloadplan/],
    [{ streamtype: -1 }, 400, /streamtype/],
    [{ audioout: 2 }, 400, /audioout/],
    [{ deviceid: '' }, 400, /device id/],
    [{ deviceid: 'A,.b' }, 400, /device id/],
    [{ deviceid: 'A,NONE' }, 404, /^Unknown device NONE$/],
    [{ deviceid: Array.from({ length: 101 }, (_, i) => `D${i}`).join() }, 400, /deviceid/],
  ] as const) {
    const reply = await post(server, server.admin, changes);
    assert.equal(reply.status, status, JSON.stringify(changes));
    assert.equal(asJson(reply.body)['hasError'], 1);
    assert.match(String(asJson(reply.body)['message']), message);
  }
  assert.deepEqual(await list(server, server.admin), []);
  assert.equal((await post(server, server.admin, { deviceid: 'A,A' })).status, 200);
  assert.equal((await list(server, server.admin)).length, 1, 'a device named twice is asked once');
});

test('a custom event is for the own groups and needs its right', async (t) => {
  const server = await startServer(t);
  await register(server, 'A', 'B');
  assert.equal((await post(server, server.admin)).status, 200);
  const hash = toPasswordHash('Sesame-1');
  const add = async (name: string, granted: readonly Right[], groupIds: number[]): Promise<Account> => {
    const account = { name, passwordHash: hash, level: 2, rights: new Set(granted), expiresMs: null, groupIds };
    await server.app.users.add(account);
    return { user: name, hash };
  };
  const outside = await add('outside', ['F_addcd'], []);
  assert.deepEqual(await list(server, outside), []);
  const refused = await post(server, outside);
  assert.deepEqual([refused.status, asJson(refused.body)['message']], [404, 'Unknown device A']);
  const inside = await add('inside', ['F_addcd'], [1]);
  assert.equal((await list(server, inside)).length, 2);
  const without = await add('without', ['F_event'], [1]);
  assert.equal((await post(server, without)).status, 403);
  assert.equal((await httpCall(server.ports.http, 'GET', PATH, { account: without })).status, 403);
});

test('a custom event that was given up and is asked for again waits as long as a new one; its event stays where it was listed', async (t) => {
  const DAY_MS = 86_400_000;
  const server = await startDrivenServer(t);
  const { app, admin, clock } = server;
  await register(server, 'A');
  const nowS = Math.floor(clock.now() / 1000);
  await post(server, admin, { deviceid: 'A', start: nowS - 60, end: nowS });
  const receivedMs = async (): Promise<number[]> => {
    const db = app.db.db.$extendTables<{ events: { received_ms: number } }>();
    const rows = await db.selectFrom('events').select('received_ms').execute();
    return rows.map((row) => row.received_ms);
  };
  const listed = await receivedMs();
  /** Lets days pass at once, and then the next look at what is too old. */
  const daysLater = async (days: number): Promise<void> => {
    clock.jumpTo(clock.now() + days * DAY_MS);
    await clock.advanceAsync(11_000);
  };
  const state = async () => (await list(server, admin)).map(({ state: is, message }) => [is, message]);
  await daysLater(20);
  const tooOld = [['failed', 'The device was away for too long.']];
  await until('it is given up', async () => isDeepStrictEqual(await state(), tooOld));
  const askedS = Math.floor(clock.now() / 1000);
  const retry = await httpCall(server.ports.http, 'PUT', PATH, { account: admin, input: { id: 1, action: 'retry' } });
  assert.deepEqual(retry.body, { hasError: 0, message: 'Success' });
  await daysLater(13);
  assert.deepEqual(await state(), [['waiting', 'waiting for footage download']]);
  assert.deepEqual([(await list(server, admin))[0]?.['time'], await receivedMs()], [askedS, listed]);
  await daysLater(1);
  await until('it is given up again', async () => isDeepStrictEqual(await state(), tooOld));
  await clock.advanceAsync(3_600_000);
  assert.deepEqual(await state(), tooOld);
  clock.jumpTo(clock.now() + 90 * DAY_MS);
  await clock.advanceAsync(3_600_000);
  await until('it is forgotten', async () => (await list(server, admin)).length === 0);
  const events = await httpCall(server.ports.http, 'POST', '/gkevent/eventquery', { account: admin, input: {} });
  const event = asList(events.body).find(({ appdevid }) => appdevid === CUSTOM_DOWNLOAD);
  const asked = { deviceid: 'A', appdevid: CUSTOM_DOWNLOAD, serialno: event?.['serialno'] };
  const again = await httpCall(server.ports.http, 'POST', '/gkevent/download', { account: admin, input: asked });
  assert.deepEqual(
    [again.status, asJson(again.body)['message']],
    [409, 'The request for this footage is not kept any more. Ask for it again as a custom event.'],
  );
});
