// Frames cut into packets come together again, byte for byte, with the flags and numbers of the standard.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FrameAssembler } from './assemble.ts';
import { PacketSplitter } from './packet-splitter.ts';
import { type OutgoingFrame, Packetizer } from './packetize.ts';

const frameOf = (size: number, changes: Partial<OutgoingFrame> = {}): OutgoingFrame => ({
  simDigits: '013900000042',
  channel: 1,
  dataType: 0,
  payloadType: 98,
  timestampMs: 1000n,
  lastIFrameIntervalMs: 2000,
  lastFrameIntervalMs: 40,
  body: Uint8Array.from({ length: size }, (_, index) => (index < 4 ? Number(index === 3) : index)),
  ...changes,
});

const shape = (size: number): unknown[] =>
  new Packetizer()
    .packets(frameOf(size))
    .map((packet) => [packet.subpackage, packet.marker, packet.body.length, packet.sequence]);

test('flags, marker and sizes follow from the frame length', () => {
  assert.deepEqual(shape(0), [[0, true, 0, 0]]);
  assert.deepEqual(shape(950), [[0, true, 950, 0]]);
  assert.deepEqual(shape(951), [
    [1, false, 950, 0],
    [2, true, 1, 1],
  ]);
  assert.deepEqual(shape(2850), [
    [1, false, 950, 0],
    [3, false, 950, 1],
    [2, true, 950, 2],
  ]);
});

test('numbers count per SIM and channel, audio with video, and wrap', () => {
  const packetizer = new Packetizer();
  const next = (changes: Partial<OutgoingFrame>): number | undefined =>
    packetizer.packets(frameOf(8, changes))[0]?.sequence;
  assert.equal(next({}), 0);
  assert.equal(next({ dataType: 3, payloadType: 6 }), 1);
  assert.equal(next({ channel: 2 }), 0);
  assert.equal(next({ simDigits: '013900000043' }), 0);
  for (let sent = 2; sent < 65536; sent += 1) next({});
  assert.equal(next({}), 0);
});

test('what is written is read back as the same frames', () => {
  for (const simDigits of ['013900000042', '00000866496077000042']) {
    const packetizer = new Packetizer();
    const splitter = new PacketSplitter();
    const assembler = new FrameAssembler();
    const frames = [
      frameOf(5000, { simDigits }),
      frameOf(320, { simDigits, dataType: 3, payloadType: 6 }),
      frameOf(30, { simDigits, dataType: 4, payloadType: 91, timestampMs: null }),
      frameOf(951, { simDigits, dataType: 1 }),
    ];
    const got = frames
      .flatMap((frame) => splitter.push(packetizer.bytes(frame), 0))
      .map((packet) => assembler.push(packet, 0))
      .filter((frame) => frame !== null);
    assert.deepEqual(
      got.map(({ sim, channel, dataType, payloadType, timestampMs, body }) => [
        sim,
        channel,
        dataType,
        payloadType,
        timestampMs,
        body,
      ]),
      frames.map(({ channel, dataType, payloadType, timestampMs, body }) => [
        simDigits,
        channel,
        dataType,
        payloadType,
        timestampMs,
        body,
      ]),
    );
  }
});
