// Which job is next: the limits, the pauses, the device, the age.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type JobFacts, type Queue, type QueueInput, type QueueNow, stepQueue } from './job-queue.ts';

const rules = { atOnce: 3, perDevice: 1, firstPauseMs: 100, longestPauseMs: 350, giveUpMs: 5000 };
const job = (key: number, deviceKey = key): JobFacts => ({ key, userId: 1, deviceKey, createdMs: 1000 });

/** A queue that is stepped through; each step says what is to be done. */
const opened = (...jobs: JobFacts[]) => {
  let queue: Queue = new Map();
  const now: QueueNow = { utcMs: 1000, monotonicMs: 0, isReady: () => true };
  const step = (input: QueueInput, at: Partial<QueueNow> = {}) => {
    const done = stepQueue(queue, input, rules, Object.assign(now, at));
    queue = done.queue;
    return { start: done.start, giveUp: done.giveUp };
  };
  const first = step({ kind: 'added', jobs });
  return { step, first, keys: () => [...queue.keys()] };
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

test('a job of a device that is not ready waits without a try', () => {
  const { step } = opened();
  step({ kind: 'added', jobs: [job(1), job(2)] }, { isReady: (deviceKey) => deviceKey === 2 });
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
