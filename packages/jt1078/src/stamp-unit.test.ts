// A single step that can hardly be milliseconds, at the edges of the rule. How the unit is found: timebase.test.ts.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isDoubtful, watchStamps } from './stamp-unit.ts';

test('a step is doubtful from 1500 to 90000, over thirty times what passed; above 5000 also under 270 times', () => {
  const cases: readonly (readonly [step: number, passedMs: number, doubtful: boolean])[] = [
    [1499, 10, false],
    [1500, 10, true],
    [1500, 50, false],
    [1501, 50, true],
    [3600, 40, true],
    [5000, 1, true],
    [5001, 1, false],
    [5399, 20, true],
    [5400, 20, false],
    [90_000, 1000, true],
    [90_001, 1000, false],
  ];
  for (const [step, passedMs, doubtful] of cases)
    assert.equal(isDoubtful(undefined, step, passedMs), doubtful, `${step} in ${passedMs} ms`);
});

test('where steps were as short as milliseconds are, none is doubtful', () => {
  const seen = (stamp: bigint, arrivalMs: number) => ({ stamp, arrivalMs, isKey: false, intervalMs: undefined });
  const { watch } = watchStamps(undefined, seen(0n, 0));
  assert.equal(isDoubtful(watch, 3600, 40), true);
  const after = watchStamps(watch, seen(40n, 40));
  assert.equal(isDoubtful(after.watch, 3600, 40), false);
});
