// A test process that dies, hangs, says nothing or leaves something behind is a failure with its reason, never a silence.
import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { type Result, runJob } from './job.ts';

const home = mkdtempSync(join(tmpdir(), 'outrider-job-'));
after(() => rmSync(home, { recursive: true, force: true }));
const ampleMs = 60_000;

/** Runs one throw-away test file as the runner would. */
const run = (name: string, body: string, limits: { limitMs: number; lingerMs?: number }): Promise<Result[]> => {
  const file = join(home, `${name}.mjs`);
  writeFileSync(file, `import { test } from 'node:test';\n${body}`);
  const reporter = join(import.meta.dirname, 'reporter.ts');
  return runJob({
    title: name,
    files: [file],
    args: ['--test', '--test-isolation=none', `--test-reporter=${reporter}`, file],
    ...limits,
  });
};
const outcomes = (results: readonly Result[]): string[] => results.map((one) => `${one.outcome} ${one.name}`);
const reasons = (results: readonly Result[]): string => results.map((one) => one.reason).join('\n');

test('passed, failed and skipped tests come back once each, with reasons', async () => {
  const body = `test('good', () => {}); test('bad', () => { throw new Error('broken axle'); });
    test('left', { skip: 'no road' }, () => {}); test('outer', async (t) => { await t.test('inner', () => {}); });`;
  const results = await run('mixed', body, { limitMs: ampleMs });
  assert.deepEqual(outcomes(results).toSorted(), ['fail bad', 'pass good', 'pass inner', 'pass outer', 'skip left']);
  assert.match(reasons(results), /broken axle/);
  assert.match(reasons(results), /no road/);
});

test('a failed inner test is counted once, not again with its suite', async () => {
  const body = `import { describe } from 'node:test';
    describe('suite', () => { test('inner', () => { throw new Error('x'); }); });`;
  assert.deepEqual(outcomes(await run('nested', body, { limitMs: ampleMs })), ['fail inner']);
});

test('a process that kills itself fails', async () => {
  const results = await run('dies', `test('dies', () => process.kill(process.pid, 'SIGKILL'));`, { limitMs: ampleMs });
  assert.deepEqual(outcomes(results), ['fail dies']);
  assert.match(reasons(results), /SIGKILL/);
});

test('a process that leaves early with a good exit code fails', async () => {
  const body = `test('leaves', () => process.exit(0)); test('never runs', () => {});`;
  assert.match(reasons(await run('early', body, { limitMs: ampleMs })), /before its tests did/);
});

test('an endless loop that ignores signals is ended at the limit', async () => {
  const body = `test('spins', () => { process.on('SIGTERM', () => {}); for (;;); });`;
  assert.match(reasons(await run('spins', body, { limitMs: 1500 })), /took longer than 1.5 s/);
});

test('a process whose tests go on ending may take longer than its limit', async () => {
  const body = `for (let i = 0; i < 10; i++) test('one', () => new Promise((resolve) => setTimeout(resolve, 1000)));`;
  assert.deepEqual(new Set(outcomes(await run('long', body, { limitMs: 8000 }))), new Set(['pass one']));
});

test('a server that a test left open is told', async () => {
  const body = `import { createServer } from 'node:net'; test('leaks', () => void createServer().listen(0));`;
  const results = await run('leaks', body, { limitMs: ampleMs, lingerMs: 500 });
  assert.match(reasons(results), /something was left open/);
});

test('a file that cannot be loaded fails', async () => {
  assert.match(reasons(await run('unloadable', `import './gone.mjs';`, { limitMs: ampleMs })), /gone\.mjs/);
});

test(
  'a process left behind, even in a group of its own, is ended',
  { skip: existsSync('/proc') ? false : 'no /proc' },
  async () => {
    const pidFile = join(home, 'pid');
    const body = `import { spawn } from 'node:child_process'; import { writeFileSync } from 'node:fs';
    test('leaves a child', () => {
      const child = spawn('sleep', ['600'], { detached: true, stdio: 'ignore' });
      writeFileSync('${pidFile}', String(child.pid)); child.unref();
    });`;
    assert.deepEqual(outcomes(await run('child', body, { limitMs: ampleMs })), ['pass leaves a child']);
    const stat = `/proc/${readFileSync(pidFile, 'utf8')}/stat`;
    // Killed, it is gone or waits as a zombie for a parent to collect it.
    const lives = (): boolean => existsSync(stat) && !/\) Z/.test(readFileSync(stat, 'utf8'));
    for (let look = 0; lives(); look += 1) {
      assert.ok(look < 1_000_000, 'it was not ended');
      await setImmediate();
    }
  },
);
