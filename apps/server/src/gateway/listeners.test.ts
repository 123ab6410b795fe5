// How many connections an address may have, over loopback.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createConnection } from 'node:net';
import { test } from 'node:test';
import { createTestLog } from '../kernel/log.ts';
import { createManualClock } from '../kernel/manual-clock.ts';
import { turnsUntil } from '../kernel/turns-until.ts';
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
