// What one address and one account may hold open on the browser ports, over real sockets.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { request } from 'node:http';
import { type Socket, connect } from 'node:net';
import { test } from 'node:test';
import { Channel, asJson, httpCall } from './support/operator.ts';
import { HOST, type Account, startServer } from './support/server.ts';
import { until } from './support/until.ts';

const UPGRADE = {
  connection: 'Upgrade',
  upgrade: 'websocket',
  'sec-websocket-version': '13',
  'sec-websocket-key': 'AAAAAAAAAAAAAAAAAAAAAA==',
};

/** The answer to an upgrade: an open socket or a refusal in words. */
const openSocket = async (port: number, path: string): Promise<{ status: number; text: string; end: () => void }> => {
  const asked = request({ host: HOST, port, path, headers: UPGRADE, agent: false }).end();
  const [response, socket] = await Promise.race([once(asked, 'response'), once(asked, 'upgrade')]);
  if (response.statusCode === 101) return { status: 101, text: '', end: () => socket.destroy() };
  let text = '';
  for await (const chunk of response) text += String(chunk);
  return { status: response.statusCode, text, end: () => undefined };
};

const metric = async (port: number, account: Account, name: string): Promise<number> => {
  const { body } = await httpCall(port, 'GET', '/metrics', { account });
  return Number(new RegExp(`^outrider_${name} (\\d+)$`, 'm').exec(String(body))?.[1]);
};

test('one address holds so many connections on all web ports together; the next is refused in words, and counted', async (t) => {
  const { ports, admin } = await startServer(t, { connectionsPerAddress: 12 });
  const held: Socket[] = [];
  for (const port of [ports.http, ports.command, ports.stream])
    for (let i = 0; i < 4; i += 1) {
      const socket = connect(port, HOST);
      await once(socket, 'connect');
      held.push(socket);
    }
  const refused = await fetch(`http://${HOST}:${ports.http}/api/server`);
  assert.equal(refused.status, 503);
  assert.deepEqual(await refused.json(), {
    hasError: 1,
    message: 'Too many connections from this address.',
    code: 'limit_reached',
  });
  const socket = await openSocket(ports.command, '/');
  assert.deepEqual(
    [socket.status, asJson(JSON.parse(socket.text))['message']],
    [503, 'Too many connections from this address.'],
  );
  for (const each of held) each.destroy();
  await until('there is room again', async () => (await httpCall(ports.http, 'GET', '/api/server')).status === 200);
  assert.ok((await metric(ports.http, admin, 'web_connections_refused_total')) >= 2);
});

test('one account holds so many sockets of events and video, and another account has its own', async (t) => {
  const server = await startServer(t, { socketsPerAccount: 10 });
  const { ports, admin, app } = server;
  const other: Account = { user: 'other', hash: 'AB'.repeat(32) };
  await app.users.add({
    name: 'other',
    passwordHash: other.hash,
    level: 0,
    rights: null,
    expiresMs: null,
    groupIds: [],
  });
  const path = ({ user, hash }: Account): string => `/event.cgi?user=${user}&password=${hash}`;
  const opened = await Promise.all(Array.from({ length: 14 }, () => openSocket(ports.stream, path(admin))));
  const [own, refused] = [opened.filter(({ status }) => status === 101), opened.filter(({ status }) => status !== 101)];
  const seated = async () => metric(ports.http, admin, 'web_sockets');
  await until('ten are seated', async () => (await seated()) === 10);
  for (const { text } of refused) assert.match(text, /This account has 10 open sockets already/);
  const late = await openSocket(ports.http, path(admin));
  assert.deepEqual([late.status, late.text.includes('10 open sockets')], [429, true]);
  const live = await openSocket(ports.stream, `/ws.cgi?user=admin&password=${admin.hash}&deviceid=1&channel=1`);
  assert.equal(live.status, 429, 'sockets of all kinds count together');
  const theirs = await openSocket(ports.stream, path(other));
  assert.equal(theirs.status, 101);
  for (const { end } of [...own, theirs]) end();
  await until('there is room again', async () => {
    const again = await openSocket(ports.stream, path(admin));
    again.end();
    return again.status === 101;
  });
  const channel = await Channel.signedIn(server);
  assert.equal((await channel.get('Q01'))['R'], '1');
});
