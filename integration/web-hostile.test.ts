// Hostile bytes on the browser ports: whatever comes, the next client is served, and nothing grows.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { test } from 'node:test';
import fc from 'fast-check';
import { createTestLog } from '../apps/server/src/kernel/log.ts';
import { Channel, asJson, httpCall } from './support/operator.ts';
import { HOST, type Server, startServer } from './support/server.ts';
import { until } from './support/until.ts';

const HANDSHAKE =
  'GET /command HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n';
/** A frame header with a zero mask. */
const frame = (first: number, length: number, body: Uint8Array = new Uint8Array(0)): Buffer => {
  const head = Buffer.alloc(14);
  head[0] = first;
  head[1] = 0x80 | 127;
  head.writeBigUInt64BE(BigInt(length), 2);
  return Buffer.concat([head, body]);
};

/** Seeded, so that a failure comes again. */
const noise = (seed: number, length: number): Buffer =>
  Buffer.from(fc.sample(fc.uint8Array({ minLength: length, maxLength: length }), { seed, numRuns: 1 })[0] ?? []);

/** Sends bytes and waits until the server or we ended it. */
const throwAt = async (port: number, chunks: Uint8Array[], end: boolean): Promise<void> => {
  const socket = connect(port, HOST);
  socket.on('error', () => undefined);
  socket.resume();
  await once(socket, 'connect');
  // Listened for before anything is sent: the server may end it in the middle, by a reset too.
  const closed = new Promise((resolve) => socket.once('close', resolve));
  for (const chunk of chunks) {
    if (socket.destroyed) break;
    socket.write(chunk);
    await new Promise((resolve) => setImmediate(resolve));
  }
  if (end) socket.end();
  if (end) setImmediate(() => socket.destroy());
  await closed;
};

const assertServes = async (server: Server): Promise<void> => {
  const channel = await Channel.signedIn(server);
  assert.equal((await channel.get('Q01'))['R'], '1');
  channel.close();
  assert.equal((await httpCall(server.ports.http, 'GET', '/api/server')).status, 200);
};

test('garbage, half requests, endless headers and hostile frames on every browser port leave the server serving', async (t) => {
  const log = createTestLog();
  const server = await startServer(t, {}, { log });
  const handshake = Buffer.from(HANDSHAKE);
  for (const port of [server.ports.http, server.ports.command, server.ports.stream]) {
    for (let seed = 0; seed < 30; seed += 1) await throwAt(port, [noise(seed, 300)], true);
    await throwAt(port, [Buffer.from('GET /command HTTP/1.1\r\nHost: x\r\nConn')], true);
    await throwAt(port, [Buffer.from(`GET / HTTP/1.1\r\nHost: x\r\nX: ${'y'.repeat(200_000)}`)], true);
    await throwAt(
      port,
      [Buffer.from('GET http://[:::1 HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n')],
      true,
    );
    await throwAt(
      port,
      [Buffer.from('POST /gkserver/session HTTP/1.1\r\nHost: x\r\nContent-Length: 99999999999\r\n\r\n{')],
      true,
    );
    for (let seed = 0; seed < 30; seed += 1) await throwAt(port, [handshake, noise(1000 + seed, 300)], true);
  }
  await assertServes(server);
  assert.deepEqual(
    log.lines.filter(({ level }) => level === 'error'),
    [],
  );
});

test('frames that break the protocol or claim too much end their own connection at once', async (t) => {
  const server = await startServer(t);
  const hostile: Record<string, Uint8Array> = {
    'a length of 2^40': frame(0x81, 2 ** 40),
    'a message over the limit': frame(0x81, 65 * 1024, new Uint8Array(65 * 1024)),
    'an unmasked frame': Buffer.from([0x81, 0x01, 0x41]),
    'a reserved opcode': frame(0x83, 0),
    'a continuation of nothing': frame(0x80, 0),
    'text that is not UTF-8': frame(0x81, 2, Uint8Array.of(0xff, 0xfe)),
    'an oversized ping': frame(0x89, 200, new Uint8Array(200)),
  };
  for (const [what, bytes] of Object.entries(hostile))
    await assert.doesNotReject(throwAt(server.ports.command, [Buffer.from(HANDSHAKE), bytes], false), what);
  const endless = Array.from({ length: 40 }, (_, i) => frame(i === 0 ? 0x01 : 0x00, 4096, new Uint8Array(4096)));
  await throwAt(server.ports.command, [Buffer.from(HANDSHAKE), ...endless], false);
  await assertServes(server);
});

test('100,000 malformed lines are each answered with a reason, and the connection stays', async (t) => {
  const server = await startServer(t);
  const channel = await Channel.signedIn(server);
  const line = fc.oneof(
    fc.string({ minLength: 1, maxLength: 12 }).map((text) => text.replaceAll(/\s/g, '.')),
    fc.json({ maxDepth: 2 }).map((text) => text.slice(0, 40)),
    fc
      .record({ M: fc.oneof(fc.constantFrom('Q05', 'D01', 'P01', 'Q04', '__proto__', ''), fc.string()) })
      .map((value) => JSON.stringify(value)),
  );
  const lines = fc.sample(line, { seed: 7, numRuns: 5000 }).filter((text) => text.trim() !== '');
  channel.lines.length = 0;
  let sent = 0;
  let heard = 0;
  const reasons = new Set<unknown>();
  const count = (): void => {
    heard += channel.lines.length;
    for (const { R } of channel.lines) reasons.add(R);
    channel.lines.length = 0;
  };
  while (sent < 100_000) {
    const next = lines.slice(0, Math.min(lines.length, 500 + (sent % 300)));
    channel.send(next.join('\n'));
    sent += next.length;
    await until(
      'the answers',
      () => {
        count();
        return heard >= sent;
      },
      { deadlineMs: 60_000 },
    );
  }
  assert.equal(heard, sent);
  assert.deepEqual(
    [...reasons].filter((result) => result !== '400'),
    [],
  );
  assert.equal(asJson((await channel.get('Q01'))['Z'])['username'], 'admin');
});
