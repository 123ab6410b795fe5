// The stamp of our own byte by byte, and SEI messages around it whose types and sizes need several bytes.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findSeiUserData, joinNals, seiUserData, STAMP_UUID } from './index.ts';
import { encodeStamp, insertStamp, readStamp } from './stamp.ts';

const toHex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');
const SLICE = Uint8Array.of(0x65, 0xb8, 0, 0x11);

test('the mark of our messages, and a stamp laid out by hand', () => {
  assert.equal(toHex(STAMP_UUID), '6f757472696445728c6174656e637931');
  const stamp = { deviceId: 'A.b_c-1', channel: 255, frameNumber: 0x01020304, captureMs: 0x0102030405 };
  assert.equal(toHex(encodeStamp(stamp)), '01ff0102030400000001020304050741 2e625f632d31'.replaceAll(' ', ''));
});

test('limits of a stamp at their borders', () => {
  const base = { deviceId: 'D', channel: 0, frameNumber: 0, captureMs: 0 };
  for (const change of [
    { deviceId: 'x'.repeat(31) },
    { channel: 255 },
    { frameNumber: 0xffffffff },
    { captureMs: Number.MAX_SAFE_INTEGER },
  ])
    assert.deepEqual(readStamp(insertStamp(joinNals([SLICE]), { ...base, ...change })), { ...base, ...change });
  for (const change of [
    { deviceId: 'x'.repeat(32) },
    { deviceId: 'a b' },
    { channel: -1 },
    { channel: 256 },
    { channel: 0.5 },
    { frameNumber: -1 },
    { frameNumber: 0x1_0000_0000 },
    { frameNumber: 0.5 },
    { captureMs: -1 },
    { captureMs: 2 ** 53 },
  ])
    assert.throws(() => encodeStamp({ ...base, ...change }), RangeError, JSON.stringify(change));
});

test('a stamp of another version, cut or longer than it says is none', () => {
  const good = encodeStamp({ deviceId: 'ABC', channel: 1, frameNumber: 2, captureMs: 3 });
  const read = (payload: Uint8Array) => readStamp(joinNals([seiUserData(STAMP_UUID, payload), SLICE]));
  assert.equal(read(good)?.deviceId, 'ABC');
  assert.equal(read(good.with(0, 2)), null);
  for (let length = 0; length < good.length; length += 1)
    assert.equal(read(good.subarray(0, length)), null, String(length));
  assert.equal(read(good.with(14, 32)), null);
  assert.equal(read(good.with(14, 0)), null);
});

test('messages with types and sizes of several bytes are stepped over', () => {
  const ours = seiUserData(STAMP_UUID, Uint8Array.of(7, 8)).subarray(1);
  const behind = (...message: readonly number[]) =>
    findSeiUserData(joinNals([Uint8Array.of(6, ...message, ...ours), SLICE]), STAMP_UUID);
  const found = Uint8Array.of(7, 8);
  assert.deepEqual(behind(), found);
  assert.deepEqual(behind(255, 5, 3, 1, 2, 4), found, 'type 260, not 5');
  assert.deepEqual(behind(255, 255, 0, 0), found, 'type 510, empty');
  assert.deepEqual(behind(4, 255, 0, ...new Uint8Array(255).fill(9)), found, 'size 255');
  assert.deepEqual(behind(4, 255, 2, ...new Uint8Array(257).fill(9)), found, 'size 257');
  assert.deepEqual(behind(5, 16, ...STAMP_UUID.map((byte) => byte ^ 1)), found, 'another mark');
  assert.deepEqual(behind(5, 15, ...new Uint8Array(15).fill(9)), found, 'too short for a mark');
  assert.equal(behind(4, 200, 1, 2), null, 'a message that runs past the end');
});

test('sizes around 255 are written in steps of 255; a mark has 16 bytes', () => {
  for (const [payload, size] of [
    [238, [254]],
    [239, [255, 0]],
    [240, [255, 1]],
    [494, [255, 255, 0]],
  ] as const)
    assert.deepEqual([...seiUserData(STAMP_UUID, new Uint8Array(payload)).subarray(2, 2 + size.length)], size);
  assert.deepEqual([...seiUserData(STAMP_UUID, Uint8Array.of(1), 'h265').subarray(0, 4)], [0x4e, 1, 5, 17]);
  for (const length of [15, 17]) assert.throws(() => seiUserData(new Uint8Array(length), SLICE), RangeError);
});
