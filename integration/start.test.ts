// The program as the administrator meets it: start, refusals in one line, stop, https, and the commands on a data folder.
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { text } from 'node:stream/consumers';
import { type TestContext, test } from 'node:test';
import { type ConnectionOptions, connect as tlsConnect, getCACertificates, setDefaultCACertificates } from 'node:tls';
import { helpText } from '../apps/server/src/cli/index.ts';
import { systemClock } from '../apps/server/src/app.ts';
import { demoKit } from '../apps/server/src/demo-kit.ts';
import { demoWanted, removeDemo, startDemo } from '../apps/server/src/features/demo/index.ts';
import { toPasswordHash } from '../apps/server/src/kernel/access/credentials.ts';
import { errorText } from '../apps/server/src/kernel/errors.ts';
import { createManualClock } from '../apps/server/src/kernel/manual-clock.ts';
import { selfSignedCertificate } from '../apps/server/src/adapters/certificate/certificate.ts';
import { networkAddresses } from '../apps/server/src/features/server/index.ts';
import { command } from './support/command.ts';
import { FREE_PORTS } from './support/free-ports.ts';
import { Channel, asJson, asList, httpCall, type Json } from './support/operator.ts';
import { HOST, type Server, startDrivenServer, startServer, temporaryFolder, testConfig } from './support/server.ts';
import { until } from './support/until.ts';

const MAIN = join(import.meta.dirname, '../apps/server/src/main.mjs');

const spawnMain = (t: TestContext, args: string[]): ChildProcess => {
  const child = spawn(process.execPath, [MAIN, '--host', HOST, '--no-demo', ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  t.after(() => child.kill('SIGKILL'));
  return child;
};

/** Runs to the end and gives exit code and what was said. */
const runMain = async (t: TestContext, args: string[]) => {
  const child = spawnMain(t, args);
  const [out, err, [code]] = await Promise.all([
    child.stdout ? text(child.stdout) : '',
    child.stderr ? text(child.stderr) : '',
    once(child, 'exit'),
  ]);
  return { out, err: err.trim(), code };
};

test('the first start prints where to go, how to sign in, the ports and what to enter; SIGTERM ends it with 0', async (t) => {
  const data = await temporaryFolder(t);
  const child = spawnMain(t, ['--data', data, ...FREE_PORTS]);
  let out = '';
  child.stdout?.setEncoding('utf8').on('data', (said: string) => (out += said));
  await until('the start is told', () => out.includes('In a recorder enter'));
  const password = (await readFile(join(data, 'initial-admin-password'), 'utf8')).trim();
  assert.ok(out.includes(`admin with the password ${password}`));
  const port = Number(/Open http:\/\/127\.0\.0\.1:(\d+)\//.exec(out)?.[1]);
  const account = { user: 'admin', hash: toPasswordHash(password) };
  assert.equal((await httpCall(port, 'POST', '/gkcommon/userinfo', { account })).status, 200);
  assert.match(out, /TCP\+UDP +devices +JT\/T 808 link/);
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  assert.deepEqual(await ended, [0, null]);
});

test('a server whose output can be written nowhere, as into a file on a full disk, runs and ends like any other', async (t) => {
  const data = await temporaryFolder(t);
  const full = openSync('/dev/full', 'w');
  t.after(() => closeSync(full));
  const child = spawn(process.execPath, [MAIN, '--host', HOST, '--no-demo', '--data', data, ...FREE_PORTS], {
    stdio: ['ignore', full, full],
  });
  t.after(() => child.kill('SIGKILL'));
  const ended = once(child, 'exit');
  const port = await until('it runs', async () => {
    assert.equal(child.exitCode, null);
    const noted = await readFile(join(data, 'running.json'), 'utf8').catch(() => '');
    return noted.endsWith('\n') ? Number(asJson(JSON.parse(noted))['httpPort']) : undefined; // it may be half written
  });
  assert.equal((await httpCall(port, 'GET', '/health')).status, 200);
  child.kill('SIGTERM');
  assert.deepEqual(await ended, [0, null]);
});

test('a port in use, a folder that is none, a wrong value and a newer database end the start with one line and 1', async (t) => {
  const data = await temporaryFolder(t);
  const busy = createServer().listen(0, HOST);
  await once(busy, 'listening');
  t.after(() => busy.close());
  const address = busy.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  await writeFile(join(data, 'file'), '');
  await mkdir(join(data, 'newer'));
  const newer = new DatabaseSync(join(data, 'newer/outrider.sqlite'));
  newer.exec('PRAGMA user_version = 9999');
  newer.close();
  const cases: [string[], RegExp][] = [
    [
      ['--data', join(data, 'a'), ...FREE_PORTS, '--jt808-port', String(port)],
      new RegExp(`^Cannot listen on 127\\.0\\.0\\.1:${port} \\(jt808Port\\): the port is in use`),
    ],
    [
      ['--data', join(data, 'b'), ...FREE_PORTS, '--port', String(port)],
      new RegExp(`^Cannot listen on 127\\.0\\.0\\.1:${port} \\(httpPort\\): the port is in use`),
    ],
    [['--data', join(data, 'file/x'), ...FREE_PORTS], /^The data folder .* cannot be used/],
    [['--data', data, '--port', '99999'], /^httpPort \(command line\) must be a port/],
    [['--data', join(data, 'newer'), ...FREE_PORTS], /^outrider\.sqlite was written by a newer version/],
    [['nonsense', '--data', data], /^nonsense is not a command/],
  ];
  for (const [args, message] of cases) {
    const { err, code } = await runMain(t, args);
    assert.equal(code, 1, args.join(' '));
    assert.match(err, message);
    assert.equal(err.split('\n').length, 1, err);
  }
});

test('help names every setting and command', () => {
  const help = helpText();
  for (const word of [
    '--jt808-port',
    'OUTRIDER_TLS_CERT',
    'sessionHours',
    'reset-admin-password',
    'systemd',
    'restore',
  ])
    assert.ok(help.includes(word), word);
});

test('with a self-signed certificate all three browser ports speak https to the one who trusts it, and the cookie is Secure', async (t) => {
  const { ports, app, admin, data } = await startServer(t, { tls: 'self-signed' });
  assert.equal(app.secure, true);
  const before = getCACertificates();
  t.after(() => setDefaultCACertificates(before));
  setDefaultCACertificates([await readFile(join(data, 'tls/cert.pem'), 'utf8')]);
  const channel = new WebSocket(`wss://${HOST}:${ports.command}/`);
  await once(channel, 'open');
  channel.send(`${JSON.stringify({ M: 'Q02', U: admin.user, P: admin.hash })}\n`);
  const [{ data: said }] = await once(channel, 'message');
  const { K } = asJson(JSON.parse(String(said)));
  channel.close();
  const made = await fetch(`https://${HOST}:${ports.http}/gkserver/session`, {
    method: 'POST',
    headers: { authorization: `Bearer ${String(K)}` },
  });
  assert.match(made.headers.get('set-cookie') ?? '', /HttpOnly; Secure; SameSite=Strict/);
  assert.equal((await fetch(`https://localhost:${ports.stream}/`)).status, 426);
  const page = await fetch(`https://localhost:${ports.http}/health`);
  assert.equal(page.headers.get('strict-transport-security'), null, 'it is of our own making');
  assert.equal(page.headers.get('cross-origin-opener-policy'), 'same-origin');
  const handshake = async (options: ConnectionOptions): Promise<string> => {
    const socket = tlsConnect({ host: HOST, port: ports.http, rejectUnauthorized: false, ...options });
    try {
      await once(socket, 'secureConnect');
      return `${socket.getProtocol()} ${socket.getCipher().name}`;
    } catch (error) {
      return errorText(error);
    } finally {
      socket.destroy();
    }
  };
  const old = { maxVersion: 'TLSv1.2', minVersion: 'TLSv1.2' } as const;
  assert.match(await handshake({}), /^TLSv1\.3 /);
  assert.match(await handshake(old), /^TLSv1\.2 ECDHE-ECDSA-.*(GCM|POLY1305)/);
  for (const ciphers of ['ECDHE-ECDSA-AES128-SHA256', 'ECDHE-ECDSA-AES256-SHA', 'AES128-GCM-SHA256'])
    assert.match(await handshake({ ...old, ciphers }), /handshake failure|alert/, ciphers);
  assert.doesNotMatch(await handshake({ minVersion: 'TLSv1.1', maxVersion: 'TLSv1.1' }), /^TLSv1/);
});

test('a certificate is renewed before it ends while the server runs, for all three ports', async (t) => {
  const data = await temporaryFolder(t);
  const DAY_MS = 86_400_000;
  // Of one that was made a year ago thirty days and three hours are left.
  const nowMs = createManualClock().now() - 366 * DAY_MS + 3 * 3_600_000;
  const names = ['localhost', '127.0.0.1', ...networkAddresses()];
  await selfSignedCertificate(data, names, { ...systemClock, now: () => nowMs });
  const { ports, clock } = await startDrivenServer(t, { tls: 'self-signed', data });
  const serialOf = async (port: number): Promise<string> => {
    const socket = tlsConnect({ host: HOST, port, rejectUnauthorized: false });
    await once(socket, 'secureConnect');
    const { serialNumber } = socket.getPeerCertificate();
    socket.destroy();
    return serialNumber;
  };
  const serials = () => Promise.all([ports.http, ports.command, ports.stream].map(serialOf));
  const before = await serials();
  assert.equal(new Set(before).size, 1);
  clock.advance(6 * 3_600_000);
  await until('another one is met', async () => (await serials()).every((serial) => serial !== before[0]));
  assert.equal(new Set(await serials()).size, 1);
});

test('a request that is no socket is answered with where to go on the socket ports, and addresses that cannot be read are no failure', async (t) => {
  const { ports } = await startServer(t);
  for (const port of [ports.command, ports.stream])
    for (const path of ['/', '/%', '/any?x=1']) {
      const response = await fetch(`http://${HOST}:${port}${path}`);
      assert.equal(response.status, 426);
      assert.equal(response.headers.get('upgrade'), 'websocket');
      assert.equal(await response.text(), `This port speaks WebSocket only. The console is at port ${ports.http}.\n`);
    }
  const odd = await fetch(`http://${HOST}:${ports.http}/%`);
  assert.deepEqual([odd.status, asJson(await odd.json())['code']], [400, 'invalid']);
  assert.notEqual((await fetch(`http://${HOST}:${ports.http}/`)).status, 500);
});

test('reset-admin-password works beside the running server, which takes it over, and the first password file goes', async (t) => {
  const server = await startServer(t);
  const channel = await Channel.signedIn(server);
  const { out } = await command('reset-admin-password', server.data);
  const hash = toPasswordHash(/Password of admin: (\S+)/.exec(out)?.[1] ?? '');
  await until('the channel of the old password is closed', () => channel.closed);
  assert.equal((await Channel.signedIn(server, { user: 'admin', hash })).closed, false);
  await assert.rejects(readFile(join(server.data, 'initial-admin-password')), { code: 'ENOENT' });
  await assert.rejects(command('reset-admin-password', server.data, [], { 'password-stdin': '' }, 'short'), {
    name: 'StartError',
    message: /at least 8 characters/,
  });
});

test('add-user and login-link make what signs in; wrong names, levels, rights, groups and options are told', async (t) => {
  const server = await startServer(t);
  const added = await command(
    'add-user',
    server.data,
    ['ann'],
    { level: '2', 'password-stdin': '', rights: 'P_live' },
    'Sesame11\n',
  );
  assert.equal(added.code, 0);
  const account = { user: 'ann', hash: toPasswordHash('Sesame11') };
  await until('the account is known', () => server.app.users.byName('ann') !== undefined);
  const channel = await Channel.signedIn(server, account);
  const link = new URL((await command('login-link', server.data, ['ann'])).out);
  assert.equal(link.origin, `http://${HOST}:${server.ports.http}`, 'the port it really has');
  const byLink = await Channel.open(server.ports.command);
  const pair = { e: link.searchParams.get('e'), h: link.searchParams.get('h') };
  assert.deepEqual([(await byLink.get('Q02', pair))['U'], channel.closed], ['ann', false]);
  const refusals: [string[], Record<string, string>, RegExp][] = [
    [['ann'], {}, /already/],
    [['bob'], { level: '9' }, /^level must be/],
    [['bob'], { rights: 'P_none' }, /P_none is no right/],
    [['bob'], { groups: '77' }, /no such group. Groups: 1 /],
    [['bob'], { expires: '2030-02-31' }, /^expires must be a day/],
    [['bob'], { colour: 'red' }, /--colour is not known here/],
    [[], {}, /^Usage: add-user NAME/],
  ];
  for (const [words, options, message] of refusals)
    await assert.rejects(command('add-user', server.data, words, options), { name: 'StartError', message });
  await assert.rejects(command('login-link', server.data, ['nobody']), { message: /no account named nobody/ });
});

test('a change of an account that is refused for its password changes nothing; a group that is named twice is named', async (t) => {
  const { data } = await startServer(t);
  await command('add-user', data, ['ann'], { level: '2', groups: '1,1', 'password-stdin': '' }, 'Sesame11');
  const listed = async (): Promise<string | undefined> =>
    (await command('list-users', data)).out.split('\n').find((line) => line.startsWith('ann'));
  const before = await listed();
  assert.match(before ?? '', /^ann; level 2; groups 1; never expires/);
  await assert.rejects(command('change-user', data, ['ann'], { level: '3', 'password-stdin': '' }, 'short'), {
    name: 'StartError',
    message: /at least 8 characters/,
  });
  assert.equal(await listed(), before);
});

test('check tells soundness, space and permissions, and fails when secrets lie open', async (t) => {
  const server = await startServer(t);
  const fine = await command('check', server.data);
  assert.deepEqual([fine.code, /WRONG/.test(fine.out)], [0, false], fine.out);
  assert.match(fine.out, /outrider\.sqlite: schema \d+, sound/);
  assert.match(fine.out, /A server is running/);
  assert.match(fine.out, /0 files of recorders, 0 of them read whole: none missing or altered/);
  await chmod(join(server.data, 'initial-admin-password'), 0o644);
  const open = await command('check', server.data);
  assert.equal(open.code, 1);
  assert.match(open.out, /WRONG initial-admin-password can be read by others/);
  await assert.rejects(command('check', '/nonexistent'), { message: /no data folder of Outrider/ });
});

test('systemd prints a unit with this installation and data folder', async () => {
  const { out } = await command('systemd', '/srv/out rider');
  assert.match(out, /^ExecStart=".+" ".+main\.mjs" --no-demo --data "\/srv\/out rider"$/m);
  assert.match(out, /^Restart=on-failure$/m);
  assert.match(out, /^RequiresMountsFor="\/srv\/out rider"$/m, 'an unmounted disk is no new installation');
});

/** Somebody has asked for footage of yesterday, watched and talked; yesterday has its events. */
const lookedAround = async (server: Server): Promise<void> => {
  const day = 86_400;
  const zone = 8 * 3600;
  const today = Math.floor((Date.now() / 1000 + zone) / day) * day - zone;
  const ask = async (method: string, path: string, input: Json): Promise<unknown> =>
    (await httpCall(server.ports.http, method, path, { account: server.admin, input })).body;
  const within = { deadlineMs: 90_000 };
  const tasks = async (): Promise<Json[]> => asList(await ask('GET', '/gkevent/customevent', {}));
  await until('the footage of both is fetched', async () => (await tasks()).length === 2, within);
  await until('and kept', async () => (await tasks()).every(({ state }) => state === 'done'), within);
  const start = today - day + 9 * 3600;
  for (const { start: from, footage } of await tasks()) {
    assert.equal(from, start, 'nine in the morning of yesterday, by the recorders');
    assert.deepEqual(
      asList(footage).map((kept) => [kept['channel'], kept['start'], kept['end']]),
      [
        [1, start, start + 6],
        [2, start, start + 6],
      ],
    );
  }
  const yesterday = { deviceid: '13800000101', start: today - day, end: today };
  await until(
    'yesterday has its events',
    async () => asList(await ask('POST', '/gkevent/trackevents', yesterday)).length >= 4,
    within,
  );
  const now = Math.ceil(Date.now() / 1000);
  const logged = async (path: string): Promise<number> =>
    asList(await ask('POST', path, { afterUpdatetime: now - 3600, beforeUpdatetime: now + 60 })).length;
  await until('what was watched stands in the log', async () => (await logged('/gklog/uslog')) >= 2, within);
  await until('what was said stands in the log', async () => (await logged('/gklog/talklog')) >= 2, within);
};

test('the demo registers its vehicles once, they come online, are recorded and bring roads; removed, it stays away', async (t) => {
  const server = await startServer(t, { demoVehicles: 2, recordReserve: 0 });
  const kit = { ...demoKit(server.app, testConfig(server.data, { demoVehicles: 2 })), footageSeconds: 6 };
  const channel = await Channel.signedIn(server);
  const devices = async () => (await channel.list('Q03')).rows;
  const demo = await startDemo(kit);
  t.after(() => demo.close());
  assert.deepEqual(
    (await devices()).map((row) => row['vehicleid']),
    ['TRK-101', 'TRK-102'],
  );
  await until('both are online', async () => (await devices()).every((row) => row['status'] === 1), {
    deadlineMs: 60_000,
  });
  await lookedAround(server);
  const { recordings } = server.app;
  await until('both are recorded', () => recordings.metrics()['recording_channels'] === 8, { deadlineMs: 60_000 });
  const { groups, users } = server.app;
  const ofDemo = () => groups.list().map(({ name }) => name);
  assert.deepEqual(ofDemo().slice(-2), ['North', 'South']);
  const [north] = groups.list().filter(({ name }) => name === 'North');
  assert.deepEqual([users.byName('dispatcher')?.level, users.byName('dispatcher')?.groupIds], [2, [north?.id]]);
  assert.deepEqual(
    [1, 2].map((key) => groups.groupsOf(key).length),
    [1, 1],
    'each vehicle is in one of them',
  );
  const firstLayout = async () =>
    asJson((await httpCall(server.ports.http, 'GET', '/gkserver/firstlayout', { account: server.admin })).body);
  assert.deepEqual(
    asList((await firstLayout())['tiles']).map((tile) => [tile['deviceid'], tile['channel']]),
    ['13800000101', '13800000102'].flatMap((id) => [1, 2, 0].map((number) => [id, number])),
    'the tree view begins with both',
  );
  const roads = await httpCall(server.ports.http, 'GET', '/map/roads.geojson');
  assert.equal(asJson(roads.body)['type'], 'FeatureCollection');
  await demo.close();
  await channel.get('D02', { I: '13800000101' });
  const again = await startDemo(kit);
  await again.close();
  const registered = (await devices()).filter((row) => row['registered'] === 1);
  assert.deepEqual(
    registered.map((row) => row['deviceid']),
    ['13800000102'],
    'what the operator removed stays removed',
  );
  assert.equal(ofDemo().filter((name) => name === 'North').length, 1, 'once');
  await removeDemo(kit);
  assert.deepEqual(await firstLayout(), { name: '', tiles: [] });
  assert.deepEqual([ofDemo().includes('North'), users.byName('dispatcher')], [false, undefined]);
  assert.equal((await devices()).filter((row) => row['registered'] === 1).length, 0);
  assert.equal(demoWanted(server.app.settings), false);
  assert.deepEqual(await recordings.reader.spans(2, [1, 2, 3, 4], 0, Number.MAX_SAFE_INTEGER), []);
});
