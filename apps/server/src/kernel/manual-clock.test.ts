import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createManualClock } from './manual-clock.ts';

test('the manual clock runs due timers in the order of their moments and stops cancelled ones', () => {
  const clock = createManualClock(1000);
  const seen: string[] = [];
  clock.after(30, () => seen.push(`late ${clock.now()}`));
  clock.after(10, () => {
    seen.push(`early ${clock.now()}`);
    clock.after(5, () => seen.push(`nested ${clock.now()}`));
  });
  clock.after(20, () => seen.push('never')).cancel();
  clock.advance(29);
  assert.deepEqual(seen, ['early 1010', 'nested 1015']);
  clock.advance(1);
  assert.deepEqual(seen.at(-1), 'late 1030');
  assert.equal(clock.pending(), 0);
});

test('every repeats until cancelled, and a jump of the wall clock moves no timer', () => {
  const clock = createManualClock(0);
  let runs = 0;
  const timer = clock.every(10, () => (runs += 1));
  clock.jumpTo(1_000_000);
  assert.equal(runs, 0);
  clock.advance(35);
  assert.equal(runs, 3);
  assert.equal(clock.now(), 1_000_035);
  timer.cancel();
  clock.advance(100);
  assert.equal(runs, 3);
});
