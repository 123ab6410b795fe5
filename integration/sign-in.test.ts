// Signing in over real sockets: both forms, both ports, the session everywhere, throttling, the end of a session.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { openSqlite } from '../apps/server/src/adapters/sqlite/sqlite.ts';
import { type App, createApp } from '../apps/server/src/app.ts';
import { createLoginLink } from '../apps/server/src/features/session/index.ts';
import { createSessions } from '../apps/server/src/features/session/sessions.ts';
import { createSessionStore } from '../apps/server/src/features/session/store.ts';
import { toPasswordHash } from '../apps/server/src/kernel/access/credentials.ts';
import { createTestLog, silentLog } from '../apps/server/src/kernel/log.ts';
import { type ManualClock, createManualClock } from '../apps/server/src/kernel/manual-clock.ts';
import { afterwards } from './support/cleanup.ts';
import { command as runCommand } from './support/command.ts';
import { Channel, asJson, httpCall } from './support/operator.ts';
import { HOST, startDrivenServer, startServer, temporaryFolder, testConfig } from './support/server.ts';
import { until } from './support/until.ts';

const post = (port: number, path: string, headers: Record<string, string>, method = 'POST', input: unknown = {}) =>
  fetch(`http://${HOST}:${port}${path}`, {
    method,
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(input),
  });

/** The status that answers a WebSocket handshake. */
const upgradeStatus = async (port: number, path: string): Promise<number | undefined> => {
  const headers = {
    connection: 'Upgrade',
    upgrade: 'websocket',
    'sec-websocket-version': '13',
    'sec-websocket-key': 'AAAAAAAAAAAAAAAAAAAAAA==',
  };
  const asked = request({ host: HOST, port, path, headers }).end();
  const [response] = await Promise.race([once(asked, 'response'), once(asked, 'upgrade')]);
  response.destroy();
  return response.statusCode;
};

test('F-CMD-006 Q02 signs in with name and hash on the command port and on the main port, and with a link pair', async (t) => {
  const { app, ports, admin } = await startServer(t);
  for (const [port, path] of [
    [ports.command, '/'],
    [ports.http, '/command'],
  ] as const) {
    const channel = await Channel.open(port, { path });
    const { U, L, F, K } = await channel.get('Q02', { U: admin.user, P: admin.hash });
    assert.deepEqual([U, L], ['admin', 0]);
    assert.match(String(F), /^1+$/);
    assert.ok(String(K).length > 30);
    channel.close();
  }
  const user = app.users.byName('admin');
  const pair = await createLoginLink(app.db.db, user?.id ?? 0, app.clock.now() + 60_000);
  const byLink = await Channel.open(ports.command);
  assert.equal((await byLink.get('Q02', pair))['U'], 'admin');
  const [refused] = await byLink.ask('Q02', { ...pair, h: 'x' });
  assert.equal(refused?.['R'], '401');
});

test('F-CMD-007 F-SRVINFO-001 Q01 tells version, licence, expiry, address, time zone and user', async (t) => {
  const server = await startServer(t, { serverAddress: 'fleet.test' });
  const channel = await Channel.signedIn(server);
  const info = asJson((await channel.get('Q01'))['Z']);
  assert.match(String(info['version']), /^\d+\.\d+\.\d+$/);
  assert.deepEqual(
    [info['maxlicense'], info['expire'], info['serverip'], info['username'], typeof info['timezone']],
    [0, '', 'fleet.test', 'admin', 'number'],
  );
});

test('F-HTTP-001 F-HTTP-002 F-HTTP-003 F-HTTP-013 what a page must know before signing in is told to everyone', async (t) => {
  const { ports, admin } = await startServer(t, { deployment: 'global', captcha: true });
  const get = async (path: string) => (await httpCall(ports.http, 'GET', path)).body;
  assert.deepEqual(await get('/api/server'), { server: 'global' });
  const { command, stream, http, jt808 } = ports;
  assert.deepEqual(await get('/gkserver/protocol'), {
    appcommand: command,
    streamings: [stream],
    heartbeat: jt808,
    http,
    https: 0,
    sslonly: 0,
    disablelivestream: 0,
    fixed: {},
    updateby: '',
    updatetime: 0,
  });
  assert.deepEqual(await get('/gkserver/captcha'), { captcha: 1 });
  const { hash } = admin;
  const channel = await Channel.open(ports.command);
  assert.equal((await channel.ask('Q02', { U: 'admin', P: hash }))[0]?.['R'], '400', 'what is said is asked for');
  assert.deepEqual(await get('/gkserver/videolayout'), { simpleLiveLayout: '4x2', simplePlaybackLayout: '4x2' });
});

test('F-HTTP-003 a server without a captcha answers 0, and lets name and hash in', async (t) => {
  const { ports, admin } = await startServer(t, { captcha: false });
  assert.deepEqual((await httpCall(ports.http, 'GET', '/gkserver/captcha')).body, { captcha: 0 });
  const channel = await Channel.open(ports.command);
  assert.equal((await channel.ask('Q02', { U: admin.user, P: admin.hash }))[0]?.['R'], '1');
});

test('F-AUTH-001 the token of Q02 opens calls as a bearer token and as the cookie made of it, until it is ended', async (t) => {
  // Its time stands still: the look that closes channels of ended sessions comes every few seconds, and Q01 is to be answered before.
  const server = await startDrivenServer(t);
  const { http } = server.ports;
  const channel = await Channel.open(server.ports.command);
  const { K } = await channel.get('Q02', { U: server.admin.user, P: server.admin.hash });
  const bearer = { authorization: `Bearer ${String(K)}` };
  const made = await post(http, '/gkserver/session', bearer);
  const [cookie = ''] = (made.headers.get('set-cookie') ?? '').split(';');
  const own = { cookie, origin: `http://${HOST}:${http}` };
  assert.equal((await post(http, '/gkcommon/userinfo', own)).status, 200);
  assert.equal((await post(http, '/gkcommon/userinfo', { cookie, origin: 'http://evil.test' })).status, 403);
  assert.equal((await post(http, '/gkserver/session', own, 'DELETE')).status, 200);
  assert.equal((await post(http, '/gkcommon/userinfo', bearer)).status, 401);
  const [late] = await channel.ask('Q01');
  assert.equal(late?.['R'], '401');
  await until('the channel is closed', () => channel.closed);
});

test('F-HTTP-004 F-HTTP-005 userinfo tells the account; a changed password closes its channels and the old one is refused', async (t) => {
  const server = await startServer(t);
  const { admin, ports } = server;
  const info = asJson((await httpCall(ports.http, 'POST', '/gkcommon/userinfo', { account: admin })).body);
  assert.deepEqual([info['username'], info['permission'], info['devices']], ['admin', 0, []]);
  const channel = await Channel.signedIn(server);
  const newpass = toPasswordHash('Sesame-2');
  const change = (password: string) =>
    httpCall(ports.http, 'PUT', '/gkserver/passwd', { input: { username: 'admin', password, newpass } });
  assert.equal(asJson((await change(newpass)).body)['hasError'], 1);
  assert.deepEqual((await change(admin.hash)).body, { hasError: 0, message: 'Success' });
  await until('the channel is closed', () => channel.closed);
  assert.equal((await httpCall(ports.http, 'POST', '/gkcommon/userinfo', { account: admin })).status, 401);
  assert.equal((await Channel.signedIn(server, { user: 'admin', hash: newpass })).closed, false);
});

test('guessing is slowed down over calls and commands alike, and nothing secret is logged', async (t) => {
  const log = createTestLog();
  const server = await startDrivenServer(t, {}, { log }); // however long six checks take, its time stands still
  const wrong = toPasswordHash('guess');
  const guess = () =>
    httpCall(server.ports.http, 'POST', '/gkcommon/userinfo', { account: { user: 'admin', hash: wrong } });
  for (let i = 0; i < 5; i += 1) assert.equal((await guess()).status, 401);
  assert.equal((await guess()).status, 429);
  const channel = await Channel.open(server.ports.command);
  const [answer] = await channel.ask('Q02', { U: 'admin', P: server.admin.hash });
  assert.equal(answer?.['R'], '429');
  const logged = JSON.stringify(log.lines);
  for (const secret of [wrong, server.admin.hash, server.app.initialPassword ?? ''])
    assert.ok(!logged.includes(secret));
});

test('a session ends by its time also for an open channel', async (t) => {
  const server = await startDrivenServer(t, { sessionHours: 1 });
  const channel = await Channel.signedIn(server);
  server.clock.advance(3_600_000);
  await until('the channel is closed', () => channel.closed);
});

test('the separate ports serve their socket only, and unknown paths are refused in words', async (t) => {
  const { ports } = await startServer(t);
  for (const [port, path, status] of [
    [ports.stream, '/', 404],
    [ports.http, '/nothing', 404],
    [ports.stream, '/ws.cgi?deviceid=1&channel=1', 401],
    [ports.http, '/ws.cgi?deviceid=1&channel=1', 401],
  ] as const) {
    assert.equal(await upgradeStatus(port, path), status, path);
  }
  assert.equal((await fetch(`http://${HOST}:${ports.command}/`)).status, 426);
});

const HOUR_MS = 3_600_000;

/** A server on a folder that outlives it. */
const runOn = async (t: TestContext, data: string, clock: ManualClock) => {
  const app = await createApp(testConfig(data), { log: silentLog, clock });
  let open = true;
  const close = async (): Promise<void> => {
    if (open) await app.close();
    open = false;
  };
  afterwards(t, close); // before its folder goes
  return { app, close };
};
const signedInWith = async ({ ports }: App, user: string, hash: string): Promise<string> => {
  const channel = await Channel.open(ports.command);
  const { K } = await channel.get('Q02', { U: user, P: hash });
  channel.close();
  return String(K);
};
/** What the page of this origin is told of its browser's session. */
const resumed = async ({ ports }: App, token: string, origin = `http://${HOST}:${ports.http}`) => {
  const headers = { cookie: `outrider_session=${token}`, ...(origin !== '' && { origin }) };
  const { token: own, username } = asJson(await (await post(ports.http, '/gkserver/session/resume', headers)).json());
  return [own === token, own === '', username];
};
const LIVES = (name: string) => [true, false, name];
const OVER = [false, true, ''];

test('a living session goes on by its cookie, for pages of this server only, over a restart, with a hash of it on the disk', async (t) => {
  const data = await temporaryFolder(t);
  const clock = createManualClock();
  const first = await runOn(t, data, clock);
  const K = await signedInWith(first.app, 'admin', toPasswordHash(first.app.initialPassword ?? ''));
  assert.deepEqual(await resumed(first.app, K), LIVES('admin'));
  for (const origin of ['http://evil.test', `http://${HOST}:1`, 'null', ''])
    assert.deepEqual(await resumed(first.app, K, origin), OVER, origin);
  assert.deepEqual(await resumed(first.app, `${K}x`), OVER);
  await first.close();

  const files = (await readdir(data, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile());
  const bytes = await Promise.all(files.map(({ parentPath, name }) => readFile(join(parentPath, name))));
  assert.ok(
    files.some(({ name }) => name.endsWith('.sqlite')),
    'the database was looked at',
  );
  assert.equal(
    bytes.some((each) => each.includes(K)),
    false,
  );

  const { app } = await runOn(t, data, clock);
  assert.deepEqual(await resumed(app, K), LIVES('admin'));
  const channel = await Channel.open(app.ports.command);
  const reply = await channel.get('Q02', { K });
  assert.deepEqual([reply['U'], reply['K'] === K], ['admin', true]);
  clock.advance(11 * HOUR_MS);
  assert.deepEqual(await resumed(app, K), LIVES('admin'));
  clock.advance(HOUR_MS);
  assert.deepEqual(await resumed(app, K), OVER, 'twelve hours are over');
});

test('a password that a command changed while no server runs ends what was signed in, and its sign-in links', async (t) => {
  const data = await temporaryFolder(t);
  const clock = createManualClock();
  const first = await runOn(t, data, clock);
  for (const name of ['ann', 'bob'])
    await first.app.users.add({
      name,
      passwordHash: toPasswordHash(name),
      level: 1,
      rights: new Set(),
      expiresMs: null,
      groupIds: [],
    });
  const admin = await signedInWith(first.app, 'admin', toPasswordHash(first.app.initialPassword ?? ''));
  const [ann, bob] = [
    await signedInWith(first.app, 'ann', toPasswordHash('ann')),
    await signedInWith(first.app, 'bob', toPasswordHash('bob')),
  ];
  await first.close();
  const link = new URL((await runCommand('login-link', data, ['ann'])).out).searchParams;
  await runCommand('reset-admin-password', data);
  await runCommand('change-user', data, ['ann'], { 'password-stdin': '' }, 'Sesame11');
  await runCommand('change-user', data, ['bob'], { level: '2' });

  const { app } = await runOn(t, data, clock);
  assert.deepEqual([await resumed(app, admin), await resumed(app, ann)], [OVER, OVER]);
  assert.deepEqual(await resumed(app, bob), LIVES('bob'), 'what else changes ends nothing');
  const channel = await Channel.open(app.ports.command);
  await assert.rejects(channel.get('Q02', { e: link.get('e'), h: link.get('h') }), /wrong or has expired/);
  assert.notEqual(await signedInWith(app, 'ann', toPasswordHash('Sesame11')), 'undefined');
});

test('who signed out, expired, was removed or has another password does not come back by the cookie', async (t) => {
  const clock = createManualClock();
  const { app } = await runOn(t, await temporaryFolder(t), clock);
  const add = async (name: string, expiresMs: number | null = null) => {
    const passwordHash = toPasswordHash(name);
    const user = await app.users.add({ name, passwordHash, level: 1, rights: new Set(), expiresMs, groupIds: [] });
    const token = await signedInWith(app, name, passwordHash);
    assert.deepEqual(await resumed(app, token), LIVES(name));
    return { user, token, passwordHash };
  };
  const left = await add('left');
  await post(app.ports.http, '/gkserver/session', { authorization: `Bearer ${left.token}` }, 'DELETE');
  assert.deepEqual(await resumed(app, left.token), OVER);

  const lapsed = await add('lapsed', clock.now() + HOUR_MS);
  clock.advance(HOUR_MS);
  assert.deepEqual(await resumed(app, lapsed.token), OVER);

  const removed = await add('removed');
  await app.users.remove(removed.user.id);
  await until('the removed account is nobody', async () => (await resumed(app, removed.token))[1] === true);

  const changed = await add('changed');
  const input = { username: 'changed', password: changed.passwordHash, newpass: toPasswordHash('other') };
  assert.equal((await httpCall(app.ports.http, 'PUT', '/gkserver/passwd', { input })).status, 200);
  assert.deepEqual(await resumed(app, changed.token), OVER);
});

test('the cookie lasts as long as its session, or as the browser where the configuration says so', async (t) => {
  const cookieOf = async (changes: Parameters<typeof startServer>[1]): Promise<string> => {
    const { app, admin, ports } = await startServer(t, changes);
    const K = await signedInWith(app, admin.user, admin.hash);
    const made = await post(ports.http, '/gkserver/session', { authorization: `Bearer ${K}` });
    return made.headers.getSetCookie().find((each) => each.startsWith('outrider_session=')) ?? '';
  };
  assert.match(await cookieOf({}), /; Expires=.*; HttpOnly; SameSite=Strict$/);
  assert.match(
    await cookieOf({ sessionLife: 'browser' }),
    /^outrider_session=[\w-]+; Path=\/; HttpOnly; SameSite=Strict$/,
  );
});

test('a session that another process opened signs in here; one that it ended is out within ten seconds, its channel too', async (t) => {
  const server = await startDrivenServer(t);
  const { app, ports, clock, data } = server;
  const elsewhere = openSqlite(join(data, 'outrider.sqlite'), join(import.meta.dirname, '../apps/server/migrations'));
  afterwards(t, () => elsewhere.close());
  const kit = { store: createSessionStore(elsewhere.db), clock, log: silentLog, lifetimeMs: 3_600_000 };
  const sessions = await createSessions(kit);
  afterwards(t, () => sessions.close());
  const { id, token } = await sessions.create(app.users.byName('admin')?.id ?? 0, HOST);
  const asked = () =>
    fetch(`http://${HOST}:${ports.http}/gkserver/usergroup`, { headers: { cookie: `outrider_session=${token}` } });
  assert.equal((await asked()).status, 200);
  const channel = await Channel.open(ports.command);
  assert.equal((await channel.get('Q02', { K: token }))['U'], 'admin');
  await sessions.end(id);
  assert.equal((await asked()).status, 200, 'not looked for with each request');
  clock.advance(10_000);
  await until('its calls are refused', async () => (await asked()).status === 401);
  await until('its channel is closed', () => channel.closed, { between: () => clock.advance(1000) });
});
