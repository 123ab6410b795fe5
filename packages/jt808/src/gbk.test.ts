// GBK both ways: known codes, padding, and that everything the table has survives the way back.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fromHex, toHex } from './bytes.ts';
import { decodeGbk, encodeGbk } from './gbk.ts';

test('a plate is read and written in GBK', () => {
  assert.equal(decodeGbk(fromHex('d4c1413132333435')), '粤A12345');
  assert.equal(toHex(encodeGbk('粤A12345')), 'd4c1413132333435');
});

test('padding is trimmed on both sides, inside it stays', () => {
  assert.equal(decodeGbk(fromHex('0000612062200000')), 'a b');
  assert.equal(decodeGbk(fromHex('0000')), '');
  assert.equal(decodeGbk(new Uint8Array()), '');
});

test('what GBK does not have becomes a question mark, what is no GBK a replacement character', () => {
  assert.equal(toHex(encodeGbk('a😀b')), '613f62');
  assert.match(decodeGbk(fromHex('41ff42')), /^A\ufffd/);
});

test('every two-byte character comes back as the same character', () => {
  const decoder = new TextDecoder('gb18030');
  let tried = 0;
  for (let lead = 0xb0; lead <= 0xf7; lead += 1) {
    for (let trail = 0xa1; trail <= 0xfe; trail += 1) {
      const text = decoder.decode(Uint8Array.of(lead, trail));
      if (/[\ue000-\uf8ff\ufffd]/.test(text)) continue;
      assert.equal(decodeGbk(encodeGbk(text)), text);
      tried += 1;
    }
  }
  assert.ok(tried > 6700, `only ${tried} characters of GB 2312 tried`);
});
