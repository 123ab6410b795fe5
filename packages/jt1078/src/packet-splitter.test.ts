// The splitter against what real links do to a stream: odd SIM sizes, garbage, cut packets, other protocols.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { encodePacket, type MediaPacket } from './packet.ts';
import { PacketSplitter } from './packet-splitter.ts';

const packetOf = (sequence: number, changes: Partial<MediaPacket> = {}): MediaPacket => ({
  simDigits: '013900000042',
  channel: 1,
  dataType: 1,
  subpackage: 0,
  payloadType: 98,
  marker: true,
  sequence,
  timestampMs: 0x18bcfe56800n + BigInt(sequence),
  lastIFrameIntervalMs: 40 * sequence,
  lastFrameIntervalMs: 40,
  body: Uint8Array.of(0, 0, 0, 1, 0x61, sequence & 0xff, 7, 8, 9),
  ...changes,
});

const bytesOf = (...parts: (MediaPacket | Uint8Array)[]): Uint8Array =>
  new Uint8Array(Buffer.concat(parts.map((part) => (part instanceof Uint8Array ? part : encodePacket(part)))));

const sequences = (packets: readonly MediaPacket[]): number[] => packets.map((packet) => packet.sequence);

/** Every way to see the same bytes: at once, and in steps of a few sizes. */
const everyCut = (bytes: Uint8Array, check: (packets: MediaPacket[], splitter: PacketSplitter) => void): void => {
  for (const size of [bytes.length, 1, 2, 5, 13, 31, 47]) {
    const splitter = new PacketSplitter();
    const packets: MediaPacket[] = [];
    for (let at = 0; at < bytes.length; at += size) packets.push(...splitter.push(bytes.slice(at, at + size), 0));
    check(packets, splitter);
  }
};

const garbage = (length: number): Uint8Array => new Uint8Array(length).fill(0xaa);

describe('SIM size', () => {
  const ten = { simDigits: '00000866496077000001' };

  test('10 bytes are told from 6, in any cut, and latch after three packets', () => {
    const audio = { dataType: 3, payloadType: 6, lastIFrameIntervalMs: null, lastFrameIntervalMs: null };
    for (const changes of [{}, ten, { ...ten, ...audio }, audio]) {
      const sent = [1, 2, 3, 4].map((sequence) => packetOf(sequence, changes));
      everyCut(bytesOf(...sent), (packets, splitter) => {
        assert.deepEqual(packets, sent);
        assert.equal(splitter.simBytes, sent[0]?.simDigits.length === 20 ? 10 : 6);
      });
    }
  });

  test('a 10-byte packet that reads as a shorter 6-byte one is waited for', () => {
    // The last I frame interval stands where a 6-byte SIM has the body length: 20 bytes of body are there long before 200 are.
    const early = { ...ten, lastIFrameIntervalMs: 20 };
    const start = new Uint8Array(200).fill(0x33);
    start.set([0, 0, 0, 1]);
    const rest = new Uint8Array(200).fill(0x44);
    const sent = [
      packetOf(1, { ...early, subpackage: 1, body: start }), // the start code tells
      packetOf(2, { ...early, subpackage: 3, body: rest }), // the packet before tells
      packetOf(3, { ...early, subpackage: 2, body: rest }),
    ];
    everyCut(bytesOf(...sent), (packets) => assert.deepEqual(packets, sent));
  });

  test('a timestamp counted from 0 does not turn a 6-byte SIM into 10', () => {
    const sent = [0, 1, 2].map((sequence) =>
      packetOf(sequence, { timestampMs: BigInt(sequence), simDigits: '000000001003' }),
    );
    everyCut(bytesOf(...sent), (packets) => assert.deepEqual(packets, sent));
  });

  test('an expected SIM decides when the payload type is wrong', () => {
    // 10-byte audio whose payload type says 98 reads as 6-byte video of the same length: only the SIM can tell.
    const changes = { ...ten, dataType: 3, lastIFrameIntervalMs: null, lastFrameIntervalMs: null, body: garbage(4) };
    const [packet] = new PacketSplitter((sim) => sim === ten.simDigits).push(encodePacket(packetOf(1, changes)), 0);
    assert.equal(packet?.simDigits, ten.simDigits);
    assert.equal(packet?.dataType, 3);
  });

  test('a wrong latch is dropped when the magic is missed twice', () => {
    const splitter = new PacketSplitter();
    splitter.push(bytesOf(packetOf(1), packetOf(2), packetOf(3)), 0);
    assert.equal(splitter.simBytes, 6);
    const later = Array.from({ length: 30 }, (_, index) => packetOf(4 + index, ten));
    const got = splitter.push(bytesOf(...later), 0);
    assert.equal(splitter.simBytes, 10);
    assert.deepEqual(got.slice(-10), later.slice(-10));
  });
});

describe('garbage', () => {
  test('between packets is dropped and counted, in any cut', () => {
    const bytes = bytesOf(garbage(5), packetOf(1), packetOf(2), packetOf(3), garbage(100), packetOf(4), packetOf(5));
    everyCut(bytes, (packets, splitter) => {
      assert.deepEqual(sequences(packets), [1, 2, 3, 4, 5]);
      assert.deepEqual([splitter.counters.droppedBytes, splitter.counters.resyncs], [105, 2]);
      assert.equal(splitter.closeReason, null);
    });
  });

  test('a packet cut off by the next one costs only itself', () => {
    const cut = encodePacket(packetOf(4)).subarray(0, 35);
    const bytes = bytesOf(packetOf(1), packetOf(2), packetOf(3), cut, packetOf(5), packetOf(6));
    const splitter = new PacketSplitter();
    assert.deepEqual(sequences(splitter.push(bytes, 0)), [1, 2, 3, 5, 6]);
    assert.equal(splitter.counters.truncatedPackets, 1);
  });

  test('a magic inside a body is no packet', () => {
    const body = bytesOf(packetOf(77)).slice(0, 20);
    const sent = [1, 2, 3, 4].map((sequence) => packetOf(sequence, { body }));
    everyCut(bytesOf(...sent), (packets) => assert.deepEqual(sequences(packets), [1, 2, 3, 4]));
  });

  test('an impossible data type after the magic is skipped', () => {
    const odd = encodePacket(packetOf(4));
    odd[15] = 0x50;
    const bytes = bytesOf(packetOf(1), packetOf(2), packetOf(3), odd, packetOf(5));
    assert.deepEqual(sequences(new PacketSplitter().push(bytes, 0)), [1, 2, 3, 5]);
  });
});

describe('reasons to close', () => {
  test('JT/T 808 on the media port', () => {
    const splitter = new PacketSplitter();
    assert.deepEqual(splitter.push(bytesOf(Uint8Array.of(0x7e, 1), packetOf(1)), 0), []);
    assert.equal(splitter.closeReason, 'not808');
    assert.deepEqual(splitter.push(bytesOf(packetOf(2)), 0), []);
  });

  test('no magic in the first 1 KiB', () => {
    const splitter = new PacketSplitter();
    splitter.push(garbage(1027), 0);
    assert.equal(splitter.closeReason, null);
    splitter.push(garbage(1), 0);
    assert.equal(splitter.closeReason, 'noMagic');
    assert.equal(splitter.heldBytes, 0);
  });

  test('more than 64 KiB dropped within a minute', () => {
    const splitter = new PacketSplitter();
    splitter.push(bytesOf(packetOf(1), packetOf(2), packetOf(3), garbage(65_000)), 0);
    splitter.push(garbage(1000), 60_001);
    assert.equal(splitter.closeReason, null);
    splitter.push(garbage(65_000), 60_002);
    assert.equal(splitter.closeReason, 'tooMuchGarbage');
  });

  test('ten resynchronisations within a minute, not in two', () => {
    const once = bytesOf(packetOf(1), packetOf(2), garbage(6));
    const [fast, slow] = [new PacketSplitter(), new PacketSplitter()];
    for (let i = 0; i < 4; i += 1) for (const one of [fast, slow]) one.push(bytesOf(packetOf(i)), 0);
    for (let i = 0; i < 12; i += 1) {
      fast.push(once, i);
      slow.push(once, i * 10_000);
    }
    assert.equal(fast.closeReason, 'tooMuchGarbage');
    assert.equal(slow.closeReason, null);
  });

  test('ten changes of the SIM size within a minute, not in two: each is asked for among the expected numbers', () => {
    let asked = 0;
    const both = bytesOf(packetOf(1), packetOf(2, { simDigits: '00000866496077000001' }));
    const fast = new PacketSplitter(() => (asked += 1) < 0);
    const got = fast.push(bytesOf(...Array.from({ length: 500 }, () => both)), 0);
    assert.deepEqual([fast.closeReason, got.length], ['tooMuchGarbage', 11]);
    assert.ok(asked <= 22, `${asked} questions`);
    const slow = new PacketSplitter();
    for (let i = 0; i < 20; i += 1) slow.push(both, i * 20_000);
    assert.deepEqual([slow.closeReason, slow.counters.packets], [null, 40]);
  });
});

test('bodies are views of the chunk they came in, and plain ones for a Node Buffer', () => {
  const chunk = Buffer.from(bytesOf(packetOf(1), packetOf(2)));
  const packets = new PacketSplitter().push(chunk, 0);
  assert.deepEqual(sequences(packets), [1, 2]);
  for (const packet of packets) {
    assert.equal(packet.body.buffer, chunk.buffer);
    assert.equal(packet.body.constructor, Uint8Array);
  }
});

test('at most one packet is held', () => {
  const splitter = new PacketSplitter();
  const large = encodePacket(packetOf(1, { body: new Uint8Array(65535) }));
  splitter.push(large.subarray(0, large.length - 1), 0);
  assert.equal(splitter.heldBytes, large.length - 1);
  assert.equal(splitter.push(large.subarray(large.length - 1), 0).length, 1);
  assert.equal(splitter.heldBytes, 0);
});
