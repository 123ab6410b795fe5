// The choice of columns: default, remembered, and what rights take away.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { offered, readChoice, shownColumns, writeChoice } from './column-choice.ts';

const all = { ptz: true, talk: true };

it('shows all but extra memo, licence and last report by default', () => {
  const left = offered(all).filter((column) => !shownColumns('', all).includes(column));
  assert.deepEqual(left, ['extraMemo', 'licence', 'report']);
});

it('remembers a choice, also that of nothing, and forgets the default', () => {
  const chosen = new Set(['plate', 'speed'] as const);
  assert.deepEqual([...readChoice(writeChoice(chosen))], ['plate', 'speed']);
  assert.deepEqual([...readChoice(writeChoice(new Set()))], []);
  assert.equal(writeChoice(readChoice('')), '');
});

it('falls back to the default for a text of another console', () => {
  assert.deepEqual(readChoice('[{"x":1}]'), readChoice(''));
  assert.deepEqual([...readChoice('speed,nosuch')], ['speed']);
});

it('neither shows nor offers what rights or the page take away', () => {
  assert.ok(!shownColumns('ptz,talk,speed', { ptz: false, talk: false }).some((c) => c === 'ptz' || c === 'talk'));
  assert.ok(!offered({ ptz: true, talk: false }).includes('talk'));
});
