// The block of our own inside 0x8900 and 0x0900: bytes laid out by hand from docs/reference/vendor-block.md, and hostile ones.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { fromHex, toHex } from './bytes.ts';
import { DecodeError } from './errors.ts';
import { p8900TransparentDown } from './messages/p8900-transparent-down.ts';
import {
  decodeVendorBlock,
  encodeVendorBlock,
  isVendorBlock,
  VENDOR_BODY_BYTES,
  VENDOR_COMMANDS,
  vendorCommandCode,
} from './vendor-block.ts';
import type { VendorBlock, VendorBody } from './vendor-block.ts';

const hex = (text: string): Uint8Array => fromHex(text.replaceAll(' ', ''));

const BY_HAND: readonly (readonly [name: string, bytes: string, block: VendorBlock])[] = [
  ['a question without a body', '4f52 01 00 0001 ff 00 0000', { command: 0, serial: 1, result: null, body: null }],
  [
    'a question with JSON',
    '4f52 01 04 0102 ff 01 000e 7b 22 6469736b 22 3a 22 73643122 7d',
    { command: 4, serial: 0x0102, result: null, body: { json: '{"disk":"sd1"}' } },
  ],
  ['an answer that refuses', '4f52 01 07 ffff 03 00 0000', { command: 7, serial: 0xffff, result: 3, body: null }],
  [
    'an answer with bytes',
    '4f52 01 0a 0009 00 02 0003 ffd8ff',
    { command: 10, serial: 9, result: 0, body: { binary: Uint8Array.of(0xff, 0xd8, 0xff) } },
  ],
];

for (const [name, text, block] of BY_HAND) {
  test(`vendor block: ${name}`, () => {
    assert.deepEqual(decodeVendorBlock({ type: 0xf0, content: hex(text) }), block);
    assert.equal(toHex(encodeVendorBlock(block).content), text.replaceAll(' ', ''));
  });
}

test('what is no block says so', () => {
  for (const text of [
    '',
    '4f',
    '4f53 01 00 0001 ff 00 0000',
    '4f52 02 00 0001 ff 00 0000',
    '4f52 01 00 0001 ff 03 0000',
  ])
    assert.throws(() => decodeVendorBlock({ type: 0xf0, content: hex(text) }), DecodeError, text);
  assert.throws(() => decodeVendorBlock({ type: 0xf1, content: hex('4f52 01 00 0001 ff 00 0000') }), DecodeError);
  assert.throws(() => decodeVendorBlock({ type: 0xf0, content: hex('4f52 01 00 0001 ff 01 0005 7b7d') }), DecodeError);
  assert.throws(() => decodeVendorBlock({ type: 0xf0, content: hex('4f52 01 00 0001 ff 01 0001 ff') }), DecodeError);
  assert.throws(() => decodeVendorBlock({ type: 0xf0, content: hex('4f52 01 00 0001 ff 00 0001 00') }), DecodeError);
  assert.equal(isVendorBlock({ type: 0xf0, content: new TextEncoder().encode('OR') }), true);
  assert.equal(isVendorBlock({ type: 0xf0, content: new TextEncoder().encode('Or') }), false);
  assert.equal(isVendorBlock({ type: 0x41, content: new TextEncoder().encode('OR') }), false);
});

test('a body above 32 KB is neither written nor read', () => {
  const large = { command: 10, serial: 1, result: 0, body: { binary: new Uint8Array(VENDOR_BODY_BYTES + 1) } };
  assert.throws(() => encodeVendorBlock(large), RangeError);
  const content = new Uint8Array(10 + VENDOR_BODY_BYTES + 1);
  content.set(hex('4f52 01 0a 0001 00 02 8001'));
  assert.throws(() => decodeVendorBlock({ type: 0xf0, content }), DecodeError);
  const most = { ...large, body: { binary: new Uint8Array(VENDOR_BODY_BYTES).fill(7) } };
  assert.deepEqual(decodeVendorBlock(encodeVendorBlock(most)), most);
});

test('every command has a number of its own', () => {
  assert.equal(new Set(VENDOR_COMMANDS.map(({ code }) => code)).size, VENDOR_COMMANDS.length);
  assert.equal(vendorCommandCode('hello'), 0);
  assert.equal(vendorCommandCode('read-face'), 10);
});

const bodies: fc.Arbitrary<VendorBody> = fc.oneof(
  fc.constant(null),
  fc.string({ unit: 'grapheme', maxLength: 200 }).map((json) => ({ json })),
  fc.uint8Array({ maxLength: 2000 }).map((binary) => ({ binary })),
);

test('any block comes back as it was, also through 0x8900', () => {
  const blocks = fc.record(
    {
      command: fc.nat(255),
      serial: fc.nat(0xffff),
      result: fc.option(fc.nat(254)),
      body: bodies,
    },
    { noNullPrototype: true },
  );
  fc.assert(
    fc.property(blocks, (block) => {
      const body = p8900TransparentDown.encode(encodeVendorBlock(block), '2019');
      const down = p8900TransparentDown.decode(body, '2019');
      assert.ok('content' in down);
      assert.deepEqual(decodeVendorBlock(down), block);
    }),
  );
});

test('hostile content gives a block that can be written again, or DecodeError', () => {
  const head = fc.constantFrom(...BY_HAND.map(([, text]) => hex(text)));
  const altered = fc
    .tuple(head, fc.array(fc.tuple(fc.nat(20), fc.nat(255)), { maxLength: 4 }), fc.nat(40))
    .map(([bytes, spots, cut]) => {
      const copy = bytes.slice();
      for (const [at, byte] of spots) if (at < copy.length) copy[at] = byte;
      return copy.subarray(0, cut);
    });
  fc.assert(
    fc.property(fc.oneof(fc.uint8Array({ maxLength: 60 }), altered), (content) => {
      let block: VendorBlock;
      try {
        block = decodeVendorBlock({ type: 0xf0, content });
      } catch (error) {
        assert.ok(error instanceof DecodeError);
        return;
      }
      assert.deepEqual(decodeVendorBlock(encodeVendorBlock(block)), block);
    }),
    { numRuns: 5000 },
  );
});
