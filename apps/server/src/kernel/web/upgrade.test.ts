// Upgrades that are refused: the answer arrives, and the connection ends whatever the other side does.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, type Socket, connect } from 'node:net';
import { type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { silentLog } from '../log.ts';
import { refuseUpgrade, routeUpgrades } from './upgrade.ts';

const HOST = '127.0.0.1';
const UPGRADE = 'connection: upgrade\r\nupgrade: websocket\r\n\r\n';
/** More than the two sockets hold between them. */
const LARGE_BYTES = 64 * 1024 * 1024;

/** A server that refuses each upgrade; `socket` never closes its half by itself. */
const start = async (t: TestContext) => {
  const server = createServer((_request, response) => response.end(Buffer.alloc(LARGE_BYTES)));
  routeUpgrades(server, new Map([['/here', (_, socket) => refuseUpgrade(socket, 409, 'Not now.')]]), silentLog);
  const taken: Socket[] = [];
  server.on('connection', (socket) => taken.push(socket));
  server.listen(0, HOST);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const socket = connect({ host: HOST, port, allowHalfOpen: true });
  t.after(() => {
    socket.destroy();
    for (const each of taken) each.destroy();
    server.close();
  });
  await once(socket, 'connect');
  const isClosed = async (withinMs: number): Promise<boolean> => {
    for (let waited = 0; waited < withinMs; waited += 20) {
      if (taken.some(({ destroyed }) => destroyed)) return true;
      await sleep(20);
    }
    return false;
  };
  return { socket, taken, isClosed };
};

for (const [path, status, message] of [
  ['/here', 409, 'Not now.'],
  ['/elsewhere', 404, 'No socket is served at this path.'],
] as const) {
  test(`a refused upgrade of ${path} is answered whole and closed, also where the other side never closes`, async (t) => {
    const { socket, isClosed } = await start(t);
    let text = '';
    socket.on('data', (bytes: Buffer) => (text += bytes.toString()));
    socket.write(`GET ${path} HTTP/1.1\r\nhost: x\r\n${UPGRADE}`);
    await once(socket, 'end');
    assert.match(text, new RegExp(`^HTTP/1.1 ${status} `));
    assert.deepEqual(JSON.parse(text.slice(text.indexOf('\r\n\r\n'))), { hasError: 1, message });
    assert.ok(await isClosed(2000), 'the server keeps its socket');
  });
}

test('a refusal that waits behind an answer that nobody reads does not wait for ever', async (t) => {
  const { socket, taken, isClosed } = await start(t);
  socket.pause();
  socket.write(`GET /large HTTP/1.1\r\nhost: x\r\n\r\nGET /here HTTP/1.1\r\nhost: x\r\n${UPGRADE}`);
  await sleep(300);
  assert.equal(taken[0]?.destroyed, false);
  assert.equal(taken[0].timeout, 10_000);
  taken[0].setTimeout(50); // what it says in ten seconds, now
  assert.ok(await isClosed(2000), 'the server keeps its socket');
});
