// Which job is next: the limits, the pauses, the device, the age.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type JobFacts, JobQueue, type QueueInput, type QueueNow } from './job-queue.ts';

const rules = { atOnce: 3, perDevice: 1, firstPauseMs: 100, longestPauseMs: 350, giveUpMs: 5000 };
const job = (key: number, deviceKey = key): JobFacts => ({ key, userId: 1, deviceKey, createdMs: 1000 });

/** A queue that is stepped through; each step says what is to be done. */
const opened = (...jobs: JobFacts[]) => {
  const queue = new JobQueue();
  const now: QueueNow = { utcMs: 1000, monotonicMs: 0, isReady: () => true };
  const step = (input: QueueInput, at: Partial<QueueNow> = {}) => queue.step(input, rules, Object.assign(now, at));
  const first = step({ kind: 'added', jobs });
  return { step, first, keys: () => queue.keys() };
};
const nothing = { start: [], giveUp: [] };

test('jobs start in their order, so many in all and of one device, others past one whose device is busy', () => {
  const { first, step, keys } = opened(job(1), job(2, 1), job(3), job(4), job(5));
  assert.deepEqual(first, { start: [1, 3, 4], giveUp: [] });
  assert.deepEqual(step({ kind: 'looked' }), nothing);
  assert.deepEqual(step({ kind: 'ended', key: 1, again: false }), { start: [2], giveUp: [] });
  assert.deepEqual(step({ kind: 'dropped', keys: [3, 4] }), { start: [5], giveUp: [] });
  assert.deepEqual(keys(), [2, 5]);
});

test('what happened first or last is first where the order says so, whatever was asked for first', () => {
  const { step } = opened();
  const jobs = [300, 100, 200].map((happenedMs, i) => ({ ...job(i + 1, 1), happenedMs }));
  const order = (which: 'oldest' | 'newest') => {
    const first = step({ kind: 'added', jobs }, { order: which }).start;
    const [key = 0] = first;
    const second = step({ kind: 'ended', key, again: false }).start;
    step({ kind: 'dropped', keys: [1, 2, 3] }, { isReady: () => false });
    step({ kind: 'looked' }, { isReady: () => true });
    return [...first, ...second];
  };
  assert.deepEqual(order('oldest'), [2, 3]);
  assert.deepEqual(order('newest'), [1, 3]);
});

test('a job that failed waits, twice as long each time up to the longest pause, and keeps its place', () => {
  const { step } = opened(job(1), job(2, 1));
  let atMs = 0;
  for (const pauseMs of [100, 200, 350, 350]) {
    assert.deepEqual(
      step({ kind: 'ended', key: 1, again: true }),
      { start: [2], giveUp: [] },
      'the next one of its device',
    );
    step({ kind: 'dropped', keys: [2] });
    assert.deepEqual(step({ kind: 'looked' }, { monotonicMs: atMs + pauseMs - 1 }), nothing);
    assert.deepEqual(step({ kind: 'looked' }, { monotonicMs: (atMs += pauseMs) }), { start: [1], giveUp: [] });
    step({ kind: 'added', jobs: [job(2, 1)] });
  }
});

test('a device that is back ends the pauses of its jobs, and of no others', () => {
  const { step } = opened(job(1), job(2));
  step({ kind: 'ended', key: 1, again: true });
  step({ kind: 'ended', key: 2, again: true });
  assert.deepEqual(step({ kind: 'woken', deviceKey: 2 }), { start: [2], giveUp: [] });
});

test('of thousands that wait those alone are looked at that may start because of what happened', () => {
  const asked: JobFacts['key'][] = [];
  const away = new Set<number>();
  const isReady = ({ key, deviceKey }: JobFacts): boolean => {
    asked.push(key);
    return !away.has(deviceKey);
  };
  const { step } = opened();
  const looked = (input: QueueInput, at: Partial<QueueNow> = {}) => ({ ...step(input, at), asked: asked.splice(0) });
  const jobs = Array.from({ length: 1000 }, (_, i) => job(i + 1));
  for (const { deviceKey } of jobs) away.add(deviceKey);
  assert.equal(looked({ kind: 'added', jobs }, { isReady }).asked.length, 1000);
  away.delete(7);
  assert.deepEqual(looked({ kind: 'woken', deviceKey: 7 }), { start: [7], giveUp: [], asked: [7] });
  assert.deepEqual(looked({ kind: 'added', jobs: [job(2000, 7)] }), { start: [], giveUp: [], asked: [] });
  const ended = looked({ kind: 'ended', key: 7, again: true });
  assert.deepEqual(ended, { start: [2000], giveUp: [], asked: [2000] }, 'another one of its device');
  for (const deviceKey of [1, 2]) {
    away.delete(deviceKey);
    step({ kind: 'woken', deviceKey });
  }
  asked.length = 0;
  away.clear();
  assert.deepEqual(looked({ kind: 'woken', deviceKey: 500 }), { start: [], giveUp: [], asked: [] }, 'no room');
  assert.deepEqual(looked({ kind: 'ended', key: 1, again: false }), { start: [3], giveUp: [], asked: [3] });
});

test('what was asked for first is first also where its pause has just ended', () => {
  const { step } = opened(job(1), job(2), job(3));
  step({ kind: 'ended', key: 1, again: true });
  assert.deepEqual(step({ kind: 'added', jobs: [job(4)] }, { monotonicMs: 100 }), { start: [1], giveUp: [] });
});

test('what became too old while there is no room is given up at the next look', () => {
  const { step } = opened(job(1), job(2), job(3), job(4));
  assert.deepEqual(step({ kind: 'woken' }, { utcMs: 6000 }), nothing);
  assert.deepEqual(step({ kind: 'looked' }), { start: [], giveUp: [4] });
});

test('a job of a device that is not ready waits without a try', () => {
  const { step } = opened();
  step({ kind: 'added', jobs: [job(1), job(2)] }, { isReady: ({ deviceKey }) => deviceKey === 2 });
  assert.deepEqual(step({ kind: 'looked' }, { isReady: () => true }), { start: [1], giveUp: [] });
});

test('what became too old is given up, what runs is not', () => {
  const { step, keys } = opened(job(1));
  step({ kind: 'added', jobs: [job(2, 1), { ...job(3, 1), createdMs: 2000 }] });
  assert.deepEqual(step({ kind: 'looked' }, { utcMs: 5999 }), nothing);
  assert.deepEqual(step({ kind: 'looked' }, { utcMs: 6000 }), { start: [], giveUp: [2] });
  assert.deepEqual(keys(), [1, 3]);
});

test('a job may say how old it may become itself', () => {
  const { step, keys } = opened(job(1));
  step({ kind: 'added', jobs: [job(2, 1), { ...job(3, 1), giveUpMs: 2000 }, { ...job(4, 1), giveUpMs: 9000 }] });
  assert.deepEqual(step({ kind: 'looked' }, { utcMs: 2999 }), nothing);
  assert.deepEqual(step({ kind: 'looked' }, { utcMs: 3000 }), { start: [], giveUp: [3] });
  assert.deepEqual(step({ kind: 'looked' }, { utcMs: 6000 }), { start: [], giveUp: [2] });
  assert.deepEqual(keys(), [1, 4]);
});
