// Where the tiles of a viewer page stand.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { columnOf, rowsOf, viewerLayout } from './layout.ts';

const stands = (tiles: number, grid = '4x2'): string => {
  const layout = viewerLayout(tiles, grid);
  const columns = Array.from({ length: tiles }, (_, i) => columnOf(layout, i));
  return `${layout.span} wide at ${columns.join(' ')} in ${rowsOf(layout, tiles)}`;
};

it('tiles stand by twelve columns as the specification says', () => {
  assert.equal(stands(1), '8 wide at 3 in 1');
  assert.equal(stands(2), '6 wide at 1 7 in 1');
  assert.equal(stands(3), '4 wide at 3 7 3 in 2');
  assert.equal(stands(4), '4 wide at 3 7 3 7 in 2');
  assert.equal(stands(5), '4 wide at 1 5 9 1 5 in 2');
  assert.equal(stands(6), '4 wide at 1 5 9 1 5 9 in 2');
  assert.equal(stands(7), '3 wide at 1 4 7 10 1 4 7 in 2');
  assert.equal(stands(8), '3 wide at 1 4 7 10 1 4 7 10 in 2');
  assert.equal(stands(8, '3x3'), '4 wide at 1 5 9 1 5 9 1 5 in 3');
  assert.equal(stands(4, '3x3'), '4 wide at 3 7 3 7 in 2');
});
