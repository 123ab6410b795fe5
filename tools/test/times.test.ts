// What kept times are good for: the order of a run, and a word about files that grow.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { root } from '../checks/source-files.ts';
import type { Result } from './job.ts';
import { type Times, grownLines, longestFirst, measureFiles, usualSeconds, withRun } from './times.ts';

const times: Times = { a: [10], b: [30], c: [2, 90, 20], d: [5], e: [4], f: [1] };
const asUsual = { a: 10, b: 30, c: 20, d: 5, e: 4, f: 1 };

test('one run out of the ordinary does not change what is usual', () => {
  assert.equal(usualSeconds(times, 'c'), 20);
  assert.equal(usualSeconds(times, 'nobody ran it'), 0);
});

test('the longest comes first, by the sum of its files, and what nobody has run before all', () => {
  const jobs = [['f'], ['a', 'c'], ['b'], ['new'], ['a', 'd', 'e', 'f']];
  assert.deepEqual(
    longestFirst(jobs, (files) => files, times).map((files) => files.join('')),
    ['new', 'ac', 'b', 'adef', 'f'],
  );
});

test('a file that takes half as long again is named with both numbers', () => {
  assert.deepEqual(grownLines(times, asUsual), []);
  assert.deepEqual(grownLines(times, { ...asUsual, a: 14.9 }), []);
  assert.deepEqual(grownLines(times, { ...asUsual, a: 15.1 }), ['GROWN a: 15.1 s, usually 10.0 s']);
});

test('on a busy machine all take longer and none has grown, but one that takes longer still', () => {
  const busy = { a: 20, b: 60, c: 40, d: 10, e: 8, f: 2 };
  assert.deepEqual(grownLines(times, busy), []);
  assert.deepEqual(grownLines(times, { ...busy, a: 31 }), [
    'GROWN a: 31.0 s, usually 10.0 s (all took 2.0 times as long)',
  ]);
});

test('on a quick machine a file that takes its usual time is not named', () =>
  assert.deepEqual(grownLines(times, { a: 10, b: 15, c: 10, d: 2.5, e: 2, f: 0.5 }), []));

test('short files and runs of few files say nothing about growth', () => {
  assert.deepEqual(grownLines(times, { ...asUsual, f: 2.9 }), []);
  assert.deepEqual(grownLines(times, { a: 50, b: 30, d: 5 }), []);
});

const passed = (file: string, durationMs: number, outcome: Result['outcome'] = 'pass'): Result => ({
  outcome,
  name: 'x',
  file: join(root, file),
  durationMs,
  reason: '',
});

test('what a process took is shared among its files; a file with a failure is not measured', () => {
  assert.deepEqual(measureFiles([passed('a.test.ts', 100), passed('b.test.ts', 200), passed('a.test.ts', 100)], 8), {
    'a.test.ts': 4,
    'b.test.ts': 4,
  });
  assert.deepEqual(measureFiles([passed('a.test.ts', 100), passed('a.test.ts', 100, 'fail')], 8), {});
});

test('the last five runs are kept', () => {
  let kept: Times = {};
  for (const seconds of [1, 2, 3, 4, 5, 6]) kept = withRun(kept, { a: seconds });
  assert.deepEqual(kept, { a: [2, 3, 4, 5, 6] });
});
