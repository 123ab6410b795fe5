// The attachment stream: frames and chunks mixed, cut anywhere, damaged, hostile. Bytes laid out by hand from the table in 6.3.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import * as fc from 'fast-check';
import { plainForm } from '../../testdata/vector-form.ts';
import { skipVectors, vectors } from '../../testdata/vectors.ts';
import { fromHex, toHex } from '../bytes.ts';
import { AttachmentSplitter, encodeFileChunk } from './file-chunk.ts';
import type { AttachmentEvent } from './file-chunk.ts';

const hex = (text: string): Uint8Array => fromHex(text.replaceAll(/\s/g, ''));

// Heartbeat of terminal 12345678901, serial 0x7fff: the example of the JT/T 808 reference, section 4.
const HEARTBEAT = '7e 0002 0000 012345678901 7fff 0a 7e';
// "a.bin", 45 zeros, offset 4, length 6, data with a flag and the magic inside
const CHUNK = `30316364 612e62696e ${'00'.repeat(45)} 00000004 00000006 7e3031636401`;
const CHUNK_EMPTY = `30316364 612e62696e ${'00'.repeat(45)} 0000000a 00000000`;

const show = (event: AttachmentEvent): string => {
  if (event.kind === 'chunk') return `${event.name}@${event.offset}+${event.length}:${toHex(event.data)}`;
  if (event.kind === 'frame') return `frame ${event.header.messageId}`;
  return event.kind === 'rejected' ? `rejected ${event.error}` : `broken ${event.reason}`;
};

const withoutKind = (plain: unknown): unknown => {
  assert.ok(typeof plain === 'object' && plain !== null && 'kind' in plain);
  const { kind: _kind, ...rest } = plain;
  return rest;
};

const GOOD_CHUNK = 'a.bin@4+6:7e3031636401';

const run = (bytes: Uint8Array, size = bytes.length): string[] => {
  const splitter = new AttachmentSplitter();
  const events: string[] = [];
  for (let at = 0; at < bytes.length; at += size)
    events.push(...splitter.push(bytes.subarray(at, at + size)).map(show));
  return events;
};

describe('attachment stream', () => {
  test('tells frames and chunks apart whatever the sizes of the reads', () => {
    const bytes = hex(`${HEARTBEAT} ${CHUNK} ${CHUNK_EMPTY} ${HEARTBEAT} ${HEARTBEAT} ${CHUNK}`);
    const expected = ['frame 2', GOOD_CHUNK, 'a.bin@10+0:', 'frame 2', 'frame 2', GOOD_CHUNK];
    for (const size of [bytes.length, 1, 2, 3, 7, 61, 62, 63, 100])
      assert.deepEqual(run(bytes, size), expected, `${size}`);
  });

  test('reads the counted names of the Heilongjiang form', () => {
    assert.deepEqual(run(hex(`30316364 05 612e62696e 00000004 00000002 abcd ${HEARTBEAT}`), 1), [
      'a.bin@4+2:abcd',
      'frame 2',
    ]);
  });

  test('reads a fixed name of all 50 bytes', () => {
    const name = `00_64_6401_0_${'9'.repeat(37)}`;
    assert.deepEqual(run(encodeFileChunk({ name: `${name}cut`, offset: 1, data: hex('ff') })), [`${name}@1+1:ff`]);
  });

  test('writes a chunk as the table has it', () => {
    assert.equal(toHex(encodeFileChunk({ name: 'a.bin', offset: 4, data: hex('7e3031636401') })), toHex(hex(CHUNK)));
  });

  for (const vector of vectors.filter(({ kind }) => kind === 'filechunk')) {
    test(`vector: ${vector.name}`, () => {
      for (const size of [1, 50, 1000]) {
        const splitter = new AttachmentSplitter();
        const bytes = fromHex(vector.hex);
        const events: AttachmentEvent[] = [];
        for (let at = 0; at < bytes.length; at += size) events.push(...splitter.push(bytes.subarray(at, at + size)));
        assert.deepEqual(events.map(plainForm).map(withoutKind), vector.expect.chunks);
        const written = events.map((event) => (event.kind === 'chunk' ? toHex(encodeFileChunk(event)) : ''));
        assert.equal(written.join(''), vector.hex);
      }
    });
  }

  test('the vector of a file stream is there', { skip: skipVectors }, () => {
    assert.equal(vectors.filter(({ kind }) => kind === 'filechunk').length, 1);
  });

  test('skips garbage up to the next flag or magic', () => {
    assert.deepEqual(run(hex(`00ff3031 ${CHUNK} 303130 ${HEARTBEAT}`), 1), [GOOD_CHUNK, 'frame 2']);
  });

  test('a bad frame takes neither the frame nor the chunk behind it', () => {
    const badChecksum = '7e 0002 0000 012345678901 7fff 0b 7e';
    for (const good of [HEARTBEAT, HEARTBEAT.slice(3)]) {
      assert.deepEqual(run(hex(`${badChecksum} ${good}`), 1), ['rejected checksum', 'frame 2']);
    }
    assert.deepEqual(run(hex(`${badChecksum} ${CHUNK}`), 1), ['rejected checksum', GOOD_CHUNK]);
  });

  test('over 4 KiB behind a flag are rejected, and the stream goes on', () => {
    assert.deepEqual(run(hex(`7e ${'55'.repeat(5000)} ${HEARTBEAT}`), 500), ['rejected oversized', 'frame 2']);
    assert.deepEqual(run(hex(`7e ${'55'.repeat(5000)} ${CHUNK}`), 5000), ['rejected oversized', GOOD_CHUNK]);
  });

  test('an open frame is not kept past 4 KiB: it is rejected and dropped before its end comes', () => {
    const splitter = new AttachmentSplitter();
    assert.deepEqual(splitter.push(hex(`7e ${'55'.repeat(4095)}`)).map(show), []);
    assert.equal(splitter.pendingBytes, 4096);
    assert.deepEqual(splitter.push(hex('55')).map(show), ['rejected oversized']);
    assert.equal(splitter.pendingBytes, 0);
  });

  test('holds no more than one chunk, whatever is promised', () => {
    const splitter = new AttachmentSplitter();
    const largest = 62 + 1024 * 1024;
    splitter.push(hex(`30316364 ${'00'.repeat(50)} 00000000 00100000`));
    for (let sent = 62; sent < largest; sent += 65_536) {
      assert.ok(splitter.pendingBytes < largest);
      splitter.push(new Uint8Array(65_536).fill(0x7e));
    }
    assert.ok(splitter.pendingBytes <= 1);
  });

  test('breaks off at a chunk over 1 MiB and at 64 KiB of garbage, and then says nothing more', () => {
    const tooLarge = hex(`30316364 ${'00'.repeat(50)} 00000000 00100001`);
    const garbage = new Uint8Array(64 * 1024 + 1).fill(0x55);
    for (const [bytes, reason] of [[tooLarge, 'chunk too large'] as const, [garbage, 'too much garbage'] as const]) {
      const splitter = new AttachmentSplitter();
      assert.deepEqual(splitter.push(bytes).map(show), [`broken ${reason}`]);
      assert.deepEqual(splitter.push(hex(HEARTBEAT)), []);
      assert.equal(splitter.pendingBytes, 0);
    }
  });

  test('garbage is forgiven once something good came', () => {
    const splitter = new AttachmentSplitter();
    for (let round = 0; round < 4; round += 1) {
      assert.deepEqual(splitter.push(new Uint8Array(40_000).fill(0x55)), []);
      assert.deepEqual(splitter.push(hex(HEARTBEAT)).map(show), ['frame 2']);
    }
  });

  test('a chunk of 1 MiB arrives whole in small reads and its data may be kept', () => {
    const data = new Uint8Array(1024 * 1024).map((_, i) => i * 7);
    const bytes = encodeFileChunk({ name: 'clip.h264', offset: 0, data });
    const splitter = new AttachmentSplitter();
    const events: AttachmentEvent[] = [];
    for (let at = 0; at < bytes.length; at += 1460) events.push(...splitter.push(bytes.subarray(at, at + 1460)));
    splitter.push(hex(HEARTBEAT));
    const [chunk] = events;
    assert.ok(chunk?.kind === 'chunk' && events.length === 1);
    assert.equal(Buffer.compare(chunk.data, data), 0);
  });

  test('any bytes in any reads: never throws, stays bounded, and gives the same events as one read', () => {
    const piece = fc.oneof(
      fc.uint8Array({ maxLength: 40 }),
      fc.constantFrom(hex(HEARTBEAT), hex(CHUNK), hex(CHUNK_EMPTY), hex('7e'), hex('3031'), hex('30316364')),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 8 }), fc.integer({ min: 1, max: 80 }), (pieces, size) => {
        const bytes = Uint8Array.from(pieces.flatMap((part) => [...part]));
        assert.deepEqual(run(bytes, size), run(bytes));
        const clean = new AttachmentSplitter();
        for (const part of pieces) clean.push(part);
        assert.ok(clean.pendingBytes <= bytes.length);
      }),
      { numRuns: 20_000 },
    );
  });
});
