// Calls of a thread: answers and failures by name, the bound, a thread that dies, and the ends.
import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { Worker } from 'node:worker_threads';
import { AppError } from '../errors.ts';
import { silentLog } from '../log.ts';
import { createManualClock } from '../manual-clock.ts';
import { turnsUntil } from '../turns-until.ts';
import type { TestCalls } from './test-calls.worker.ts';
import { WorkerCalls, type WorkerCallsKit } from './worker-calls.ts';

const opened = (t: TestContext, more: Partial<WorkerCallsKit> = {}) => {
  const errors: string[] = [];
  const calls = new WorkerCalls<TestCalls>({
    log: { ...silentLog, error: (text) => void errors.push(text) },
    what: 'tests',
    start: () => new Worker(new URL('test-calls.worker.ts', import.meta.url)),
    most: { calls: 3, text: 'too many' },
    failed: ({ text, code, died }) => new AppError(code === 'invalid' ? 'invalid' : 'unavailable', `${text} ${died}`),
    ...more,
  });
  t.after(() => calls.close());
  return { calls, errors };
};

test('a call is answered by name, in its own time, and a failure is the failure of its call alone', async (t) => {
  const { calls } = opened(t);
  assert.equal(calls.running, false, 'the thread starts with the first call');
  const order: unknown[] = [];
  const slow = calls.call('later', ['late', 60]).then((text) => order.push(text));
  const fast = calls.call('add', [1, 2]).then((sum) => order.push(sum));
  await assert.rejects(calls.call('refuse', ['invalid']), { code: 'invalid', message: 'I will not false' });
  await assert.rejects(calls.call('refuse', ['other']), { code: 'unavailable', message: 'I will not false' });
  await Promise.all([slow, fast]);
  assert.deepEqual(order, [3, 'late']);
});

test('what is given away is moved, both ways', async (t) => {
  const { calls } = opened(t);
  const bytes = Uint8Array.of(1, 2, 3);
  assert.deepEqual(await calls.call('reversed', [bytes], { transfer: [bytes.buffer] }), Uint8Array.of(3, 2, 1));
  assert.equal(bytes.length, 0, 'the arguments were given away');
  assert.equal(await calls.call('left', []), 0, 'and so was the answer');
});

test('so many calls may wait; one whose caller left makes room', async (t) => {
  const { calls } = opened(t);
  const left = new AbortController();
  const leaving = calls.call('later', ['', 60], { signal: left.signal });
  const others = [calls.call('later', ['a', 60]), calls.call('later', ['b', 60])];
  await assert.rejects(calls.call('add', [1, 1]), { code: 'limit_reached', message: 'too many' });
  left.abort(new Error('too late'));
  await assert.rejects(leaving, { message: 'too late' });
  assert.equal(calls.waiting, 2);
  assert.equal(await calls.call('add', [1, 1]), 2);
  assert.deepEqual(await Promise.all(others), ['a', 'b']);
  await assert.rejects(calls.call('add', [1, 1], { signal: left.signal }), { message: 'too late' });
});

test('a thread that dies fails the calls that wait; the next call starts another', async (t) => {
  const { calls, errors } = opened(t);
  await calls.call('add', [1, 1]);
  const waits = assert.rejects(calls.call('later', ['', 60_000]), { code: 'unavailable', message: 'no more true' });
  await calls.call('die', []).catch(() => undefined); // its answer may be overtaken by its end
  await waits;
  assert.deepEqual(errors, ['the thread of tests ended']);
  assert.equal(await calls.call('calls', []), 0, 'another thread');
});

test('an owner that must not lose its thread hears of its death', async (t) => {
  const deaths: string[] = [];
  const { calls } = opened(t, { died: ({ message }) => void deaths.push(message) });
  const waits = assert.rejects(calls.call('later', ['', 60_000]));
  await calls.call('die', []).catch(() => undefined); // its answer may be overtaken by its end
  await waits;
  assert.deepEqual(deaths, ['no more']);
});

test('a thread without calls ends after its pause, not before', async (t) => {
  const clock = createManualClock();
  const { calls } = opened(t, { idle: { clock, ms: 1000 } });
  await calls.call('add', [1, 1]);
  clock.advance(900);
  const slow = calls.call('later', ['', 30]);
  clock.advance(2000);
  assert.equal(calls.running, true, 'something is asked of it');
  await slow;
  clock.advance(1000);
  assert.equal(calls.running, false);
  assert.equal(await calls.call('calls', []), 0);
});

test('a thread may be ended in the middle of anything: what waits fails as at its death, the next call starts another', async (t) => {
  const { calls, errors } = opened(t);
  await calls.call('add', [1, 1]);
  const waits = assert.rejects(calls.call('hang', []), { code: 'unavailable', message: 'it was ended true' });
  await calls.restart();
  await waits;
  assert.deepEqual([calls.running, errors], [false, []]);
  assert.equal(await calls.call('calls', []), 0, 'another thread');
});

test('the end refuses what waits and what comes', async (t) => {
  const { calls, errors } = opened(t, { died: () => assert.fail('it was ended') });
  const waits = assert.rejects(calls.call('later', ['', 60_000]), { code: 'unavailable', message: 'The server stops' });
  await calls.close();
  await waits;
  await assert.rejects(calls.call('add', [1, 1]), { message: 'The server stops' });
  assert.deepEqual(errors, []);
});

test('a thread that ends by itself answers first what was asked before', async (t) => {
  const { calls, errors } = opened(t);
  const before = calls.call('add', [2, 2]);
  await calls.closeBy('close');
  assert.equal(await before, 4);
  await turnsUntil('the end', () => !calls.running);
  assert.deepEqual(errors, []);
});
