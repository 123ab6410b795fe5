// A random stream at its edges: a server that is full, and a fleet without a channel.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { AppError } from '@outrider/contract';
import type { DeviceLink } from '../gateway/index.ts';
import { createManualClock } from '../kernel/manual-clock.ts';
import { testCaller } from '../kernel/access/test-access.ts';
import { RandomWatches, type RandomKit } from './random-watch.ts';
import type { Viewer } from './subscriber.ts';

type Online = readonly [deviceKey: number, channels: readonly number[]][];

/** `online`: read again at each look. */
const setUp = (online: () => Online, hub: RandomKit['hub']) => {
  const clock = createManualClock();
  const looks = { fleet: 0, devices: 0 };
  const watches = new RandomWatches({
    clock,
    bus: { publish: () => {}, subscribe: () => () => {} },
    hub,
    links: {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only whether there is one is asked
      get: (key) => (online().some(([deviceKey]) => deviceKey === key) ? ({} as DeviceLink) : undefined),
      count: () => online().length,
      all: () => {
        looks.fleet += 1;
        return online().map(([deviceKey]) => ({ deviceKey }));
      },
    },
    devices: {
      findByKey: (_caller, deviceKey) => {
        looks.devices += 1;
        return {
          deviceKey,
          deviceId: `D${deviceKey}`,
          channels: online().find(([key]) => key === deviceKey)?.[1] ?? [],
          absentChannels: [],
          talkChannel: 1,
          mainChannels: [],
          hasLive: true,
          registered: true,
        };
      },
    },
    allowance: { refusal: () => undefined },
    dwellMs: 30_000,
    random: () => 0,
  });
  const begin = () => {
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
    return { seat, written, refusals };
  };
  return { clock, watches, looks, begin };
};

/** A hub that takes so many viewers, waiting ones included. */
const hubOf = (most: number) => {
  const counts = { seated: 0, waiting: 0 };
  const take = (what: 'seated' | 'waiting') => (): (() => void) => {
    if (counts.seated + counts.waiting >= most) throw new AppError('limit_reached', 'Too many viewers');
    counts[what] += 1;
    return () => void (counts[what] -= 1);
  };
  const [seat, wait] = [take('seated'), take('waiting')];
  return { counts, hub: { subscribe: () => ({ choose: () => {}, leave: seat() }), wait } };
};

it('ends when the server takes no further viewer, and says nothing more on the socket that is being closed', () => {
  const fleets: Online[] = [[[1, [1]]], []];
  for (const online of fleets) {
    const { clock, begin } = setUp(() => online, hubOf(0).hub);
    const { seat, written, refusals } = begin();
    assert.equal(refusals.length, 1);
    assert.deepEqual(written, []);
    assert.equal(clock.pending(), 0);
    seat.leave();
  }
});

it('says once that there is nothing to see, looks again, and leaves no timer behind', () => {
  const { clock, begin, looks } = setUp(() => [], hubOf(1).hub);
  const { seat, written } = begin();
  clock.advance(10_000);
  assert.equal(looks.fleet, 6);
  assert.equal(written.length, 1);
  assert.match(written[0]?.toString('utf8') ?? '', /No channel is online/);
  seat.leave();
  assert.equal(clock.pending(), 0);
});

it('counts as a viewer once, with a channel and while it waits for one', () => {
  let online: Online = [];
  const { counts, hub } = hubOf(2);
  const { clock, begin } = setUp(() => online, hub);
  const [one, two, three] = [begin(), begin(), begin()];
  assert.deepEqual(
    [one, two, three].map(({ refusals }) => refusals.length),
    [0, 0, 1],
  );
  assert.deepEqual(counts, { seated: 0, waiting: 2 });
  three.seat.leave();
  online = [[1, [1]]];
  clock.advance(4000);
  assert.deepEqual(counts, { seated: 1, waiting: 1 });
  online = [];
  clock.advance(60_000);
  assert.deepEqual(counts, { seated: 0, waiting: 2 });
  for (const { seat } of [one, two]) seat.leave();
  assert.deepEqual(counts, { seated: 0, waiting: 0 });
  assert.equal(clock.pending(), 0);
});

it('looks at what is online only, and once for all waiting streams of a viewer', () => {
  let online: Online = [];
  const { counts, hub } = hubOf(100);
  const { clock, begin, looks } = setUp(() => online, hub);
  const all = Array.from({ length: 20 }, () => begin());
  clock.advance(20_000);
  assert.equal(looks.devices, 0);
  assert.ok(looks.fleet <= 22, `${looks.fleet} looks in 20 seconds`);
  online = [[7, [1, 2, 3]]];
  clock.advance(8000);
  assert.equal(counts.seated, 3);
  online = [
    [7, [1, 2, 3]],
    [8, [1]],
  ];
  clock.advance(4000);
  assert.equal(counts.seated, 4);
  for (const { seat } of all) seat.leave();
});
