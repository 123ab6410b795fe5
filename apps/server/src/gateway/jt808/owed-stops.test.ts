// What devices without a link are told when they are back, and what not.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createManualClock } from '../../kernel/manual-clock.ts';
import { OwedStops, type StoppableLink } from './owed-stops.ts';

const setUp = () => {
  const clock = createManualClock();
  const told: string[] = [];
  const used = new Set<string>();
  const links = new Map<number, StoppableLink>();
  const owed = new OwedStops({
    clock,
    linkOf: (deviceKey) => links.get(deviceKey),
    isUsed: ({ deviceKey }, channel) => used.has(`${deviceKey}/${channel}`),
  });
  return {
    owed,
    told,
    used,
    online: (deviceKey: number) => {
      links.set(deviceKey, {
        deviceKey,
        terminalId: String(deviceKey),
        release: (channel) => void told.push(`${deviceKey}/${channel}`),
      });
      owed.back(deviceKey);
    },
    offline: (deviceKey: number) => void links.delete(deviceKey),
    after: (ms: number) => {
      clock.advance(ms);
      owed.tick(clock.monotonic());
    },
  };
};

test('a device is told five seconds after it is back, one channel after the other, each once', () => {
  const { owed, told, online, after } = setUp();
  for (const [deviceKey, channel] of [
    [1, 1],
    [1, 3],
    [1, 1],
    [2, 1],
  ] as const)
    owed.add(deviceKey, channel);
  after(60_000);
  assert.deepEqual([told, owed.size], [[], 2]);
  online(1);
  after(4_999);
  assert.deepEqual(told, []);
  after(1);
  after(4_999);
  assert.deepEqual([told, owed.size], [['1/1'], 2]);
  after(1);
  after(60_000);
  assert.deepEqual([told, owed.size], [['1/1', '1/3'], 1]);
});

test('a channel that is used again is not stopped, and nothing is owed of it any more', () => {
  const { owed, told, used, online, after } = setUp();
  for (const channel of [1, 2]) owed.add(1, channel);
  online(1);
  used.add('1/2');
  after(5_000);
  used.clear();
  online(1);
  after(5_000);
  assert.deepEqual(told, ['1/1']);
});

test('who is gone again is told the next time; who was never away is told too', () => {
  const { owed, told, online, offline, after } = setUp();
  owed.add(1, 1);
  online(1);
  offline(1);
  after(5_000);
  assert.deepEqual(told, []);
  online(1);
  owed.add(1, 2);
  after(5_000);
  after(5_000);
  assert.deepEqual(told, ['1/1', '1/2']);
});

test('of too many devices the one that is away longest is forgotten', () => {
  const { owed, told, online, after } = setUp();
  for (let deviceKey = 1; deviceKey <= 10_001; deviceKey += 1) owed.add(deviceKey, 1);
  assert.equal(owed.size, 10_000);
  for (const deviceKey of [1, 2]) online(deviceKey);
  after(5_000);
  assert.deepEqual(told, ['2/1']);
});
