import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { test } from 'node:test';
import { d02Remove, d21Text, q01ServerInfo, q05Device, q11ExtraInfoList } from '@outrider/contract';
import { WebSocket } from 'ws';
import { type ChannelSession, answer } from './channel.ts';
import { AppError } from '../errors.ts';
import { HASH, signIn, start } from './test-channel.ts';

const exampleInfo = q01ServerInfo.example.reply.Z;

test('F-CMD-003 F-CMD-004 several objects of one message are answered in order, with their code and number', async (t) => {
  const { open } = await start(t, [answer(q01ServerInfo, () => ({ Z: exampleInfo }))]);
  const { say, take } = await open();
  say(signIn, { M: 'Q01', N: 7 });
  const [first, second] = await take(2);
  assert.deepEqual(first, { M: 'Q02', R: '1', U: 'admin', L: 0, F: '', K: 'k', T: 1 });
  assert.deepEqual(second, { M: 'Q01', N: 7, R: '1', Z: exampleInfo });
  for (const answered of [first, second])
    for (const name of Object.keys(answered ?? {})) assert.match(name, /^[A-Za-z]$/);
});

test('F-CMD-005 before a sign-in every other command answers R 401, a refused sign-in R 401', async (t) => {
  const { open } = await start(t, [answer(q01ServerInfo, () => ({ Z: exampleInfo }))]);
  const { say, take } = await open();
  say({ M: 'Q01' });
  say({ M: 'Q02', e: 'x', h: 'y' });
  assert.deepEqual(
    (await take(2)).map(({ M, R }) => [M, R]),
    [
      ['Q01', '401'],
      ['Q02', '401'],
    ],
  );
});

test('malformed messages and unknown codes get a failing R with the reason in Z, and the connection stays', async (t) => {
  const { open } = await start(t, [
    answer(q05Device, () => Promise.reject(new AppError('not_found', 'Unknown device.'))),
  ]);
  const { say, socket, take } = await open();
  socket.send('nonsense\n');
  socket.send('[1]\n');
  socket.send(Buffer.from([1, 2, 3]));
  say({ M: 'Q99' });
  const failed = await take(4);
  assert.deepEqual(
    failed.map(({ R }) => R),
    ['400', '400', '400', '400'],
  );
  assert.ok(failed.every(({ Z }) => typeof Z === 'string' && Z !== ''));
  say(signIn, { M: 'Q05', I: '*' }, { M: 'Q05', I: '7' });
  const [, reserved, unknown] = await take(3);
  assert.equal(reserved?.['R'], '400');
  assert.deepEqual(unknown, { M: 'Q05', R: '404', Z: 'Unknown device.' });
});

test('before a sign-in a message holds one line; what follows one that signs in is read', async (t) => {
  const { open, channel } = await start(t, [answer(q01ServerInfo, () => ({ Z: exampleInfo }))]);
  const { say, take } = await open();
  say({ M: 'Q01', N: 1 }, { M: 'Q01', N: 2 }, signIn);
  say({ M: 'Q02', e: 'x', h: 'y', N: 3 }, signIn);
  const early = await take(4);
  assert.deepEqual(
    early.map(({ N, R }) => [N, R]),
    [
      [1, '401'],
      [undefined, '429'],
      [3, '401'],
      [undefined, '429'],
    ],
  );
  assert.match(String(early[1]?.['Z']), /one line/);
  say(signIn, { M: 'Q01', N: 5 }, { M: 'Q01', N: 6 });
  assert.deepEqual(
    (await take(3)).map(({ N, R }) => [N, R]),
    [
      [undefined, '1'],
      [5, '1'],
      [6, '1'],
    ],
  );
  assert.equal(channel.metrics()['channel_lines_refused_total'], 2);
});

test('a message with tens of thousands of lines keeps nobody waiting, before a sign-in or after it', async (t) => {
  const { open, channel } = await start(t, [answer(q01ServerInfo, () => ({ Z: exampleInfo }))]);
  const [stranger, user, other] = [await open(), await open(), await open()];
  user.say(signIn);
  other.say(signIn);
  await Promise.all([user.take(1), other.take(1)]);
  const flood = '1\n'.repeat(32_500);
  stranger.socket.send(flood);
  assert.deepEqual(
    (await stranger.take(2)).map(({ R }) => R),
    ['400', '429'],
  );
  user.socket.send(flood);
  await user.take(100);
  other.say({ M: 'Q01', N: 'between' });
  assert.equal((await other.take(1))[0]?.['N'], 'between');
  assert.ok((channel.metrics()['channel_commands_failed_total'] ?? 0) < 4000, 'the flood was still being read');
  const rest = await user.take(4901);
  assert.equal(rest.at(-1)?.['R'], '429');
  assert.match(String(rest.at(-1)?.['Z']), /at most 5000 lines/);
  user.say({ M: 'Q01', N: 'on' });
  assert.equal((await user.take(1))[0]?.['N'], 'on');
});

test('lines past the number of a second are read in the next one', async (t) => {
  const { open, clock } = await start(t, [answer(q01ServerInfo, () => ({ Z: exampleInfo }))], { linesPerSecond: 4 });
  const [busy, other] = [await open(), await open()];
  other.say(signIn);
  await other.take(1);
  busy.say(signIn, ...[1, 2, 3, 4, 5].map((N) => ({ M: 'Q01', N })));
  await busy.take(4);
  for (let i = 0; i < 3; i += 1) {
    other.say({ M: 'Q02', e: 'x', h: 'y' });
    await other.take(1);
    clock.advance(200);
  }
  assert.equal(busy.waiting(), 0, 'the fifth waits while others are served');
  clock.advance(1000);
  assert.deepEqual(
    (await busy.take(2)).map(({ N }) => N),
    [4, 5],
  );
});

test('a line too deep, with too many keys, or too long for a stranger is answered and not built', async (t) => {
  const { open } = await start(t, [answer(q01ServerInfo, () => ({ Z: exampleInfo }))]);
  const { say, socket, take } = await open();
  socket.send(JSON.stringify({ ...signIn, X: 'x'.repeat(5000) }));
  assert.equal((await take(1))[0]?.['R'], '400');
  say(signIn);
  await take(1);
  socket.send(`{"M":"Q01","N":${'['.repeat(20)}${']'.repeat(20)}}`);
  socket.send(`{"M":"Q01",${Array.from({ length: 2001 }, (_, i) => `"k${i}":1`).join(',')}}`);
  socket.send(JSON.stringify({ M: 'Q01', N: 'long'.repeat(2000) }));
  assert.deepEqual(
    (await take(3)).map(({ R }) => R),
    ['400', '400', '1'],
  );
});

test('a bug in a command answers R 500 without its text and is logged', async (t) => {
  const { open, log } = await start(t, [answer(q01ServerInfo, () => Promise.reject(new Error('secret inside')))]);
  const { say, take } = await open();
  say(signIn, { M: 'Q01' });
  const [, broken] = await take(2);
  assert.deepEqual(broken, { M: 'Q01', R: '500', Z: 'Internal error.' });
  assert.equal(log.lines.filter((line) => line.level === 'error').length, 1);
});

test('an oversized message ends its own connection only', async (t) => {
  const { open } = await start(t, [], { messageBytes: 1000 });
  const bad = await open();
  const good = await open();
  bad.socket.send('x'.repeat(1001));
  const [code] = await once(bad.socket, 'close');
  assert.equal(code, 1009);
  good.say(signIn);
  assert.equal((await good.take(1))[0]?.['R'], '1');
});

test('nobody signed in, a silent connection and an ended session are closed', async (t) => {
  const { open, clock, ended } = await start(t, [], { signInMs: 5000 });
  const stranger = await open();
  clock.advance(5000);
  assert.equal((await once(stranger.socket, 'close'))[1].toString(), 'nobody signed in');
  const user = await open();
  user.say(signIn);
  await user.take(1);
  ended.add('admin');
  clock.advance(10_000);
  assert.equal((await once(user.socket, 'close'))[1].toString(), 'the session has ended');
});

test('who brings an account with a message stays when nobody signs in', async (t) => {
  const told = answer(d21Text, (_session, { I }) => ({ R: '1' as const, I, O: 7, S: 'done' as const }));
  const { open, clock } = await start(t, [told], { signInMs: 5000 });
  const watcher = await open();
  const ask = { M: 'D21', I: 'A', A: 'hi', U: 'ann', P: HASH };
  watcher.say({ ...ask, P: 'CD'.repeat(32) });
  assert.equal((await watcher.take(1))[0]?.['R'], '401');
  watcher.say(ask);
  assert.equal((await watcher.take(1))[0]?.['R'], '1');
  clock.advance(5000);
  watcher.say(ask);
  assert.equal((await watcher.take(1))[0]?.['R'], '1');
});

test('a connection that answers no ping is ended', async (t) => {
  const { open, clock } = await start(t, [], { idleMs: 15_000 });
  const user = await open();
  user.say(signIn);
  await user.take(1);
  user.socket.pause(); // reads no ping, so sends no pong
  clock.advance(20_000);
  user.socket.resume();
  await once(user.socket, 'close');
});

test('more connections of one address than allowed are refused with words', async (t) => {
  const { open, port, channel } = await start(t, [], { connectionsPerAddress: 1 });
  const first = await open();
  const refused = new WebSocket(`ws://127.0.0.1:${port}/`);
  const [error] = await once(refused, 'error');
  assert.match(String(error), /503/);
  assert.equal(channel.metrics()['channel_refused_total'], 1);
  first.socket.close();
  await once(first.socket, 'close');
});

/** A masked text frame with a zero mask, for a client that can stop reading. */
const textFrame = (text: string): Buffer =>
  Buffer.concat([Buffer.from([0x81, 0x80 | 126, text.length >> 8, text.length & 255, 0, 0, 0, 0]), Buffer.from(text)]);

test('a reader that takes nothing gets no more pushes, is cut after the stall limit and counted', async (t) => {
  const asked = Promise.withResolvers<ChannelSession>();
  const { clock, channel, port } = await start(
    t,
    [
      answer(q01ServerInfo, (session) => {
        asked.resolve(session);
        return { Z: exampleInfo };
      }),
    ],
    { pushBufferBytes: 100_000, stallMs: 30_000, idleMs: 1_000_000 },
  );
  const raw = connect(port, '127.0.0.1');
  raw.write(
    'GET / HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n',
  );
  await once(raw, 'data');
  raw.write(textFrame(`${JSON.stringify(signIn)}\n${JSON.stringify({ M: 'Q01' })}\n`));
  await once(raw, 'data');
  raw.pause();
  const line = { M: 'P02', Z: 'x'.repeat(50_000) };
  const session = await asked.promise;
  let taken = 0;
  while (session.push(line)) {
    taken += 1;
    await new Promise((resolve) => setImmediate(resolve));
    assert.ok(taken < 2000, 'the buffer has no bound');
  }
  const closed = new Promise<void>((resolve) => session.onClose(resolve));
  clock.advance(50_000);
  raw.resume();
  await closed;
  assert.equal(channel.metrics()['channel_slow_closed_total'], 1);
  assert.ok((channel.metrics()['channel_pushes_refused_total'] ?? 0) >= 1);
});

test('messages past the limit of a second are read in the next one, and none is lost', async (t) => {
  const { open, clock } = await start(t, [], { messagesPerSecond: 5 });
  const busy = await open();
  const other = await open();
  for (let i = 0; i < 5; i += 1) {
    busy.say({ M: 'Q99', N: i });
    assert.equal((await busy.take(1))[0]?.['N'], i);
  }
  busy.say({ M: 'Q99', N: 5 });
  for (let i = 0; i < 3; i += 1) {
    other.say({ M: 'Q99' });
    await other.take(1);
  }
  assert.equal(busy.waiting(), 0, 'the sixth waits while others are served');
  clock.advance(1000);
  assert.equal((await busy.take(1))[0]?.['N'], 5);
});

test('a long list leaves room for other connections between its batches', async (t) => {
  const batches = 3000;
  let made = 0;
  let madeWhenAsked = batches;
  const { open } = await start(t, [
    answer(q11ExtraInfoList, function* () {
      for (; made < batches; made += 1) yield { Z: [] };
      yield { Z: 'fin' as const };
    }),
    answer(q01ServerInfo, () => {
      madeWhenAsked = made;
      return { Z: exampleInfo };
    }),
  ]);
  const [long, other] = [await open(), await open()];
  long.say(signIn);
  other.say(signIn);
  await Promise.all([long.take(1), other.take(1)]);
  long.say({ M: 'Q11' });
  await long.take(1);
  other.say({ M: 'Q01' });
  await other.take(1);
  assert.ok(madeWhenAsked < batches, `asked after ${madeWhenAsked} batches`);
  await long.take(batches);
});

test('sign-ins, refused ones and commands that change something are told to the access log before they are answered', async (t) => {
  const { open, heard } = await start(t, [
    answer(d02Remove, (_session, { I }, note) => {
      if (I === 'none') throw new AppError('not_found', 'Unknown device none');
      note({ before: { channels: 4 } });
      return { I };
    }),
    answer(q01ServerInfo, () => ({ Z: exampleInfo })),
  ]);
  const { say, take } = await open();
  say({ M: 'D02', I: 'D1' });
  say({ M: 'Q02', e: 'link', h: 'secret' });
  await take(2);
  say(signIn);
  await take(1);
  assert.equal(heard.length, 2, 'a stranger who asks for a change is no row');
  say({ M: 'D02', I: 'D1' }, { M: 'D02', I: 'none' }, { M: 'Q01' }, { M: 'Q02', K: 'session' });
  await take(4);
  assert.deepEqual(
    heard.map(({ userName, method, deviceId, result, data }) => [userName, method, deviceId, result, data]),
    [
      ['', 'Q02', '', 'unauthenticated', { url: '', body: {} }],
      ['admin', 'Q02', '', 'done', { url: '', body: { U: 'admin' } }],
      ['admin', 'D02', 'D1', 'done', { url: '', body: { I: 'D1' }, before: { channels: 4 } }],
      ['admin', 'D02', 'none', 'not_found', { url: '', body: { I: 'none' } }],
    ],
  );
});

test('a success that is not 1 has its own result', async (t) => {
  const stored = answer(d21Text, (_session, { I }) => ({ R: '2' as const, I, O: 7, S: 'waiting' as const }));
  const { open } = await start(t, [stored]);
  const { say, take } = await open();
  say({ M: 'D21', N: 1, I: 'A', A: 'hi', U: 'ann', P: HASH });
  assert.deepEqual(await take(1), [{ M: 'D21', N: 1, R: '2', I: 'A', O: 7, S: 'waiting' }]);
});

test('[F-CMD-030] name and hash of one message count for it alone, and for commands that say so; wrong ones do not fall back', async (t) => {
  const told = answer(d21Text, ({ caller }, { I }) => ({
    R: '1' as const,
    I: `${I} ${caller.userName}`,
    O: 7,
    S: 'done' as const,
  }));
  const { open, heard } = await start(t, [told, answer(q01ServerInfo, () => ({ Z: exampleInfo }))]);
  const { say, take } = await open();
  const ask = async (message: object) => (await (say(message), take(1)))[0];
  const text = { M: 'D21', I: 'A', A: 'hi' };
  assert.equal((await ask({ ...text, U: 'ann', P: HASH }))?.['I'], 'A ann');
  assert.equal((await ask({ M: 'Q01', U: 'ann', P: HASH }))?.['R'], '401', 'without them, and nobody signed in');
  assert.equal((await ask(text))?.['R'], '401');
  assert.equal((await ask({ ...text, U: 'ann' }))?.['R'], '400');
  await ask(signIn);
  assert.equal((await ask(text))?.['R'], '403', 'the signed-in caller of this test has no right for it');
  assert.equal((await ask({ ...text, U: 'ann', P: 'CD'.repeat(32) }))?.['R'], '401');
  assert.equal((await ask({ ...text, U: 'bob', P: HASH }))?.['I'], 'A bob');
  const rows = heard
    .filter(({ method }) => method === 'D21')
    .map(({ userName, result, data }) => [userName, result, data.body]);
  assert.deepEqual(rows, [
    ['ann', 'done', { I: 'A', A: 'hi', U: 'ann' }],
    ['admin', 'forbidden', { I: 'A', A: 'hi' }],
    ['admin', 'unauthenticated', { I: 'A', A: 'hi', U: 'ann' }],
    ['bob', 'done', { I: 'A', A: 'hi', U: 'bob' }],
  ]);
});
