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

test('every code of two bytes that means one character is written as the first code that means it', () => {
  const decoder = new TextDecoder('gb18030');
  const first = new Map<string, number>();
  for (let lead = 0x81; lead <= 0xfe; lead += 1)
    for (let trail = 0x40; trail <= 0xfe; trail += 1) {
      const text = decoder.decode(Uint8Array.of(lead, trail));
      if (trail === 0x7f || Array.from(text).length !== 1 || /[\ue000-\uf8ff\ufffd]/.test(text) || first.has(text))
        continue;
      first.set(text, lead * 256 + trail);
    }
  assert.ok(first.size > 21_000);
  for (const [text, code] of first) assert.equal(toHex(encodeGbk(text)), code.toString(16).padStart(4, '0'), text);
  for (const code of [0x8140, 0xfea0, 0xa1a1, 0x817e, 0x8180])
    assert.ok([...first.values()].includes(code), String(code));
});

test('ASCII is one byte up to 7F; what lies just behind it, in private use or beyond two bytes is a question mark', () => {
  for (const code of [0, 0x20, 0x3f, 0x7f])
    assert.equal(toHex(encodeGbk(String.fromCharCode(code))), toHex(Uint8Array.of(code)));
  for (const text of ['\u0080', '\u0081', '\ue000', '\uf8ff', '\ufffd', '\ud83d\ude00'])
    assert.equal(toHex(encodeGbk(text)), '3f');
  assert.equal(toHex(encodeGbk('')), '');
});

test('spaces and zeros are padding, whatever else is not', () => {
  assert.equal(decodeGbk(fromHex('2000412000')), 'A');
  assert.equal(decodeGbk(fromHex('0121410921')), '\u0001!A\t!');
  assert.equal(decodeGbk(fromHex('20')), '');
});
