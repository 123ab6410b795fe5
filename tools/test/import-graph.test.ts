// Which tests a change can affect: whatever names the file, in whatever way.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dependentsOf, graphOf, readGraph } from './import-graph.ts';

const sources: Record<string, string> = {
  'apps/a/src/floor.ts': 'export const one = 1;',
  'apps/a/src/room.ts': "import { one } from './floor.ts'; export const two = one + 1;",
  'apps/a/src/room.test.ts': "import { two } from './room.ts';",
  'apps/a/src/barrel.ts': "export * from './room.ts';",
  'apps/a/src/late.test.ts': "const { two } = await import('./barrel.ts');",
  'apps/a/src/shape.test.ts': "import type { One } from './floor.ts'; export type { Two } from './room.ts';",
  'apps/a/src/thread.ts': "new Worker(new URL('worker/count.worker.ts', import.meta.url));",
  'apps/a/src/worker/count.worker.ts': 'export {};',
  'apps/a/src/bytes.test.ts': "readFileSync(new URL('../testdata/first.bin', import.meta.url));",
  'apps/a/src/folder.test.ts': "readdirSync(join(import.meta.dirname, '../testdata'));",
  'apps/a/testdata/first.bin': '',
  'apps/a/testdata/second.bin': '',
  'apps/a/src/view.tsx':
    "import styles from './view.module.css?inline'; export const View = () => <b className={styles.b} />;",
  'apps/a/src/view.module.css': '',
  'packages/wire/src/index.ts': "export { x } from './x.ts';",
  'packages/wire/src/x.ts': 'export const x = 1;',
  'apps/a/src/wire.test.ts': "import { x } from '@outrider/wire';",
  'tools/one-of-its-name.mjs': '',
  'apps/a/src/parts.test.ts': "execFileSync('node', [join(root, 'tools', 'one-of-its-name.mjs')]);",
};
const graph = graphOf(Object.keys(sources), (file) => sources[file] ?? '');
const testsOf = (...changed: string[]): string[] =>
  [...dependentsOf(graph, changed)]
    .filter((file) => file.includes('.test.'))
    .map((file) => file.replace('apps/a/src/', ''))
    .toSorted();

test('a file reaches the tests that import it, directly, through others and late, but not by its types alone', () => {
  assert.deepEqual(testsOf('apps/a/src/floor.ts'), ['late.test.ts', 'room.test.ts']);
  assert.deepEqual(testsOf('apps/a/src/shape.test.ts'), ['shape.test.ts']);
});

test('a package is reached by its name', () => assert.deepEqual(testsOf('packages/wire/src/x.ts'), ['wire.test.ts']));

test('workers, styles and data are followed, and a folder of data with all that is in it', () => {
  assert.deepEqual([...dependentsOf(graph, ['apps/a/src/worker/count.worker.ts'])].slice(1), ['apps/a/src/thread.ts']);
  assert.deepEqual([...dependentsOf(graph, ['apps/a/src/view.module.css'])].slice(1), ['apps/a/src/view.tsx']);
  assert.deepEqual(testsOf('apps/a/testdata/first.bin'), ['bytes.test.ts', 'folder.test.ts']);
  assert.deepEqual(testsOf('apps/a/testdata/second.bin'), ['folder.test.ts']);
});

test('the last part of a path that is put together is followed where only one file has that name', () =>
  assert.deepEqual(testsOf('tools/one-of-its-name.mjs'), ['parts.test.ts']));

test('in this repository a screen reaches its browser test, and a message its integration test', () => {
  const own = readGraph();
  assert.ok(dependentsOf(own, ['apps/console/src/ui/tokens.css']).has('e2e/map.spec.ts'));
  assert.ok(dependentsOf(own, ['packages/jt808/src/location.ts']).has('integration/positions.test.ts'));
  assert.ok(!dependentsOf(own, ['apps/console/src/ui/tokens.css']).has('integration/positions.test.ts'));
});
