// What a run over mutants comes to.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { keepScore, scoreOf, scoresByPlace } from './score.ts';

test('what no test reaches counts as not noticed, and nothing is rounded up', () => {
  assert.equal(scoreOf({ died: 8, hung: 1, survived: 0, untested: 1 }), 90);
  assert.equal(scoreOf({ died: 2, hung: 0, survived: 1, untested: 0 }), 66);
  assert.equal(scoreOf({ died: 0, hung: 0, survived: 0, untested: 0 }), 0);
});

test('a run is one more row of the page', () => {
  const row = { day: '2026-01-02', paths: ['packages/a', 'b.ts'], seed: '7', all: 40 };
  const page = keepScore('| head |\n\n', { ...row, results: { died: 7, hung: 1, survived: 2, untested: 0 } });
  assert.equal(page, '| head |\n| 2026-01-02 | packages/a b.ts | 10 of 40, seed 7 | 8 | 2 | 0 | 80 % |\n');
});

test('each package and app has a score of its own', () => {
  const ends = [
    { file: 'packages/a/src/x.ts', end: 'died' },
    { file: 'packages/a/src/y.ts', end: 'untested' },
    { file: 'apps/b/src/x.ts', end: 'hung' },
    { file: 'apps/b/src/x.ts', end: 'survived' },
    { file: 'apps/b/src/x.ts', end: 'survived' },
  ] as const;
  assert.deepEqual(
    [...scoresByPlace(ends)],
    [
      ['packages/a', { died: 1, hung: 0, survived: 0, untested: 1 }],
      ['apps/b', { died: 0, hung: 1, survived: 2, untested: 0 }],
    ],
  );
});
