import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Column } from '../../ui/column.ts';
import { matching } from './matching.ts';

type Row = { name: string; level: number };
const columns: readonly Column<Row>[] = [
  { id: 'name', header: 'Name', width: '1fr', value: ({ name }) => name },
  {
    id: 'level',
    header: 'Level',
    width: '1fr',
    value: ({ level }) => level,
    text: ({ level }) => (level === 0 ? 'Admin' : 'Guest'),
  },
  { id: 'secret', header: 'Secret', width: '1fr', allowed: false, value: () => 'hidden' },
  { id: 'buttons', header: '', width: '1fr' },
];
const rows: readonly Row[] = [
  { name: 'ann', level: 0 },
  { name: 'Bob', level: 3 },
];
const names = (word: string): string[] => matching(rows, columns, word).map(({ name }) => name);

test('a word is found in what any column says, in any case; not in what may not be seen', () => {
  assert.deepEqual(names('BO'), ['Bob']);
  assert.deepEqual(names(' guest '), ['Bob'], 'as it is shown, not as it is stored');
  assert.deepEqual(names('n'), ['ann']);
  assert.deepEqual(names('hidden'), []);
  assert.equal(matching(rows, columns, '  '), rows, 'nothing typed: the same list');
});
