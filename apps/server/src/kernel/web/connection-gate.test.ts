import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { type Socket, connect } from 'node:net';
import { type TestContext, test } from 'node:test';
import { type ConnectionGate, REFUSAL, createConnectionGate } from './connection-gate.ts';
import { createWebServer } from './http-server.ts';
import { closeServer, listenOn } from './listen.ts';
import { silentLog } from '../log.ts';
import { turnsUntil } from '../turns-until.ts';
import { routeUpgrades } from './upgrade.ts';

const HOST = '127.0.0.1';

const start = async (t: TestContext, gate: ConnectionGate) => {
  const server = createWebServer(null, (_request, response) => response.end('served'), gate);
  routeUpgrades(
    server,
    new Map([['/socket', (_request, socket) => socket.end('HTTP/1.1 101 Switching\r\n\r\n')]]),
    silentLog,
    gate,
  );
  const port = await listenOn(server, HOST, 0, 'httpPort');
  t.after(() => closeServer(server));
  const hold = async (): Promise<Socket> => {
    const socket = connect(port, HOST);
    socket.on('error', () => undefined);
    await once(socket, 'connect');
    return socket;
  };
  const ask = async (path: string, headers = {}): Promise<IncomingMessage & { text: string }> => {
    const asked = request({ host: HOST, port, path, headers, agent: false }).end();
    const [response] = await Promise.race([once(asked, 'response'), once(asked, 'upgrade')]);
    let text = '';
    for await (const chunk of response) text += String(chunk);
    return Object.assign(response, { text });
  };
  return { hold, ask };
};

test('one connection too many gets an answer that says so and is closed, on requests and upgrades; one that ends makes room', async (t) => {
  const gate = createConnectionGate(2, []);
  const { hold, ask } = await start(t, gate);
  const [first] = [await hold(), await hold()];
  const refused = await ask('/');
  assert.equal(refused.statusCode, 503);
  assert.deepEqual([refused.headers['retry-after'], refused.headers.connection], ['10', 'close']);
  assert.equal(JSON.parse(refused.text).message, REFUSAL);
  const upgrade = { connection: 'Upgrade', upgrade: 'websocket' };
  const socket = await ask('/socket', upgrade);
  assert.equal(socket.statusCode, 503);
  assert.match(socket.text, /Too many connections/);
  first.destroy();
  await turnsUntil('the end of a connection', () => (gate.metrics()['web_connections'] ?? 0) <= 1);
  assert.equal((await ask('/')).text, 'served');
  assert.equal(gate.metrics()['web_connections_refused_total'], 2);
});

test('a flood of connections is cut without words, and all addresses together have an end', async (t) => {
  const { hold } = await start(t, createConnectionGate(1000, [], 3));
  const held = await Promise.all(Array.from({ length: 3 + 50 }, hold));
  const cut = await hold();
  await once(cut, 'close');
  assert.ok(held.every((socket) => !socket.destroyed && !socket.readableEnded));
  for (const socket of held) socket.destroy();
});

test('a trusted proxy speaks for many and is not counted', async (t) => {
  const gate = createConnectionGate(1, [HOST]);
  const { hold, ask } = await start(t, gate);
  const held = [await hold(), await hold(), await hold()];
  assert.equal((await ask('/')).text, 'served');
  assert.equal(gate.metrics()['web_connections'], 0);
  for (const socket of held) socket.destroy();
});
