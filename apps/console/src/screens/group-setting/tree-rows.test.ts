// The rows of the tree of groups.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { groupModel } from '../../parts/groups/group-model.ts';
import { groupRows } from './tree-rows.ts';

const group = (groupid: string, parentid: string | null, name: string) => ({ groupid, parentid, name, updatetime: 0 });
const model = groupModel([
  group('1', null, 'root'),
  group('2', '1', 'north'),
  group('3', '2', 'Coast'),
  group('4', '1', 'south'),
]);
const drawn = (open: string[], word = ''): string[] =>
  groupRows(model, (id) => open.includes(id), word).map(
    ({ name, level, place, of, open: is }) =>
      `${level} ${name} ${place}/${of}${is === undefined ? '' : is ? ' open' : ' shut'}`,
  );

test('rows below a branch are there when it is open, each with its place', () => {
  assert.deepEqual(drawn([]), ['1 root 1/1 shut']);
  assert.deepEqual(drawn(['1']), ['1 root 1/1 open', '2 north 1/2 shut', '2 south 2/2']);
  assert.deepEqual(drawn(['1', '2'])[2], '3 Coast 1/1');
});

test('a word leaves what it is part of, with all above it, open', () => {
  assert.deepEqual(drawn([], 'coa'), ['1 root 1/1 open', '2 north 1/1 open', '3 Coast 1/1']);
  assert.deepEqual(drawn(['1'], 'none'), []);
});
