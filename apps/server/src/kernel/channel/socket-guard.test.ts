// A socket ends with the right to it.
import assert from 'node:assert/strict';
import { EventEmitter } from 'node:events';
import { test } from 'node:test';
import type { Right } from '@outrider/contract';
import type { Caller } from '../access/access.ts';
import { createManualClock } from '../manual-clock.ts';
import { createSocketGuard } from './socket-guard.ts';
import { createFakeBus } from '../test-bus.ts';

class FakeSocket extends EventEmitter {
  ended = false;
  terminate(): void {
    this.ended = true;
    this.emit('close');
  }
}
const caller = (userId: number): Caller => ({
  userId,
  userName: `u${userId}`,
  level: 1,
  rights: new Set(),
  sessionId: `s${userId}`,
  address: '',
});

const setUp = () => {
  const bus = createFakeBus();
  const clock = createManualClock();
  const seen = new Set([1, 2]);
  const valid = new Set(['s1', 's2']);
  const rights = new Set<Right>(['P_live', 'F_talk']);
  const guard = createSocketGuard({
    bus,
    clock,
    access: {
      authenticate: () => Promise.reject(new Error('not asked')),
      current: (known) => (valid.has(known.sessionId ?? '') ? { ...known, rights: new Set(rights) } : undefined),
      maySee: (_caller, key) => seen.has(key),
    },
    socketsPerAccount: 3,
  });
  const open = (userId: number, deviceKeys: number[], right: Right = 'P_live'): FakeSocket => {
    const socket = new FakeSocket();
    guard.watch(socket, caller(userId), deviceKeys, (now) => now.rights.has(right));
    return socket;
  };
  return { bus, clock, seen, valid, rights, guard, open };
};

test('an account that ended loses its own sockets and nobody else’s', () => {
  const { bus, open } = setUp();
  const [mine, theirs] = [open(1, [1]), open(2, [1])];
  bus.publish('account.ended', { userId: 1, userName: 'u1' });
  assert.deepEqual([mine.ended, theirs.ended], [true, false]);
});

test('a right taken away ends the sockets that need it, at once for who is told of, and leaves the others', () => {
  const { bus, clock, rights, open } = setUp();
  const [live, talk, theirs] = [open(1, [1]), open(1, [1], 'F_talk'), open(2, [1])];
  bus.publish('account.changed', { userId: 1, userName: 'u1' });
  assert.deepEqual([live.ended, talk.ended], [false, false], 'another right changed');
  rights.delete('P_live');
  bus.publish('account.changed', { userId: 1, userName: 'u1' });
  assert.deepEqual([live.ended, talk.ended, theirs.ended], [true, false, false]);
  clock.advance(5000);
  assert.deepEqual([talk.ended, theirs.ended], [false, true], 'found with the next look');
});

test('devices out of sight end the sockets of the accounts that are named', () => {
  const { bus, seen, open } = setUp();
  const [gone, kept, theirs] = [open(1, [1]), open(1, [2]), open(2, [1])];
  seen.delete(1);
  bus.publish('sight.changed', { userIds: [1] });
  assert.deepEqual([gone.ended, kept.ended, theirs.ended], [true, false, false]);
});

test('a device that was removed ends the sockets that show it', () => {
  const { bus, seen, open } = setUp();
  const [gone, kept] = [open(1, [1]), open(1, [2])];
  seen.delete(1);
  bus.publish('devices.relisted', { reason: 'removed' });
  assert.deepEqual([gone.ended, kept.ended], [true, false]);
});

test('a session that ended loses its sockets within five seconds', () => {
  const { clock, valid, open } = setUp();
  const socket = open(1, [1]);
  clock.advance(5000);
  assert.equal(socket.ended, false);
  valid.delete('s1');
  clock.advance(5000);
  assert.equal(socket.ended, true);
});

test('a socket that closed by itself is forgotten, and close leaves no timer', () => {
  const { bus, clock, guard, open } = setUp();
  const socket = open(1, [1]);
  socket.emit('close');
  bus.publish('account.ended', { userId: 1, userName: 'u1' });
  assert.equal(socket.ended, false);
  guard.close();
  assert.equal(clock.pending(), 0);
});

test('an account has so many sockets open and no more, another has its own; one that closed makes room', async () => {
  const { guard, open } = setUp();
  const admit = guard.admitting((userId: number) => Promise.resolve(caller(userId)));
  const [first] = [open(1, [1]), open(1, []), open(1, [2])];
  await assert.rejects(admit(1), { code: 'limit_reached', message: 'This account has 3 open sockets already.' });
  assert.equal(open(1, []).ended, true, 'let in before the others were seated');
  assert.equal((await admit(2)).userId, 2);
  first.terminate();
  assert.equal((await admit(1)).userId, 1);
  assert.equal(open(1, []).ended, false);
  assert.deepEqual(guard.metrics(), { web_sockets: 3, web_sockets_refused_total: 2, web_sockets_cut_total: 0 });
});

test('one that is cut ends and is counted', () => {
  const { guard, open } = setUp();
  const [slow, other] = [open(1, [1]), open(1, [1])];
  guard.cut(slow);
  assert.deepEqual([slow.ended, other.ended], [true, false]);
  assert.deepEqual(guard.metrics(), { web_sockets: 1, web_sockets_refused_total: 0, web_sockets_cut_total: 1 });
});
