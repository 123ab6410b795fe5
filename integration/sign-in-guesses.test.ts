// Guessing over real sockets: every way to bring a name and hash is slowed down alike, and nobody is kept out by guesses from elsewhere.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { request } from 'node:http';
import { type TestContext, test } from 'node:test';
import { toPasswordHash } from '../apps/server/src/kernel/access/credentials.ts';
import { asJson } from './support/operator.ts';
import { HOST, type Server, cheapKeeper, startDrivenServer, startServer } from './support/server.ts';

const WRONG = toPasswordHash('guess');

/** Behind a proxy requests come from any address. */
const behindProxy = { trustedProxies: [HOST] };
/** Time stands still: a guesser waits however slow the machine is. */
const startStanding = (t: TestContext): Promise<Server> => startDrivenServer(t, behindProxy, { keeper: cheapKeeper });

const ask = async (
  port: number,
  path: string,
  { from, headers = {}, method = 'GET', body }: { from: string; headers?: object; method?: string; body?: object },
): Promise<{ status: number | undefined; headers: NodeJS.Dict<string | string[]> }> => {
  const asked = request({ host: HOST, port, path, method, headers: { 'x-forwarded-for': from, ...headers } });
  asked.end(body && JSON.stringify(body));
  const [response] = await Promise.race([once(asked, 'response'), once(asked, 'upgrade')]);
  response.destroy();
  return { status: response.statusCode, headers: response.headers };
};

const UPGRADE = {
  connection: 'Upgrade',
  upgrade: 'websocket',
  'sec-websocket-version': '13',
  'sec-websocket-key': 'AAAAAAAAAAAAAAAAAAAAAA==',
};
const basic = (hash: string) => ({ authorization: `Basic ${Buffer.from(`admin:${hash}`).toString('base64')}` });
const JSON_TYPE = { 'content-type': 'application/json' };

/** Every way to say who one is, each answered by a status. */
const ways: Record<string, (server: Server, hash: string, from: string) => Promise<number | undefined>> = {
  'basic on /metrics': async ({ ports }, hash, from) =>
    (await ask(ports.http, '/metrics', { from, headers: basic(hash) })).status,
  'the query of a call': async ({ ports }, hash, from) =>
    (
      await ask(ports.http, `/gkcommon/userinfo?username=admin&password=${hash}`, {
        from,
        method: 'POST',
        headers: JSON_TYPE,
        body: {},
      })
    ).status,
  'the body of a call': async ({ ports }, hash, from) =>
    (
      await ask(ports.http, '/gkcommon/userinfo', {
        from,
        method: 'POST',
        headers: JSON_TYPE,
        body: { username: 'admin', password: hash },
      })
    ).status,
  'the query of web.cgi': async ({ ports }, hash, from) =>
    (await ask(ports.stream, `/web.cgi?type=none&user=admin&password=${hash}`, { from })).status,
  'the query of ws.cgi': async ({ ports }, hash, from) =>
    (
      await ask(ports.stream, `/ws.cgi?user=admin&password=${hash}&deviceid=nobody&channel=1`, {
        from,
        headers: UPGRADE,
      })
    ).status,
  'the query of event.cgi': async ({ ports }, hash, from) =>
    (await ask(ports.http, `/event.cgi?user=admin&password=${hash}`, { from, headers: UPGRADE })).status,
};

test('every way to bring a name and hash counts as one guesser, and one from elsewhere is not kept out', async (t) => {
  const server = await startStanding(t);
  for (const [what, guess] of Object.entries(ways).slice(0, 5))
    assert.equal(await guess(server, WRONG, '203.0.113.1'), 401, what);
  for (const [what, guess] of Object.entries(ways)) {
    assert.equal(await guess(server, server.admin.hash, '203.0.113.1'), 429, what);
    const status = await guess(server, server.admin.hash, '198.51.100.1');
    assert.ok(status !== 401 && status !== 429, `${what} from elsewhere: ${status}`);
  }
});

type Answer = { [letter: string]: unknown };

const signIn = async (port: number, hash: string, from: string, cookie = ''): Promise<Answer> => {
  const socket = new WebSocket(`ws://${HOST}:${port}/`, {
    headers: { 'x-forwarded-for': from, ...(cookie !== '' && { cookie }) },
  });
  await once(socket, 'open');
  socket.send(JSON.stringify({ M: 'Q02', U: 'admin', P: hash }));
  const [{ data }] = await once(socket, 'message');
  socket.close();
  return asJson(JSON.parse(String(data)));
};

test('the cookie of a browser that signed in before lets its people in while its own address is shut', async (t) => {
  const server = await startStanding(t);
  const { http, command } = server.ports;
  const office = '203.0.113.9';
  const { K } = await signIn(command, server.admin.hash, office);
  const made = await ask(http, '/gkserver/session', {
    from: office,
    method: 'POST',
    headers: { authorization: `Bearer ${String(K)}` },
  });
  const cookies = [made.headers['set-cookie'] ?? []].flat();
  const ticket = cookies.find((cookie) => cookie.startsWith('outrider_browser=')) ?? '';
  assert.match(ticket, /; HttpOnly; SameSite=Strict/);
  const [cookie = ''] = ticket.split(';');
  for (let i = 0; i < 5; i += 1) assert.equal((await signIn(command, WRONG, office))['R'], '401');
  assert.equal((await signIn(command, server.admin.hash, office))['R'], '429');
  assert.equal((await signIn(command, server.admin.hash, office, cookie))['R'], '1', 'on the command port');
  assert.equal((await signIn(command, server.admin.hash, office, 'outrider_browser=made-up'))['R'], '429');
  const verify = (headers: object) =>
    ask(http, '/gkcommon/userinfo', {
      from: office,
      method: 'POST',
      headers: { ...basic(server.admin.hash), ...headers },
    });
  assert.equal((await verify({})).status, 429);
  assert.equal((await verify({ cookie })).status, 200, 'over HTTP');
});

test('ninety strangers who guess at once do not keep the administrator out', async (t) => {
  const server = await startServer(t, behindProxy);
  assert.equal((await signIn(server.ports.command, server.admin.hash, '198.51.100.1'))['R'], '1');
  const guesses = Array.from({ length: 90 }, (_, i) =>
    ask(server.ports.http, '/metrics', { from: `203.0.${i >> 8}.${i % 256}`, headers: basic(toPasswordHash(`${i}`)) }),
  );
  const another = toPasswordHash('Another-1');
  await server.app.users.setPassword(server.app.users.byName('admin')?.id ?? 0, another);
  assert.equal((await signIn(server.ports.command, another, '198.51.100.1'))['R'], '1');
  const statuses = (await Promise.all(guesses)).map(({ status }) => status);
  assert.ok(statuses.every((status) => status === 401 || status === 429));
  assert.ok(statuses.includes(429), 'the queue has an end');
});
