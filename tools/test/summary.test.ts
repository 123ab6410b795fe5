// When a run counts as good, and what its last line says.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Result } from './job.ts';
import { countLine, failedLines, flakyLines, skippedLines, slowestLines, verdict } from './summary.ts';

const result = (outcome: Result['outcome'], durationMs = 1, reason = ''): Result => ({
  outcome,
  name: `${outcome} ${durationMs}`,
  file: 'a.test.ts',
  durationMs,
  reason,
});
const complete = { missing: [] };
const lacking = { missing: ['chromium is not installed'] };

test('the counts are one line', () => {
  assert.equal(
    countLine([result('pass'), result('pass'), result('fail'), result('skip')]),
    '2 passed, 1 failed, 1 skipped',
  );
});

test('a failure is never good', () => {
  assert.notEqual(verdict([result('pass'), result('fail')], complete), undefined);
  assert.notEqual(verdict([result('pass'), result('fail')], lacking), undefined);
});

test('a skipped test is good only where something it may need is missing', () => {
  assert.notEqual(verdict([result('pass'), result('skip')], complete), undefined);
  assert.equal(verdict([result('pass'), result('skip')], lacking), undefined);
});

test('no test at all is not good', () => {
  assert.notEqual(verdict([], complete), undefined);
});

test('the slowest are ten, slowest first', () => {
  const lines = slowestLines(Array.from({ length: 12 }, (_, i) => result('pass', i * 1000)));
  assert.equal(lines.length, 10);
  assert.match(lines[0] ?? '', /11\.00 s {2}pass 11000/);
});

test('skipped tests are told by reason, with their number', () => {
  const lines = skippedLines([result('skip', 1, 'no browser'), result('skip', 1, 'no browser'), result('skip')]);
  assert.deepEqual(lines, ['SKIPPED 2: no browser (a.test.ts)', 'SKIPPED 1: no reason given (a.test.ts)']);
});

test('flaky tests are named, and more than five of them are not good', () => {
  const shaky = { ...result('pass'), flaky: 'late\nat line 3' };
  assert.deepEqual(flakyLines([result('pass'), shaky]), ['FLAKY pass 1 (a.test.ts): late']);
  assert.equal(
    verdict(
      Array.from({ length: 5 }, () => shaky),
      complete,
    ),
    undefined,
  );
  assert.match(
    verdict(
      Array.from({ length: 6 }, () => shaky),
      complete,
    ) ?? '',
    /flaky/,
  );
});

test('failed tests are named with the beginning of what they said', () => {
  const said = ['', 'late', 'at line 3', 'and', 'more', 'and more'].join('\n');
  assert.deepEqual(failedLines([result('pass'), result('fail', 2, said)]), [
    'FAILED fail 2 (a.test.ts): late\n       at line 3\n       and\n       more',
  ]);
  assert.equal(
    failedLines([result('fail', 2, 'x'.repeat(5000))])[0]?.length,
    'FAILED fail 2 (a.test.ts): '.length + 600,
  );
});
