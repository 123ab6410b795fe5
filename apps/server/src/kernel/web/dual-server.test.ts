// What a server that takes plain and encrypted connections leaves open when it is closed: nothing.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { type Server, connect } from 'node:net';
import { test } from 'node:test';
import { createDualServer } from './dual-server.ts';
import { turnsUntil } from '../turns-until.ts';
import { closeServer, listenOn } from './listen.ts';

/** The head of a handshake that never comes: 22, TLS 1.0, 512 bytes. */
const HALF_A_HANDSHAKE = Buffer.from([22, 3, 1, 2, 0]);
const REQUEST = 'GET / HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n';

const plain = () => createServer();
const secure = () => createTlsServer();
const upgrading = () => createServer().on('upgrade', (_request, socket) => void socket.on('error', () => undefined));

const servers: [string, () => Server][] = [
  ['plain', upgrading],
  ['encrypted', secure],
  ['both', () => createDualServer(upgrading(), secure())],
  ['both, of which neither upgrades', () => createDualServer(plain(), secure())],
];

for (const [name, create] of servers)
  test(`a server that is closed ends what has not said anything, half a handshake and an upgraded socket: ${name}`, async () => {
    const server = create();
    const port = await listenOn(server, '127.0.0.1', 0, 'test');
    const sent = ['', HALF_A_HANDSHAKE, REQUEST];
    let accepted = 0;
    server.on('connection', () => (accepted += 1));
    const ended = sent.map(async (bytes) => {
      const client = connect(port, '127.0.0.1').resume();
      client.on('error', () => undefined); // that it is cut off may come as one
      await once(client, 'connect');
      if (bytes.length > 0) client.write(bytes);
      await new Promise((resolve) => client.once('close', resolve));
    });
    await turnsUntil('all are connected', () => accepted === sent.length);
    // Time for what they said to be read; when it comes later, they are ended as well.
    await new Promise((resolve) => setTimeout(resolve, 50));
    await closeServer(server);
    await Promise.all(ended);
    assert.equal(server.listening, false);
  });
