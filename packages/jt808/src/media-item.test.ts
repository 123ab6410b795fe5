// Finding the picture in uploaded data (section 19.3).
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fromHex } from './bytes.ts';
import { findJpeg, isJpeg } from './media-item.ts';

const withPicture = (before: number): Uint8Array => {
  const data = new Uint8Array(before + 8);
  data.set([0xff, 0xd8, 0xff, 0xe0], before);
  return data;
};

test('a picture is found at the front and up to 256 bytes behind it', () => {
  for (const before of [0, 1, 255, 256]) assert.equal(findJpeg(withPicture(before))?.byteOffset, before);
});

test('there is no picture further in, in other data, or in none', () => {
  assert.equal(findJpeg(withPicture(257)), undefined);
  assert.equal(findJpeg(fromHex('ff00d8ff')), undefined);
  assert.equal(findJpeg(new Uint8Array(0)), undefined);
});

test('two bytes make a picture when nothing else is there', () => {
  assert.equal(findJpeg(fromHex('ffd8'))?.length, 2);
  assert.equal(isJpeg(fromHex('ffd8')), true);
  assert.equal(isJpeg(fromHex('ffd9')), false);
});
