// The SEI stamp: its bytes, its place in a frame, and that foreign or damaged stamps read as none.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  decodeStamp,
  encodeStamp,
  findSeiUserData,
  insertStamp,
  inspectVideoFrame,
  joinNals,
  MediaError,
  readStamp,
  seiUserData,
  splitNals,
  STAMP_UUID,
  type FrameStamp,
} from './index.ts';

const hex = (text: string): Uint8Array => new Uint8Array(Buffer.from(text.replaceAll(' ', ''), 'hex'));
const toHex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');

const STAMP: FrameStamp = { deviceId: '013800000101', channel: 2, frameNumber: 0, captureMs: 1_700_000_000_256 };
const IDR = hex('00000001 674d0014 00000001 68ee 00000001 65b800 11');

test('the bytes of a stamp are as documented', () => {
  assert.equal(
    toHex(encodeStamp(STAMP)),
    '01 02 00000000 0000018bcfe56900 0c 303133383030303030313031'.replaceAll(' ', ''),
  );
  assert.deepEqual(decodeStamp(encodeStamp(STAMP)), STAMP);
});

test('a stamp goes in front of the first slice and comes out again, in both codecs', () => {
  const stamped = insertStamp(IDR, STAMP);
  assert.deepEqual(
    splitNals(stamped).map((nal) => (nal[0] ?? 0) & 0x1f),
    [7, 8, 6, 5],
  );
  assert.equal(toHex(stamped.subarray(-8)), '0000000165b80011');
  assert.deepEqual(readStamp(stamped), STAMP);
  const h265 = insertStamp(hex('00000001 4001 00000001 4201 00000001 4401 000001 26018011'), STAMP, 'h265');
  assert.deepEqual(
    splitNals(h265).map((nal) => (nal[0] ?? 0) >> 1),
    [32, 33, 34, 39, 19],
  );
  assert.deepEqual(readStamp(h265, 'h265'), STAMP);
  assert.deepEqual(readStamp(insertStamp(hex('0000000141e0'), STAMP)), STAMP);
});

test('every frame number and time survives, emulation prevention included', () => {
  for (const frameNumber of [0, 1, 2, 3, 0x100, 0x10000, 0x1000003, 0xffffffff]) {
    for (const captureMs of [0, 1, 0x0300, Number.MAX_SAFE_INTEGER]) {
      const stamp = { ...STAMP, deviceId: 'A'.repeat(31), frameNumber, captureMs };
      const stamped = insertStamp(IDR, stamp);
      assert.equal(splitNals(stamped).length, 4);
      assert.deepEqual(readStamp(stamped), stamp);
    }
  }
});

test('values that do not fit are refused', () => {
  const bad = [
    { deviceId: '' },
    { deviceId: 'A'.repeat(32) },
    { deviceId: 'ä' },
    { channel: 256 },
    { frameNumber: -1 },
    { frameNumber: 2 ** 32 },
    { captureMs: 0.5 },
  ];
  for (const change of bad)
    assert.throws(() => encodeStamp({ ...STAMP, ...change }), RangeError, JSON.stringify(change));
  assert.throws(() => insertStamp(hex('00000001674d'), STAMP), MediaError);
});

test('frames without a stamp, with another uuid or with a cut one read as none', () => {
  assert.equal(readStamp(IDR), null);
  const other = STAMP_UUID.map((byte) => byte ^ 1);
  assert.equal(readStamp(joinNals([seiUserData(other, encodeStamp(STAMP)), hex('65b8')])), null);
  const cut = encodeStamp(STAMP).subarray(0, 20);
  assert.equal(readStamp(joinNals([seiUserData(STAMP_UUID, cut), hex('65b8')])), null);
  assert.equal(readStamp(hex('00000001 06 05 ff ff 6f 00000001 65b8')), null);
  const behindTheSlice = joinNals([hex('65b8'), seiUserData(STAMP_UUID, encodeStamp(STAMP))]);
  assert.equal(readStamp(behindTheSlice), null);
});

test('the stamp is found behind other messages of the same SEI and sizes above 255 are written in steps', () => {
  // A pic_timing message (type 1, 2 bytes), then ours, in one NAL unit.
  const ours = seiUserData(STAMP_UUID, encodeStamp({ ...STAMP, frameNumber: 0x01020304 }));
  const both = Uint8Array.of(6, 1, 2, 0xaa, 0xbb, ...ours.subarray(1));
  assert.equal(readStamp(joinNals([both, hex('65b8')]))?.frameNumber, 0x01020304);
  for (const size of [238, 239, 240, 494, 600]) {
    const payload = Uint8Array.from({ length: size }, (_, i) => i % 5);
    const found = findSeiUserData(joinNals([seiUserData(STAMP_UUID, payload), hex('65b8')]), STAMP_UUID);
    assert.deepEqual(found, payload);
  }
});

test('reading leaves the bytes as they are, also in the buffers of Node, whose slice is no copy', () => {
  const sps = [0, 0, 0, 1, 0x67, 0x4d, 0x40, 0x0c, 0xda, 5, 0x82, 0x5a, 0x10, 0, 0, 3, 0, 0x10, 0, 0, 3, 1, 0xe0, 0xf1];
  const frame = Uint8Array.of(...sps, 0x42, 0xaa, 0, 0, 0, 1, 0x68, 0xef, 0x32, 0xc8, 0, 0, 0, 1, 0x65, 0x88, 0x84);
  const stamp = { deviceId: 'D', channel: 1, frameNumber: 0, captureMs: 0 };
  const stamped = Buffer.from(insertStamp(frame, stamp));
  const before = Buffer.from(stamped);
  assert.deepEqual(readStamp(stamped), stamp);
  assert.equal(inspectVideoFrame(stamped)?.key, true);
  assert.deepEqual(stamped, before);
});
