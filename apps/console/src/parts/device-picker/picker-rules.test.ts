// A choice of devices never holds one twice and never loses what was chosen before.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { idsOf, lineOf, merged, toggled, toggledAll } from './picker-rules.ts';

test('a typed line gives each id once, in order, without blanks', () => {
  assert.deepEqual(idsOf(' A, B,,A ,C,'), ['A', 'B', 'C']);
  assert.deepEqual(idsOf('  '), []);
  assert.equal(lineOf(['A', 'B']), 'A,B');
});

test('a group joins the choice: the former stays, each is there once', () => {
  assert.deepEqual([...merged(new Set(['B']), ['A', 'B', 'C'])], ['B', 'A', 'C']);
});

test('a tick comes and goes', () => {
  assert.deepEqual([...toggled(new Set(['A']), 'B')], ['A', 'B']);
  assert.deepEqual([...toggled(new Set(['A', 'B']), 'A')], ['B']);
});

test('all that are shown are ticked, or unticked when all of them are; the hidden stay', () => {
  assert.deepEqual([...toggledAll(new Set(['X', 'A']), ['A', 'B'])], ['X', 'A', 'B']);
  assert.deepEqual([...toggledAll(new Set(['X', 'A', 'B']), ['A', 'B'])], ['X']);
});
