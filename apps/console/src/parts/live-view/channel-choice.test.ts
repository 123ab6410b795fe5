// Which channels are on, how tiles stand, what they are called.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { channelOfKey, firstChannels, PAGE_CHANNELS, POPUP_CHANNELS, toggled } from './channel-choice.ts';

const many = Array.from({ length: 16 }, (_, i) => i + 1);

it('begins with four channels, with one on a phone', () => {
  assert.deepEqual(firstChannels(many, false), [1, 2, 3, 4]);
  assert.deepEqual(firstChannels(many, true), [1]);
  assert.deepEqual(firstChannels([2, 5], false), [2, 5]);
});
it('switches a channel on in its place and off again', () => {
  assert.deepEqual(toggled([1, 4], 3, many, PAGE_CHANNELS), [1, 3, 4]);
  assert.deepEqual(toggled([1, 3, 4], 3, many, PAGE_CHANNELS), [1, 4]);
});
it('refuses one above the limit, not the last within it, and still switches off', () => {
  for (const most of [PAGE_CHANNELS, POPUP_CHANNELS]) {
    assert.equal(toggled(many.slice(0, most - 1), most, many, most)?.length, most);
    assert.equal(toggled(many.slice(0, most), most + 1, many, most), undefined);
    assert.equal(toggled(many.slice(0, most), most, many, most)?.length, most - 1);
  }
});
it('counts keys by the channels that exist', () => {
  assert.equal(channelOfKey('2', [1, 3]), 3);
  assert.equal(channelOfKey('3', [1, 3]), undefined);
  assert.equal(channelOfKey('f', [1, 3]), undefined);
});
