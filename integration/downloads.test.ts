// Downloads of what the server recorded, over web.cgi: asked for, polled, fetched whole and in pieces, refused and given up. What comes
// is opened by programs that are not ours.
import assert from 'node:assert/strict';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { rights } from '@outrider/contract';
import { createApp } from '../apps/server/src/app.ts';
import type { Config } from '../apps/server/src/config.ts';
import { toPasswordHash } from '../apps/server/src/kernel/access/credentials.ts';
import { silentLog } from '../apps/server/src/kernel/log.ts';
import { putFootage } from '../e2e/support/recorded.ts';
import { afterwards } from './support/cleanup.ts';
import { askCgi, askJson, askUntilMade, download, probe, soundOf } from './support/downloads.ts';
import { Device, locationAt } from './support/device.ts';
import { Channel, asJson, asList, httpCall } from './support/operator.ts';
import { HOST, type Account, type Server, startServer, temporaryFolder, testConfig } from './support/server.ts';
import { until } from './support/until.ts';

const ID = 'TRK-1';
/** A whole second some days ago. */
const START_S = Math.floor(Date.now() / 1000) - 3 * 86_400;
const START_MS = START_S * 1000;
const ask = { type: 'lobkask', deviceid: ID, ch: 1, spbtime: START_S + 10, format: 'mp4', duration: 60 };

const startRecorded = async (t: TestContext, changes: Partial<Config> = {}, seconds = 120): Promise<Server> => {
  const server = await startServer(t, { recordReserve: 0, ...changes });
  const operator = await Channel.signedIn(server);
  await operator.get('D01', { I: ID, C: 2 });
  operator.close();
  const span = { startMs: START_MS, endMs: START_MS + seconds * 1000 };
  await putFootage(server.app, server.data, { deviceId: ID, channels: [1, 2], ...span });
  return server;
};

const addAccount = async (server: Server, user: string, level: number, granted: readonly string[], groupIds = [1]) => {
  const hash = toPasswordHash('Sesame-1');
  const own = new Set(rights.filter((right) => granted.includes(right)));
  await server.app.users.add({ name: user, passwordHash: hash, level, rights: own, expiresMs: null, groupIds });
  return { user, hash } satisfies Account;
};

test('[A-DOWNLOAD-001 A-DOWNLOAD-008 A-DOWNLOAD-009] a minute is asked for, made and fetched: the right pictures, length and sound, by password and by session', async (t) => {
  const server = await startRecorded(t);
  const first = await askJson(server.ports.stream, ask, server.admin);
  assert.deepEqual([first.status, first['result'], first['progress']], [200, 'CREATE OK', 0]);
  const { file, answers, response } = await download(t, server.ports.stream, ask, server.admin);
  const [handling, made] = [answers.slice(0, -1), answers.at(-1)];
  assert.ok(handling.every(({ result, already }) => result === 'HANDLING' && already === undefined));
  assert.equal(made?.['already'], 1);
  assert.equal(made['result'], undefined);
  const stamp = new Date(START_MS + 10_000).toISOString().replaceAll(/[-:]|\.\d+/g, '');
  assert.equal(made['filename'], `${ID}_${stamp}_ch1.mp4`);
  assert.match(
    response.headers.get('content-disposition') ?? '',
    new RegExp(`^attachment; filename="${ID}_${stamp}_ch1.mp4"`),
  );
  assert.equal(Number(response.headers.get('content-length')), made['size']);
  const { streams, durationS, format, title } = await probe(file);
  assert.match(format, /mp4/);
  assert.equal(title, `${ID}_${stamp}_ch1.mp4`);
  assert.deepEqual(
    streams.map((stream) => [stream['codec_name'], stream['width'] ?? stream['sample_rate']]),
    [
      ['h264', 352],
      ['aac', '8000'],
    ],
  );
  assert.equal(streams[0]?.['nb_read_frames'], '900', '15 pictures a second');
  assert.ok(Math.abs(durationS - 60) < 0.2, `${durationS} s`);
  const sound = await soundOf(file);
  assert.ok(Math.abs(sound.length / 8000 - 60) < 0.3, `${sound.length / 8000} s of sound`);
  const operator = await Channel.open(server.ports.command);
  const { K } = await operator.get('Q02', { U: server.admin.user, P: server.admin.hash });
  operator.close();
  const bySession = await askCgi(server.ports.http, ask, undefined, { authorization: `Bearer ${String(K)}` });
  const { status: _status, ...told } = made;
  assert.deepEqual(await bySession.json(), told);
});

test('[A-DOWNLOAD-007] gms holds every channel with its sound and the track; it takes an hour, ch is 0, and mp4 takes a channel', async (t) => {
  const server = await startRecorded(t);
  const gms = { ...ask, format: 'gms', ch: 0, duration: 3600 };
  const { file, answers } = await download(t, server.ports.stream, gms, server.admin);
  assert.match(String(answers.at(-1)?.['filename']), /^TRK-1_\d{8}T\d{6}Z_all\.gms\.mkv$/);
  const { streams, durationS, format } = await probe(file);
  assert.match(format, /matroska/);
  assert.deepEqual(
    streams.map((stream) => [stream['codec_name'], asJson(stream['tags'])['title']]),
    [
      ['h264', 'CH1'],
      ['aac', 'CH1'],
      ['h264', 'CH2'],
      ['aac', 'CH2'],
    ],
    'a device without positions has no track',
  );
  assert.equal(streams[2]?.['nb_read_frames'], String(110 * 15), 'what is recorded of the hour');
  assert.ok(Math.abs(durationS - 110) < 0.5, `${durationS} s`);
  for (const [changes, said] of [
    [{ format: 'gms', ch: 1 }, /ch is a channel for mp4 and 0 for gms/],
    [{ ch: 0 }, /ch is a channel for mp4 and 0 for gms/],
    [{ duration: 1801 }, /too long for mp4/],
    [{ format: 'gms', ch: 0, duration: 3601 }, /duration/],
    [{ duration: 14 }, /duration/],
    [{ ch: 65 }, /ch/],
    [{ format: 'avi' }, /format/],
    [{ deviceid: '../x' }, /device id/],
    [{ spbtime: 0 }, /spbtime/],
  ] as const) {
    const refused = await askJson(server.ports.stream, { ...ask, ...changes }, server.admin);
    assert.equal(refused.status, 400, JSON.stringify(changes));
    assert.match(String(refused['message']), said);
  }
});

test('a broken download goes on where it stopped; wrong ranges and changed files are told', async (t) => {
  const server = await startRecorded(t);
  const get = { ...ask, type: 'lobkget' };
  assert.equal((await askCgi(server.ports.http, get, server.admin)).status, 404, 'nothing was asked for yet');
  await askUntilMade(server.ports.http, ask, server.admin);
  const whole = await askCgi(server.ports.http, get, server.admin);
  const bytes = Buffer.from(await whole.arrayBuffer());
  assert.equal(whole.headers.get('accept-ranges'), 'bytes');
  const tag = whole.headers.get('etag') ?? '';
  const piece = async (range: string, more: Record<string, string> = {}) => {
    const answer = await askCgi(server.ports.stream, get, server.admin, { range, ...more });
    return {
      status: answer.status,
      said: answer.headers.get('content-range'),
      body: Buffer.from(await answer.arrayBuffer()),
    };
  };
  const [head, tail] = [await piece('bytes=0-999'), await piece(`bytes=1000-`, { 'if-range': tag })];
  assert.deepEqual([head.status, head.said], [206, `bytes 0-999/${bytes.length}`]);
  assert.deepEqual(Buffer.concat([head.body, tail.body]), bytes);
  const last = await piece('bytes=-10');
  assert.deepEqual([last.status, last.body], [206, bytes.subarray(-10)]);
  const outside = await piece(`bytes=${bytes.length}-`);
  assert.deepEqual([outside.status, outside.said], [416, `bytes */${bytes.length}`]);
  const changed = await piece('bytes=1000-', { 'if-range': '"another"' });
  assert.deepEqual([changed.status, changed.body.length], [200, bytes.length]);
});

test('who may not download is told so: no sign-in, no right, a device of others, and nobody takes the file of another account', async (t) => {
  const server = await startRecorded(t);
  const status = async (query: Record<string, string | number>, account?: Account) =>
    (await askCgi(server.ports.stream, query, account)).status;
  const outside = await addAccount(server, 'outside', 1, ['P_lopb', 'P_repb', 'F_addcd'], []);
  const inside = await addAccount(server, 'inside', 3, ['P_lopb'], [1]);
  const without = await addAccount(server, 'without', 1, ['P_live', 'P_repb'], [1]);
  await askUntilMade(server.ports.stream, ask, server.admin);
  for (const type of ['lobkask', 'lobkget', 'lobkcancel']) {
    assert.equal(await status({ ...ask, type }), 401, `${type} by nobody`);
    assert.equal(await status({ ...ask, type }, { user: 'admin', hash: toPasswordHash('wrong') }), 401, type);
    assert.equal(await status({ ...ask, type }, without), 403, `${type} without its right`);
    const [theirs, none] = [
      await askJson(server.ports.stream, { ...ask, type }, outside),
      await askJson(server.ports.stream, { ...ask, type, deviceid: 'NONE' }, outside),
    ];
    assert.equal(theirs.status, 404, `${type} of a device of others`);
    assert.equal(String(theirs['message']).replace(ID, ''), String(none['message']).replace('NONE', ''));
  }
  assert.equal(await status({ ...ask, type: 'lobkget' }, inside), 404, 'the file was made for another account');
  assert.equal((await askUntilMade(server.ports.stream, ask, inside)).at(-1)?.['already'], 1);
  assert.equal(await status({ type: 'nonsense' }, server.admin), 404);
  assert.equal(await status({ type: 'nonsense' }), 401);
  assert.equal((await fetch(`http://${HOST}:${server.ports.stream}/web.cgi`, { method: 'POST' })).status, 405);
});

test('[A-DOWNLOAD-006] where downloads are switched off only administrators get them', async (t) => {
  const server = await startRecorded(t, { disablePlaybackDownload: true });
  const user = await addAccount(server, 'user', 1, ['P_lopb'], [1]);
  const refused = await askJson(server.ports.stream, ask, user);
  assert.deepEqual([refused.status, refused['message']], [403, 'Downloads are left to administrators here.']);
  assert.equal((await askUntilMade(server.ports.stream, ask, server.admin)).at(-1)?.['already'], 1);
});

test('what was never recorded, or lies ahead, ends in words; asked again it is tried again', async (t) => {
  const server = await startRecorded(t);
  for (const spbtime of [START_S - 86_400, START_S + 30 * 86_400])
    for (const again of [1, 2]) {
      const answers = await askUntilMade(server.ports.stream, { ...ask, spbtime }, server.admin);
      const last = answers.at(-1);
      assert.deepEqual([last?.['result'], last?.['message']], ['BACKUP FAIL', 'No Record'], `${spbtime} ${again}`);
      assert.equal(answers[0]?.['result'], 'CREATE OK');
    }
});

test('recordings that an operator deletes are gone from the files that were made of them', async (t) => {
  const server = await startRecorded(t);
  await askUntilMade(server.ports.stream, ask, server.admin);
  const operator = await Channel.signedIn(server);
  const startMs = START_MS + 10_000;
  await operator.get('D15', { I: ID, B: startMs / 1000 + 3600, E: startMs / 1000 + 7200 });
  const get = { ...ask, type: 'lobkget' };
  assert.equal((await askCgi(server.ports.stream, get, server.admin)).status, 200, 'another hour is no matter');
  await operator.get('D13', { I: ID });
  operator.close();
  assert.equal((await askCgi(server.ports.stream, get, server.admin)).status, 404);
  const answers = await askUntilMade(server.ports.stream, ask, server.admin);
  assert.deepEqual([answers.at(-1)?.['result'], answers.at(-1)?.['message']], ['BACKUP FAIL', 'No Record']);
});

test('names: any characters, no folders, the right ending; the log of streams tells who downloaded', async (t) => {
  const server = await startRecorded(t);
  const beganS = Math.floor(Date.now() / 1000);
  for (const [filename, saved] of [
    ['臺北 公車<1>.mp4', '臺北 公車_1_.mp4'],
    ['../../etc/passwd', 'passwd.mp4'],
    ['C:\\temp\\a.b.gms', 'a.b.mp4'],
    ['...', undefined],
    ['x'.repeat(120), `${'x'.repeat(116)}.mp4`],
  ] as const) {
    const made = (await askUntilMade(server.ports.stream, { ...ask, filename }, server.admin)).at(-1);
    assert.match(String(made?.['filename']), saved === undefined ? /^TRK-1_.*_ch1\.mp4$/ : /\.mp4$/);
    if (saved !== undefined) assert.equal(made?.['filename'], saved);
    const { headers } = await askCgi(server.ports.stream, { ...ask, type: 'lobkget', filename }, server.admin);
    const [, coded = ''] = /filename\*=UTF-8''(\S+)$/.exec(headers.get('content-disposition') ?? '') ?? [];
    assert.equal(decodeURIComponent(coded), made?.['filename']);
  }
  const rows = await until('the log has it', async () => {
    const nowS = Math.floor(Date.now() / 1000);
    const input = { afterUpdatetime: beganS - 60, beforeUpdatetime: nowS + 60 };
    const found = asList(
      (await httpCall(server.ports.http, 'POST', '/gklog/uslog', { account: server.admin, input })).body,
    );
    return found.length > 0 && found;
  });
  assert.deepEqual(
    rows.map((row) => [row['username'], row['deviceid'], row['channel'], row['type']]),
    [['admin', ID, 1, 'Download local']],
    'once for one file, whatever it is called',
  );
});

test('cancelling ends the work and removes what was written; the folder is empty after a start', async (t) => {
  const server = await startRecorded(t, { downloadJobs: 1 }, 1800);
  const long = { ...ask, duration: 1750 };
  const behind = { ...ask, ch: 2, duration: 1750 };
  assert.equal((await askJson(server.ports.stream, long, server.admin))['result'], 'CREATE OK');
  assert.equal((await askJson(server.ports.stream, behind, server.admin))['result'], 'CREATE OK');
  await until(
    'a part of it is written',
    async () => Number((await askJson(server.ports.stream, long, server.admin))['progress']) > 0,
  );
  const waits = await askJson(server.ports.stream, behind, server.admin);
  assert.deepEqual([waits['result'], waits['progress']], ['HANDLING', 0], 'one at a time');
  for (const query of [behind, long])
    assert.deepEqual(await askJson(server.ports.stream, { ...query, type: 'lobkcancel' }, server.admin), {
      status: 200,
      cancelled: 1,
    });
  const folder = join(server.data, 'downloads');
  await until('nothing is left of it', async () => (await readdir(folder)).length === 0);
  assert.equal((await askJson(server.ports.stream, { ...long, type: 'lobkcancel' }, server.admin))['cancelled'], 0);
  assert.equal((await askCgi(server.ports.stream, { ...long, type: 'lobkget' }, server.admin)).status, 404);
});

test('an account has so many at a time; a full folder makes room by what was fetched long ago, else says so', async (t) => {
  const server = await startRecorded(t, { downloadJobs: 1, downloadSize: 10 }, 600);
  const small = (i: number) => ({ ...ask, spbtime: START_S + i, duration: 15 });
  // The first is made for so long that none of the others is ready before the last is asked for.
  const long = { ...ask, ch: 2, spbtime: START_S, duration: 585 };
  const asked = [];
  for (const query of [long, ...Array.from({ length: 10 }, (_, i) => small(i))])
    asked.push(await askJson(server.ports.stream, query, server.admin));
  assert.ok(asked.slice(0, 10).every(({ status }) => status === 200));
  assert.deepEqual(
    [asked[10]?.status, asked[10]?.['message']],
    [429, 'An account has at most ten files made at a time.'],
  );
  await askCgi(server.ports.stream, { ...long, type: 'lobkcancel' }, server.admin);
  for (let i = 0; i < 10; i += 1) await askUntilMade(server.ports.stream, small(i), server.admin);
  const big = async () => (await askUntilMade(server.ports.stream, { ...ask, duration: 280 }, server.admin)).at(-1);
  const tooLarge = await big();
  assert.equal(tooLarge?.['result'], 'CREATE FAIL', 'what nobody fetched yet stays');
  for (let i = 0; i < 10; i += 1)
    assert.equal((await askCgi(server.ports.stream, { ...small(i), type: 'lobkget' }, server.admin)).status, 200);
  assert.equal((await big())?.['already'], 1, 'room was made');
  assert.equal((await readdir(join(server.data, 'downloads'))).length, 1, 'by what was fetched');
  const failed = (
    await askUntilMade(server.ports.stream, { ...ask, duration: 585, spbtime: START_S }, server.admin)
  ).at(-1);
  assert.equal(failed?.['result'], 'CREATE FAIL');
  assert.match(String(failed['message']), /too little room/);
});

test('a restart loses no file: a download that broke goes on after it, and nothing is made again', async (t) => {
  const data = await temporaryFolder(t);
  const first = await createApp(testConfig(data, { recordReserve: 0 }), { log: silentLog });
  const admin = { user: 'admin', hash: toPasswordHash(first.initialPassword ?? '') };
  const operator = await Channel.signedIn({ ports: first.ports, admin });
  await operator.get('D01', { I: ID, C: 1 });
  operator.close();
  const span = { startMs: START_MS, endMs: START_MS + 120_000 };
  await putFootage(first, data, { deviceId: ID, channels: [1], ...span });
  await askUntilMade(first.ports.http, ask, admin);
  const get = { ...ask, type: 'lobkget' };
  const whole = await askCgi(first.ports.http, get, admin);
  const bytes = Buffer.from(await whole.arrayBuffer());
  await first.close();
  const second = await createApp(testConfig(data, { recordReserve: 0 }), { log: silentLog });
  afterwards(t, () => second.close());
  const tag = whole.headers.get('etag') ?? '';
  const rest = await askCgi(second.ports.http, get, admin, { range: 'bytes=1000-', 'if-range': tag });
  assert.equal(rest.status, 206);
  assert.deepEqual(Buffer.from(await rest.arrayBuffer()), bytes.subarray(1000));
  assert.equal((await askJson(second.ports.http, ask, admin))['already'], 1);
});

test('what a killed server was making is gone after the next start', async (t) => {
  const data = await temporaryFolder(t);
  const folder = join(data, 'downloads');
  await mkdir(folder);
  await writeFile(join(folder, 'half'), 'a part of a file');
  const app = await createApp(testConfig(data), { log: silentLog });
  afterwards(t, () => app.close());
  assert.deepEqual(await readdir(folder), []);
});

test('the cookie of a page counts from this host only, on both ports; nothing that comes from here runs as a page', async (t) => {
  const server = await startRecorded(t);
  const operator = await Channel.open(server.ports.command);
  const { K } = await operator.get('Q02', { U: server.admin.user, P: server.admin.hash });
  operator.close();
  const cookie = `outrider_session=${String(K)}`;
  const own = `http://${HOST}:${server.ports.http}`;
  const from = (port: number, origin?: string) =>
    askCgi(port, ask, undefined, { cookie, ...(origin !== undefined && { origin }) });
  for (const port of [server.ports.stream, server.ports.http]) {
    const [page, same, foreign] = [await from(port, own), await from(port), await from(port, 'https://evil.example')];
    assert.deepEqual([page.status, same.status, foreign.status], [200, 200, 403]);
    assert.equal(page.headers.get('access-control-allow-origin'), own);
    assert.equal(foreign.headers.get('access-control-allow-origin'), null);
    assert.equal(page.headers.get('cache-control'), 'no-store');
    assert.match(page.headers.get('content-security-policy') ?? '', /default-src 'none'/);
  }
});

test('rubbish in the query is refused in words, never a fault of the server', async (t) => {
  const server = await startServer(t, { recordReserve: 0 });
  const rubbish = ['', '%00', '../..', '-1', '1e999', 'NaN', '9'.repeat(400), '\u{1F69A}', '{"a":1}', "' OR 1=1 --"];
  const types = [
    'lobkask',
    'lobkget',
    'lobkcancel',
    'repbmp4ask',
    'repbmp4get',
    'repbmp4cancel',
    'cevask',
    'cevget',
    'cevcancel',
  ];
  for (const type of [...types, ...rubbish])
    for (const value of rubbish) {
      const query = {
        type,
        deviceid: value,
        ch: value,
        spbtime: value,
        format: value,
        duration: value,
        id: value,
        main: value,
      };
      const refused = await askJson(server.ports.stream, { ...query, filename: value }, server.admin);
      assert.ok([400, 404].includes(refused.status), `${type} ${value}: ${refused.status}`);
      assert.equal(refused['hasError'], 1);
    }
});

test('the track goes into gms for who may see tracks, and for nobody else', async (t) => {
  const server = await startServer(t, { recordReserve: 0 });
  const id = '13800000901';
  const operator = await Channel.signedIn(server);
  await operator.get('D01', { I: id, C: 1 });
  operator.close();
  await putFootage(server.app, server.data, {
    deviceId: id,
    channels: [1],
    startMs: START_MS,
    endMs: START_MS + 30_000,
  });
  const device = await Device.online(server.ports.jt808, { phone: `0${id}` });
  afterwards(t, () => device.close());
  for (const second of [5, 15]) assert.equal(await device.locate(locationAt(START_MS + second * 1000)), 0);
  const gms = { ...ask, deviceid: id, format: 'gms', ch: 0, spbtime: START_S, duration: 30 };
  const tracksOf = async (account: Account): Promise<string[]> => {
    const { file } = await download(t, server.ports.stream, gms, account);
    return (await probe(file)).streams.map((stream) => String(stream['codec_type']));
  };
  const [blind, sighted] = [
    await addAccount(server, 'blind', 1, ['P_lopb']),
    await addAccount(server, 'sighted', 1, ['P_lopb', 'F_gps']),
  ];
  assert.deepEqual(await tracksOf(blind), ['video', 'audio']);
  assert.deepEqual(await tracksOf(sighted), ['video', 'audio', 'subtitle']);
});
