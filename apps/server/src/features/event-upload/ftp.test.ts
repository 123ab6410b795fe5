// Why an FTP server took a file not: nobody is let in, or it does not take this one.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtemp, open, rm } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { inspect } from 'node:util';
import { AppError } from '../../kernel/errors.ts';
import { createManualClock } from '../../kernel/manual-clock.ts';
import { TargetAwayError } from './away-targets.ts';
import { sendByFtp } from './ftp.ts';

/** A server that answers each command as `answers` says, else 200; gives its port. */
const serve = async (t: TestContext, answers: Readonly<Record<string, string>>): Promise<number> => {
  const server = createServer((socket) => {
    socket.write('220 here\r\n');
    socket.on('error', () => undefined);
    socket.on('data', (data) => {
      for (const line of String(data).trim().split('\r\n')) {
        const [command = ''] = line.split(' ');
        socket.write(`${answers[command] ?? '200 ok'}\r\n`);
      }
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => server.close());
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it listens on a port
  return (server.address() as AddressInfo).port;
};

/** What a file sent to this port fails with. */
const failure = async (t: TestContext, port: number, remotePath = 'a/1.jpg'): Promise<unknown> => {
  const folder = await mkdtemp(join(tmpdir(), 'outrider-ftp-'));
  t.after(() => rm(folder, { recursive: true }));
  const file = await open(join(folder, '1.jpg'), 'w+');
  t.after(() => file.close());
  const kit = { clock: createManualClock(), may: () => true };
  return sendByFtp(
    kit,
    { file, target: `me:secret@127.0.0.1:${port}`, remotePath },
    { signal: new AbortController().signal, bytesPerSecond: () => 1024 },
  ).then(
    () => undefined,
    (error: unknown) => error,
  );
};

test('a server that cannot be reached or lets nobody in is away', async (t) => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it listens on a port
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  assert.ok((await failure(t, port)) instanceof TargetAwayError);
  const refused = await failure(t, await serve(t, { USER: '331 password', PASS: '530 Login incorrect.' }));
  assert.ok(refused instanceof TargetAwayError);
  assert.match(refused.message, /Login incorrect/);
});

test('a server that does not take a file is not away', async (t) => {
  const port = await serve(t, { USER: '230 come in', MKD: '550 no', CWD: '550 no' });
  const refused = await failure(t, port);
  assert.ok(refused instanceof AppError && !(refused instanceof TargetAwayError));
  assert.deepEqual([refused.code, refused.message], ['unavailable', '550 no']);
});

test('the words of a server that says the password again are told without it', async (t) => {
  const atSignIn = await failure(t, await serve(t, { USER: '331 password', PASS: '530 No user me with secret.' }));
  const later = await failure(
    t,
    await serve(t, { USER: '230 come in', MKD: '550 no', CWD: '550 secret is no folder' }),
  );
  for (const [error, words] of [
    [atSignIn, '530 No user me with ***.'],
    [later, '550 *** is no folder'],
  ] as const) {
    assert.ok(error instanceof AppError);
    assert.deepEqual([error.message, inspect(error).includes('secret')], [words, false]);
  }
});
