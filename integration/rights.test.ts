// Walks every call and command of the contract: each has a handler, and none answers without the right it needs.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { type Requirement, type Right, calls, commands, rights } from '@outrider/contract';
import { openAccounts } from '../apps/server/src/app.ts';
import { toPasswordHash } from '../apps/server/src/kernel/credentials.ts';
import { Channel, asJson, httpCall } from './support/operator.ts';
import { HOST, type Account, cheapKeeper, type Server, startDrivenServer, startServer } from './support/server.ts';
import { until } from './support/until.ts';

const HASH = toPasswordHash('Sesame-1');

const addAccount = async (server: Server, user: string, level: number, granted: readonly Right[]): Promise<Account> => {
  await server.app.users.add({
    name: user,
    passwordHash: HASH,
    level,
    rights: new Set(granted),
    expiresMs: null,
    groupIds: [1],
  });
  return { user, hash: HASH };
};

const isRight = (requirement: Requirement): requirement is Right => rights.some((right) => right === requirement);
/** Changing the account under test, or ending its session, would disturb the walk: these have tests of their own. */
const inputOf = (call: (typeof calls)[number], account?: Account): unknown =>
  call.path === '/gkserver/passwd' && account
    ? { newpass: account.hash, username: account.user, password: account.hash }
    : { ...call.example.input, username: undefined, password: undefined };

test('every call has one handler, and without a sign-in only the public ones answer', async (t) => {
  // With the verification code on: its picture is made only then.
  const server = await startServer(t, { captcha: true });
  for (const call of calls) {
    const { status, body } = await httpCall(server.ports.http, call.method, call.path, { input: inputOf(call) });
    const expected = call.right === 'public' ? [200, 400] : [401];
    assert.ok(expected.includes(status), `${call.method} ${call.path} answered ${status} ${JSON.stringify(body)}`);
  }
});

/** The status of a call, the credentials as a client gives them that shares no code with ours. */
const statusOf = async (
  server: Server,
  { method, path }: (typeof calls)[number],
  input: object,
  headers: Record<string, string> = {},
): Promise<number> => {
  const query =
    method === 'GET'
      ? `?${new URLSearchParams(Object.entries(input).map(([key, value]) => [key, String(value)]))}`
      : '';
  const { status } = await fetch(`http://${HOST}:${server.ports.http}${path}${query}`, {
    method,
    headers: { ...headers, ...(method !== 'GET' && { 'content-type': 'application/json' }) },
    ...(method !== 'GET' && { body: JSON.stringify(input) }),
  });
  return status;
};

test('[F-AUTH-001] each call that needs a user takes name and hash as well as the session, and no wrong ones', async (t) => {
  const server = await startServer(t, {}, { keeper: cheapKeeper });
  const channel = await Channel.open(server.ports.command);
  const { K } = await channel.get('Q02', { U: server.admin.user, P: server.admin.hash });
  const own = { username: server.admin.user, password: server.admin.hash };
  // Opening and ending the session itself: sign-in.test.ts.
  const walked = calls.filter(({ right, path }) => right !== 'public' && path !== '/gkserver/session');
  assert.ok(walked.length > 10);
  for (const call of walked) {
    const input = Object.fromEntries(
      Object.entries({ ...call.example.input }).filter(([key]) => key !== 'username' && key !== 'password'),
    );
    const name = `${call.method} ${call.path}`;
    const accepted = [
      await statusOf(server, call, { ...input, ...own }),
      await statusOf(server, call, input, { authorization: `Bearer ${String(K)}` }),
    ];
    assert.ok(
      accepted.every((status) => status !== 401 && status !== 403 && status !== 429),
      `${name}: ${accepted.join()}`,
    );
    assert.equal(await statusOf(server, call, input), 401, `${name} with neither`);
    assert.equal(
      await statusOf(server, call, input, { authorization: 'Bearer made-up' }),
      401,
      `${name} with a wrong one`,
    );
  }
  const [first] = walked;
  assert.ok(first);
  assert.equal(await statusOf(server, first, { ...first.example.input, ...own, password: HASH }), 401);
  channel.close();
});

test('every command has one handler, and without a sign-in only Q02 is looked at', async (t) => {
  const server = await startServer(t);
  const channel = await Channel.open(server.ports.command);
  for (const { code, example } of commands) {
    const [answer] = await channel.ask(code, { ...example.input, M: code });
    assert.equal(answer?.['M'], code);
    assert.equal(answer?.['R'], '401', `${code} ${JSON.stringify(answer)}`);
  }
  channel.close();
});

test('each level and each missing right: forbidden where the contract says so, and only there', async (t) => {
  const server = await startServer(t, {}, { keeper: cheapKeeper });
  const walked: [string, number, readonly Right[]][] = [
    ...[1, 2, 3, 7].map((level): [string, number, readonly Right[]] => [`bare${level}`, level, []]),
    ...rights.map((missing): [string, number, readonly Right[]] => [
      `no-${missing}`,
      1,
      rights.filter((right) => right !== missing),
    ]),
  ];
  for (const [name, level, granted] of walked) {
    const account = await addAccount(server, name, level, granted);
    const allowed = (requirement: Requirement): boolean =>
      requirement === 'public' ||
      requirement === 'signed-in' ||
      (requirement === 'level-2' && level <= 2) ||
      (requirement === 'F_gps or P_gppb' && (granted.includes('F_gps') || granted.includes('P_gppb'))) ||
      (isRight(requirement) && granted.includes(requirement));
    for (const call of calls) {
      if (call.path === '/gkserver/passwd') continue;
      const input = inputOf(call, account);
      const { status } = await httpCall(server.ports.http, call.method, call.path, { account, input });
      assert.equal(status === 403, !allowed(call.right), `${name}: ${call.method} ${call.path} answered ${status}`);
    }
    const channel = await Channel.signedIn(server, account);
    for (const { code, right, example } of commands) {
      if (code === 'Q02') continue;
      const [answer] = await channel.ask(code, example.input);
      assert.equal(answer?.['R'] === '403', !allowed(right), `${name}: ${code} answered ${JSON.stringify(answer)}`);
    }
    channel.close();
  }
});

test('[F-HTTP-005] a device of another group is not there for any call or command; what another program changed counts soon', async (t) => {
  const server = await startDrivenServer(t);
  const admin = await Channel.signedIn(server);
  await admin.get('D01', { I: 'OWN', C: 2 });
  await admin.get('D01', { I: 'OTHER', C: 2 });
  const accounts = await openAccounts(server.data);
  const [mine, theirs] = [await accounts.groups.add(1, 'mine'), await accounts.groups.add(1, 'theirs')];
  const database = new DatabaseSync(join(server.data, 'outrider.sqlite'), { readOnly: true });
  const keyOf = (id: string) => Number(database.prepare('SELECT key FROM devices WHERE id = ?').get(id)?.['key']);
  await accounts.groups.setDeviceGroups(keyOf('OWN'), [mine]);
  await accounts.groups.setDeviceGroups(keyOf('OTHER'), [theirs]);
  const account = { user: 'ann', hash: HASH };
  const all = new Set(rights);
  await accounts.users.add({
    name: 'ann',
    passwordHash: HASH,
    level: 1,
    rights: all,
    expiresMs: null,
    groupIds: [mine],
  });
  await accounts.close();
  database.close();
  server.clock.advance(2000);
  const ann = await until('the new account is known', async () => {
    server.clock.advance(2000); // past the throttle of the tries before
    return Channel.signedIn(server, account).catch(() => undefined);
  });
  const { rows } = await ann.list('Q03');
  assert.deepEqual(
    rows.map((row) => row['deviceid']),
    ['OWN'],
  );
  assert.deepEqual(
    (await ann.list('Q11')).rows.map((row) => row['deviceid']),
    ['OWN'],
  );
  const span = { B: 1, E: 2 };
  for (const code of ['Q05', 'Q07', 'Q12', 'Q13']) {
    const [other] = await ann.ask(code, { I: 'OTHER', ...span });
    const [none] = await ann.ask(code, { I: 'NONE', ...span });
    assert.deepEqual([code, other?.['R']], [code, '404']);
    assert.equal(
      String(other?.['Z']).replace('OTHER', ''),
      String(none?.['Z']).replace('NONE', ''),
      'no word tells them apart',
    );
    assert.equal((await ann.get(code, { I: 'OWN', ...span }))['R'], '1');
  }
  const [steered] = await ann.ask('D08', { I: 'OTHER', S: 1 });
  const [nothing] = await ann.ask('D08', { I: 'NONE', S: 1 });
  assert.deepEqual([steered?.['R'], steered?.['Z']], ['404', nothing?.['Z']]);
  for (const path of [
    '/gkdevice/device',
    '/gkdevice/trips',
    '/api/gps',
    '/gkdevice/trackhours',
    '/gkevent/trackevents',
    '/gkdevice/recordlist',
  ]) {
    const input = { deviceid: 'OTHER', start: 1, end: 2, from: 1, to: 2 };
    const { status, body } = await httpCall(server.ports.http, 'POST', path, { account, input });
    assert.equal(asJson(body)['hasError'], 1, `${path} ${status}`);
  }
  const { body } = await httpCall(server.ports.http, 'POST', '/gkcommon/userinfo', { account });
  assert.deepEqual(asJson(body)['devices'], ['OWN']);
  assert.deepEqual(asJson(body)['childrens'], [{ groupid: String(mine), name: 'mine' }]);
});
