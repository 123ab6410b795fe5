// How many connections an address may have, over loopback, and what becomes of those that the system cannot hand over.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createConnection, Server } from 'node:net';
import { type TestContext, test } from 'node:test';
import { createTestLog } from '../kernel/log.ts';
import { createManualClock } from '../kernel/manual-clock.ts';
import { turnsUntil } from '../kernel/turns-until.ts';
import { failedAccepts } from '../kernel/web/listen.ts';
import { TalkPorts } from './jt1078/talk-ports.ts';
import { listenTcp } from './listeners.ts';
import { Overfull } from './overfull.ts';
import type { RefusalReport } from './ports.ts';

test('a connection too many of one address is closed, counted, shown, and logged once a minute; another address gets in', async (t) => {
  const clock = createManualClock();
  const shown: RefusalReport[] = [];
  const log = createTestLog();
  const overfull = new Overfull({
    clock,
    log,
    linksPerAddress: 2,
    refusals: { add: (report) => void shown.push(report) },
  });
  let taken = 0;
  const listener = await listenTcp(
    '127.0.0.1',
    0,
    () => (taken += 1),
    (address, port) => overfull.add(address, port),
    2,
  );
  t.after(() => listener.close());
  const dial = async (from: string): Promise<void> => {
    const before = taken + overfull.refused;
    const socket = createConnection({ port: listener.port, host: '127.0.0.1', localAddress: from });
    socket.on('error', () => undefined);
    await once(socket, 'connect');
    t.after(() => socket.destroy());
    await turnsUntil('a verdict on the connection', () => taken + overfull.refused > before);
  };
  for (let i = 0; i < 4; i += 1) await dial('127.0.0.2');
  assert.deepEqual([taken, overfull.refused, log.lines.length], [2, 2, 1]);
  assert.partialDeepStrictEqual(shown[0], {
    address: '127.0.0.2',
    reason: 'too many connections from one address',
    detail: 'linksPerAddress 2',
  });
  await dial('127.0.0.3');
  assert.equal(taken, 3);
  clock.advance(60_000);
  await dial('127.0.0.2');
  assert.equal(log.lines.length, 2);
});

const devicePort = async (t: TestContext, onSocket: () => void): Promise<number> => {
  const listener = await listenTcp('127.0.0.1', 0, onSocket, () => undefined, 10);
  t.after(() => listener.close());
  return listener.port;
};
const talkPort = async (t: TestContext, onSocket: () => void): Promise<number> => {
  const ports = new TalkPorts('127.0.0.1', [0, 0]);
  const granted = await ports.ask(onSocket).granted;
  t.after(() => ports.close());
  return granted.port;
};

for (const [what, open] of Object.entries({ devicePort, talkPort }))
  test(`connections that the system cannot hand over are counted, and the next one gets in: ${what}`, async (t) => {
    const listening = t.mock.method(Server.prototype, 'listen');
    let taken = 0;
    const port = await open(t, () => (taken += 1));
    const server = listening.mock.calls[0]?.this;
    assert.ok(server instanceof Server);
    const before = failedAccepts();
    for (const code of ['ENOBUFS', 'EMFILE'])
      server.emit('error', Object.assign(new Error(`accept ${code}`), { code, syscall: 'accept' }));
    assert.equal(failedAccepts() - before, 2);
    const socket = createConnection({ port, host: '127.0.0.1' }).on('error', () => undefined);
    t.after(() => socket.destroy());
    await turnsUntil('the connection', () => taken === 1);
  });
