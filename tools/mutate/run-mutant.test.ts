// Which tests a changed file is tried with, and what the run says of one that is noticed and one that is not.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { test } from 'node:test';
import { root } from '../checks/source-files.ts';
import { runMutant, testsFor } from './run-mutant.ts';

test('unit tests that reach a file are tried, those with the fewest steps between first', () => {
  const graph = new Map([
    ['apps/a/x.ts', new Set(['apps/a/room.ts', 'apps/a/x.test.ts', 'integration/x.test.ts', 'apps/a/x.test.tsx'])],
    ['apps/a/room.ts', new Set(['apps/a/a-room.test.ts', 'apps/a/x.ts'])],
  ]);
  assert.deepEqual(testsFor(graph, 'apps/a/x.ts'), ['apps/a/x.test.ts', 'apps/a/a-room.test.ts']);
  assert.deepEqual(testsFor(graph, 'apps/a/nobody.ts'), []);
});

test('the tests of its own folder come before those of others that are as many steps away, then those of its package', () => {
  const users = [
    'apps/a/a.test.ts',
    'packages/p/src/b.test.ts',
    'packages/p/src/in/c.test.ts',
    'packages/q/src/a.test.ts',
  ];
  const graph = new Map([
    ['packages/p/src/in/x.ts', new Set(['packages/p/src/index.ts'])],
    ['packages/p/src/index.ts', new Set(users)],
  ]);
  assert.deepEqual(testsFor(graph, 'packages/p/src/in/x.ts'), [users[2], users[1], users[0], users[3]]);
});

test('a change is seen by the tests without being on disk: it dies, survives or hangs', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'outrider-mutate-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'sum.ts');
  const source = 'export const sum = (a: number, b: number): number => { while (a < 0) a += 1; return a + b; };\n';
  writeFileSync(file, source);
  const tests = [join(folder, 'sum.test.mjs')];
  writeFileSync(
    tests[0] ?? '',
    "import { strictEqual } from 'node:assert';import { test } from 'node:test';import { sum } from './sum.ts';\n" +
      "test('sum', () => { strictEqual(sum(2, 0), 2); strictEqual(sum(-1, 1), 1); });\n",
  );
  const changed = (before: string, after: string) => {
    const start = source.indexOf(before);
    const mutation = { start, end: start + before.length, before, after };
    const suite = { tests, isolation: 'none' as const, limitMs: before === '+= 1' ? 3000 : 60_000 };
    return runMutant(suite, { file: relative(root, file), source, mutation });
  };
  assert.equal(await changed('return a + b', 'return a - b'), 'died');
  assert.equal(await changed('a < 0', 'a <= -1'), 'survived');
  assert.equal(await changed('+= 1', '-= 1'), 'hung');
});
