// A listening socket outlasts connections that the system cannot hand over.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer as createHttpServer } from 'node:http';
import { connect, createServer } from 'node:net';
import { test } from 'node:test';
import { closeServer, failedAccepts, listenOn } from './listen.ts';

const HOST = '127.0.0.1';
const noMemory = (): Error => Object.assign(new Error('accept ENOMEM'), { code: 'ENOMEM', syscall: 'accept' });

for (const [kind, server] of [
  ['a plain', createServer()],
  ['an HTTP', createHttpServer()],
] as const)
  test(`connections that cannot be accepted are counted, and ${kind} server goes on`, async (t) => {
    const port = await listenOn(server, HOST, 0, 'httpPort');
    t.after(() => closeServer(server));
    const before = failedAccepts();
    server.emit('error', noMemory());
    server.emit('error', noMemory());
    assert.equal(failedAccepts() - before, 2);
    const accepted = once(server, 'connection');
    const client = connect(port, HOST);
    t.after(() => client.destroy());
    await accepted;
  });

test('a port that is taken is said as before, and not counted', async (t) => {
  const [first, second] = [createServer(), createServer()];
  const port = await listenOn(first, HOST, 0, 'httpPort');
  t.after(() => closeServer(first));
  const before = failedAccepts();
  await assert.rejects(listenOn(second, HOST, port, 'httpPort'), {
    message: /in use by another program/,
  });
  assert.equal(failedAccepts(), before);
});
