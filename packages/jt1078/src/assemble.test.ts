// Frame assembly with what goes wrong on the way: missing, late, too large, interleaved, miscounted sub-packages.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { FrameAssembler, type MediaFrame } from './assemble.ts';
import { DATA_TYPE, type MediaPacket, SUBPACKAGE } from './packet.ts';

const { atomic, first, middle, last } = SUBPACKAGE;

const packetOf = (changes: Partial<MediaPacket>): MediaPacket => ({
  simDigits: '013900000042',
  channel: 1,
  dataType: DATA_TYPE.videoP,
  subpackage: atomic,
  payloadType: 98,
  marker: false,
  sequence: 0,
  timestampMs: 1000n,
  lastIFrameIntervalMs: 0,
  lastFrameIntervalMs: 0,
  body: Uint8Array.of(changes.sequence ?? 0),
  ...changes,
});

/** Pushes packets numbered as given; the frames that came out, as their bodies' bytes and whether something was lost before. */
const run = (packets: Partial<MediaPacket>[], assembler = new FrameAssembler()): [number[], boolean][] =>
  packets
    .map((changes) => assembler.push(packetOf(changes), 0))
    .filter((frame): frame is MediaFrame => frame !== null)
    .map((frame) => [[...frame.body], frame.damagedBefore]);

describe('whole frames', () => {
  test('sub-packages are joined in order, type and time from the first', () => {
    const assembler = new FrameAssembler();
    assembler.push(packetOf({ sequence: 1, subpackage: first, dataType: DATA_TYPE.videoI, timestampMs: 7n }), 0);
    assembler.push(packetOf({ sequence: 2, subpackage: middle, payloadType: 99 }), 0);
    const frame = assembler.push(packetOf({ sequence: 3, subpackage: last }), 0);
    assert.deepEqual(frame, {
      sim: '013900000042',
      channel: 1,
      kind: 'video',
      dataType: DATA_TYPE.videoI,
      payloadType: 98,
      timestampMs: 7n,
      lastFrameIntervalMs: 0,
      body: Uint8Array.of(1, 2, 3),
      damagedBefore: false,
    });
  });

  test('audio between two sub-packages of a picture does not disturb it', () => {
    const audio = { dataType: DATA_TYPE.audio, payloadType: 6 };
    const packets = [
      { sequence: 1, subpackage: first },
      { sequence: 2, ...audio },
      { sequence: 3, subpackage: last },
    ];
    assert.deepEqual(run(packets), [
      [[2], false],
      [[1, 3], false],
    ]);
  });

  test('the body is a copy, also of a Node Buffer', () => {
    const chunk = Buffer.from([1, 2, 3, 4]);
    const frame = new FrameAssembler().push(packetOf({ body: chunk.subarray(1, 3) }), 0);
    chunk.fill(0);
    assert.deepEqual(frame?.body, Uint8Array.of(2, 3));
  });

  test('numbers that count per channel, per connection or per kind all give no loss', () => {
    const perChannel = [0, 1, 2, 3].flatMap((sequence) => [
      { sequence, channel: 1 },
      { sequence: sequence + 100, channel: 2 },
      { sequence: sequence + 200, channel: 3 },
    ]);
    const perConnection = Array.from({ length: 12 }, (_, sequence) => ({ sequence, channel: 1 + (sequence % 3) }));
    const perKind = [0, 1, 2, 3].flatMap((sequence) => [
      { sequence },
      { sequence: sequence + 50, dataType: DATA_TYPE.audio },
    ]);
    for (const packets of [perChannel, perConnection, perKind]) {
      const assembler = new FrameAssembler();
      run(packets, assembler);
      assert.equal(assembler.counters.sequenceGaps, 0);
    }
  });

  test('a device that does not count at all still gives pictures after a while', () => {
    const assembler = new FrameAssembler();
    for (let round = 0; round < 20; round += 1) run([{ subpackage: first }, { subpackage: last }], assembler);
    assert.deepEqual(run([{ subpackage: first }, { subpackage: last }, {}], assembler), [
      [[0, 0], false],
      [[0], false],
    ]);
  });
});

describe('loss', () => {
  const start = [{ sequence: 1 }];

  test('a missing sub-package drops the frame and marks the next', () => {
    const assembler = new FrameAssembler();
    const frames = run(
      [
        ...start,
        { sequence: 2, subpackage: first },
        { sequence: 4, subpackage: last },
        { sequence: 5 },
        { sequence: 6 },
      ],
      assembler,
    );
    assert.deepEqual(frames, [
      [[1], false],
      [[5], true],
      [[6], false],
    ]);
    assert.deepEqual(assembler.counters, { frames: 3, damagedFrames: 1, orphanPackets: 0, sequenceGaps: 1 });
  });

  test('a missing whole frame marks the next', () => {
    assert.deepEqual(run([...start, { sequence: 3 }]).at(-1), [[3], true]);
  });

  test('a new frame before the last sub-package drops the open one', () => {
    for (const subpackage of [first, atomic]) {
      const assembler = new FrameAssembler();
      run(
        [
          { sequence: 1, subpackage: first },
          { sequence: 2, subpackage },
        ],
        assembler,
      );
      const next = subpackage === first ? { sequence: 3, subpackage: last } : { sequence: 3 };
      run([next], assembler);
      assert.equal(assembler.counters.damagedFrames, 1);
      assert.equal(assembler.counters.frames, subpackage === first ? 1 : 2);
    }
  });

  test('middle and last without a first are dropped and mark the next frame', () => {
    const assembler = new FrameAssembler();
    const frames = run(
      [{ sequence: 1, subpackage: middle }, { sequence: 2, subpackage: last }, { sequence: 3 }],
      assembler,
    );
    assert.deepEqual(frames, [[[3], true]]);
    assert.equal(assembler.counters.orphanPackets, 2);
  });

  test('lost audio does not cost the picture when the device says how long ago the last picture was', () => {
    const assembler = new FrameAssembler();
    const frames = run(
      [
        { sequence: 1, timestampMs: 1000n },
        { sequence: 3, timestampMs: 1040n, lastFrameIntervalMs: 40 },
        { sequence: 5, timestampMs: 1120n, lastFrameIntervalMs: 40 },
      ],
      assembler,
    );
    assert.deepEqual(
      frames.map(([, damaged]) => damaged),
      [false, false, true],
    );
  });

  test('loss in one channel does not mark another that counts by itself', () => {
    const frames = run([
      { sequence: 1, channel: 1 },
      { sequence: 500, channel: 2 },
      { sequence: 2, channel: 1 },
      { sequence: 501, channel: 2 },
      { sequence: 4, channel: 1 },
      { sequence: 502, channel: 2 },
    ]);
    assert.deepEqual(frames.slice(4), [
      [[4], true],
      [[502 & 0xff], false],
    ]);
  });
});

describe('limits', () => {
  test('a frame over 4 MiB is dropped, the next one comes', () => {
    const assembler = new FrameAssembler();
    const body = new Uint8Array(65535);
    run([{ sequence: 0, subpackage: first, body }], assembler);
    for (let sequence = 1; sequence <= 64; sequence += 1) run([{ sequence, subpackage: middle, body }], assembler);
    assert.equal(assembler.counters.damagedFrames, 1);
    assert.deepEqual(run([{ sequence: 65, subpackage: last }, { sequence: 66 }], assembler), [[[66], true]]);
  });

  test('a flood of empty sub-packages is cut', () => {
    const assembler = new FrameAssembler();
    const body = new Uint8Array(0);
    run([{ sequence: 0, subpackage: first, body }], assembler);
    for (let sequence = 1; sequence < 10_000; sequence += 1) run([{ sequence, subpackage: middle, body }], assembler);
    assert.equal(assembler.counters.damagedFrames, 1);
  });

  test('a frame open for more than 5 s is dropped, by the next packet or by expire', () => {
    const assembler = new FrameAssembler();
    assembler.push(packetOf({ sequence: 1, subpackage: first }), 0);
    assembler.expire(5000);
    assert.equal(assembler.counters.damagedFrames, 0);
    assembler.expire(5001);
    assert.equal(assembler.counters.damagedFrames, 1);
    assembler.push(packetOf({ sequence: 2, subpackage: first }), 6000);
    assert.equal(assembler.push(packetOf({ sequence: 3, subpackage: last }), 11_001), null);
    assert.equal(assembler.counters.damagedFrames, 2);
  });

  test('channels without end do not grow the memory: the one used longest ago is forgotten', () => {
    const assembler = new FrameAssembler();
    for (let channel = 0; channel < 200; channel += 1) run([{ channel, subpackage: first }], assembler);
    assert.equal(assembler.counters.damagedFrames, 200 - 64);
    assert.deepEqual(run([{ channel: 199, sequence: 1, subpackage: last }], assembler), [[[0, 1], false]]);
  });
});
