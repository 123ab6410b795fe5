// What a run over mutants comes to.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { behaviourScoreOf, keepScore, scoreOf, scoresByPlace } from './score.ts';

const none = { died: 0, hung: 0, published: 0, survived: 0, untested: 0 };

test('what no test reaches counts as not noticed, and nothing is rounded up', () => {
  assert.equal(scoreOf({ ...none, died: 8, hung: 1, untested: 1 }), 90);
  assert.equal(scoreOf({ ...none, died: 2, survived: 1 }), 66);
  assert.equal(scoreOf(none), 0);
});

test('what only the published reference shows is told apart', () => {
  const results = { ...none, died: 5, published: 3, survived: 2 };
  assert.deepEqual([scoreOf(results), behaviourScoreOf(results)], [80, 50]);
});

test('a run is one more row of the page', () => {
  const row = { day: '2026-01-02', paths: ['packages/a', 'b.ts'], seed: '7', all: 40 };
  const page = keepScore('| head |\n\n', { ...row, results: { ...none, died: 6, hung: 1, published: 1, survived: 2 } });
  assert.equal(page, '| head |\n| 2026-01-02 | packages/a b.ts | 10 of 40, seed 7 | 7 | 1 | 2 | 0 | 80 % | 70 % |\n');
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
      ['packages/a', { ...none, died: 1, untested: 1 }],
      ['apps/b', { ...none, hung: 1, survived: 2 }],
    ],
  );
});
