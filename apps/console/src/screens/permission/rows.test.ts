import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type PermissionSetRow, rights } from '@outrider/contract';
import { NO_CHANGES, toggled } from './permission-draft.ts';
import { type Looking, type SaidGroup, narrowed } from './rows.ts';

const set = (id: string, name: string, access: string): PermissionSetRow => ({
  id,
  name,
  access: access.padEnd(rights.length, '0'),
  users: 0,
  updatetime: 0,
  updateby: '',
});
const sets = [set('1', 'Manager', '111'), set('2', 'Guard', '101')];
const groups: readonly SaidGroup[] = [
  {
    id: 'Pages',
    name: 'Seiten',
    about: '',
    rights: [
      { right: 'P_dash', name: 'Tafel' },
      { right: 'P_tree', name: 'Baum' },
    ],
  },
  { id: 'Features', name: 'Mehr', about: '', rights: [{ right: 'P_live', name: 'Live' }] },
];
const look = (changes: Partial<Looking>, draft = NO_CHANGES) => {
  const shown = narrowed(groups, sets, draft, { word: '', folded: new Set(), compared: undefined, ...changes });
  return [
    shown.rows.map((row) => (row.kind === 'group' ? row.id : row.right)).join(' '),
    shown.sets.map(({ id }) => id).join(''),
  ];
};

test('a word narrows the rights, the sets, or both; a group that says it keeps all of its rights', () => {
  assert.deepEqual(look({}), ['Pages P_dash P_tree Features P_live', '12']);
  assert.deepEqual(look({ word: 'baum' }), ['Pages P_tree', '12']);
  assert.deepEqual(look({ word: 'seiten' }), ['Pages P_dash P_tree', '12']);
  assert.deepEqual(look({ word: 'guar' }), ['Pages P_dash P_tree Features P_live', '2']);
  assert.deepEqual(look({ word: 'P_live' }), ['Features P_live', '12']);
});

test('a folded group shows its line only, while nothing is searched', () => {
  const folded = new Set(['Pages']);
  assert.deepEqual(look({ folded }), ['Pages Features P_live', '12']);
  assert.deepEqual(look({ folded, word: 'tafel' }), ['Pages P_dash', '12']);
});

test('of two sets only what differs is shown, changes that are not saved included', () => {
  assert.deepEqual(look({ compared: ['1', '2'] }), ['Pages P_tree', '12']);
  const [, guard] = sets;
  assert.ok(guard);
  assert.deepEqual(look({ compared: ['1', '2'] }, toggled(NO_CHANGES, guard, 2)), [
    'Pages P_tree Features P_live',
    '12',
  ]);
});
