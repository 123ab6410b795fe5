// What a second run may forgive, and what it may not.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { mergeResults, onlyTests, runWithRetry } from './again.ts';
import { type Job, type Result, runJob } from './job.ts';

const home = mkdtempSync(join(tmpdir(), 'outrider-again-'));
after(() => rmSync(home, { recursive: true, force: true }));

const result = (outcome: Result['outcome'], name: string, reason = ''): Result => ({
  outcome,
  name,
  file: 'a.spec.ts',
  durationMs: 1,
  reason,
});
const job: Job = {
  title: 'a.spec.ts',
  files: ['a.spec.ts'],
  args: ['--test', 'a.spec.ts'],
  limitMs: 1000,
  retried: true,
};
const said = (results: readonly Result[]): string[] =>
  results.map(({ outcome, name, flaky }) => `${outcome} ${name}${flaky === undefined ? '' : ` (${flaky})`}`);

test('a test that passes the second time counts as passed and keeps why it failed', () => {
  const merged = mergeResults(job, [result('pass', 'one'), result('fail', 'two', 'late')], [result('pass', 'two')]);
  assert.deepEqual(said(merged), ['pass one', 'pass two (late)']);
});

test('a test that fails twice, or of which nothing is heard again, stays failed', () => {
  const first = [result('fail', 'one', 'first'), result('fail', 'two', 'first')];
  assert.deepEqual(said(mergeResults(job, first, [result('fail', 'one', 'second')])), ['fail one', 'fail two']);
});

test('nothing is forgiven by a second process that died', () => {
  const second = [result('pass', 'one'), result('fail', job.title, 'killed')];
  assert.deepEqual(said(mergeResults(job, [result('fail', 'one')], second)), ['fail one']);
});

test('a file whose process died is judged by its second run as a whole, and counts as one flaky test', () => {
  const first = [result('pass', 'one'), result('fail', job.title, 'killed')];
  const good = [result('pass', 'one'), result('pass', 'two')];
  assert.deepEqual(said(mergeResults(job, first, good)), ['pass one (1 failures, the first: killed)', 'pass two']);
  assert.equal(mergeResults(job, first, [result('pass', 'one'), result('fail', 'two')]).at(1)?.outcome, 'fail');
  assert.ok(mergeResults(job, first, []).some(({ outcome }) => outcome === 'fail'));
});

test('only what failed is run again, by its exact name', () => {
  const { args } = onlyTests(job, [result('fail', '[F-A-001] a (b) costs 3.5')]);
  assert.deepEqual(args, [String.raw`--test-name-pattern=^\[F-A-001\] a \(b\) costs 3\.5$`, ...job.args]);
  assert.deepEqual(onlyTests(job, [result('fail', job.title)]).args, job.args);
});

/** A real test file with one test that fails until a mark stands on the disk. */
const shakyJob = (name: string, retried: boolean): Job => {
  const file = join(home, `${name}.mjs`);
  const mark = JSON.stringify(join(home, `${name}.mark`));
  writeFileSync(
    file,
    `import { test } from 'node:test'; import { existsSync, writeFileSync } from 'node:fs';
    test('steady', () => {});
    test('shaky [x] (y)', () => { if (!existsSync(${mark})) { writeFileSync(${mark}, ''); throw new Error('too early'); } });
    test('broken', () => { throw new Error('always'); });`,
  );
  const reporter = join(import.meta.dirname, 'reporter.ts');
  const args = ['--test', '--test-isolation=none', `--test-reporter=${reporter}`, file];
  return { title: name, files: [file], args, limitMs: 60_000, ...(retried ? { retried } : {}) };
};

test('a real file: the shaky test is forgiven, the broken one is not, each counts once', async () => {
  const results = await runWithRetry(shakyJob('shaky', true), runJob);
  assert.deepEqual(results.map(({ outcome, name }) => `${outcome} ${name}`).toSorted(), [
    'fail broken',
    'pass shaky [x] (y)',
    'pass steady',
  ]);
  assert.match(results.find(({ name }) => name.startsWith('shaky'))?.flaky ?? '', /too early/);
});

test('what is not to be retried fails at once', async () => {
  const results = await runWithRetry(shakyJob('strict', false), runJob);
  assert.equal(results.filter(({ outcome }) => outcome === 'fail').length, 2);
});
