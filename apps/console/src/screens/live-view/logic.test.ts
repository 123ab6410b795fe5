// Which channels are on, how tiles stand, what they are called.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { channelOfKey, firstChannels, MAX_TILES, toggled } from './logic.ts';

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
it('counts keys by the channels that exist', () => {
  assert.equal(channelOfKey('2', [1, 3]), 3);
  assert.equal(channelOfKey('3', [1, 3]), undefined);
  assert.equal(channelOfKey('f', [1, 3]), undefined);
});
