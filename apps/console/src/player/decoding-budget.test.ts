import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DecodingBudget, shareOut } from './decoding-budget.ts';
import type { Allowance } from './messages.ts';

const tile = (allMs: number, favoured = false, allowance: Allowance = 'all') => ({
  load: { allMs, keysMs: allMs / 10 },
  favoured,
  allowance,
});

test('within the budget every tile decodes every picture', () => {
  assert.deepEqual(shareOut([tile(500), tile(500), tile(500)], 1500), ['all', 'all', 'all']);
});

test('past it the chosen tile comes first, and key pictures are never refused', () => {
  assert.deepEqual(shareOut([tile(700), tile(700), tile(700, true)], 1500), ['all', 'keys', 'all']);
  assert.deepEqual(shareOut([tile(9000), tile(9000, true)], 1500), ['keys', 'keys']);
});

test('a tile that decodes nothing itself costs nothing', () => {
  const idle = { load: undefined, favoured: true, allowance: 'keys' as const };
  assert.deepEqual(shareOut([idle, tile(1400)], 1500), ['all', 'all']);
});

test('a tile gets its pictures back only with something to spare', () => {
  assert.deepEqual(shareOut([tile(1400, false, 'keys')], 1500), ['keys']);
  assert.deepEqual(shareOut([tile(1400, false, 'all')], 1500), ['all']);
  assert.deepEqual(shareOut([tile(1200, false, 'keys')], 1500), ['all']);
});

test('tiles hear what changes for them, and nothing else', () => {
  const budget = new DecodingBudget();
  const heard: string[] = [];
  const join = (name: string) => budget.join((allowance) => heard.push(`${name} ${allowance}`));
  const [first, second] = [join('first'), join('second')];
  first.report({ allMs: 900, keysMs: 60 });
  second.report({ allMs: 900, keysMs: 60 });
  assert.deepEqual(heard.splice(0), ['second keys']);
  second.favour(true);
  assert.deepEqual(heard.splice(0), ['first keys', 'second all']);
  second.leave();
  assert.deepEqual(heard.splice(0), ['first all']);
  first.report(undefined);
  assert.deepEqual(heard, []);
});
