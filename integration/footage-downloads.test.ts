// Files of what a device recorded: footage is fetched from a simulated recorder, kept, and handed out as mp4; custom events do so by
// themselves, when the device is there, through restarts.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test, type TestContext } from 'node:test';
import { rights } from '@outrider/contract';
import { createApp } from '../apps/server/src/app.ts';
import { toPasswordHash } from '../apps/server/src/kernel/access/credentials.ts';
import { silentLog } from '../apps/server/src/kernel/log.ts';
import { createVehicle, type Vehicle } from '../apps/simulator/src/index.ts';
import { afterwards } from './support/cleanup.ts';
import { askCgi, askJson, askUntilMade, download, probe } from './support/downloads.ts';
import { Channel, type Json, asJson, asList, httpCall } from './support/operator.ts';
import {
  HOST,
  type Account,
  type Server,
  startDrivenServer,
  startServer,
  temporaryFolder,
  testConfig,
} from './support/server.ts';
import { until } from './support/until.ts';

const ID = '13800000001';
const FILE_MS = 5 * 60_000;
const PATH = '/gkevent/customevent';
const SECONDS = 4;
/** What the simulated recorder has on its disk ends with its last whole file. */
const DISK_END_S = Math.floor(Date.now() / FILE_MS) * (FILE_MS / 1000);
const START_S = DISK_END_S - 120;
const ask = { type: 'repbmp4ask', deviceid: ID, ch: 1, spbtime: START_S, duration: SECONDS, main: 1, filename: '' };

type Running = Pick<Server, 'ports' | 'admin'>;

const register = async (server: Running, channels = 4): Promise<void> => {
  const operator = await Channel.signedIn(server);
  await operator.get('D01', { I: ID, C: channels });
  operator.close();
};
const vehicleOf = (t: TestContext, server: Running): Vehicle => {
  const vehicle = createVehicle({ host: HOST, port: server.ports.jt808, phone: ID });
  afterwards(t, () => vehicle.stop());
  vehicle.start();
  return vehicle;
};
const tasks = async (server: Running, account: Account = server.admin): Promise<Json[]> =>
  asList((await httpCall(server.ports.http, 'GET', PATH, { account })).body);
const task = async (server: Running): Promise<Json> => asJson((await tasks(server))[0]);
const request = (server: Running, changes: object = {}) => {
  const input = {
    deviceid: ID,
    start: START_S,
    end: START_S + SECONDS,
    downloadplan: 5,
    streamtype: 1,
    audioout: 0,
    ...changes,
  };
  return httpCall(server.ports.http, 'POST', PATH, { account: server.admin, input });
};
const change = (server: Running, method: 'PUT' | 'DELETE', input: object, account: Account = server.admin) =>
  httpCall(server.ports.http, method, PATH, { account, input });
/** Of every piece that is on disk; UTC ms. */
const protectedUntil = (data: string): number[] => {
  const database = new DatabaseSync(join(data, 'outrider.sqlite'), { readOnly: true });
  const rows = database.prepare("SELECT protected_until_ms FROM recording_segments WHERE state = 'closed'").all();
  database.close();
  return rows.map((row) => Number(row['protected_until_ms']));
};
const reaches = (server: Running, state: string): Promise<Json> =>
  until(`a task that is ${state}`, async () => {
    const found = await task(server);
    return found['state'] === state && found;
  });

test('[E-HTTP-045] footage of a device is asked for until DOWNLOAD OK, then fetched under its name; what is kept is not fetched twice', async (t) => {
  const server = await startServer(t, { recordReserve: 0 });
  await register(server);
  const vehicle = vehicleOf(t, server);
  const { file, answers, response } = await download(
    t,
    server.ports.stream,
    { ...ask, filename: '公車.mp4' },
    server.admin,
  );
  const results = answers.map(({ result }) => result);
  assert.deepEqual([results[0], results.at(-1)], ['CREATE OK', 'DOWNLOAD OK']);
  assert.ok(results.slice(1, -1).every((result) => result === 'HANDLING') && results.length > 2);
  const told = answers.map(({ progress }) => Number(progress));
  assert.ok(told.every((progress, i) => progress >= (told[i - 1] ?? 0)) && told.some((each) => each > 0 && each < 100));
  assert.match(response.headers.get('content-disposition') ?? '', /filename\*=UTF-8''%E5%85%AC%E8%BB%8A\.mp4$/);
  const { streams, durationS } = await probe(file);
  assert.deepEqual(
    streams.map((stream) => stream['codec_name']),
    ['h264', 'aac'],
  );
  assert.equal(streams[0]?.['nb_read_frames'], String(SECONDS * 15));
  assert.ok(Math.abs(durationS - SECONDS) < 0.4, `${durationS} s`);
  await vehicle.stop();
  const shorter = await askUntilMade(server.ports.http, { ...ask, spbtime: START_S + 1, duration: 2 }, server.admin);
  assert.equal(shorter.at(-1)?.['result'], 'DOWNLOAD OK', 'without the device');
});

test('a device that goes away in the middle is waited for, and goes on where it stopped; cancelling tells it to stop', async (t) => {
  const server = await startServer(t, { recordReserve: 0 });
  await register(server);
  const vehicle = vehicleOf(t, server);
  const some = { ...ask, duration: 8 };
  const half = () => askJson(server.ports.stream, some, server.admin);
  await until('a part has come', async () => Number((await half())['progress']) > 20);
  await vehicle.stop();
  await until('it says that it waits', async () => String((await half())['message']) !== '');
  vehicleOf(t, server);
  const answers = await askUntilMade(server.ports.stream, some, server.admin);
  assert.equal(answers.at(-1)?.['result'], 'DOWNLOAD OK');
  const long = { ...ask, ch: 2, duration: 60 };
  await askJson(server.ports.stream, long, server.admin);
  await until('it sends', async () => Number((await askJson(server.ports.stream, long, server.admin))['progress']) > 0);
  const cancelled = await askJson(server.ports.stream, { ...long, type: 'repbmp4cancel' }, server.admin);
  assert.equal(cancelled['cancelled'], 1);
  assert.equal((await askCgi(server.ports.stream, { ...long, type: 'repbmp4get' }, server.admin)).status, 404);
});

test('a device without records, one that never comes and one of others end in words', async (t) => {
  const server = await startDrivenServer(t, { recordReserve: 0 });
  await register(server);
  const past = { ...ask, spbtime: Math.floor(server.clock.now() / 1000) - 3600 };
  assert.equal((await askJson(server.ports.stream, past, server.admin))['result'], 'CREATE OK');
  const last = await until(
    'it fails',
    async () => {
      const answer = await askJson(server.ports.stream, past, server.admin);
      return answer['result'] === 'BACKUP FAIL' && answer;
    },
    { between: () => server.clock.advance(5000) },
  );
  assert.match(String(last['message']), /offline/i);
  const ahead = { ...ask, spbtime: Math.floor(server.clock.now() / 1000) + 2 * 86_400 };
  const never = (await askUntilMade(server.ports.stream, ahead, server.admin)).at(-1);
  assert.deepEqual([never?.['result'], never?.['message']], ['BACKUP FAIL', 'No Record']);
  const hash = toPasswordHash('Sesame-1');
  await server.app.users.add({
    name: 'ann',
    passwordHash: hash,
    level: 1,
    rights: new Set(rights),
    expiresMs: null,
    groupIds: [],
  });
  for (const type of ['repbmp4ask', 'repbmp4get', 'repbmp4cancel']) {
    assert.equal((await askCgi(server.ports.stream, { ...ask, type }, { user: 'ann', hash })).status, 404, type);
    assert.equal((await askCgi(server.ports.stream, { ...ask, type })).status, 401, type);
  }
  for (const changes of [{ duration: 3601 }, { duration: 0 }, { ch: 0 }, { main: 2 }, { spbtime: 'now' }])
    assert.equal((await askCgi(server.ports.stream, { ...ask, ...changes }, server.admin)).status, 400);
});

test('a custom event waits for its device, is fetched, kept from retention and handed out channel by channel', async (t) => {
  const server = await startServer(t, { recordReserve: 0 });
  await register(server);
  assert.equal((await request(server)).status, 200);
  assert.deepEqual(
    [(await task(server))['state'], (await task(server))['message']],
    ['waiting', 'waiting for footage download'],
  );
  const vehicle = vehicleOf(t, server);
  await reaches(server, 'fetching');
  const done = await reaches(server, 'done');
  assert.equal(done['progress'], 100);
  const footage = asList(done['footage']);
  assert.deepEqual(
    footage.map(({ channel, stream }) => [channel, stream]),
    [
      [1, 'main'],
      [3, 'main'],
    ],
    'the sub-stream was asked for of channel 3; this device records the main stream only',
  );
  assert.ok(
    footage.every(({ start, end }) => Math.abs(Number(start) - START_S) <= 1 && Number(end) - START_S >= SECONDS - 1),
  );
  const cev = { type: 'cevask', id: Number(done['id']), ch: 3, spbtime: START_S, duration: 600 };
  const { file, answers } = await download(t, server.ports.http, cev, server.admin);
  assert.match(String(answers.at(-1)?.['filename']), new RegExp(`^${ID}_.*_ch3\\.mp4$`));
  assert.deepEqual(
    (await probe(file)).streams.map((stream) => [stream['codec_name'], stream['nb_read_frames']]),
    [['h264', String(SECONDS * 15)]],
  );
  for (const changes of [{ ch: 2 }, { spbtime: START_S + 60 }])
    assert.equal((await askCgi(server.ports.http, { ...cev, ...changes }, server.admin)).status, 400, 'no part of it');
  assert.equal((await askCgi(server.ports.http, { ...cev, id: 99 }, server.admin)).status, 404);
  await vehicle.stop();
  const rows = protectedUntil(server.data);
  const wanted = Date.now() + 89 * 86_400_000;
  assert.ok(rows.length >= 2 && rows.every((untilMs) => untilMs > wanted), 'kept from retention for ninety days');
  assert.equal((await askUntilMade(server.ports.http, { ...cev, ch: 1 }, server.admin)).at(-1)?.['already'], 1);
  const hash = toPasswordHash('Sesame-1');
  const add = (name: string, granted: readonly string[], groupIds: number[]) =>
    server.app.users.add({
      name,
      passwordHash: hash,
      level: 1,
      rights: new Set(rights.filter((right) => granted.includes(right))),
      expiresMs: null,
      groupIds,
    });
  await add('outside', ['F_addcd'], []);
  await add('without', ['P_lopb', 'P_repb'], [1]);
  for (const type of ['cevask', 'cevget', 'cevcancel']) {
    assert.equal((await askCgi(server.ports.http, { ...cev, type }, { user: 'outside', hash })).status, 404);
    assert.equal((await askCgi(server.ports.http, { ...cev, type }, { user: 'without', hash })).status, 403);
  }
  const outside = { user: 'outside', hash };
  assert.equal((await change(server, 'PUT', { id: done['id'], action: 'cancel' }, outside)).status, 404);
  assert.equal((await change(server, 'DELETE', { id: done['id'] }, outside)).status, 404);
  assert.equal((await change(server, 'PUT', { id: done['id'], action: 'cancel' })).status, 409);
  assert.equal((await change(server, 'DELETE', { id: done['id'] })).status, 200);
  assert.deepEqual(await tasks(server), []);
  const kept = await askUntilMade(
    server.ports.http,
    { ...ask, ch: 3, audio: 0, spbtime: START_S + 1, duration: 2 },
    server.admin,
  );
  assert.equal(kept.at(-1)?.['result'], 'DOWNLOAD OK', 'what is kept needs neither the task nor the device');
});

test('a custom event is stopped, tried again, and goes on after a restart of the server; nothing recorded is told', async (t) => {
  const data = await temporaryFolder(t);
  const app = await createApp(testConfig(data, { recordReserve: 0 }), { log: silentLog });
  const admin = { user: 'admin', hash: toPasswordHash(app.initialPassword ?? '') };
  const first: Running = { ports: app.ports, admin };
  await register(first);
  const vehicle = vehicleOf(t, first);
  await request(first, { downloadplan: 1, audioout: 1, end: START_S + 10 });
  await until('some of it is there', async () => Number((await task(first))['progress']) > 10);
  const { id } = await task(first);
  assert.equal((await change(first, 'PUT', { id, action: 'retry' })).status, 409);
  assert.equal((await change(first, 'PUT', { id, action: 'cancel' })).status, 200);
  assert.equal((await task(first))['state'], 'cancelled');
  assert.equal((await change(first, 'PUT', { id, action: 'retry' })).status, 200);
  await reaches(first, 'fetching');
  await vehicle.stop();
  await app.close();
  const again = await createApp(testConfig(data, { recordReserve: 0 }), { log: silentLog });
  afterwards(t, () => again.close());
  const second: Running = { ports: again.ports, admin };
  assert.equal((await task(second))['state'], 'waiting');
  vehicleOf(t, second);
  const done = await reaches(second, 'done');
  assert.deepEqual(
    asList(done['footage']).map(({ channel, end }) => [channel, Number(end) >= START_S + 9]),
    [[1, true]],
  );
  await request(second, { start: START_S - 30 * 86_400, end: START_S - 30 * 86_400 + 10 });
  const nothing = await reaches(second, 'failed');
  assert.equal(nothing['message'], 'No Record');
});

test('the footage of a custom event is downloaded by its device, whatever that is called by now, also where playback downloads are switched off', async (t) => {
  const server = await startServer(t, { recordReserve: 0, disablePlaybackDownload: true });
  await register(server);
  await request(server);
  const vehicle = vehicleOf(t, server);
  const { id } = await reaches(server, 'done');
  await vehicle.stop();
  const operator = await Channel.signedIn(server);
  afterwards(t, () => operator.close());
  await operator.get('D02', { I: ID });
  await operator.get('D01', { I: 'BUS-1', C: 4, Z: { simnumber: ID } });
  const hash = toPasswordHash('Sesame-1');
  const granted = new Set(rights.filter((right) => right === 'F_addcd'));
  await server.app.users.add({
    name: 'ann',
    passwordHash: hash,
    level: 1,
    rights: granted,
    expiresMs: null,
    groupIds: [1],
  });
  const ann = { user: 'ann', hash };
  const cev = { type: 'cevask', id: Number(id), ch: 3, spbtime: START_S, duration: 600 };
  const save = async (): Promise<string> => {
    const { answers } = await download(t, server.ports.http, cev, ann);
    return String(answers.at(-1)?.['filename']);
  };
  assert.match(await save(), /^BUS-1_.*_ch3\.mp4$/);
  await operator.get('D01', { I: ID, C: 4, Z: { simnumber: '13800000999' } });
  await operator.get('D04', { I: ID, Z: { chmask: '0010' } });
  assert.match(await save(), /^BUS-1_/, 'another device has the id now, without that channel');
  await operator.get('D04', { I: 'BUS-1', Z: { chmask: '0010' } });
  assert.equal((await askCgi(server.ports.http, { ...cev, type: 'cevget' }, ann)).status, 404);
  const rows = await until('the log has it', async () => {
    const nowS = Math.floor(Date.now() / 1000);
    const input = { afterUpdatetime: nowS - 3600, beforeUpdatetime: nowS + 3600 };
    const found = asList(
      (await httpCall(server.ports.http, 'POST', '/gklog/uslog', { account: server.admin, input })).body,
    ).filter(({ username }) => username === 'ann');
    return found.length > 0 && found;
  });
  assert.deepEqual(
    rows.map((row) => [row['deviceid'], row['channel'], row['type']]),
    [['BUS-1', 3, 'Download remote']],
  );
});
