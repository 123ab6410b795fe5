// GB/T 19056 blocks: layout, the failure form and the check byte. Bytes by hand from section 18.1.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fromHex, toHex } from './bytes.ts';
import { DecodeError } from './errors.ts';
import { decodeRecorderBlock, encodeRecorderBlock } from './recorder-block.ts';

test('a block down begins AA 75 and ends in the XOR of all before', () => {
  assert.equal(toHex(encodeRecorderBlock('down', 0x02, new Uint8Array(0))), 'aa7502000000dd');
});

test('a block up is read and written', () => {
  const block = fromHex('557a00000200190135');
  assert.deepEqual(decodeRecorderBlock(block), { command: 0, data: fromHex('1901'), failed: false });
  assert.equal(toHex(encodeRecorderBlock('up', 0, fromHex('1901'))), toHex(block));
});

test('a failure has no length and no data', () => {
  const block = fromHex('557afa00d5');
  assert.deepEqual(decodeRecorderBlock(block), { command: 0xfa, data: new Uint8Array(0), failed: true });
  assert.equal(toHex(encodeRecorderBlock('up', 0xfa, new Uint8Array(0))), toHex(block));
});

test('a wrong start, a wrong check byte and missing data are refused', () => {
  for (const text of ['557b00000200190134', '557a00000200190134', '557a000003001901', '55']) {
    assert.throws(() => decodeRecorderBlock(fromHex(text)), DecodeError, text);
  }
});
