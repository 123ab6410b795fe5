// How tiles stand and what they are called.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { channelName, inOrder, liveGrid, mosaicGrid, squareGrid, tileGrid, tileSpan } from './tile-rules.ts';

it('makes tiles 10, 6, 4 and 3 of twelve columns wide', () => {
  assert.deepEqual([1, 2, 3, 6, 7, 12].map(tileSpan), [10, 6, 4, 4, 3, 3]);
});
it('stands mosaics 1x1, 2x2, 3x2, 3x3 and 4x3', () => {
  const grids = [1, 2, 4, 5, 6, 7, 9, 10, 12].map((n) => `${mosaicGrid(n).columns}x${mosaicGrid(n).rows}`);
  assert.deepEqual(grids, ['1x1', '2x2', '2x2', '3x2', '3x2', '3x3', '3x3', '4x3', '4x3']);
});
it('one to four tiles of the live view fill the room: 1, 2, 2x2; five stand in the grid', () => {
  const grids = [1, 2, 3, 4, 5].map((tiles) => liveGrid(tiles, false));
  assert.deepEqual(
    grids.map(({ columns, rows }) => `${columns}x${rows}`),
    ['1x1', '2x1', '2x2', '2x2', '3x2'],
  );
  assert.deepEqual(liveGrid(2, true), tileGrid(2, true));
});
it('finds a place for every tile', () => {
  for (let tiles = 1; tiles <= 12; tiles += 1)
    for (const phone of [false, true]) {
      const { columns, rows } = tileGrid(tiles, phone);
      assert.ok(columns * rows >= tiles && columns * (rows - 1) < tiles, `${tiles} tiles: ${columns}x${rows}`);
    }
});
it('lists channels in the order of the settings, and none that the device has not', () => {
  assert.deepEqual(inOrder([1, 2, 3], [3, 1, 2]), [3, 1, 2]);
  assert.deepEqual(inOrder([1, 2, 4], [4, 3, 4]), [4, 1, 2]);
});
it('names a channel by its number and name, in the order of the device', () => {
  assert.equal(channelName(3, ['Driver', 'Door'], [1, 3]), '3 Door');
  assert.equal(channelName(1, ['', 'Door'], [1, 3]), 'ch1');
});
it('lays tiles out as squarely as it goes', () => {
  const all = [1, 2, 3, 4, 6, 9].map((tiles) => squareGrid(tiles, false));
  assert.deepEqual(
    all.map(({ columns, rows }) => `${columns}x${rows}`),
    ['1x1', '2x1', '2x2', '2x2', '3x2', '3x3'],
  );
  assert.deepEqual(squareGrid(9, true), { columns: 2, rows: 5 });
});
