// The RSA key of 0x8A00 and 0x0A00.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toHex } from './bytes.ts';
import { DecodeError } from './errors.ts';
import { decodeRsaKey, encodeRsaKey } from './rsa-key.ts';

test('an exponent of four bytes and a modulus of exactly 128', () => {
  const n = Uint8Array.from({ length: 128 }, (_, i) => i);
  const body = encodeRsaKey({ e: 0x00010001, n });
  assert.equal(toHex(body), `00010001${toHex(n)}`);
  assert.deepEqual(decodeRsaKey(body), { e: 65_537, n });
  for (const length of [127, 129]) assert.throws(() => encodeRsaKey({ e: 3, n: new Uint8Array(length) }), RangeError);
  assert.throws(() => decodeRsaKey(body.subarray(0, -1)), DecodeError);
});
