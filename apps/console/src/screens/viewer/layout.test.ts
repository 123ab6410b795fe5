// Where the tiles of a viewer page stand.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { phoneLayout, rowsOf, viewerLayout } from './layout.ts';

const stands = (tiles: number, grid = '4x2'): string => {
  const layout = viewerLayout(tiles, grid);
  return `${layout.span} wide, ${layout.perRow} a row behind ${layout.offset}, ${rowsOf(layout, tiles)} rows`;
};

it('tiles stand by twelve columns as the specification says', () => {
  assert.equal(stands(1), '8 wide, 1 a row behind 2, 1 rows');
  assert.equal(stands(2), '6 wide, 2 a row behind 0, 1 rows');
  for (const tiles of [3, 4]) assert.equal(stands(tiles), '4 wide, 2 a row behind 2, 2 rows');
  for (const tiles of [5, 6]) assert.equal(stands(tiles), '4 wide, 3 a row behind 0, 2 rows');
  for (const tiles of [7, 8]) assert.equal(stands(tiles), '3 wide, 4 a row behind 0, 2 rows');
  assert.equal(stands(8, '3x3'), '4 wide, 3 a row behind 0, 3 rows');
  assert.equal(stands(4, '3x3'), stands(4));
});

it('on a phone that stands up to four tiles are as wide as the phone; one that lies has two in a row', () => {
  const columns = (upright: boolean): number[] => [1, 2, 3, 4, 5, 8].map((tiles) => phoneLayout(tiles, upright).perRow);
  assert.deepEqual(columns(true), [1, 1, 1, 1, 2, 2]);
  assert.deepEqual(columns(false), [1, 1, 2, 2, 2, 2]);
});
