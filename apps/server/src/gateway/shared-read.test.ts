// Connections that are read into the same memory, over real sockets: nothing is lost or mixed up, and everything closes.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, createServer, Socket, type AddressInfo, type Server } from 'node:net';
import { test, type TestContext } from 'node:test';
import { ownCopy, readShared } from './shared-read.ts';

type Read = { socket: Socket; bytes: number[]; memory: Set<ArrayBufferLike> };

const listen = async (t: TestContext): Promise<{ server: Server; port: number; next: () => Promise<Read> }> => {
  const waiting: Read[] = [];
  const server = createServer((socket) => {
    const bytes: number[] = [];
    const memory = new Set<ArrayBufferLike>();
    readShared(socket, (chunk) => {
      bytes.push(...chunk);
      memory.add(chunk.buffer);
    });
    socket.on('error', () => undefined);
    waiting.push({ socket, bytes, memory });
    server.emit('read');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => server.close());
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it listens on TCP
  const { port } = server.address() as AddressInfo;
  const next = async (): Promise<Read> => {
    if (waiting.length === 0) await once(server, 'read');
    const read = waiting.shift();
    assert.ok(read !== undefined);
    return read;
  };
  return { server, port, next };
};

const dial = async (t: TestContext, port: number): Promise<Socket> => {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => undefined);
  t.after(() => socket.destroy());
  await once(socket, 'connect');
  return socket;
};

/** Also behind an error. */
const closing = (socket: Socket): Promise<void> =>
  new Promise((resolve) => {
    socket.once('close', () => resolve());
  });

const send = (socket: Socket, bytes: Uint8Array): Promise<void> =>
  new Promise((resolve) => {
    socket.write(bytes, () => resolve());
  });

test('what two connections bring in turns comes whole to each, through one memory', async (t) => {
  const { port, next } = await listen(t);
  const [a, readA] = [await dial(t, port), await next()];
  const [b, readB] = [await dial(t, port), await next()];
  const [sentA, sentB]: [number[], number[]] = [[], []];
  for (let round = 0; round < 50; round += 1) {
    const [partA, partB] = [new Uint8Array(1 + round * 31).fill(round), new Uint8Array(2000 - round).fill(255 - round)];
    sentA.push(...partA);
    sentB.push(...partB);
    await Promise.all([send(a, partA), send(b, partB)]);
  }
  const ended = Promise.all([closing(readA.socket), closing(readB.socket)]);
  a.end();
  b.end();
  await ended;
  assert.deepEqual(readA.bytes, sentA);
  assert.deepEqual(readB.bytes, sentB);
  assert.equal(new Set([...readA.memory, ...readB.memory]).size, 1, 'each read had memory of its own');
});

test('a connection closes no matter who ends it, and the server comes to an end', async (t) => {
  const { server, port, next } = await listen(t);
  const closings: ((client: Socket, read: Read) => void)[] = [
    (client) => client.destroy(),
    (client) => client.end(),
    (client) => client.resetAndDestroy(),
    (_, { socket }) => socket.destroy(),
  ];
  for (const close of closings) {
    const client = await dial(t, port);
    const read = await next();
    const closed = Promise.all([read.socket, client].map(closing));
    await send(client, Uint8Array.of(1));
    client.resume();
    close(client, read);
    await closed;
  }
  await new Promise<void>((resolve, reject) => {
    server.close((error) => (error === undefined ? resolve() : reject(error)));
  });
});

test('addresses are those of the connection, and answers go out', async (t) => {
  const { port, next } = await listen(t);
  const client = await dial(t, port);
  const { socket } = await next();
  assert.equal(socket.remoteAddress, '127.0.0.1');
  assert.equal(socket.remotePort, client.localPort);
  assert.equal(socket.localPort, port);
  socket.write('answer');
  assert.equal(String((await once(client, 'data'))[0]), 'answer');
});

test('without a connection that can be taken over, the socket is read as usual', () => {
  const socket = new Socket();
  const taken: Uint8Array[] = [];
  readShared(socket, (bytes) => taken.push(bytes));
  socket.emit('data', Buffer.of(1, 2));
  assert.deepEqual(taken, [Buffer.of(1, 2)]);
});

test('a connection that is left unread for a while loses nothing, neither bytes nor its end', async (t) => {
  const { port, next } = await listen(t);
  const [client, read] = [await dial(t, port), await next()];
  const sent: number[] = [];
  for (let round = 0; round < 20; round += 1) {
    const part = new Uint8Array(3000).fill(round);
    sent.push(...part);
    read.socket.pause();
    await send(client, part);
    read.socket.resume();
  }
  read.socket.pause();
  const ended = closing(read.socket);
  client.end();
  read.socket.resume();
  await ended;
  assert.deepEqual(read.bytes, sent);
});

test('a copy holds its bytes whatever is read afterwards, small ones side by side and large ones by themselves', () => {
  const read = new Uint8Array(5000);
  const lengths = [0, 1, 100, 1024, 1025, 5000];
  const copies = Array.from({ length: 60 }, (_, i) => {
    read.fill(i + 1);
    return ownCopy(read.subarray(0, lengths[i % lengths.length]));
  });
  copies.forEach((copy, i) => {
    assert.equal(copy.length, lengths[i % lengths.length]);
    assert.ok(copy.every((byte) => byte === i + 1));
  });
  assert.equal(copies[1]?.buffer, copies[2]?.buffer);
  assert.equal(copies[5]?.buffer.byteLength, 5000);
});
