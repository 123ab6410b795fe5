// What both playback screens keep in their addresses.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { numberIn, readPlaybackLook, writePlaybackLook } from './look.ts';

const nothing = { day: undefined, atMs: undefined, channels: undefined, multi: undefined, map: undefined };

it('an empty address says nothing, and nothing makes an empty address', () => {
  assert.deepEqual(readPlaybackLook(new URLSearchParams()), nothing);
  assert.equal(writePlaybackLook(nothing).toString(), '');
});
it('a look comes back as it was written', () => {
  const look = { day: '2026-03-09', atMs: 1_773_000_000_400, channels: [3, 1], multi: true, map: false };
  assert.deepEqual(readPlaybackLook(writePlaybackLook(look)), look);
  const other = { ...look, channels: [], multi: false, map: true };
  assert.deepEqual(readPlaybackLook(writePlaybackLook(other)), other);
});
it('channels stand behind full stops or, as in older addresses, commas; each once and only numbers that are some', () => {
  const channelsOf = (ch: string) => readPlaybackLook(new URLSearchParams({ ch })).channels;
  assert.deepEqual(channelsOf('2.5.2'), [2, 5]);
  assert.deepEqual(channelsOf('3,1,3,99,x'), [3, 1]);
  assert.deepEqual(channelsOf('0.64.65.'), [64]);
});
it('a moment or day that is none is left out', () => {
  assert.deepEqual(readPlaybackLook(new URLSearchParams('at=0&day=2026-02-30')), nothing);
  assert.deepEqual(readPlaybackLook(new URLSearchParams('at=32503680001&day=soon')), nothing);
  assert.equal(readPlaybackLook(new URLSearchParams('at=1.2345')).atMs, 1235);
  assert.deepEqual(
    [numberIn('', 0, 9), numberIn(null, 0, 9), numberIn('0', 0, 9), numberIn('9', 0, 9)],
    [undefined, undefined, 0, 9],
  );
});
