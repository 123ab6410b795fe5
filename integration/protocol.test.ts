// The ports of the server as an administrator sets them: who reaches which before and after a restart, what is refused, and how a save
// that nobody can use is taken back. The console's side is e2e/protocol.spec.ts.
import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import { request } from 'node:https';
import { createServer as createTcpServer } from 'node:net';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { createManualClock } from '../apps/server/src/kernel/manual-clock.ts';
import { closeServer, listenOn } from '../apps/server/src/kernel/web/listen.ts';
import { afterwards } from './support/cleanup.ts';
import { command } from './support/command.ts';
import { Device } from './support/device.ts';
import { Channel, type Json, asJson, httpCall } from './support/operator.ts';
import { SAVED, restarted } from './support/restarted.ts';
import { HOST } from './support/server.ts';
import { until } from './support/until.ts';
import { Viewer } from './support/viewer.ts';

const PATH = '/gkserver/protocol';
const REBOOT = '/gkserver/reboot';

/** So many ports that nobody has. */
const freeOnes = async (count: number): Promise<number[]> => {
  const servers = Array.from({ length: count }, () => createTcpServer());
  const ports = await Promise.all(servers.map((server) => listenOn(server, HOST, 0, 'test')));
  await Promise.all(servers.map((server) => closeServer(server)));
  return ports;
};
const reaches = async (port: number): Promise<boolean> =>
  fetch(`http://${HOST}:${port}/health`).then(
    () => true,
    () => false,
  );
/** The status and place of a page, by https of whatever certificate. */
const secureStatus = (port: number, path: string): Promise<number> =>
  new Promise((resolve, reject) => {
    const asked = request({ host: HOST, port, path, rejectUnauthorized: false }, (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    });
    asked.on('error', reject);
    asked.end();
  });

/** Servers on one folder whose ports nothing fixes, if asked with a driven clock; `restarts` counts how often one wanted to be started again. */
const setUp = async (t: TestContext) => {
  const { start } = await restarted(t);
  let restarts = 0;
  return {
    restarts: () => restarts,
    start: () => start({}, { sources: new Map(), restart: () => undefined }),
    startDriven: async (environment: Record<string, string> = {}) => {
      const clock = createManualClock();
      const restart = (): void => void (restarts += 1);
      const driven = await start(environment, { sources: new Map(), clock, restart });
      return { ...driven, clock };
    },
  };
};

const settingOf = ({ updatetime: _at, updateby: _by, fixed: _fixed, ...values }: Json): Json => values;

test('[A-PROTO-003 A-PROTO-004 A-PROTO-005 A-PROTO-011 A-PROTO-012] http: ports are loaded by anybody and saved by an administrator; recorders, console and video come by them after a restart', async (t) => {
  const { start } = await setUp(t);
  let server = await start();
  const first = asJson((await httpCall(server.ports.http, 'GET', PATH)).body);
  assert.deepEqual(settingOf(first), {
    heartbeat: server.ports.jt808,
    appcommand: server.ports.command,
    streamings: [server.ports.stream],
    disablelivestream: 0,
    http: server.ports.http,
    https: 0,
    sslonly: 0,
  });
  const [heartbeat = 0, appcommand = 0, one = 0, two = 0, http = 0] = await freeOnes(5);
  const wanted = { heartbeat, appcommand, streamings: [one, two], disablelivestream: 0, http, https: 0, sslonly: 0 };
  const { user: username, hash: password } = server.admin;
  assert.equal((await httpCall(server.ports.http, 'PUT', PATH, { input: wanted })).status, 401);
  const saved = await httpCall(server.ports.http, 'PUT', PATH, { input: { ...wanted, username, password } });
  assert.deepEqual([saved.status, asJson(saved.body)['message']], SAVED);
  const told = asJson((await httpCall(server.ports.http, 'GET', PATH)).body);
  assert.deepEqual(settingOf(told), wanted);
  assert.equal(told['updateby'], '', 'not to nobody');
  assert.equal(asJson((await server.ask('GET', PATH)).body)['updateby'], 'admin');

  // A console that asks now is told the new ports of sockets: they are there already, and the old ones still.
  for (const port of [appcommand, server.ports.command]) {
    const channel = await Channel.signedIn({ ...server, ports: { ...server.ports, command: port } });
    assert.equal((await channel.get('Q01'))['R'], '1');
    channel.close();
  }
  assert.deepEqual([await reaches(http), await reaches(server.ports.http)], [false, true], 'not before the restart');
  const before = server.ports;
  await server.close();

  server = await start();
  assert.deepEqual(
    [server.ports.jt808, server.ports.command, server.ports.stream, server.ports.moreStreams, server.ports.http],
    [heartbeat, appcommand, one, [two], http],
  );
  assert.deepEqual([await reaches(http), await reaches(before.http)], [true, false]);
  const device = await Device.dial(heartbeat, {});
  afterwards(t, () => device.close());
  const operator = await Channel.signedIn(server);
  await operator.get('D01', { I: '13800000101', C: 2 });
  await device.signOn();
  device.on(0x9101, ({ header }) => device.reply(header, 0));
  for (const port of [one, two]) {
    const viewer = await Viewer.open(port, server.admin, '13800000101', { channel: 1 });
    await until('it is asked for', () => viewer.states.length > 0);
    viewer.close();
  }
  operator.close();
});

test('[A-PROTO-006 A-PROTO-007 A-PROTO-008 A-PROTO-009] http: ports that are missing, out of range, the same, or in use are refused in words, and nothing changes', async (t) => {
  const { start } = await setUp(t);
  const server = await start();
  const now = settingOf(asJson((await server.ask('GET', PATH)).body));
  const [free = 0] = await freeOnes(1);
  const taken = createTcpServer();
  const used = await listenOn(taken, HOST, 0, 'test');
  afterwards(t, () => closeServer(taken));
  const TAKEN = `Port ${used} cannot be opened: another program has it, or this user may not open it.`;
  const refusals: [Json, RegExp][] = [
    ...['heartbeat', 'appcommand', 'http'].map((key): [Json, RegExp] => [{ [key]: undefined }, new RegExp(key)]),
    [{ http: -1 }, /http/],
    [{ heartbeat: 65_536 }, /heartbeat/],
    [{ heartbeat: free, appcommand: free }, /Another field has the same port/],
    [{ heartbeat: free, http: free }, /Another field has the same port/],
    [{ appcommand: free, http: free }, /Another field has the same port/],
    [{ http: free, streamings: [free] }, /Each streaming port must differ/],
    [{ sslonly: 1 }, /SSL only needs an https port/],
    [{ streamings: Array.from({ length: 11 }, (_, i) => 20_000 + i) }, /streamings/],
    [{ heartbeat: used }, new RegExp(`heartbeat: ${TAKEN}`)],
    [{ appcommand: used }, new RegExp(`appcommand: ${TAKEN}`)],
    [{ streamings: [free, used] }, new RegExp(`streamings: ${TAKEN}`)],
    [{ http: used }, new RegExp(`http: ${TAKEN}`)],
    [{ https: used }, new RegExp(`https: ${TAKEN}`)],
  ];
  for (const [change, words] of refusals) {
    const [status, message] = await server.save(PATH, { ...now, ...change });
    assert.equal(status, 400, JSON.stringify(change));
    assert.match(String(message), words);
  }
  assert.deepEqual(settingOf(asJson((await server.ask('GET', PATH)).body)), now);
  assert.equal(await reaches(free), false, 'what was opened before the one that failed is closed again');
  assert.deepEqual(await server.save(PATH, { ...now, heartbeat: 65_535, https: 0 }), SAVED);
});

test('a save closes what an earlier one opened, also with clients connected there, and answers; its ports can be those of another field', async (t) => {
  const { start } = await setUp(t);
  const server = await start();
  const now = settingOf(asJson((await server.ask('GET', PATH)).body));
  const [one = 0, two = 0] = await freeOnes(2);
  assert.deepEqual(await server.save(PATH, { ...now, appcommand: one }), SAVED);
  const operator = await Channel.signedIn({ ...server, ports: { ...server.ports, command: one } });
  afterwards(t, () => operator.close());
  const [status] = await server.save(PATH, { ...now, appcommand: 0, http: 70_000 });
  assert.equal(status, 400);
  assert.equal((await operator.get('Q01'))['R'], '1', 'a save that is refused closes nothing');
  assert.deepEqual(await server.save(PATH, { ...now, appcommand: two, streamings: [server.ports.stream, one] }), SAVED);
  await until('the console is gone', () => operator.closed);
  const viewer = await Viewer.open(one, server.admin, '13800000101', { channel: 1 });
  assert.match(viewer.status, /HTTP/, 'the port serves video now');
  viewer.close();
  assert.deepEqual(await server.save(PATH, { ...now, http: one }), SAVED, 'no other program has it');
  assert.deepEqual(await server.save(PATH, now), SAVED);
  assert.equal(await reaches(one), false);
});

test('live video is refused when it is switched off, from the restart on, and only then', async (t) => {
  const { start } = await setUp(t);
  let server = await start();
  const watch = async () => Viewer.open(server.ports.stream, server.admin, '13800000101', { channel: 1 });
  const signOn = async (authCode?: string) => {
    const device = await Device.dial(server.ports.jt808, authCode === undefined ? {} : { authCode });
    afterwards(t, () => device.close());
    device.on(0x9101, ({ header }) => device.reply(header, 0));
    if (authCode === undefined) {
      const operator = await Channel.signedIn(server);
      await operator.get('D01', { I: '13800000101', C: 2 });
      operator.close();
    }
    await device.signOn();
    return device.authCode;
  };
  const code = await signOn();
  const seen = await watch();
  await until('it is asked for', () => seen.states.length > 0);
  seen.close();
  const now = settingOf(asJson((await server.ask('GET', PATH)).body));
  assert.deepEqual(await server.save(PATH, { ...now, disablelivestream: 1 }), SAVED);
  await server.close();
  server = await start();
  await signOn(code);
  const refused = await watch();
  assert.match(refused.status, /403/);
  assert.equal((await server.load(PATH))['disablelivestream'], 1);
});

test('https stands beside http; SSL only sends browsers there, and the ports of sockets speak what the page speaks', async (t) => {
  const { start } = await setUp(t);
  let server = await start();
  const now = settingOf(asJson((await server.ask('GET', PATH)).body));
  const [https = 0, http = 0] = await freeOnes(2);
  assert.deepEqual(await server.save(PATH, { ...now, https, http }), SAVED);
  await server.close();
  server = await start();
  assert.deepEqual([await reaches(http), await secureStatus(https, '/health')], [true, 200]);
  // 426: a port of sockets, by both.
  assert.equal(await secureStatus(server.ports.command, '/'), 426);
  assert.equal((await fetch(`http://${HOST}:${server.ports.command}/`)).status, 426);
  (await Channel.signedIn(server)).close();
  assert.deepEqual(await server.save(PATH, { ...now, https, http, sslonly: 1 }), SAVED);
  await server.close();
  server = await start();
  assert.deepEqual([server.ports.http, server.ports.redirect], [https, http]);
  const led = await fetch(`http://${HOST}:${http}/setting?tab=x`, { redirect: 'manual' });
  assert.deepEqual([led.status, led.headers.get('location')], [307, `https://${HOST}:${https}/setting?tab=x`]);
  const refused = await fetch(`http://${HOST}:${http}/gkserver/protocol`, { method: 'PUT' });
  assert.deepEqual([refused.status, asJson(await refused.json())['message']], [403, 'This server speaks https only.']);
  assert.equal(await secureStatus(https, '/health'), 200);
  await assert.rejects(fetch(`http://${HOST}:${server.ports.command}/`), 'not by plain http any more');
});

test('what nobody has used within two minutes of the restart is taken back; what an administrator has used stays', async (t) => {
  const { startDriven: start, restarts } = await setUp(t);
  let server = await start();
  const now = settingOf(asJson((await server.ask('GET', PATH)).body));
  const [http = 0, other = 0] = await freeOnes(2);
  assert.deepEqual(await server.save(PATH, { ...now, http }), SAVED);
  await server.close();
  server = await start();
  server.clock.advance(119_000);
  assert.equal(await reaches(http), true, 'a visit of nobody proves nothing');
  assert.equal(restarts(), 0);
  server.clock.advance(2000);
  await until('it wants to be started again', () => restarts() === 1);
  await server.close();
  server = await start();
  assert.equal(await reaches(http), false, 'back at what it had');

  assert.deepEqual(await server.save(PATH, { ...now, http }), SAVED);
  await server.close();
  server = await start();
  assert.equal((await server.ask('GET', '/gkserver/network')).status, 200);
  server.clock.advance(300_000);
  await server.close();
  server = await start();
  server.clock.advance(300_000);
  assert.deepEqual([await reaches(http), restarts()], [true, 1], 'proven for good');

  // A port that another program took meanwhile.
  assert.deepEqual(await server.save(PATH, { ...now, http: other }), SAVED);
  await server.close();
  const taken = createTcpServer();
  await listenOn(taken, HOST, other, 'test');
  afterwards(t, () => closeServer(taken));
  server = await start();
  assert.equal(await reaches(http), true, 'it starts, by the ports before');
});

test('saved ports stay where something else keeps the server from starting; a saved https without a certificate is taken back', async (t) => {
  const { start: startOn, data } = await restarted(t);
  const start = (environment: Record<string, string> = {}) =>
    startOn(environment, { sources: new Map(), restart: () => undefined });
  let server = await start();
  const now = settingOf(asJson((await server.ask('GET', PATH)).body));
  const [http = 0, https = 0] = await freeOnes(2);
  assert.deepEqual(await server.save(PATH, { ...now, http }), SAVED);
  await server.close();
  const other = createTcpServer();
  const taken = String(await listenOn(other, HOST, 0, 'test'));
  await assert.rejects(start({ OUTRIDER_MEDIA_LIVE_PORT: taken }), /mediaLivePort/);
  await assert.rejects(start({ OUTRIDER_FILES_PORT: taken }), /filesPort/);
  await closeServer(other);
  server = await start();
  assert.equal(await reaches(http), true, 'what was saved counts');
  assert.equal((await server.ask('GET', '/gkserver/network')).status, 200);

  assert.deepEqual(await server.save(PATH, { ...now, http, https }), SAVED);
  await server.close();
  await mkdir(join(data, 'tls', 'cert.pem'), { recursive: true });
  await writeFile(join(data, 'tls', 'key.pem'), '');
  server = await start();
  assert.deepEqual([await reaches(http), server.ports.https], [true, 0], 'it starts, by what was used last');
});

test('the command that removes the demo starts by ports of its own: saved ones that another program has now are not taken back', async (t) => {
  const { start: startOn, data } = await restarted(t);
  const start = () => startOn({}, { sources: new Map(), restart: () => undefined });
  let server = await start();
  const [http = 0] = await freeOnes(1);
  const now = settingOf(asJson((await server.ask('GET', PATH)).body));
  assert.deepEqual(await server.save(PATH, { ...now, http }), SAVED);
  await server.close();
  const other = createTcpServer();
  await listenOn(other, HOST, http, 'test');
  const removed = await command('remove-demo', data).finally(() => closeServer(other));
  assert.deepEqual(removed, { code: 0, out: '0 vehicles of the demo are removed.' });
  server = await start();
  assert.equal(server.ports.http, http);
  await server.close();
});

test('[A-PROTO-013] http: a restart is for administrators, by session or name and hash, with or without the settings; people stay signed in', async (t) => {
  const { startDriven: start, restarts } = await setUp(t);
  let server = await start();
  const operator = await Channel.open(server.ports.command);
  const { K: token } = await operator.get('Q02', { U: server.admin.user, P: server.admin.hash });
  operator.close();
  const { user: username, hash: password } = server.admin;
  const now = settingOf(asJson((await server.ask('GET', PATH)).body));
  const post = async (input: Json, headers = {}) => {
    const answer = await fetch(`http://${HOST}:${server.ports.http}${REBOOT}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(input),
    });
    return { status: answer.status, body: asJson(await answer.json()) };
  };
  assert.equal((await post(now)).status, 401);
  server.clock.advance(1000);
  assert.equal(restarts(), 0);
  const session = { authorization: `Bearer ${String(token)}` };
  for (const [input, headers] of [
    [now, session],
    [{ username, password }, {}],
  ] as const) {
    const { status, body } = await post(input, headers);
    assert.deepEqual([status, body['hasError'], body['message']], [200, 0, 'The server restarts.']);
  }
  server.clock.advance(1000);
  assert.equal(restarts(), 1, 'once');
  await server.close();
  server = await start();
  const still = await fetch(`http://${HOST}:${server.ports.http}/gkserver/network`, { headers: session });
  assert.equal(still.status, 200, 'the session outlives it');
});

test('[F-CMD-036] ws: S03 restart answers R, then the service restarts; for level 0 alone', async (t) => {
  const { startDriven: start, restarts } = await setUp(t);
  const server = await start();
  const operator = await Channel.signedIn(server);
  await server.app.users.add({
    name: 'eve',
    passwordHash: server.admin.hash,
    level: 1,
    rights: null,
    expiresMs: null,
    groupIds: [],
  });
  const eve = await Channel.signedIn({ ...server, admin: { user: 'eve', hash: server.admin.hash } });
  assert.notEqual((await eve.ask('S03', { A: 'restart' })).at(0)?.['R'], '1');
  server.clock.advance(1000);
  assert.equal(restarts(), 0);
  assert.notEqual((await operator.ask('S03', { A: 'shutdown' })).at(0)?.['R'], '1');
  assert.equal((await operator.get('S03', { A: 'restart' }))['R'], '1');
  server.clock.advance(1000);
  assert.equal(restarts(), 1);
  operator.close();
  eve.close();
});

test('what the environment fixes says by what, and is not changed', async (t) => {
  const { start } = await restarted(t);
  const server = await start();
  const { fixed, ...now } = await server.load(PATH);
  assert.equal(asJson(fixed)['http'], 'OUTRIDER_HTTP_PORT');
  assert.deepEqual(asJson((await httpCall(server.ports.http, 'GET', PATH)).body)['fixed'], {}, 'not told to nobody');
  const [free = 0] = await freeOnes(1);
  const [status, message] = await server.save(PATH, { ...now, http: free });
  assert.equal(status, 400);
  assert.match(String(message), /http: This is set by OUTRIDER_HTTP_PORT/);
  assert.deepEqual(await server.save(PATH, { ...now, https: free }), SAVED, 'what is not fixed is saved beside it');
});
