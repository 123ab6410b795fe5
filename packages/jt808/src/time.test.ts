// Times against the platform's own calendar, and what is refused.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decodeTime, encodeTime } from './time.ts';

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
