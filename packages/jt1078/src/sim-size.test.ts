// Which length of the SIM field a packet has: evidence by evidence, and how many bytes have to be waited for.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { encodePacket, type MediaPacket } from './packet.ts';
import { checkSimSize, decideSimSize, mayFollow, type SimHints } from './sim-size.ts';

const packet = (change: Partial<MediaPacket> = {}): Uint8Array =>
  encodePacket({
    simDigits: '013900000042',
    channel: 1,
    dataType: 1,
    subpackage: 0,
    payloadType: 98,
    marker: true,
    sequence: 7,
    timestampMs: 0x18bcfe56800n,
    lastIFrameIntervalMs: 40,
    lastFrameIntervalMs: 40,
    body: Uint8Array.of(0, 0, 0, 1, 0x61, 7, 7, 8, 9),
    ...change,
  });
const TEN = { simDigits: '00000866496077000001' };
const AUDIO = { dataType: 3, payloadType: 6, lastIFrameIntervalMs: null, lastFrameIntervalMs: null };
const DATA = { dataType: 4, payloadType: 91, timestampMs: null, lastIFrameIntervalMs: null, lastFrameIntervalMs: null };
const MAGIC = Uint8Array.of(0x30, 0x31, 0x63, 0x64);
const joined = (...parts: readonly Uint8Array[]): Uint8Array => Uint8Array.from(parts.flatMap((part) => [...part]));
const NONE: SimHints = { previous: null };
const KINDS = [{}, AUDIO, DATA, { dataType: 0 }, { dataType: 2 }];

test('a packet with the next magic behind it is told with its length, wherever it begins', () => {
  for (const kind of KINDS)
    for (const size of [{}, TEN]) {
      const own = packet({ ...kind, ...size });
      const simBytes = 'simDigits' in size ? 10 : 6;
      for (const offset of [0, 5]) {
        const bytes = joined(new Uint8Array(offset).fill(9), own, MAGIC);
        assert.deepEqual(decideSimSize(bytes, offset, NONE), { kind: 'packet', simBytes, length: own.length });
      }
    }
});

test('a packet that is cut is waited for, never for more than it needs to be told', () => {
  for (const kind of KINDS)
    for (const size of [{}, TEN]) {
      const own = packet({ ...kind, ...size });
      const whole = joined(own, MAGIC);
      for (let length = 4; length < own.length; length += 1) {
        const decision = decideSimSize(whole.subarray(0, length), 0, NONE);
        if (decision.kind === 'packet') continue;
        assert.equal(decision.kind, 'wait');
        assert.ok(decision.needed > length && decision.needed <= whole.length, `${length}: ${decision.needed}`);
      }
    }
});

test('where one size is impossible, all bytes of the other are waited for', () => {
  // The byte that would be the types of a 10-byte SIM is 50 hex, of a 6-byte one F0.
  const six = packet({ timestampMs: 0x50_0000_0000n });
  for (const length of [30, 31, six.length - 1])
    assert.deepEqual(decideSimSize(six.subarray(0, length), 0, NONE), { kind: 'wait', needed: six.length });
  assert.deepEqual(decideSimSize(six, 0, NONE), { kind: 'packet', simBytes: 6, length: six.length });
  const ten = packet({ simDigits: '000000000000000000f0' }).with(15, 0xf0);
  for (const length of [34, 35, ten.length - 1])
    assert.deepEqual(decideSimSize(ten.subarray(0, length), 0, NONE), { kind: 'wait', needed: ten.length });
  assert.deepEqual(decideSimSize(ten.with(19, 0xf0), 0, NONE), { kind: 'refuse' });
});

test('one given size: bytes that are missing, impossible types, and what has to follow', () => {
  const own = packet();
  const check = (bytes: Uint8Array, strict = true) => checkSimSize(bytes, 0, 6, strict);
  assert.deepEqual(check(own), { kind: 'packet', simBytes: 6, length: own.length });
  assert.deepEqual(check(own.subarray(0, 15)), { kind: 'wait', needed: 16 });
  assert.deepEqual(check(own.subarray(0, 16)), { kind: 'wait', needed: 30 });
  assert.deepEqual(check(own.subarray(0, 29)), { kind: 'wait', needed: 30 });
  assert.deepEqual(check(own.subarray(0, 30)), { kind: 'wait', needed: own.length });
  for (const types of [0x50, 0xf0, 0x14, 0x1f]) assert.deepEqual(check(own.with(15, types)), { kind: 'refuse' });
  for (const types of [0x00, 0x23, 0x33]) assert.notDeepEqual(check(own.with(15, types)), { kind: 'refuse' });
  const foreign = joined(own, Uint8Array.of(0x30, 0x31, 0x63, 0x65));
  assert.deepEqual([check(foreign).kind, check(foreign, false).kind], ['refuse', 'packet']);
  assert.deepEqual(check(joined(own, MAGIC.subarray(0, 3))).kind, 'packet', 'the magic may be cut');
  assert.deepEqual(checkSimSize(packet(TEN), 0, 10, true), {
    kind: 'packet',
    simBytes: 10,
    length: packet(TEN).length,
  });
  assert.deepEqual(checkSimSize(own.subarray(0, 19), 0, 10, true).kind, 'wait');
});

test('what may follow: the end, a magic or the beginning of one', () => {
  for (let length = 0; length <= 4; length += 1) assert.ok(mayFollow(MAGIC.subarray(0, length), 0), String(length));
  for (let at = 0; at < 4; at += 1) assert.ok(!mayFollow(MAGIC.with(at, 1), 0), String(at));
  assert.ok(mayFollow(joined(MAGIC, Uint8Array.of(1)), 0));
  assert.ok(mayFollow(Uint8Array.of(9, 0x30), 1));
  assert.ok(!mayFollow(Uint8Array.of(9, 0x31), 1));
});

/** Bytes that read as a packet of either size: 40 bytes, then nothing. `at` sets single bytes. */
const either = (at: Readonly<Record<number, number>>): Uint8Array => {
  const bytes = new Uint8Array(64);
  bytes.set(MAGIC);
  bytes.set([0x81, 0xe2, 0, 1], 4);
  for (const [offset, byte] of Object.entries(at)) bytes[Number(offset)] = byte;
  return bytes;
};
/** Both read as whole to the last byte: video with six bytes (34 of body), sound with ten (34 of body). */
const AMBIGUOUS = { 15: 0x10, 29: 34, 19: 0x30 };
const chosen = (at: Readonly<Record<number, number>>, hints: SimHints = NONE): number => {
  const decision = decideSimSize(either({ ...AMBIGUOUS, ...at, 28: 0 }), 0, hints);
  assert.equal(decision.kind, 'packet');
  return decision.kind === 'packet' ? decision.simBytes : 0;
};

test('where both sizes fit, evidence decides: an expected SIM, the payload type, a start code, what came before', () => {
  // Ten bytes: the length of sound stands at 28 and 29 as well.
  assert.equal(either(AMBIGUOUS).length, 64);
  assert.equal(chosen({ 5: 98 }), 6, 'the payload type is of video');
  assert.equal(chosen({ 5: 6 }), 10, 'of sound');
  for (const [payloadType, size] of [
    [1, 10],
    [28, 10],
    [29, 6],
    [0, 6],
    [97, 6],
    [101, 6],
    [102, 6],
  ] as const)
    assert.equal(chosen({ 5: payloadType }), size, `payload type ${payloadType}`);
  assert.equal(chosen({ 5: 0x80 | 6 }), 10, 'the marker is no part of it');
  assert.equal(chosen({ 5: 0 }), 6, 'on a tie six');
  assert.equal(chosen({ 5: 0 }, { previous: 10 }), 10);
  assert.equal(chosen({ 5: 98 }, { previous: 10 }), 6, 'what came before counts less than the payload type');
  assert.equal(chosen({ 5: 0, 32: 1 }, { previous: 10 }), 6, 'and less than a start code');
  assert.equal(chosen({ 5: 6, 32: 1 }, { previous: 6 }), 10, 'which counts less than the payload type');
  const ten = { previous: null, isExpectedSim: (digits: string) => digits.length === 20 };
  assert.equal(chosen({ 5: 98, 32: 1 }, ten), 10, 'an expected SIM counts most');
  assert.equal(chosen({ 5: 6 }, { previous: 10, isExpectedSim: (digits: string) => digits.length === 12 }), 6);
  assert.equal(chosen({ 5: 0, 9: 0xab }), 6, 'digits that are none count against both');
  assert.equal(chosen({ 5: 0, 32: 0, 33: 1 }, { previous: 10 }), 6, 'a start code of four bytes');
});
