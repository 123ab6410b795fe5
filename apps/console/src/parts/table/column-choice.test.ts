// The choice of columns: the usual ones, remembered, and what rights take away.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Column } from '../../ui/column.ts';
import { offered, readChoice, shownColumns, writeChoice } from './column-choice.ts';

const column = (id: string, more: Partial<Column<object>> = {}): Column<object> => ({
  id,
  header: id,
  width: '80px',
  value: () => id,
  ...more,
});
const columns = [
  column('id'),
  column('plate', { choice: 'on' }),
  column('speed', { choice: 'on' }),
  column('talk', { choice: 'on', allowed: false }),
  column('memo', { choice: 'off' }),
  column('remove', { allowed: false }),
];
const ids = (list: readonly Column<object>[]): string[] => list.map(({ id }) => id);

it('shows what is always there and what is on at first, in reading order', () => {
  assert.deepEqual(ids(shownColumns('', columns)), ['id', 'plate', 'speed']);
  assert.deepEqual(ids(shownColumns('memo,plate', columns)), ['id', 'plate', 'memo']);
});

it('remembers a choice, also that of nothing, and forgets the usual one', () => {
  const chosen = new Set(['plate', 'memo']);
  assert.equal(writeChoice(chosen, columns), 'plate,memo');
  assert.deepEqual([...readChoice('plate,memo', columns)], ['plate', 'memo']);
  assert.deepEqual([...readChoice(writeChoice(new Set(), columns), columns)], []);
  assert.deepEqual(ids(shownColumns('none', columns)), ['id']);
  assert.equal(writeChoice(readChoice('', columns), columns), '');
});

it('falls back to the usual columns for a text of another console', () => {
  assert.deepEqual(readChoice('[{"x":1}]', columns), readChoice('', columns));
  assert.deepEqual([...readChoice('speed,nosuch', columns)], ['speed']);
});

it('neither shows nor offers what rights or the page take away, and does not forget that it was chosen', () => {
  assert.deepEqual(ids(shownColumns('talk,speed', columns)), ['id', 'speed']);
  assert.deepEqual(ids(offered(columns)), ['plate', 'speed', 'memo']);
  assert.equal(writeChoice(new Set(['talk', 'speed']), columns), 'speed,talk');
});
