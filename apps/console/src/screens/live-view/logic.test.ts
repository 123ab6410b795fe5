// Which channels are on, how tiles stand, what they are called.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { channelName, channelOfKey, firstChannels, MAX_TILES, tileGrid, tileSpan, toggled } from './logic.ts';

const many = Array.from({ length: 16 }, (_, i) => i + 1);

it('begins with four channels, with one on a phone', () => {
  assert.deepEqual(firstChannels(many, false), [1, 2, 3, 4]);
  assert.deepEqual(firstChannels(many, true), [1]);
  assert.deepEqual(firstChannels([2, 5], false), [2, 5]);
});
it('switches a channel on in its place and off again', () => {
  assert.deepEqual(toggled([1, 4], 3, many), [1, 3, 4]);
  assert.deepEqual(toggled([1, 3, 4], 3, many), [1, 4]);
});
it('refuses the thirteenth, not the twelfth, and still switches off', () => {
  const eleven = many.slice(0, MAX_TILES - 1);
  assert.equal(toggled(eleven, 12, many)?.length, 12);
  const twelve = many.slice(0, MAX_TILES);
  assert.equal(toggled(twelve, 13, many), undefined);
  assert.equal(toggled(twelve, 12, many)?.length, 11);
});
it('makes tiles 10, 6, 4 and 3 of twelve columns wide', () => {
  assert.deepEqual([1, 2, 3, 6, 7, 12].map(tileSpan), [10, 6, 4, 4, 3, 3]);
});
it('finds a place for every tile', () => {
  for (let tiles = 1; tiles <= MAX_TILES; tiles += 1)
    for (const phone of [false, true]) {
      const { columns, rows } = tileGrid(tiles, phone);
      assert.ok(columns * rows >= tiles && columns * (rows - 1) < tiles, `${tiles} tiles: ${columns}x${rows}`);
    }
});
it('names a channel by its number and name, in the order of the device', () => {
  assert.equal(channelName(3, ['Driver', 'Door'], [1, 3]), '3 Door');
  assert.equal(channelName(1, ['', 'Door'], [1, 3]), 'ch1');
});
it('counts keys by the channels that exist', () => {
  assert.equal(channelOfKey('2', [1, 3]), 3);
  assert.equal(channelOfKey('3', [1, 3]), undefined);
  assert.equal(channelOfKey('f', [1, 3]), undefined);
});
