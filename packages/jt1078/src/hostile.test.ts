// Hostile bytes: more than 100,000 random, cut and spliced inputs. Decoders may only throw DecodeError; the splitter and the
// assembler never throw, never hold more than one packet, and find the good frames that come after the bad ones.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { DecodeError } from '@outrider/jt808';
import fc from 'fast-check';
import { messagePairs, packetPairs, parameterPairs } from '../testdata/golden-pairs.ts';
import { FrameAssembler, type MediaFrame } from './assemble.ts';
import { readDatagram } from './datagram.ts';
import { messages } from './messages/index.ts';
import { encodePacket, type MediaPacket } from './packet.ts';
import { PacketSplitter } from './packet-splitter.ts';
import { Packetizer } from './packetize.ts';
import { videoParameters } from './parameters.ts';
import { INITIAL_TIMEBASE, stepTimebase } from './timebase.ts';
import { UdpOrder } from './udp-order.ts';

const RUNS_PER_DECODER = 2500;
const RUNS_OF_STREAMS = 10_000;

/** Good bytes with some changed, cut off or put in, and plain noise. */
const hostile = (samples: readonly Uint8Array[]): fc.Arbitrary<Uint8Array> => {
  const sample = fc.constantFrom(...samples);
  const cut = fc.tuple(sample, fc.nat({ max: 120 })).map(([bytes, length]) => bytes.subarray(0, length));
  const changes = fc.array(fc.tuple(fc.nat({ max: 119 }), fc.nat({ max: 255 })), { maxLength: 4 });
  const changed = fc.tuple(sample, changes).map(([bytes, edits]) => {
    const copy = bytes.slice();
    for (const [at, value] of edits) if (at < copy.length) copy[at] = value;
    return copy;
  });
  return fc.oneof(fc.uint8Array({ maxLength: 80 }), cut, changed);
};

const concat = (parts: readonly Uint8Array[]): Uint8Array => new Uint8Array(Buffer.concat(parts));

/** Runs a decoder on hostile bytes; anything but a value or a DecodeError fails. */
const attack = (decode: (bytes: Uint8Array) => unknown, samples: readonly Uint8Array[]): void => {
  fc.assert(
    fc.property(hostile(samples), (bytes) => {
      try {
        decode(bytes);
      } catch (error) {
        if (!(error instanceof DecodeError)) throw error;
      }
    }),
    { numRuns: RUNS_PER_DECODER },
  );
};

describe('decoders throw nothing but DecodeError', () => {
  for (const codec of messages) {
    const samples = messagePairs.filter(({ id }) => id === codec.id).map(({ bytes }) => bytes);
    test(`0x${codec.id.toString(16)} ${codec.name}`, () => attack((body) => codec.decode(body, '2019'), samples));
  }
  for (const parameter of videoParameters) {
    const samples = parameterPairs.filter(({ id }) => id === parameter.id).map(({ bytes }) => bytes);
    test(`parameter 0x${parameter.id.toString(16)}`, () => attack(parameter.decode, samples));
  }
});

const packetSamples = packetPairs.map(({ bytes }) => bytes);
const simDigits = '013900000042';

/** Four good frames, the last of two packets; the body says which. */
const goodFrames = (packetizer: Packetizer, size: number): Uint8Array[] =>
  [0, 1, 2, 3].map((index) => {
    const body = new Uint8Array(index === 3 ? size : 40).fill(0x20 + index);
    body.set([0, 0, 0, 1]);
    return packetizer.bytes({ simDigits, channel: 1, dataType: 1, payloadType: 98, timestampMs: 1n << 40n, body });
  });

/** Feeds everything in pieces of the given sizes. */
const feed = (bytes: Uint8Array, sizes: readonly number[], splitter: PacketSplitter): MediaPacket[] => {
  const packets: MediaPacket[] = [];
  for (let at = 0, turn = 0; at < bytes.length; turn += 1) {
    const size = sizes[turn % sizes.length] ?? 1;
    packets.push(...splitter.push(bytes.slice(at, at + size), turn));
    assert.ok(splitter.heldBytes <= 65_535 + 34 + 4);
    at += size;
  }
  return packets;
};

const assembleAll = (packets: readonly MediaPacket[]): MediaFrame[] => {
  const assembler = new FrameAssembler();
  return packets.map((packet) => assembler.push(packet, 0)).filter((frame) => frame !== null);
};

const sizesOfPieces = fc.array(fc.integer({ min: 1, max: 200 }), { minLength: 1, maxLength: 5 });

describe('streams', () => {
  test('anything at all: no exception, every packet whole, bytes accounted for', () => {
    fc.assert(
      fc.property(fc.array(hostile(packetSamples), { maxLength: 6 }), sizesOfPieces, (parts, sizes) => {
        const bytes = concat(parts);
        const splitter = new PacketSplitter();
        const packets = feed(bytes, sizes, splitter);
        let used = splitter.counters.droppedBytes + splitter.heldBytes;
        for (const packet of packets) used += encodePacket(packet).length;
        if (splitter.closeReason === null) assert.equal(used, bytes.length);
        assembleAll(packets);
      }),
      { numRuns: RUNS_OF_STREAMS },
    );
  });

  test('the pieces do not matter once the SIM size is known', () => {
    fc.assert(
      fc.property(fc.array(hostile(packetSamples), { maxLength: 4 }), sizesOfPieces, (parts, sizes) => {
        const good = concat(goodFrames(new Packetizer(), 60));
        // Hostile bytes without a magic: where a packet is cut in the middle, more data in sight may tell a better story.
        const noise = concat(parts).map((byte) => (byte === 0x63 ? 0 : byte));
        const bytes = concat([good, noise, good]);
        const [whole, pieces] = [new PacketSplitter(), new PacketSplitter()];
        assert.deepEqual(feed(bytes, sizes, pieces), feed(bytes, [bytes.length], whole));
        assert.deepEqual(pieces.counters, whole.counters);
      }),
      { numRuns: RUNS_OF_STREAMS },
    );
  });

  test('garbage between good packets: the good frames after it all come', () => {
    const garbage = fc.uint8Array({ maxLength: 300 }).map((bytes) => bytes.map((byte) => (byte === 0x63 ? 0 : byte)));
    fc.assert(
      fc.property(garbage, sizesOfPieces, fc.integer({ min: 4, max: 2000 }), (bytes, sizes, size) => {
        const packetizer = new Packetizer();
        const before = goodFrames(packetizer, size);
        const after = goodFrames(packetizer, size);
        const start = Uint8Array.of(0x55); // a stream may not begin with 7E: that is another protocol
        const splitter = new PacketSplitter();
        const frames = assembleAll(feed(concat([start, ...before, bytes, ...after]), sizes, splitter));
        assert.equal(splitter.closeReason, null);
        assert.deepEqual(
          frames.map((frame) => [frame.body.length, frame.body.at(-1)]),
          [...before, ...after].map((_, index) => [index % 4 === 3 ? size : 40, lastByte(index % 4, size)]),
        );
      }),
      { numRuns: RUNS_OF_STREAMS },
    );
  });

  test('a packet cut off in the middle costs at most 1 KiB of the good ones behind it', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 69 }), sizesOfPieces, (length, sizes) => {
        const packetizer = new Packetizer();
        const before = goodFrames(packetizer, 60);
        const cut = goodFrames(packetizer, 60)[0]?.subarray(0, length) ?? new Uint8Array(0);
        const after = Array.from({ length: 10 }, () => goodFrames(packetizer, 60)).flat();
        const splitter = new PacketSplitter();
        const packets = feed(concat([...before, cut, ...after]), sizes, splitter);
        const sent = after.map((bytes) => readDatagram(bytes));
        // Fed in small pieces the cut packet is complete, with good ones inside, before anyone can tell; a length over 1 KiB
        // is looked into. A good packet here has 70 bytes.
        assert.deepEqual(packets.slice(-24), sent.slice(-24));
      }),
      { numRuns: 3000 },
    );
  });

  test('datagrams: null or a packet that has the same bytes, ordered without loss or doubling', () => {
    fc.assert(
      fc.property(fc.array(hostile(packetSamples), { maxLength: 4 }), (datagrams) => {
        const order = new UdpOrder();
        const out: MediaPacket[] = [];
        let read = 0;
        for (const bytes of datagrams) {
          const packet = readDatagram(bytes);
          if (packet === null) continue;
          read += 1;
          assert.equal(encodePacket(packet).length, bytes.length);
          out.push(...order.push(packet, 0));
        }
        out.push(...order.due(1000));
        const { duplicatePackets, latePackets } = order.counters;
        assert.equal(out.length, read - duplicatePackets - latePackets);
        assert.equal(order.nextDueMs(), null);
      }),
      { numRuns: RUNS_OF_STREAMS },
    );
  });

  test('timestamps: presentation times are finite, not negative, and fall only at a discontinuity or where a picture was sent late', () => {
    const frame = fc.record({
      kind: fc.constantFrom('video', 'audio'),
      timestampMs: fc.oneof(fc.bigInt({ min: 0n, max: (1n << 64n) - 1n }), fc.bigInt({ min: 0n, max: 9000n })),
      arrivalMs: fc.nat({ max: 100_000 }),
    });
    fc.assert(
      fc.property(fc.array(frame, { maxLength: 12 }), (frames) => {
        let state = INITIAL_TIMEBASE;
        const lastUs = { video: 0, audio: 0 };
        const lateUs = { video: 1_000_000, audio: 0 };
        for (const { kind, timestampMs, arrivalMs } of frames) {
          const step = stepTimebase(state, { kind, timestampMs, arrivalMs });
          state = step.state;
          assert.ok(Number.isFinite(step.presentationUs) && step.presentationUs >= 0);
          assert.ok(step.discontinuity || step.presentationUs >= lastUs[kind] - lateUs[kind]);
          lastUs[kind] = step.presentationUs;
        }
      }),
      { numRuns: RUNS_OF_STREAMS },
    );
  });
});

/** What the last byte of a frame of `goodFrames` is: its fill, or the end of the start code when it is nothing else. */
const lastByte = (index: number, size: number): number => (index === 3 && size === 4 ? 1 : 0x20 + index);
