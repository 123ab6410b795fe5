// Times against the platform's own calendar, and what is refused.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { toHex } from './bytes.ts';
import { decodeTime, decodeTimeBytes, encodeTime } from './time.ts';

test('digits are read in GMT+8 unless told otherwise', () => {
  assert.equal(decodeTime('210824224947'), Date.parse('2021-08-24T22:49:47+08:00'));
  assert.equal(decodeTime('191202101010', 0), Date.parse('2019-12-02T10:10:10Z'));
  assert.equal(decodeTime('200229000000', -330), Date.parse('2020-02-29T00:00:00-05:30'));
});

test('what is no date is null', () => {
  const wrong = ['000000000000', '211301000000', '210230000000', '210229000000', '210101240000', '210101006000'];
  for (const digits of [...wrong, '210101000060', '2101010000', 'a10101000000', '']) {
    assert.equal(decodeTime(digits), null, digits);
  }
});

test('every day of the century agrees with the platform calendar, both ways', () => {
  for (let utcMs = Date.UTC(2000, 0, 1); utcMs < Date.UTC(2100, 0, 1); utcMs += 86_400_000) {
    const digits = encodeTime(utcMs + 12_345_678, 0);
    assert.equal(digits, new Date(utcMs + 12_345_678).toISOString().replaceAll(/^20|\D|\d{3}Z$/g, ''));
    assert.equal(decodeTime(digits, 0), utcMs + 12_345_000);
  }
});

test('a time outside the century is refused', () => {
  assert.throws(() => encodeTime(Date.UTC(1999, 11, 31, 15, 59)), RangeError);
  assert.throws(() => encodeTime(Date.UTC(2099, 11, 31, 16)), RangeError);
  assert.throws(() => encodeTime(Number.NaN), RangeError);
  assert.equal(encodeTime(Date.UTC(1999, 11, 31, 16)), '000101000000');
});

test('bytes are read as their digits are', () => {
  const pair = fc.constantFrom(
    0x00,
    0x01,
    0x02,
    0x09,
    0x0a,
    0x12,
    0x13,
    0x23,
    0x24,
    0x28,
    0x29,
    0x31,
    0x59,
    0x60,
    0x99,
    0xa0,
  );
  fc.assert(
    fc.property(
      fc.uint8Array({ minLength: 0, maxLength: 6 }),
      fc.array(pair, { minLength: 6, maxLength: 6 }),
      (any, pairs) => {
        for (const bytes of [any, Uint8Array.from(pairs)])
          assert.equal(decodeTimeBytes(bytes, 0), decodeTime(toHex(bytes)));
      },
    ),
    { numRuns: 20_000 },
  );
  assert.equal(decodeTimeBytes(Uint8Array.of(9, 0x24, 0x02, 0x29, 0x12, 0, 1), 1, 0), Date.UTC(2024, 1, 29, 12, 0, 1));
});
