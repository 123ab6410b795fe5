// Headers: both layouts, the layout decision, terminal ids, hostile bytes.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { fromHex, toHex } from './bytes.ts';
import { DecodeError } from './errors.ts';
import { decodeHeader, encodeHeader, readHeader, terminalIdOf } from './header.ts';
import type { Header } from './header.ts';

// id, properties, [version], terminal id, serial, [total, index], body: section 4, laid out by hand.
const SHORT = fromHex('0200 0003 013800138000 0102 aabbcc'.replaceAll(' ', ''));
const SHORT_PART = fromHex('0801 2002 013800138000 0102 0005 0003 aabb'.replaceAll(' ', ''));
const LONG = fromHex('0200 4401 01 00000000013800138000 fffe aa'.replaceAll(' ', ''));
const LONG_PART = fromHex('0801 6001 02 00000000013800138000 fffe ffff 0001 aa'.replaceAll(' ', ''));

test('the short layout, whole and in parts', () => {
  const { header, body, tolerated } = decodeHeader(SHORT);
  assert.deepEqual(header, {
    layout: '2013',
    messageId: 0x0200,
    bodyLength: 3,
    encryption: 0,
    subpackaged: false,
    versionFlag: false,
    protocolVersion: null,
    phone: '013800138000',
    serial: 0x0102,
  });
  assert.equal(toHex(body), 'aabbcc');
  assert.deepEqual(tolerated, []);
  const part = decodeHeader(SHORT_PART);
  assert.deepEqual([part.header.packageTotal, part.header.packageIndex, toHex(part.body)], [5, 3, 'aabb']);
});

test('the long layout, whole (here encrypted) and in parts', () => {
  const { header, body } = decodeHeader(LONG);
  assert.deepEqual(
    [header.layout, header.protocolVersion, header.phone, header.serial, header.encryption, toHex(body)],
    ['2019', 1, '00000000013800138000', 0xfffe, 1, 'aa'],
  );
  const part = decodeHeader(LONG_PART);
  assert.deepEqual(
    [part.header.protocolVersion, part.header.packageTotal, part.header.packageIndex, toHex(part.body)],
    [2, 0xffff, 1, 'aa'],
  );
});

test('headers are built again byte for byte', () => {
  for (const bytes of [SHORT, SHORT_PART, LONG, LONG_PART]) {
    const { header, body } = decodeHeader(bytes);
    assert.equal(toHex(encodeHeader(header, body)), toHex(bytes));
  }
});

test('a flag that lies: short header with bit 14, long header without', () => {
  const flagged = decodeHeader(fromHex('0102 4002 010030000681 0902 4a31'.replaceAll(' ', '')));
  assert.deepEqual(
    [flagged.header.layout, flagged.header.versionFlag, flagged.tolerated],
    ['2013', true, ['headerLayoutMismatch']],
  );
  const unflagged = '0102 0002 01 00000000010030000681 0902 4a31'.replaceAll(' ', '');
  const long = decodeHeader(fromHex(unflagged));
  assert.deepEqual(
    [long.header.layout, long.header.versionFlag, long.tolerated],
    ['2019', false, ['headerLayoutMismatch']],
  );
  // The same bytes with another version are no long header: they are a short one with bytes behind.
  const other = decodeHeader(fromHex(unflagged.replace('000201', '000202')));
  assert.deepEqual([other.header.layout, other.tolerated], ['2013', ['extraBytes']]);
});

test('no room and too few bytes are refused', () => {
  assert.equal(readHeader(SHORT.subarray(0, 11)), null);
  assert.equal(readHeader(SHORT_PART.subarray(0, 15)), null);
  assert.equal(readHeader(LONG_PART.subarray(0, 20)), null);
  assert.equal(readHeader(SHORT.subarray(0, 14))?.fits, false);
  assert.throws(() => decodeHeader(SHORT.subarray(0, 14)), DecodeError);
  assert.throws(() => decodeHeader(new Uint8Array(0)), DecodeError);
});

test('what does not fit is not built', () => {
  const { header } = decodeHeader(SHORT);
  assert.throws(() => encodeHeader(header, new Uint8Array(1024)), RangeError);
  assert.throws(() => encodeHeader({ ...header, phone: '013800138' }, new Uint8Array(0)), RangeError);
  assert.throws(() => encodeHeader({ ...header, layout: '2019' }, new Uint8Array(0)), RangeError);
  assert.throws(() => encodeHeader({ ...header, serial: 0x10000 }, new Uint8Array(0)), RangeError);
});

test('a terminal has one id in both layouts', () => {
  assert.equal(terminalIdOf('013800138000'), '13800138000');
  assert.equal(terminalIdOf('00000000013800138000'), '13800138000');
  assert.equal(terminalIdOf('000000000000'), '0');
  assert.equal(terminalIdOf('12345678901234567890'), '12345678901234567890');
});

test('six bytes that are no BCD are an IMEI without its check digit', () => {
  // 0x4f07788ef676 = 86893506000502, Luhn digit 0
  assert.equal(terminalIdOf('4f07788ef676'), '868935060005020');
  assert.equal(terminalIdOf('000000004f07788ef676'), '868935060005020');
  assert.equal(terminalIdOf('ffffffffffff'), 'ffffffffffff', '15 digits are no IMEI');
  assert.equal(terminalIdOf('0000abcdef0123456789'), 'abcdef0123456789');
});

/** The header, or null when the bytes are refused as they should be. */
const checked = (content: Uint8Array): Header | null => {
  try {
    return decodeHeader(content).header;
  } catch (error) {
    if (!(error instanceof DecodeError)) throw error;
    return null;
  }
};

test('100,000 headers of any bytes: DecodeError or a header that is built again', () => {
  const bytes = fc.oneof(
    fc.uint8Array({ maxLength: 40 }),
    fc
      .tuple(fc.constantFrom(SHORT, SHORT_PART, LONG, LONG_PART), fc.nat(22), fc.nat(255))
      .map(([seed, at, value]) => seed.map((byte, i) => (i === at ? value : byte))),
  );
  fc.assert(
    fc.property(bytes, (content) => {
      const header = checked(content);
      if (header === null || header.bodyLength > content.length) return;
      const { body, tolerated } = decodeHeader(content);
      if (tolerated.length > 0 || (content[2] ?? 0) > 0x7f) return; // bit 15 is reserved and not kept
      assert.equal(toHex(encodeHeader(header, body)), toHex(content));
    }),
    { numRuns: 100_000 },
  );
});
