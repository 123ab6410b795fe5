// Which mutants are drawn.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mutantsOf, sampleOf } from './sample.ts';

const many = (file: string, count: number) => mutantsOf(file, 'const a = 1;\n'.repeat(count));
const places = (sample: readonly { file: string }[]) =>
  Object.fromEntries([...Map.groupBy(sample, ({ file }) => file)].map(([file, own]) => [file, own.length]));

test('each package has its share, also of the first few', () => {
  const all = [...many('packages/a/x.ts', 60), ...many('packages/b/x.ts', 30), ...many('apps/c/x.ts', 10)];
  const sample = sampleOf(all, 20, 7);
  assert.deepEqual(places(sample), { 'packages/a/x.ts': 12, 'packages/b/x.ts': 6, 'apps/c/x.ts': 2 });
  assert.deepEqual(places(sample.slice(0, 10)), { 'packages/a/x.ts': 6, 'packages/b/x.ts': 3, 'apps/c/x.ts': 1 });
});

test('the same seed draws the same, another seed others, and none twice', () => {
  const all = many('packages/a/x.ts', 100);
  const starts = (seed: number) => sampleOf(all, 20, seed).map(({ mutation }) => mutation.start);
  assert.deepEqual(starts(7), starts(7));
  assert.notDeepEqual(starts(7), starts(8));
  assert.equal(new Set(starts(7)).size, 20);
  assert.equal(sampleOf(all, 1000, 7).length, 100);
});

test('a change that leaves no program is not drawn', () => {
  const all = mutantsOf('packages/a/x.ts', 'let a = b || c; a = 5 ** 2;');
  const broken = { ...all[0]?.mutation, start: 0, end: 0, before: '', after: ')' };
  assert.ok(all[0]);
  assert.equal(sampleOf([...all, { ...all[0], mutation: broken }], 100, 1).length, all.length);
});
