// Holds contract and server against a table written by hand (support/rights-table.ts), and walks everything that can be asked for without
// a sign-in. With levels, flags and groups: rights-matrix.test.ts. What is of other groups: rights-of-groups.test.ts.
import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { type Requirement, calls, commands, pushes, rights } from '@outrider/contract';
import { toPasswordHash } from '../apps/server/src/kernel/access/credentials.ts';
import { knock } from './support/doors.ts';
import { Channel } from './support/operator.ts';
import { type Needs, callDoors, commandDoors, otherDoors, pushDoors } from './support/rights-table.ts';
import { HOST, cheapKeeper, type Server, startServer, temporaryFolder } from './support/server.ts';

const HASH = toPasswordHash('Sesame-1');

const bare = (requirement: Requirement): Needs => {
  if (requirement === 'public') return 'nothing';
  if (requirement === 'signed-in') return 'sign-in';
  if (requirement === 'admin') return { level: 0 };
  if (requirement === 'level-1') return { level: 1 };
  if (requirement === 'level-2') return { level: 2 };
  if (requirement === 'F_lmdvrs_deleteall and F_lmdvrs_deleterecord')
    return [['F_lmdvrs_deleteall'], ['F_lmdvrs_deleterecord']];
  return requirement === 'F_gps or P_gppb' ? [['F_gps', 'P_gppb']] : [[requirement]];
};

const namesOf = (doors: readonly { name: string }[]): string[] => doors.map(({ name }) => name).toSorted();

test('the contract asks for what the table says, and neither knows a call, command or push that the other does not', () => {
  const calling = calls.map(({ method, path, right }) => ({ name: `${method} ${path}`, needs: bare(right) }));
  const commanding = commands.map(({ code, right }) => ({ name: code, needs: bare(right) }));
  const inOrder = (doors: readonly { name: string; needs: Needs }[]) =>
    doors.map(({ name, needs }) => ({ name, needs })).toSorted((a, b) => (a.name < b.name ? -1 : 1));
  assert.deepEqual(inOrder(calling), inOrder(callDoors));
  assert.deepEqual(inOrder(commanding), inOrder(commandDoors));
  assert.deepEqual(pushes.map(({ code }) => code).toSorted(), namesOf(pushDoors));
  const flags = [...callDoors, ...commandDoors, ...otherDoors].flatMap(({ needs }) =>
    Array.isArray(needs) ? needs.flat() : [],
  );
  assert.deepEqual(
    flags.filter((name) => !rights.some((right) => right === name)),
    [],
    'each flag is a right',
  );
});

const startWithPages = async (t: TestContext, changes: Parameters<typeof startServer>[1] = {}): Promise<Server> => {
  const consoleFolder = await temporaryFolder(t);
  await writeFile(join(consoleFolder, 'index.html'), '<html></html>');
  return startServer(t, changes, { keeper: cheapKeeper, consoleFolder });
};

/** A route of Fastify beside those of GET, and the methods that web.cgi and its like refuse. */
const isItsOwn = (door: string): boolean => !door.startsWith('HEAD ') && !/ \/\w+\.cgi$/.test(door);

test('the server answers to what is in the table and to nothing else; without a sign-in only what needs none', async (t) => {
  // With the verification code on: its picture is made only then.
  const server = await startWithPages(t, { captcha: true });
  const doors = [...callDoors, ...commandDoors, ...otherDoors];
  const named = namesOf(doors).map((name) => name.replaceAll(/\{(\w+)\}/g, ':$1'));
  assert.deepEqual(server.app.doors.filter(isItsOwn).toSorted(), named.toSorted());
  const channel = await Channel.open(server.ports.command);
  for (const door of doors) {
    if (door.name === 'Q02') continue; // the sign-in itself: sign-in.test.ts
    const { status, words } = await knock(server, door, { channel });
    const expected = door.needs === 'nothing' ? [200, 400, 404] : [401];
    assert.ok(expected.includes(status), `${door.name} answered ${status} ${words.slice(0, 200)}`);
  }
  for (const path of ['/web.cgi', '/fw.cgi'])
    for (const method of ['POST', 'PUT', 'DELETE'])
      assert.equal((await fetch(`http://${HOST}:${server.ports.http}${path}`, { method })).status, 405);
  channel.close();
});

/** What is answered to who is not signed in, by the readings; the last three check a password or a cookie themselves. */
const OPEN = [
  '/api/server',
  '/gkserver/protocol',
  '/gkserver/captcha',
  '/gkserver/captcha/image',
  '/gkserver/videolayout',
  '/i18n/config',
  '/gkserver/passwd',
  '/gkserver/verifyUser',
  '/gkserver/session/resume',
];

/** The status of a call, the credentials as a client gives them that shares no code with ours. */
const statusOf = async (
  server: Server,
  { method, path }: (typeof calls)[number],
  input: object,
  headers: Record<string, string> = {},
  fields: object = {},
): Promise<number> => {
  const asked = Object.entries({ ...fields, ...(method === 'GET' && input) });
  const query = `?${new URLSearchParams(asked.map(([key, value]) => [key, String(value)]))}`;
  const { status } = await fetch(`http://${HOST}:${server.ports.http}${path}${query}`, {
    method,
    headers: { ...headers, ...(method !== 'GET' && { 'content-type': 'application/json' }) },
    ...(method !== 'GET' && { body: JSON.stringify(input) }),
  });
  return status;
};

test('[F-AUTH-001 E-APP-003] http: each call that needs a user takes name and hash, in its body or its query, as well as the session, and no wrong ones', async (t) => {
  const acmeDirectory = `https://${HOST}:9/nobody`; // 503: it was asked, and is not there
  const server = await startServer(t, { acmeDirectory }, { keeper: cheapKeeper, restart: () => undefined });
  const channel = await Channel.open(server.ports.command);
  const { K } = await channel.get('Q02', { U: server.admin.user, P: server.admin.hash });
  const own = { username: server.admin.user, password: server.admin.hash };
  // Opening and ending the session itself: sign-in.test.ts. What takes a file has no body for name and hash: firmware.test.ts.
  const walked = calls.filter(
    ({ right, path, upload }) => right !== 'public' && path !== '/gkserver/session' && upload === undefined,
  );
  assert.ok(walked.length > 10);
  assert.deepEqual(
    [...new Set(calls.flatMap(({ right, path }) => (right === 'public' ? [path] : [])))].toSorted(),
    OPEN.toSorted(),
  );
  for (const call of walked) {
    const input = Object.fromEntries(
      Object.entries({ ...call.example.input }).filter(([key]) => key !== 'username' && key !== 'password'),
    );
    const name = `${call.method} ${call.path}`;
    const accepted = [
      await statusOf(server, call, { ...input, ...own }),
      await statusOf(server, call, input, {}, own),
      await statusOf(server, call, input, { authorization: `Bearer ${String(K)}` }),
    ];
    assert.ok(
      accepted.every(
        (status) => status !== 401 && status !== 403 && status !== 429 && (status < 500 || status === 503),
      ),
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
