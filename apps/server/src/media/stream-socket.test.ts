// The sockets of live video, over a real one: a viewer that the full hub refused is not remembered.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test, type TestContext } from 'node:test';
import { WebSocket } from 'ws';
import { createLocalBus } from '../adapters/local-bus/local-bus.ts';
import { testCaller } from '../kernel/access/test-access.ts';
import { AppError } from '../kernel/errors.ts';
import { silentLog } from '../kernel/log.ts';
import { createManualClock } from '../kernel/manual-clock.ts';
import { turnsUntil } from '../kernel/turns-until.ts';
import type { Seat } from './hub.ts';
import { createStreamSockets } from './stream-socket.ts';

const HOST = '127.0.0.1';
const DEVICE_KEY = 3;
const device = {
  deviceKey: DEVICE_KEY,
  deviceId: 'D3',
  channels: [1],
  absentChannels: [],
  talkChannel: 1,
  mainChannels: [],
  hasLive: true,
  registered: true,
};

const openSockets = async (t: TestContext, subscribe: () => Seat) => {
  const bus = createLocalBus(silentLog);
  const asked: number[] = [];
  let refusal: string | undefined;
  const sockets = createStreamSockets({
    clock: createManualClock(),
    bus,
    log: silentLog,
    guard: {
      watch: () => undefined,
      admitting: (authenticate) => authenticate,
      cut: () => undefined,
      metrics: () => ({}),
      close: () => undefined,
    },
    authenticate: async () => testCaller({ rights: new Set(['P_live']) }),
    hub: { subscribe },
    random: { begin: () => assert.fail('a channel is asked for') },
    devices: { seen: () => device, find: () => device },
    allowance: {
      refusal: (_caller, deviceKey) => {
        asked.push(deviceKey);
        return refusal;
      },
    },
    offersLive: true,
  });
  const server = createServer();
  server.on('upgrade', (request, socket, head) =>
    sockets.handleUpgrade(request, socket, head, new URL(request.url ?? '', `http://${HOST}`)),
  );
  await once(server.listen(0, HOST), 'listening');
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it listens on a port
  const { port } = server.address() as AddressInfo;
  t.after(() => {
    sockets.close();
    server.close();
  });
  const open = (): WebSocket => new WebSocket(`ws://${HOST}:${port}/ws.cgi?type=live&deviceid=D3&channel=1`);
  /** The data of the month is used up, or may be: how many viewers were looked at. */
  const limit = (message?: string): number => {
    refusal = message;
    asked.length = 0;
    bus.publish('data.limit', { deviceKey: DEVICE_KEY });
    return asked.length;
  };
  return { open, limit };
};

test('a viewer that is refused as one too many is not remembered', async (t) => {
  const { open, limit } = await openSockets(t, () => {
    throw new AppError('limit_reached', 'Too many');
  });
  for (let i = 0; i < 3; i += 1) assert.equal((await once(open(), 'close'))[0], 1013);
  assert.equal(limit(), 0);
});

test('one that is shown is looked at when the data of its device changes, and ended once when it is used up', async (t) => {
  let left = 0;
  const { open, limit } = await openSockets(t, () => ({ choose: () => undefined, leave: () => void (left += 1) }));
  const client = open();
  await once(client, 'open');
  await turnsUntil('it is shown', () => limit() === 1);
  assert.equal(limit('used up'), 1);
  const [code, reason] = await once(client, 'close');
  assert.deepEqual([code, String(reason)], [1008, 'used up']);
  assert.equal(limit('used up'), 0);
  assert.ok(left > 0);
});
