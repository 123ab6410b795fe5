// What the browser tests' runner tells of its tests: each once, by its last try, with why it failed. Real runs of Playwright over
// throw-away files that need no browser.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { root } from '../checks/source-files.ts';
import { browserJob } from './browser-job.ts';
import { type Result, runJob } from './job.ts';

const home = mkdtempSync(join(tmpdir(), 'outrider-browser-runner-'));
after(() => rmSync(home, { recursive: true, force: true }));

const runner = pathToFileURL(join(root, 'node_modules', '@playwright', 'test', 'index.mjs')).href;
const ampleMs = 120_000;

/** Runs throw-away spec files, by name, as the browser tests run. */
const run = async (name: string, files: Record<string, string>, limitMs = ampleMs): Promise<Result[]> => {
  const folder = mkdtempSync(join(home, `${name}-`));
  const reporter = join(import.meta.dirname, 'browser-reporter.ts');
  const config = {
    testDir: folder,
    outputDir: join(folder, 'left'),
    retries: 1,
    workers: 2,
    reporter,
    timeout: 20_000,
  };
  writeFileSync(join(folder, 'config.mjs'), `export default ${JSON.stringify(config)};`);
  for (const [file, body] of Object.entries(files))
    writeFileSync(
      join(folder, file),
      `import { test } from ${JSON.stringify(runner)}; import { existsSync, writeFileSync } from 'node:fs';\n${body}`,
    );
  const { args, env = {} } = browserJob([]);
  const own = args.map((arg) => (arg.startsWith('--config=') ? `--config=${join(folder, 'config.mjs')}` : arg));
  return runJob({ title: name, files: [], args: own, limitMs, env });
};
const said = (results: readonly Result[]): string[] =>
  results.map(({ outcome, name, flaky }) => `${outcome} ${name}${flaky === undefined ? '' : ' (flaky)'}`).toSorted();
const reasonOf = (results: readonly Result[], name: string): string =>
  results.find((result) => result.name === name)?.reason ?? '';

test('a test that passes when tried again is flaky with why it failed, a broken one fails once, a skipped one has its reason', async () => {
  const mark = JSON.stringify(join(home, 'mark'));
  const results = await run('shaky', {
    'a.spec.mjs': `test('steady', () => {});
      test('shaky [x] (y)', () => { if (!existsSync(${mark})) { writeFileSync(${mark}, ''); throw new Error('too early'); } });`,
    'b.spec.mjs': `test('broken', () => { throw new Error('broken axle'); });
      test('left out', () => { test.skip(true, 'no road'); });`,
  });
  assert.deepEqual(said(results), ['fail broken', 'pass shaky [x] (y) (flaky)', 'pass steady', 'skip left out']);
  assert.match(results.find(({ name }) => name.startsWith('shaky'))?.flaky ?? '', /too early/);
  assert.match(reasonOf(results, 'broken'), /broken axle/);
  assert.equal(reasonOf(results, 'left out'), 'no road');
});

test('a worker that dies fails the test that ran in it, and only that one', async () => {
  const results = await run('dying', {
    'a.spec.mjs': `test('before', () => {}); test('fatal', () => { process.kill(process.pid, 'SIGKILL'); return new Promise(() => {}); });
      test('behind', () => {});`,
  });
  assert.deepEqual(said(results), ['fail fatal', 'pass before', 'pass behind']);
});

test('a file that cannot be read, or whose beginning fails, is a failure', async () => {
  const unread = await run('unread', { 'a.spec.mjs': 'nonsense(;', 'b.spec.mjs': "test('fine', () => {});" });
  assert.ok(unread.some(({ outcome }) => outcome === 'fail'));
  const unbegun = await run('unbegun', {
    'a.spec.mjs': `test.beforeAll(() => { throw new Error('no stage'); }); test('one', () => {}); test('two', () => {});`,
  });
  assert.ok(unbegun.some(({ outcome, reason }) => outcome === 'fail' && reason.includes('no stage')));
  assert.ok(!unbegun.some(({ outcome }) => outcome === 'pass'));
});

test('what was left out because a beginning failed runs when that is tried again', async () => {
  const mark = JSON.stringify(join(home, 'begun'));
  const results = await run('late', {
    'a.spec.mjs': `test.beforeAll(() => { if (!existsSync(${mark})) { writeFileSync(${mark}, ''); throw new Error('no stage yet'); } });
      test('one', () => {}); test('two', () => {}); test('three', () => { test.skip(true, 'no road'); });`,
  });
  assert.deepEqual(said(results), ['pass one (flaky)', 'pass two', 'skip three']);
});

test('a run that is ended says so, and what it never came to does not count as passed', async () => {
  const results = await run('endless', { 'a.spec.mjs': "test('endless', () => new Promise(() => {}));" }, 8000);
  assert.ok(results.some(({ outcome, reason }) => outcome === 'fail' && reason.includes('took longer than 8 s')));
  assert.ok(!results.some(({ outcome }) => outcome === 'pass'));
});
