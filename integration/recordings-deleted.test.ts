// The spans of recordings for a timeline, their deletion by an operator, and what a broken folder makes the server say.
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { rights } from '@outrider/contract';
import { runCommand } from '../apps/server/src/cli/index.ts';
import { checkRecordings } from '../apps/server/src/features/recording/index.ts';
import type { Topics } from '../apps/server/src/kernel/topics.ts';
import { putFootage } from '../e2e/support/recorded.ts';
import { afterwards } from './support/cleanup.ts';
import { Channel, type Json, asJson, asList, httpCall } from './support/operator.ts';
import { Recorder } from './support/recorder.ts';
import { type Account, type Server, startDrivenServer, temporaryFolder, testConfig } from './support/server.ts';
import { until } from './support/until.ts';

const ID = 'TRK-1';
const OTHER = '13800000101';
const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
/** The driven clock begins at 2026-01-01T00:00Z. */
const NOW = Date.UTC(2026, 0, 1);
const START = NOW - HOUR_MS;

const setScene = async (t: TestContext) => {
  const server = await startDrivenServer(t, { recordReserve: 0 });
  const operator = await Channel.signedIn(server);
  afterwards(t, () => operator.close());
  await operator.get('D01', { I: ID, C: 4 });
  const put = (channels: number[], startMs: number, seconds: number) =>
    putFootage(server.app, server.data, {
      deviceId: ID,
      channels,
      startMs,
      endMs: startMs + seconds * 1000,
      sound: false,
    });
  const files = async (): Promise<string[]> => {
    const folder = join(server.data, 'recordings');
    const names = existsSync(folder) ? await readdir(folder, { recursive: true }) : [];
    return names.filter((name) => name.endsWith('.orec'));
  };
  return { ...server, operator, put, files };
};

const list = async (server: Server, input: Json, account: Account = server.admin): Promise<Json> =>
  asJson((await httpCall(server.ports.http, 'POST', '/gkdevice/recordings', { account, input })).body);

const spansOf = (body: Json): [unknown, number, number, unknown][] =>
  asList(body['spans']).map(({ channel, start, end, kept }) => [
    channel,
    Number(start) - START / 1000,
    Number(end) - START / 1000,
    kept,
  ]);

test('spans: short pauses closed, wider ones as asked, protected ones told, long questions to the minute', async (t) => {
  const scene = await setScene(t);
  await scene.put([1], START, 20);
  await scene.put([1], START + 21_000, 20);
  await scene.put([1], START + 60_000, 10);
  await scene.put([2], START + 30_000, 10);
  const asked = { deviceid: ID, from: START / 1000 - 60, to: NOW / 1000 };
  const body = await list(scene, asked);
  assert.deepEqual([body['hasError'], body['step']], [0, 1]);
  assert.deepEqual(spansOf(body), [
    [1, 0, 41, 0],
    [2, 30, 40, 0],
    [1, 60, 70, 0],
  ]);
  assert.deepEqual(spansOf(await list(scene, { ...asked, channels: [1], join: 30 })), [[1, 0, 70, 0]]);
  await scene.app.recordings.protect(1, [1], START + 60_000, START + 70_000, NOW + DAY_MS);
  assert.deepEqual(spansOf(await list(scene, { ...asked, channels: [1] })).at(-1), [1, 60, 70, 1]);
  const month = await list(scene, { ...asked, from: START / 1000 - 30 * 86_400 });
  assert.equal(month['step'], 60);
  assert.deepEqual(spansOf(month), [
    [1, 0, 120, 0],
    [2, 0, 60, 0],
    [1, 60, 70, 1],
  ]);
});

test('spans of another group, of no device, backwards and far too long: each answered in words', async (t) => {
  const scene = await setScene(t);
  await scene.put([1], START, 10);
  const group = await scene.app.users.add({
    name: 'ann',
    passwordHash: scene.admin.hash,
    level: 1,
    rights: new Set(rights),
    expiresMs: null,
    groupIds: [],
  });
  assert.ok(group);
  const ann = { user: 'ann', hash: scene.admin.hash };
  const asked = { deviceid: ID, from: START / 1000, to: NOW / 1000 };
  const foreign = await list(scene, asked, ann);
  const unknown = await list(scene, { ...asked, deviceid: 'NONE' }, ann);
  assert.deepEqual([foreign['hasError'], foreign['message']], [1, `Unknown device ${ID}`]);
  assert.deepEqual({ ...foreign, message: 'Unknown device NONE' }, unknown);
  assert.match(String((await list(scene, { ...asked, to: asked.from }))['message']), /^to: must be after from/);
  assert.match(String((await list(scene, { ...asked, from: 1 }))['message']), /^to: at most 400 days after from/);
  assert.deepEqual((await list(scene, { ...asked, from: NOW / 1000 + 86_400, to: NOW / 1000 + 90_000 }))['spans'], []);
});

test('[F-CMD-027] D15 deletes whole segments of a span, not the protected ones; D13 all; rows stay and say who', async (t) => {
  const scene = await setScene(t);
  const told: Topics['recordings.deleted'][] = [];
  scene.app.bus.subscribe('recordings.deleted', (news) => told.push(news));
  await scene.put([1, 2], START, 900);
  await scene.app.recordings.protect(1, [1], START + 310_000, START + 320_000, NOW + DAY_MS);
  assert.equal((await scene.files()).length, 6);
  const span = { I: ID, B: START / 1000, E: START / 1000 + 650 };
  const some = asJson((await scene.operator.get('D15', { ...span, C: [1] }))['Z']);
  assert.equal(some['segments'], 1);
  assert.ok(Number(some['bytes']) > 100_000);
  await until('the file is gone', async () => (await scene.files()).length === 5);
  assert.equal(asJson((await scene.operator.get('D15', span))['Z'])['segments'], 2, 'those of channel 2');
  const dayStart = NOW / 1000 - 86_400;
  const minutes = async (C: number): Promise<number> =>
    String((await scene.operator.get('Q06', { I: ID, B: dayStart, C }))['Z']).split('1').length - 1;
  await until('the day shows less', async () => (await minutes(2)) === 5);
  await until('the day of channel 1 shows less', async () => (await minutes(1)) <= 10);
  assert.equal(await minutes(1), 10, 'the protected five minutes and the last five');
  assert.equal(asJson((await scene.operator.get('D13', { I: ID }))['Z'])['segments'], 3);
  await until('all files are gone', async () => (await scene.files()).length === 0);
  // The rows and the days follow their files.
  await until('no day is left', async () => {
    const days = (await scene.operator.get('Q08', { I: ID, O: 0 }))['Z'];
    return Array.isArray(days) && days.length === 0;
  });
  const check = await checkRecordings(scene.app.db.db);
  assert.deepEqual([check.faults, check.retired, check.segments], [[], 6, 0], 'deletion is not taken for tampering');
  const reasons = scene.app.db.db.$extendTables<{ recording_segments: { reason: string } }>();
  const rows = await reasons.selectFrom('recording_segments').select('reason').distinct().execute();
  assert.deepEqual(
    rows.map(({ reason }) => reason),
    ['deleted by admin'],
  );
  assert.deepEqual(
    told.map(({ deviceId, segments, userName }) => [deviceId, segments, userName]),
    [
      [ID, 1, 'admin'],
      [ID, 2, 'admin'],
      [ID, 3, 'admin'],
    ],
  );
  const [refused] = await scene.operator.ask('D15', { ...span, E: span.B });
  assert.match(String(refused?.['Z']), /^E: must be after B/);
  const [unknown] = await scene.operator.ask('D13', { I: 'NONE' });
  assert.equal(unknown?.['R'], '404');
});

test('deleting while it is recorded: what is written so far goes too, and recording goes on', async (t) => {
  const server = await startDrivenServer(t, { recordByDefault: 'full', recordReserve: 0 });
  const operator = await Channel.signedIn(server);
  afterwards(t, () => operator.close());
  await operator.get('D01', { I: OTHER, C: 1 });
  const recorder = await Recorder.online(server.ports);
  afterwards(t, () => recorder.close());
  const soon = (what: string, look: () => boolean | Promise<boolean>) =>
    until(what, look, { between: () => server.clock.advance(4) });
  await soon('the device dials in', () => recorder.cameras.length > 0);
  const frames = async (): Promise<number> => {
    const cursor = await server.app.recordings.reader.open(1, 1, 0);
    let count = 0;
    while ((await cursor.next()) !== undefined) count += 1;
    await cursor.close();
    return count;
  };
  for (let i = 1; i <= 30; i += 1) recorder.camera.send(i, { key: i % 10 === 1 });
  await soon('it is recorded', async () => (await frames()) === 30);
  const asked = operator.get('D13', { I: OTHER });
  let answered: Json | undefined;
  void asked.then((answer) => {
    answered = answer;
  });
  await soon('the answer', () => answered !== undefined);
  assert.equal(asJson(answered?.['Z'])['segments'], 1);
  assert.equal(await frames(), 0);
  recorder.camera.send(31); // no key frame: nobody could show it
  for (let i = 32; i <= 40; i += 1) recorder.camera.send(i, { key: i === 32 });
  await soon('it goes on', async () => (await frames()) === 9);
  assert.deepEqual((await checkRecordings(server.app.db.db)).faults, []);
});

test('a folder that cannot be written: ready says so, and stops saying so', async (t) => {
  const folder = join(await temporaryFolder(t), 'disk');
  await writeFile(folder, 'no folder');
  const server = await startDrivenServer(t, { recordFolders: [folder], recordReserve: 0 });
  const ready = async (): Promise<Json> => asJson((await httpCall(server.ports.http, 'GET', '/ready')).body);
  const said = await ready();
  assert.equal(said['status'], 'ready');
  assert.match(String(said['warning']), /^Recordings cannot be written to one of their folders/);
  await rm(folder);
  const between = (): void => server.clock.advance(1000);
  await until('it is well again', async () => !('warning' in (await ready())), { between });
});

test('devices bounded in bytes lose their oldest; what an operator set is left alone', async (t) => {
  const scene = await setScene(t);
  const bound = { days: 2, maxBytes: 10_000 };
  await scene.operator.get('D04', { I: ID, Z: { recenable: 2, recplan: '0100', recaudio: 0, recdays: 5 } });
  await scene.app.recordings.recordBounded([ID, 'NONE'], bound);
  const settings = async (I: string): Promise<unknown[]> => {
    const record = asJson((await scene.operator.get('D03', { I }))['Z']);
    return ['recenable', 'recplan', 'recaudio', 'recdays'].map((name) => record[name]);
  };
  assert.deepEqual(await settings(ID), [2, '0100', 0, 5]);
  await scene.operator.get('D01', { I: 'TRK-2', C: 1 });
  await scene.app.recordings.recordBounded(['TRK-2'], { days: 2, maxBytes: 1 });
  assert.deepEqual(await settings('TRK-2'), [1, '0', 3, 2]);
  await scene.put([1, 2], START, 600);
  await scene.app.recordings.protect(1, [2], START, START + 600_000, NOW + DAY_MS);
  await scene.app.recordings.retain();
  await until('only what is protected is left', async () => (await scene.files()).length === 2);
  const rows = scene.app.db.db.$extendTables<{ recording_segments: { reason: string } }>();
  const reasons = await rows.selectFrom('recording_segments').select('reason').distinct().orderBy('reason').execute();
  assert.deepEqual(
    reasons.map(({ reason }) => reason),
    ['', 'more than these devices may take'],
  );
});

test('the command recording changes what a running server records, and says what holds', async (t) => {
  const server = await startDrivenServer(t, { recordReserve: 0 });
  const operator = await Channel.signedIn(server);
  afterwards(t, () => operator.close());
  await operator.get('D01', { I: OTHER, C: 2 });
  const recorder = await Recorder.online(server.ports);
  afterwards(t, () => recorder.close());
  const config = testConfig(server.data);
  const lines: string[] = [];
  const command = (words: string[], options: Record<string, string>): Promise<number> =>
    runCommand('recording', {
      config,
      words,
      options,
      clock: server.clock,
      print: (line) => void lines.push(line),
      readInput: () => Promise.resolve(''),
    });
  await command([OTHER], {});
  await command([OTHER], { record: '01', days: '7', audio: '0' });
  assert.deepEqual(lines, [
    `${OTHER}: record live, days as configured, audio 3`,
    `${OTHER}: record 01, days 7, audio 0`,
  ]);
  await until('the server asks for channel 2', () => recorder.asked.some(({ channel }) => channel === 2), {
    between: () => server.clock.advance(500),
  });
  assert.ok(recorder.asked.every(({ channel }) => channel === 2));
  for (const options of [{ record: 'some' }, { days: '30000' }, { audio: '4' }, { record: '1'.repeat(65) }])
    await assert.rejects(command([OTHER], options), /must be/);
  await assert.rejects(command(['NONE'], {}), /There is no device NONE/);
});
