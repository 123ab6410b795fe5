// Groups, permission sets and accounts made by command line beside a running server, and what they change for who is signed in.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { rights } from '@outrider/contract';
import { systemClock } from '../apps/server/src/app.ts';
import { runCommand } from '../apps/server/src/cli/index.ts';
import { configWith } from '../apps/server/src/config.ts';
import { createLoginLink } from '../apps/server/src/features/session/index.ts';
import { toPasswordHash } from '../apps/server/src/kernel/access/credentials.ts';
import { Channel, asJson, asList, httpCall } from './support/operator.ts';
import { HOST, type Server, startDrivenServer, startServer } from './support/server.ts';
import { until } from './support/until.ts';

const PASSWORD = 'Sesame11';
const HASH = toPasswordHash(PASSWORD);

/** Runs a command on the data folder of a running server, which takes the change over. */
const run = async (server: Server, line: string, options: Record<string, string> = {}): Promise<string> => {
  const printed: string[] = [];
  const [name = '', ...words] = line.split(' ');
  await runCommand(name, {
    config: configWith({ data: server.data }),
    words,
    options,
    clock: systemClock,
    print: (text) => void printed.push(text),
    readInput: () => Promise.resolve(PASSWORD),
  });
  return printed.join('\n');
};

/** ann reaches the group north (2) with coast (3) below; other devices are in the group south (4) or in none. */
const fleet = async (server: Server) => {
  const admin = await Channel.signedIn(server);
  for (const id of ['N1', 'C1', 'S1', 'FREE']) await admin.get('D01', { I: id, C: 2 });
  assert.equal(await run(server, 'add-group north'), 'The group 2 north is added.');
  await run(server, 'add-group coast', { parent: '2' });
  await run(server, 'add-group south');
  for (const [id, groups] of [
    ['N1', '2'],
    ['C1', '3'],
    ['S1', '4'],
  ] as const)
    await run(server, `put-device-in-group ${id}`, { groups });
  await run(server, 'add-user ann', { level: '2', groups: '2', 'password-stdin': '' });
  // Both are read at once, and either may be there first. S1 is the third device.
  await until(
    'the account and the groups are known',
    () => server.app.users.byName('ann') !== undefined && server.app.groups.groupsOf(3).includes(4),
  );
  return { admin, ann: { user: 'ann', hash: HASH } };
};

test('F-HTTP-006 F-HTTP-009 groups and their devices are told as far as the account reaches, descendants included', async (t) => {
  const server = await startServer(t);
  const { ann } = await fleet(server);
  const list = async (account: typeof ann) => {
    const { body } = await httpCall(server.ports.http, 'GET', '/gkserver/usergroup', { account });
    return asList(body).map(({ updatetime: _version, ...group }) => group);
  };
  assert.deepEqual(await list(ann), [
    { groupid: '2', parentid: null, name: 'north' },
    { groupid: '3', parentid: '2', name: 'coast' },
  ]);
  assert.deepEqual(await list(server.admin), [
    { groupid: '1', parentid: null, name: 'All devices' },
    { groupid: '2', parentid: '1', name: 'north' },
    { groupid: '3', parentid: '2', name: 'coast' },
    { groupid: '4', parentid: '1', name: 'south' },
  ]);
  const devicesIn = async (groupid: unknown, account = ann) =>
    httpCall(server.ports.http, 'POST', '/gkcommon/groupdevicelist', { account, input: { groupid } });
  assert.deepEqual((await devicesIn('2')).body, ['N1', 'C1']);
  assert.deepEqual((await devicesIn(3)).body, ['C1']);
  assert.deepEqual((await devicesIn('1', server.admin)).body, ['N1', 'C1', 'S1', 'FREE']);
  const [others, none] = [await devicesIn('4'), await devicesIn('99')];
  assert.deepEqual([others.status, others.body], [404, none.body], 'a group out of reach is not there');
  assert.equal((await devicesIn('x')).status, 400);
  assert.equal((await httpCall(server.ports.http, 'GET', '/gkserver/usergroup')).status, 401);
});

test('a group moved, a device taken out and a permission set changed by command count for who is signed in', async (t) => {
  const server = await startServer(t);
  const { ann } = await fleet(server);
  const devices = async () => {
    const channel = await Channel.signedIn(server, ann).catch(() => undefined);
    const rows = channel === undefined ? [] : (await channel.list('Q03')).rows;
    channel?.close();
    return rows.map((row) => row['deviceid']).join();
  };
  assert.equal(await devices(), 'N1,C1');
  await run(server, 'change-group 3', { parent: '1', name: 'shore' });
  await until('the moved group is out of reach', async () => (await devices()) === 'N1');
  await run(server, 'put-device-in-group S1', { groups: '2,4' });
  await until('a device in two groups is reached by one', async () => (await devices()) === 'N1,S1');
  await run(server, 'remove-group 2');
  await until('the account is in no group', () => server.app.users.byName('ann')?.groupIds.length === 0);
  await until('without the group nothing is reached', async () => (await devices()) === '');
  assert.equal(await run(server, 'list-groups'), '1 All devices\n  3 shore\n  4 south');
  const channel = await Channel.signedIn(server, ann);
  await run(server, 'set-rights 2', { rights: 'P_dash', name: 'Guard' });
  const { F } = await until('the rights of now are told', () => channel.pushes.find(({ M }) => M === 'P04'));
  assert.equal(F, `1${'0'.repeat(rights.length - 1)}`);
  const listed = await run(server, 'list-users');
  assert.match(listed, /^admin; level 0; all devices; never expires; all rights$/m);
  assert.match(listed, /^ann; level 2; groups none; never expires; P_dash$/m);
  assert.match(listed, /^permission set 2 Guard; P_dash$/m);
  await run(server, 'change-user ann', { level: '1', groups: '4', rights: 'P_live,F_gps', expires: '2099-12-31' });
  await until('the level of now is told', () => channel.pushes.find(({ M, L }) => M === 'P04' && L === 1));
  assert.equal(channel.closed, false);
  assert.match(
    await run(server, 'list-users'),
    /^ann; level 1; groups 4; expires 2100-01-01T00:00:00.000Z; P_live,F_gps$/m,
  );
  await run(server, 'remove-user ann');
  await until('the account is gone', () => server.app.users.byName('ann') === undefined);
  await until('and with it what it had open', () => channel.closed);
});

test('commands refuse what is not there, a circle of groups, and the end of admin', async (t) => {
  const server = await startServer(t);
  await fleet(server);
  for (const [line, options, message] of [
    ['add-group', {}, /^Usage: add-group NAME/],
    ['add-group x', { parent: '9' }, /no such group. Groups: 1 All devices, 2 north/],
    ['change-group 2', { parent: '3' }, /cannot lie below itself/],
    ['remove-group 1', {}, /root group cannot be removed/],
    ['put-device-in-group NONE', { groups: '2' }, /no device NONE/],
    ['put-device-in-group N1', {}, /^Usage: put-device-in-group/],
    ['change-user admin', { level: '2' }, /admin stays an administrator/],
    ['change-user ann', { expires: '2030-13-01' }, /expires must be a day like/],
    ['remove-user admin', {}, /admin cannot be removed/],
    ['remove-user nobody', {}, /no account named nobody/],
    ['set-rights 0', { rights: 'none' }, /^Usage: set-rights/],
    ['set-rights 2', { rights: 'P_none' }, /P_none is no right/],
  ] as const)
    await assert.rejects(run(server, line, { ...options }), { name: 'StartError', message });
});

test('F-HTTP-011 an expired account: verifyUser says so, Q02 refuses with R 419, a new password renews it', async (t) => {
  const server = await startDrivenServer(t, { passwordDays: 90 });
  const { http } = server.ports;
  const expiresMs = server.clock.now() + 1000;
  const account = { user: 'temp', hash: HASH };
  await server.app.users.add({ name: 'temp', passwordHash: HASH, level: 1, rights: null, expiresMs, groupIds: [1] });
  server.clock.advance(1000);
  const body = { username: 'temp', password: HASH };
  const verify = async (input: object) =>
    asJson((await httpCall(http, 'POST', '/gkserver/verifyUser', { input })).body)['result'];
  assert.deepEqual(
    [await verify(body), await verify({ ...body, password: toPasswordHash('wrong') })],
    ['expired', 'invalid'],
  );
  const channel = await Channel.open(server.ports.command);
  const signIn = async (P: string) => (await channel.ask('Q02', { U: 'temp', P }))[0]?.['R'];
  assert.equal(await signIn(HASH), '419');
  const called = await httpCall(http, 'POST', '/gkcommon/userinfo', { account });
  assert.deepEqual([called.status, asJson(called.body)['code']], [401, 'expired']);
  const newpass = toPasswordHash('Sesame22');
  const changed = await httpCall(http, 'PUT', '/gkserver/passwd', { input: { ...body, newpass } });
  assert.deepEqual(changed.body, { hasError: 0, message: 'Success' });
  assert.deepEqual([await signIn(HASH), await signIn(newpass)], ['401', '1']);
});

test('a dropped connection comes back with the token of its session although the captcha is on', async (t) => {
  const server = await startDrivenServer(t, { captcha: true });
  const user = server.app.users.byName('admin');
  const pair = await createLoginLink(server.app.db.db, user?.id ?? 0, server.clock.now() + 60_000);
  const first = await Channel.open(server.ports.command);
  const { K: token } = await first.get('Q02', pair);
  first.close();
  server.clock.advance(600_000);
  const channel = await Channel.open(server.ports.command);
  const letters = { U: server.admin.user, P: server.admin.hash };
  assert.equal((await channel.ask('Q02', letters))[0]?.['R'], '400', 'name and password need a captcha');
  const answer = await channel.get('Q02', { K: token });
  assert.deepEqual([answer['U'], answer['K']], ['admin', token]);
  assert.equal((await channel.get('Q01'))['R'], '1');
  assert.equal(answer['T'], Math.floor(server.clock.now() / 1000) + 12 * 3600);
  assert.equal((await channel.ask('Q02', { K: 'x' }))[0]?.['R'], '401');
});

test('F-HTTP-010 external pages are told as configured to who is signed in, and only they may be shown inside', async (t) => {
  const iframes = [
    { title: 'Weather', url: 'https://weather.test/map?x=1' },
    { title: 'Own', url: '/own.html' },
  ];
  const server = await startServer(t, { iframes });
  const { http } = server.ports;
  assert.deepEqual((await httpCall(http, 'GET', '/gkserver/iframes', { account: server.admin })).body, iframes);
  assert.equal((await httpCall(http, 'GET', '/gkserver/iframes')).status, 401);
  const policy = (await fetch(`http://${HOST}:${http}/gms.js`)).headers.get('content-security-policy') ?? '';
  assert.match(policy, /frame-src 'self' https:\/\/weather\.test;/);
});
