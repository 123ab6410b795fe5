// The push of positions: once a second, the newest only, own devices only, nothing lost when a socket is slow.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AppError } from '@outrider/contract';
import type { Caller } from '../../kernel/access/access.ts';
import type { ChannelSession } from '../../kernel/channel/channel.ts';
import { createManualClock } from '../../kernel/manual-clock.ts';
import { testPosition } from '../../kernel/test-position.ts';
import type { Position } from '../../kernel/topics.ts';
import { LiveUpdates } from './live-updates.ts';
import { newDevice, type DeviceRecord } from './record.ts';

const fix = (latitude: number, longitude: number): Position =>
  testPosition({
    timeMs: 1_800_000_000_000,
    receivedMs: 1_800_000_000_500,
    latitude,
    longitude,
    speedKmh: 50,
    headingDeg: 90,
    alarm: 1,
    status: 3,
  });

const callerOf = (userId: number): Caller => ({ ...caller, userId });
const caller: Caller = { userId: 1, userName: 'u', level: 1, rights: new Set(), sessionId: null, address: '' };

const connect = (
  userId = 1,
): {
  session: ChannelSession;
  pushed: string[];
  slow: { yes: boolean };
  end: () => void;
  endings: () => number;
} => {
  const pushed: string[] = [];
  const slow = { yes: false };
  const ends: (() => void)[] = [];
  let isOpen = true;
  const session: ChannelSession = {
    caller: callerOf(userId),
    address: '',
    state: new Map(),
    push: (message) => {
      if (slow.yes) return false;
      pushed.push(typeof message === 'string' ? message : JSON.stringify(message));
      return true;
    },
    onClose: (action) => (isOpen ? void ends.push(action) : action()),
    signIn: () => {
      throw new AppError('internal', 'not here');
    },
  };
  const end = (): void => {
    isOpen = false;
    for (const action of ends.splice(0)) action();
  };
  return { session, pushed, slow, end, endings: () => ends.length };
};

const setUp = () => {
  const clock = createManualClock();
  const cursor = { now: 7 };
  const devices = new Map<number, DeviceRecord>([1, 2, 3].map((key) => [key, newDevice(key, `D${key}`, 0)]));
  for (const device of devices.values()) device.fix = device.position = fix(24, 120 + device.key);
  const updates = new LiveUpdates({
    clock,
    at: (key) => devices.get(key),
    isVisible: (_session, d) => d.key !== 3,
    maySee: (_session, d) => d.key !== 3,
    cursor: () => cursor.now,
    token: ({ caller: { userId } }) => `l${userId}`,
  });
  return { clock, devices, updates, cursor };
};
const idsOf = (text: string | undefined): string[] => JSON.parse(text ?? '{"Z":[]}').Z.map((u: { i: string }) => u.i);

test('changes of a second come as one message with the newest of each visible device', () => {
  const { clock, devices, updates } = setUp();
  const { session, pushed } = connect();
  updates.subscribe(session, { kind: 'all' });
  updates.touch(1);
  const first = devices.get(1);
  assert.ok(first);
  first.fix = fix(25, 121);
  updates.touch(1);
  updates.touch(2);
  updates.touch(3);
  clock.advance(999);
  assert.equal(pushed.length, 0);
  clock.advance(1);
  assert.equal(pushed.length, 1);
  assert.deepEqual(JSON.parse(pushed[0] ?? ''), {
    M: 'P02',
    Z: [
      { i: 'D1', s: 0, a: 1, la: 25, ln: 121, v: 50, d: 90, t: 1_800_000_000_000 },
      { i: 'D2', s: 0, a: 1, la: 24, ln: 122, v: 50, d: 90, t: 1_800_000_000_000 },
    ],
  });
  clock.advance(5000);
  assert.equal(pushed.length, 1);
});

test('bounds and chosen devices narrow, west above east crosses the date line', () => {
  const { clock, devices, updates } = setUp();
  const [a, b] = [connect(), connect()];
  updates.subscribe(a.session, { kind: 'bounds', bounds: [170, -90, -170, 90] });
  updates.subscribe(b.session, { kind: 'devices', ids: new Set(['D2', 'D3']) });
  const first = devices.get(1);
  assert.ok(first);
  first.fix = fix(10, -175);
  for (const key of [1, 2, 3]) updates.touch(key);
  clock.advance(1000);
  assert.deepEqual(idsOf(a.pushed[0]), ['D1']);
  assert.deepEqual(idsOf(b.pushed[0]), ['D2']);
});

test('a slow socket gets the newest state later instead of each step, and nothing is lost', () => {
  const { clock, devices, updates } = setUp();
  const { session, pushed, slow } = connect();
  updates.subscribe(session, { kind: 'all' });
  slow.yes = true;
  updates.touch(1);
  clock.advance(1000);
  const first = devices.get(1);
  assert.ok(first);
  first.fix = fix(26, 121);
  slow.yes = false;
  clock.advance(1000);
  assert.equal(pushed.length, 1);
  assert.equal(JSON.parse(pushed[0] ?? '').Z[0].la, 26);
});

test('another list is told to the accounts it is told of, each by its own token', () => {
  const { updates } = setUp();
  const [first, second] = [connect(1), connect(2)];
  for (const { session } of [first, second]) updates.subscribe(session, { kind: 'all' });
  updates.relisted([2]);
  assert.deepEqual([first.pushed, second.pushed], [[], ['{"M":"P03","T":"l2"}']]);
  updates.relisted();
  assert.deepEqual([first.pushed, second.pushed.length], [['{"M":"P03","T":"l1"}'], 2]);
});

test('edited devices are named together to who may see them, again to a slow socket, and not one by one where they are many', () => {
  const { clock, devices, updates } = setUp();
  const [first, second] = [connect(1), connect(2)];
  for (const { session } of [first, second]) updates.subscribe(session, { kind: 'devices', ids: new Set() });
  second.slow.yes = true;
  for (const key of [2, 1, 2, 3, 99]) updates.edit(key);
  clock.advance(1000);
  const told = { M: 'P03', T: 'l1', I: ['D2', 'D1'] };
  assert.deepEqual(
    first.pushed.map((text): unknown => JSON.parse(text)),
    [told],
  );
  second.slow.yes = false;
  clock.advance(1000);
  assert.deepEqual(
    second.pushed.map((text): unknown => JSON.parse(text)),
    [{ ...told, T: 'l2' }],
  );
  updates.edit(3);
  clock.advance(2000);
  assert.deepEqual([first.pushed.length, second.pushed.length, clock.pending()], [1, 1, 0]);
  for (let key = 1000; key < 1101; key += 1) {
    devices.set(key, newDevice(key, `D${key}`, 0));
    updates.edit(key);
  }
  clock.advance(1000);
  assert.deepEqual(JSON.parse(first.pushed[1] ?? ''), { ...told, I: [] });
});

test('after none, or after the connection ended, nothing is pushed and no timer stays', () => {
  const { clock, updates } = setUp();
  const [a, b] = [connect(), connect()];
  updates.subscribe(a.session, { kind: 'all' });
  updates.subscribe(a.session, null);
  updates.subscribe(b.session, { kind: 'all' });
  b.end();
  updates.touch(1);
  clock.advance(2000);
  assert.deepEqual([a.pushed, b.pushed], [[], []]);
  assert.equal(clock.pending(), 0);
});

test('a list made again is told with its token', () => {
  const { updates } = setUp();
  const { session, pushed } = connect();
  updates.subscribe(session, { kind: 'all' });
  updates.relisted();
  assert.deepEqual(pushed, ['{"M":"P03","T":"l1"}']);
});

test('who asked for columns gets them, in the order of keys and made once; who sees less gets what it sees', () => {
  const { clock, devices, updates } = setUp();
  const hidden = devices.get(3);
  assert.ok(hidden);
  const [rows, columns, same] = [connect(), connect(), connect()];
  updates.subscribe(rows.session, { kind: 'all' });
  for (const { session } of [columns, same]) updates.subscribe(session, { kind: 'all' }, true);
  const few = connect();
  updates.subscribe(few.session, { kind: 'devices', ids: new Set(['D2']) }, true);
  for (const key of [2, 1, 3]) updates.touch(key);
  clock.advance(1000);
  const [told] = columns.pushed;
  const { M, T, Z } = JSON.parse(told ?? '');
  assert.deepEqual([M, Z.i, Z.la, Z.ln, Z.v], ['P06', ['D1', 'D2'], [24e6, 24e6], [121e6, 122e6], [500, 500]]);
  assert.equal(T + Z.t[0], 1_800_000_000);
  assert.deepEqual(same.pushed, [told]);
  assert.deepEqual([idsOf(rows.pushed[0]), JSON.parse(few.pushed[0] ?? '').Z.i], [['D1', 'D2'], ['D2']]);
});

test('a list of changes may leave out what columns carried since they were asked for, and nothing from before', () => {
  const { updates, cursor } = setUp();
  const [rows, columns, few] = [connect(), connect(), connect()];
  updates.subscribe(rows.session, { kind: 'all' });
  updates.subscribe(columns.session, { kind: 'all' }, true);
  updates.subscribe(few.session, { kind: 'devices', ids: new Set(['D1']) }, true);
  const carried = (change: number) => [rows, columns, few].map(({ session }) => updates.carries(session, change));
  assert.deepEqual(
    [carried(6), carried(7)],
    [
      [false, false, false],
      [false, true, false],
    ],
  );
  cursor.now = 9;
  updates.subscribe(columns.session, { kind: 'all' }, true);
  updates.subscribe(few.session, { kind: 'all' }, true);
  assert.deepEqual(
    [carried(8), carried(9)],
    [
      [false, true, false],
      [false, true, true],
    ],
  );
});

test('devices that nobody registered are told as they come and go, also late to a slow socket', () => {
  const { clock, devices, updates } = setUp();
  const { session, pushed, slow } = connect();
  updates.subscribe(session, { kind: 'all' });
  const stranger = devices.get(1);
  const known = devices.get(2);
  assert.ok(stranger && known);
  stranger.link = { id: 1, address: '192.0.2.1' };
  known.registered = true;
  slow.yes = true;
  for (const key of [1, 2, 3]) updates.stranger(key);
  clock.advance(1000);
  slow.yes = false;
  clock.advance(1000);
  const told = pushed.map((text) => JSON.parse(text));
  assert.deepEqual(
    told.map(({ M, Z }) => [M, Z.map((row: { deviceid: string; status: number }) => [row.deviceid, row.status])]),
    [['P07', [['D1', 1]]]],
  );
  clock.advance(5000);
  assert.equal(pushed.length, 1);
});

test('a connection that asks again and again is followed once, and one that has ended is not kept', () => {
  const { clock, updates } = setUp();
  const { session, pushed, end, endings } = connect();
  for (let i = 0; i < 100; i += 1) {
    updates.subscribe(session, { kind: 'all' });
    updates.subscribe(session, null);
  }
  assert.equal(endings(), 1);
  updates.subscribe(session, { kind: 'all' });
  updates.touch(1);
  clock.advance(1000);
  assert.equal(pushed.length, 1);
  end();
  for (let late = 0; late < 2; late += 1) {
    updates.subscribe(session, { kind: 'all' }, true); // asked for before it ended
    assert.equal(updates.carries(session, 7), false);
    updates.touch(1);
    assert.equal(clock.pending(), 0, 'nobody is told');
  }
});
