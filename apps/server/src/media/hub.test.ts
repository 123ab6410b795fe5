// How many viewers there may be, on the server and of one account: also those that wait for a channel count.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { silentLog } from '../kernel/log.ts';
import { createManualClock } from '../kernel/manual-clock.ts';
import { Hub } from './hub.ts';

it('counts who waits as one who watches, until it is over, and once', () => {
  const hub = new Hub({
    clock: createManualClock(),
    bus: { publish: () => {}, subscribe: () => () => {} },
    log: silentLog,
    links: { get: () => undefined, count: () => 0 },
    devices: { hasSound: () => true },
    limits: { viewers: 3, viewersPerUser: 2 },
  });
  const [first] = [hub.wait(1), hub.wait(1)];
  assert.throws(() => hub.wait(1), { code: 'limit_reached', message: 'This account has 2 open viewers already' });
  const other = hub.wait(2);
  assert.throws(() => hub.wait(3), { code: 'limit_reached', message: 'The server has 3 open viewers already' });
  assert.equal(hub.metrics()['viewers'], 3);
  other();
  other();
  assert.equal(hub.metrics()['viewers'], 2);
  first?.();
  hub.wait(1);
  assert.throws(() => hub.wait(1), { code: 'limit_reached' });
});
