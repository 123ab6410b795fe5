// The timer wheel: order, cancelling, repeating without drift; the real clock stops its interval when nothing waits.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ManualClock, repeat, TimerWheel, WheelClock } from './clock.ts';

test('jobs run when due, in the order they were added', () => {
  const wheel = new TimerWheel(0, 5);
  const ran: string[] = [];
  wheel.add(12, () => ran.push('b'));
  wheel.add(3, () => ran.push('a'));
  wheel.add(11, () => ran.push('c'));
  wheel.advance(9);
  assert.deepEqual(ran, ['a']);
  wheel.advance(15);
  assert.deepEqual(ran, ['a', 'b', 'c']);
  assert.equal(wheel.size, 0);
});

test('a cancelled job does not run, also when cancelled twice or by an earlier job', () => {
  const clock = new ManualClock(1000);
  let ran = 0;
  const timer = clock.after(10, () => (ran += 1));
  clock.after(5, () => timer.cancel());
  timer.cancel();
  timer.cancel();
  clock.advance(50);
  assert.equal(ran, 0);
});

test('a job added while others run is not lost', () => {
  const clock = new ManualClock(0);
  const at: number[] = [];
  clock.after(4, () => clock.after(0, () => at.push(clock.now())));
  clock.advance(10);
  assert.deepEqual(at, [5]);
});

test('repeating keeps its period and ends when cancelled', () => {
  const clock = new ManualClock(0);
  const at: number[] = [];
  const timer = repeat(clock, 40, () => {
    at.push(clock.now());
    if (at.length === 4) timer.cancel();
  });
  clock.advance(1000);
  assert.deepEqual(at, [40, 80, 120, 160]);
});

test('the real clock runs jobs and keeps no timer afterwards', async () => {
  const before = process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length;
  const clock = new WheelClock();
  await new Promise<void>((resolve) => {
    clock.after(12, resolve);
  });
  await new Promise<void>((resolve) => {
    clock.after(1, resolve);
  });
  await new Promise((resolve) => setImmediate(resolve));
  const left = process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length;
  assert.ok(left <= before + 1, 'the interval ends within a tick');
});
