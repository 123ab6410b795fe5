// Hostile clients on the ports of browsers, a server in a process of its own: it lives, stays within its memory, answers the next
// honest one, and tells nobody its insides.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { test, type TestContext } from 'node:test';
import fc from 'fast-check';
import { hostileUnits } from './support/hostile-bytes.ts';
import { Channel, asJson, httpCall } from './support/operator.ts';
import { HOST, temporaryFolder } from './support/server.ts';
import { ServerProcess } from './support/server-process.ts';
import { RawSocket } from './support/socket.ts';
import { until } from './support/until.ts';

const MEGABYTE = 1024 * 1024;
const MAX_GROWTH = 160 * MEGABYTE;
const SEED = 24_680;

const startTarget = async (t: TestContext): Promise<ServerProcess> => ServerProcess.start(t, await temporaryFolder(t));

const assertServes = async (server: ServerProcess): Promise<void> => {
  assert.ok(server.running, 'the process lives');
  assert.deepEqual(server.errors(), []);
  const channel = await Channel.signedIn(server);
  assert.equal(asJson((await channel.get('Q01'))['Z'])['username'], 'admin');
  channel.close();
  const { status } = await httpCall(server.ports.http, 'POST', '/gkcommon/userinfo', { account: server.admin });
  assert.equal(status, 200);
};

/** The status line of what the server says to these bytes on a fresh connection. */
const say = async (port: number, bytes: string): Promise<{ status: string; text: string }> => {
  const socket = await RawSocket.connect(port);
  await socket.write(bytes);
  await until(
    `an answer to ${JSON.stringify(bytes.slice(0, 60))}`,
    () => socket.closed || socket.text.includes('\r\n\r\n'),
  );
  const { text } = socket;
  socket.destroy();
  return { status: text.slice(0, text.indexOf('\r\n')), text };
};

const upgrade = (path: string, extra = '', key = 'dGhlIHNhbXBsZSBub25jZQ=='): string =>
  `GET ${path} HTTP/1.1\r\nHost: ${HOST}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${key}\r\n${extra}\r\n`;

test('the main channel answers malformed lines with a failing R and a reason, and the connection stays', async (t) => {
  const server = await startTarget(t);
  const channel = await Channel.open(server.ports.command);
  const lines = [
    'no json',
    '{',
    '[]',
    '42',
    'null',
    '"M"',
    '{}',
    '{"M":1}',
    '{"M":"ZZZ"}',
    '{"M":"__proto__"}',
    '{"M":"constructor"}',
    '{"M":"Q02"}',
    '{"M":"Q02","U":{},"P":[]}',
    '{"M":"Q02","U":"admin","P":"short"}',
    '{"M":"Q03","N":{"a":[]}}',
    `{"M":"Q05","I":${'['.repeat(20_000)}${']'.repeat(20_000)}}`,
    '{"M":"Q02","__proto__":{"U":"admin"}}',
    `{"M":"${'x'.repeat(30_000)}"}`,
  ];
  for (const line of lines) channel.send(line);
  await until('an answer to each', () => channel.lines.length === lines.length);
  for (const answer of channel.lines) {
    assert.notEqual(answer['R'], '1');
    assert.equal(typeof answer['Z'], 'string');
  }
  assert.equal(channel.closed, false);
  await assertServes(server);
});

test('binary messages, huge messages and random lines on the main channel end at most that connection', async (t) => {
  const server = await startTarget(t);
  const before = await server.memory();
  const huge = await Channel.open(server.ports.command);
  huge.send(`{"M":"Q02","U":"${'a'.repeat(MEGABYTE)}"}`);
  await until('the connection with the huge message is closed', () => huge.closed);
  const many = await Channel.signedIn(server);
  many.send('{"M":"Q01"}\n'.repeat(5000));
  await until('a message with thousands of lines is answered', () => many.lines.length >= 5000);
  for (const bytes of hostileUnits(fc.constant(Buffer.from('{"M":"Q01","N":1}\n')), 150)) {
    const channel = await Channel.open(server.ports.command);
    channel.socket.send(Uint8Array.from(bytes));
    channel.send(Buffer.from(bytes).toString('latin1'));
    channel.close();
  }
  await assertServes(server);
  await server.untilMemoryBelow(before + MAX_GROWTH);
});

test('what is no WebSocket frame on an opened main channel ends that connection', async (t) => {
  const server = await startTarget(t);
  for (const bytes of hostileUnits(fc.constant(Uint8Array.of(0x81, 0x82, 1, 2, 3, 4, 0x7a, 0x7f)), 150)) {
    const socket = await RawSocket.connect(server.ports.command);
    await socket.write(upgrade('/'));
    await until('the upgrade', () => socket.text.startsWith('HTTP/1.1 101'));
    await socket.write(bytes);
    socket.end();
  }
  await assertServes(server);
});

test('a client that asks without reading is bounded and cut', async (t) => {
  const server = await startTarget(t);
  const before = await server.memory();
  const socket = await RawSocket.connect(server.ports.command);
  await socket.write(upgrade('/'));
  await until('the upgrade', () => socket.text.startsWith('HTTP/1.1 101'));
  socket.socket.pause();
  // A masked text frame with the mask 0: 60 KB of commands nobody may run, each answered with its number.
  const line = `{"M":"Q03","N":"${'n'.repeat(20_000)}"}\n`;
  const text = Buffer.from(line.repeat(3));
  const head = Buffer.from([0x81, 0xfe, text.length >> 8, text.length & 0xff, 0, 0, 0, 0]);
  const frame = Buffer.concat([head, text]);
  let sent = 0;
  const stopped = await until('the server stops reading or closes', () => {
    for (let i = 0; i < 20; i += 1) {
      if (socket.closed || socket.socket.writableLength > MEGABYTE) return true;
      socket.socket.write(frame);
      sent += frame.length;
    }
    return sent > 512 * MEGABYTE;
  });
  assert.ok(stopped && sent < 512 * MEGABYTE, 'it does not take what it cannot answer');
  await server.untilMemoryBelow(before + MAX_GROWTH);
  socket.destroy();
  await assertServes(server);
});

test('bad upgrades on the stream port are refused as HTTP, with words and without insides', async (t) => {
  const server = await startTarget(t);
  const { stream } = server.ports;
  const q = (extra: string): string => `/ws.cgi?user=admin&password=${server.admin.hash}&${extra}`;
  const cases: [bytes: string, status: RegExp][] = [
    [upgrade('/ws.cgi?deviceid=1&channel=1'), / 401 /],
    [upgrade(`/ws.cgi?user=admin&password=${'0'.repeat(64)}&deviceid=1&channel=1`), / 401 /],
    [upgrade(q('deviceid=nobody&channel=1')), / 404 /],
    [upgrade(q('deviceid=nobody&channel=0')), / 400 /],
    [upgrade(q('deviceid=nobody&channel=1&channel=2')), / 40[04] /],
    [upgrade(q('channel=1')), / 400 /],
    [upgrade(q('deviceid=%00%ff&channel=1e9')), / 400 /],
    [upgrade(q(`deviceid=${'x'.repeat(4000)}&channel=1`)), / 400 /],
    [upgrade(q('deviceid=a&channel=1&stream=hd')), / 400 /],
    [upgrade(q('deviceid=a&channel=1&delay=0')), / 400 /],
    [upgrade(q('type=playback&deviceid=a&channel=1')), / 400 /],
    [upgrade('/other'), / 404 /],
    [upgrade('//'), / 404 /],
    [upgrade('/ws.cgi', 'Cookie: outrider_session=forged\r\nOrigin: http://evil.example\r\n'), / 403 /],
    [`GET /ws.cgi HTTP/1.1\r\nHost: x\r\n\r\n`, / 426 /],
    [`POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\n\r\nabc`, / 426 /],
    ['\0\0\0\0\r\n\r\n', / 400 /],
    [`GET / HTTP/1.1\r\nHost: x\r\nX: ${'y'.repeat(20_000)}\r\n\r\n`, / 431 /],
  ];
  for (const [bytes, wanted] of cases) {
    const { status, text } = await say(stream, bytes);
    assert.match(status, wanted, bytes.slice(0, 200));
    assert.doesNotMatch(text, /node_modules|\.ts:\d+|at .*\(/);
  }
  await assertServes(server);
});

test('hostile requests on the HTTP port are refused with their status and no insides', async (t) => {
  const server = await startTarget(t);
  const { http } = server.ports;
  const basic = Buffer.from(`admin:${server.admin.hash}`).toString('base64');
  const post = (path: string, body: string, type = 'application/json'): string =>
    `POST ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Basic ${basic}\r\nContent-Type: ${type}\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`;
  const cases: [bytes: string, status: RegExp][] = [
    [post('/gkdevice/device', '{'), / 400 /],
    [post('/gkdevice/device', '[1]'), / 400 /],
    [post('/gkdevice/device', '{"deviceid":{"a":1}}'), / 400 /],
    [post('/gkdevice/device', '{"__proto__":{"deviceid":"a"}}'), / 400 /],
    [post('/gkdevice/device', '{"deviceid":"a"}', 'text/xml'), / 415 /],
    [post('/api/gps', `{"deviceid":"a","start":1e308,"end":-5}`), / 400 /],
    // Announced only: what a server does not read may cost the client the answer.
    [post('/gkdevice/device', '{}').replace('Content-Length: 2', `Content-Length: ${64 * MEGABYTE}`), / 413 /],
    ['GET /../../../../etc/passwd HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n', / 40[034] /],
    ['GET /%2e%2e/%2e%2e/%2e%2e/etc/passwd HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n', / 40[034] /],
    ['GET /assets/%00 HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n', / 40[034] /],
    ['GET /%E0%A4%A HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n', / 40[04] /],
    ['DELETE /gkserver/session HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n', / 401 /],
    [
      `GET /gkserver/connectrecorder HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${'t'.repeat(5000)}\r\nConnection: close\r\n\r\n`,
      / 401 /,
    ],
    ['BREW /coffee HTCPCP/1.0\r\n\r\n', / 400 /],
    [`GET /${'a'.repeat(20_000)} HTTP/1.1\r\nHost: x\r\n\r\n`, / (400|414|431) /],
    [
      'POST /gkcommon/userinfo HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
      / 400 /,
    ],
  ];
  for (const [bytes, wanted] of cases) {
    const { status, text } = await say(http, bytes);
    assert.match(status, wanted, bytes.slice(0, 200));
    assert.doesNotMatch(text, /node_modules|\.ts:\d+|root:x:/);
  }
  for (const bytes of hostileUnits(fc.constant(Buffer.from('GET /health HTTP/1.1\r\nHost: x\r\n\r\n')), 200)) {
    const socket = await RawSocket.connect(http);
    await socket.write(bytes);
    socket.end();
  }
  await assertServes(server);
});

test('five hundred half-open requests on each browser port keep nobody out', async (t) => {
  const server = await startTarget(t);
  const sockets: RawSocket[] = [];
  for (const port of [server.ports.http, server.ports.command, server.ports.stream])
    for (let i = 0; i < 170; i += 1) {
      const socket = await RawSocket.connect(port);
      await socket.write('GET / HTTP/1.1\r\nHost: x\r\nX-Slow: ');
      sockets.push(socket);
    }
  await assertServes(server);
  for (const socket of sockets) socket.destroy();
});

test('random fields in every call are answered 400 or better, never 500', async (t) => {
  const server = await startTarget(t);
  const values = fc.sample(
    fc.dictionary(
      fc.constantFrom('deviceid', 'start', 'end', 'mode', 'tilesUrl', 'id', 'answer', 'newpass', 'username'),
      fc.jsonValue(),
    ),
    { numRuns: 25, seed: SEED },
  );
  for (const [method, path] of [
    ['POST', '/gkdevice/device'],
    ['POST', '/api/gps'],
    ['PUT', '/gkserver/mapsources'],
    ['PUT', '/gkserver/nominatim'],
    ['POST', '/gkserver/captcha'],
    ['PUT', '/gkserver/passwd'],
  ] as const)
    for (const input of values) {
      // The account goes in the header; a body with a name of its own would be another sign-in.
      const { status } = await httpCall(server.ports.http, method, path, { account: server.admin, input });
      assert.ok(status < 500, `${method} ${path} ${JSON.stringify(input)} answered ${status}`);
    }
  assert.deepEqual(server.errors(), []);
});

test('a browser that goes away in the middle of an upgrade leaves nothing behind', async (t) => {
  const server = await startTarget(t);
  for (let i = 0; i < 100; i += 1) {
    const socket = await RawSocket.connect(i % 2 === 0 ? server.ports.stream : server.ports.command);
    socket.socket.write(upgrade(`/ws.cgi?deviceid=1&channel=1&user=admin&password=${server.admin.hash}`));
    socket.socket.resetAndDestroy();
    await once(socket.socket, 'close');
  }
  await until('no channel is left', async () => (await server.metric('channel_connections')) === 0);
  assert.equal(await server.metric('viewers'), 0);
  await assertServes(server);
});

test('one message with 32,500 lines of a stranger keeps nobody waiting', async (t) => {
  const server = await startTarget(t);
  const other = await Channel.signedIn(server);
  const strangers = await Promise.all(Array.from({ length: 8 }, () => Channel.open(server.ports.command)));
  for (const stranger of strangers) stranger.send('1\n'.repeat(32_500));
  assert.equal((await other.get('Q01'))['R'], '1');
  await until('each was answered its first line and one refusal', () =>
    strangers.every(({ lines }) => lines.map(({ R }) => String(R)).join(' ') === '400 429'),
  );
  assert.ok(strangers.every(({ closed }) => !closed));
  const [stranger] = strangers;
  const [signedIn] = (await stranger?.ask('Q02', { U: server.admin.user, P: server.admin.hash })) ?? [];
  assert.equal(signedIn?.['R'], '1');
});
