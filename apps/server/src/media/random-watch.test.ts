// A random stream at its edges: a server that is full, and a fleet without a channel.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { AppError } from '@outrider/contract';
import type { LinkRegistry } from '../gateway/index.ts';
import { createManualClock } from '../kernel/manual-clock.ts';
import { testCaller } from '../kernel/access/test-access.ts';
import { RandomWatches, type RandomKit } from './random-watch.ts';
import type { Viewer } from './subscriber.ts';

const watch = (ids: readonly string[], subscribe: RandomKit['hub']['subscribe']) => {
  const clock = createManualClock();
  // Of the links only whether there is one is asked.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a whole link is a device with its sockets
  const links = { get: () => ({}) } as unknown as LinkRegistry;
  const watches = new RandomWatches({
    clock,
    bus: { publish: () => {}, subscribe: () => () => {} },
    hub: { subscribe },
    links,
    devices: {
      seen: () => assert.fail('looks only at what there is'),
      find: (_caller, deviceId) => ({
        deviceKey: 1,
        deviceId,
        channels: [1],
        absentChannels: [],
        talkChannel: 1,
        mainChannels: [],
        hasLive: true,
        registered: true,
      }),
      hasSound: () => true,
      visible: () => ids.map((id) => ({ key: 1, id })),
    },
    allowance: { refusal: () => undefined },
    dwellMs: 30_000,
    random: () => 0,
  });
  const written: Buffer[] = [];
  const refusals: unknown[] = [];
  const viewer: Viewer = {
    socket: {
      writableLength: 0,
      write: (bytes) => {
        written.push(bytes);
        return true;
      },
      destroy: () => {},
    },
    userId: 1,
    userName: 'admin',
    address: '',
    port: 0,
    stream: 'sub',
    holdMs: 40,
    openedMs: 0,
  };
  const seat = watches.begin({ caller: testCaller(), viewer, full: (error) => refusals.push(error) });
  return { clock, seat, watches, written, refusals };
};

it('ends when the server takes no further viewer, and says nothing more on the socket that is being closed', () => {
  const { clock, seat, written, refusals } = watch(['A'], () => {
    throw new AppError('limit_reached', 'Too many viewers');
  });
  assert.equal(refusals.length, 1);
  assert.deepEqual(written, []);
  assert.equal(clock.pending(), 0);
  seat.leave();
});

it('says once that there is nothing to see, looks again, and leaves no timer behind', () => {
  const { clock, seat, written } = watch([], () => {
    throw new Error('nobody to subscribe to');
  });
  clock.advance(10_000);
  assert.equal(written.length, 1);
  assert.match(written[0]?.toString('utf8') ?? '', /No channel is online/);
  seat.leave();
  assert.equal(clock.pending(), 0);
});
