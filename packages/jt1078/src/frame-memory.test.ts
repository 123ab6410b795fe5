// Frames that are kept: nothing that comes later shows through, and what they hold of memory is bounded.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { FrameAssembler, type MediaFrame } from './assemble.ts';
import { FrameMemory } from './frame-memory.ts';
import { DATA_TYPE } from './packet.ts';
import { PacketSplitter } from './packet-splitter.ts';
import { Packetizer } from './packetize.ts';
import { PAYLOAD_TYPE } from './payload-types.ts';

const SIM = '013900000042';
const ROOM = 48;
const PIECE = 16 * 1024;
/** What one read of a connection brings at most. */
const READ_BYTES = 3000;

const sent = fc.record({
  dataType: fc.constantFrom(DATA_TYPE.videoI, DATA_TYPE.videoP, DATA_TYPE.audio),
  channel: fc.integer({ min: 1, max: 3 }),
  bytes: fc.oneof(fc.integer({ min: 0, max: 2000 }), fc.integer({ min: 3000, max: 9000 })),
});

/** An empty packet with nothing behind it may be of either size of SIM number: the last one is never empty here. */
const LAST = { dataType: DATA_TYPE.audio, channel: 1, bytes: 320 };

/** The frames of a connection whose bytes come in pieces of these sizes, each read into the same memory. */
const framesOf = (wire: Uint8Array, sizes: readonly number[], each: (frame: MediaFrame) => void): void => {
  const splitter = new PacketSplitter();
  const assembler = new FrameAssembler(ROOM);
  const shared = new Uint8Array(READ_BYTES);
  for (let at = 0, i = 0; at < wire.length; i += 1) {
    const size = Math.min(sizes[i % sizes.length] ?? 1, wire.length - at);
    shared.fill(0xdd);
    shared.set(wire.subarray(at, at + size));
    for (const packet of splitter.push(shared.subarray(0, size), 0)) {
      const frame = assembler.push(packet, 0);
      if (frame !== null) each(frame);
    }
    at += size;
  }
};

test('a frame that is kept stays what it was: each read overwrites the one before, receivers write in front of bodies', () => {
  const sizes = fc.array(fc.integer({ min: 1, max: READ_BYTES }), { minLength: 1, maxLength: 4 });
  fc.assert(
    fc.property(fc.array(sent, { maxLength: 40 }), sizes, (some, pieces) => {
      const wanted = [...some, LAST];
      const packetizer = new Packetizer();
      const bodies = wanted.map(({ bytes }, i) => Uint8Array.from({ length: bytes }, (_, at) => (at * 7 + i) & 0xff));
      const wire = wanted.map(({ dataType, channel }, i) => {
        const payloadType = dataType === DATA_TYPE.audio ? PAYLOAD_TYPE.g711a : PAYLOAD_TYPE.h264;
        const body = bodies[i] ?? new Uint8Array(0);
        return packetizer.bytes({ simDigits: SIM, channel, dataType, payloadType, timestampMs: BigInt(i * 40), body });
      });
      const kept: Uint8Array[] = [];
      framesOf(Uint8Array.from(Buffer.concat(wire)), pieces, ({ body }) => {
        // As the receiver does: its own head, in front of the body.
        new Uint8Array(body.buffer, body.byteOffset - ROOM, ROOM).fill(0xee);
        kept.push(body);
      });
      assert.deepEqual(kept, bodies);
    }),
    { numRuns: 60 },
  );
});

/** Bodies of these sizes, put together of parts of at most `most` bytes; those that `gives` says no to are given up. */
const bodiesOf = (
  sizes: readonly number[],
  room: number,
  most: number,
  gives: (i: number) => boolean = () => true,
): Uint8Array[] => {
  const memory = new FrameMemory(room);
  return sizes.flatMap((bytes, i) => {
    for (let at = 0; at < bytes; at += most) memory.append(new Uint8Array(Math.min(most, bytes - at)).fill(i));
    assert.equal(memory.bytes, bytes);
    if (gives(i)) return [memory.take()];
    memory.drop();
    return [];
  });
};
const sizesOfBodies = fc.array(fc.oneof(fc.integer({ min: 0, max: 6000 }), fc.integer({ min: 0, max: 90_000 })), {
  minLength: 1,
  maxLength: 60,
});
const roomy = ({ buffer, byteOffset, length }: Uint8Array, room: number): Uint8Array =>
  new Uint8Array(buffer, byteOffset - room, room + length);

test('no two bodies share a byte, their head rooms included, also where some between them were given up', () => {
  fc.assert(
    fc.property(sizesOfBodies, fc.nat({ max: 64 }), fc.integer({ min: 400, max: 70_000 }), (sizes, room, most) => {
      const given = sizes.map((_, i) => i).filter((i) => i % 3 !== 1);
      const bodies = bodiesOf(sizes, room, most, (i) => i % 3 !== 1);
      assert.deepEqual(
        bodies.map(({ length }) => length),
        given.map((i) => sizes[i]),
      );
      for (const [at, i] of given.entries()) assert.ok(bodies[at]?.every((byte) => byte === i));
      for (const [i, body] of bodies.entries()) roomy(body, room).fill(i);
      for (const [i, body] of bodies.entries()) assert.ok(roomy(body, room).every((byte) => byte === i));
    }),
  );
});

test('a kept body holds a piece or little more than itself, a run of them at most twice themselves and two pieces', () => {
  fc.assert(
    fc.property(sizesOfBodies, fc.nat({ max: 100 }), fc.integer({ min: 400, max: 70_000 }), (sizes, from, most) => {
      const run = bodiesOf(sizes, ROOM, most).slice(from);
      for (const { buffer, length } of run)
        assert.ok(
          buffer.byteLength <= Math.max(PIECE, ((ROOM + length) * 4) / 3),
          `${buffer.byteLength} for ${length}`,
        );
      const held = [...new Set(run.map(({ buffer }) => buffer))].reduce((sum, { byteLength }) => sum + byteLength, 0);
      const own = run.reduce((sum, { length }) => sum + ROOM + length, 0);
      assert.ok(held <= 2 * own + 2 * PIECE, `${held} held for ${own}`);
    }),
  );
});
