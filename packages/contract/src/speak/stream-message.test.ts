// Golden bytes of the stream message, written out by hand from the header's description.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  decodeStreamMessage,
  encodeStreamMessage,
  STREAM_HEADER_BYTES,
  streamCodecs,
  streamFlags,
  streamKinds,
  type StreamHeader,
} from './stream-message.ts';

const golden: StreamHeader = {
  kind: streamKinds.video,
  codec: streamCodecs.h264,
  flags: streamFlags.key | streamFlags.sub,
  channel: 3,
  presentationUs: 5_000_000_001,
  captureMs: 1_790_000_000_123,
  sequence: 7,
  detail: (352 << 16) | 288,
};
const goldenHex = '01010105'.concat('00030020', '000000012a05f201', '000001a0c4a53c7b', '00000007', '01600120');

test('a key frame header is written byte for byte as documented', () => {
  const bytes = encodeStreamMessage(golden, Uint8Array.of(0xaa));
  const expected = Buffer.from(`${goldenHex}aa`, 'hex');
  expected.writeBigUInt64BE(1_790_000_000_123n, 16);
  assert.equal(Buffer.from(bytes).toString('hex'), expected.toString('hex'));
});

test('reading gives back header and body; a longer header of a later version is skipped over', () => {
  const bytes = encodeStreamMessage(golden, Uint8Array.of(1, 2, 3));
  const read = decodeStreamMessage(bytes);
  assert.deepEqual(read?.header, golden);
  assert.deepEqual([...(read?.body ?? [])], [1, 2, 3]);
  const longer = new Uint8Array(bytes.length + 4);
  longer.set(bytes.subarray(0, STREAM_HEADER_BYTES));
  longer[7] = STREAM_HEADER_BYTES + 4;
  longer.set([9, 9, 9, 9, 1, 2, 3], STREAM_HEADER_BYTES);
  assert.deepEqual([...(decodeStreamMessage(longer)?.body ?? [])], [1, 2, 3]);
});

test('another version, a short message and a lying header length are refused', () => {
  const bytes = encodeStreamMessage(golden, new Uint8Array(0));
  assert.equal(decodeStreamMessage(bytes.subarray(0, 31)), undefined);
  const version2 = bytes.slice();
  version2[0] = 2;
  assert.equal(decodeStreamMessage(version2), undefined);
  const lying = bytes.slice();
  lying[6] = 0xff;
  assert.equal(decodeStreamMessage(lying), undefined);
});

test('hostile bytes never throw', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 64 }), (bytes) => {
      const read = decodeStreamMessage(bytes);
      return read === undefined || read.body.length <= bytes.length;
    }),
    { numRuns: 100_000 },
  );
});
