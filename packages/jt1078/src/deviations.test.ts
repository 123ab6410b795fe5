// What recorders get wrong in media packets: a time stamp on transparent packets, time stamps of 90 kHz. Bytes by hand.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { fromHex } from '@outrider/jt808';
import { readDatagram } from './datagram.ts';
import { encodePacket, type MediaPacket } from './packet.ts';
import { PacketSplitter } from './packet-splitter.ts';
import { INITIAL_TIMEBASE, stepTimebase, type TimebaseState } from './timebase.ts';

const sound = (sequence: number): MediaPacket => ({
  simDigits: '013800138000',
  channel: 1,
  dataType: 3,
  subpackage: 0,
  payloadType: 6,
  marker: true,
  sequence,
  timestampMs: BigInt(1_700_000_000_000 + 20 * sequence),
  lastIFrameIntervalMs: null,
  lastFrameIntervalMs: null,
  body: new Uint8Array(160).fill(0xd5),
});

/** Transparent, 5 bytes, behind a time stamp of 2026 in ms or of zeros. */
const STAMPED = '30316364 81 db 0002 013800138000 01 40 0000019b764fda00 0005 0102030405'.replaceAll(' ', '');
const ZERO_STAMP = '30316364 81 db 0002 013800138000 01 40 0000000000000000 0005 0102030405'.replaceAll(' ', '');
const LARGE_STAMP = '30316364 81 db 0002 013800138000 01 40 00a0019b764fda00 0005 0102030405'.replaceAll(' ', '');
const PLAIN = '30316364 81 db 0002 013800138000 01 40 0005 0102030405'.replaceAll(' ', '');

for (const [name, hex, stamp] of [
  ['with a time stamp', STAMPED, 0x19b764fda00n],
  ['with a time stamp of 0', ZERO_STAMP, 0n],
  ['with a time stamp whose first bytes look like a length', LARGE_STAMP, 0xa0019b764fda00n],
  ['as the standard has it', PLAIN, null],
] as const) {
  test(`a transparent packet ${name} loses nothing of what follows`, () => {
    const transparent = fromHex(hex);
    const stream = Uint8Array.from(
      [0, 1, 2, 3, 4, 5, 6]
        .flatMap((i) => [...encodePacket(sound(2 * i + 1)), ...transparent])
        .concat([...encodePacket(sound(99))]),
    );
    for (const size of [1, 7, 26, 50, 1000, stream.length]) {
      const splitter = new PacketSplitter();
      const packets: MediaPacket[] = [];
      for (let at = 0; at < stream.length; at += size) packets.push(...splitter.push(stream.slice(at, at + size), 0));
      assert.deepEqual(
        packets.map(({ dataType }) => dataType),
        [3, 4, 3, 4, 3, 4, 3, 4, 3, 4, 3, 4, 3, 4, 3],
        `chunks of ${size}`,
      );
      const { body, timestampMs } = packets[1] ?? sound(0);
      assert.deepEqual([[...body], timestampMs], [[1, 2, 3, 4, 5], stamp]);
      assert.equal(splitter.counters.droppedBytes, 0);
    }
    const datagram = readDatagram(transparent);
    assert.deepEqual([[...(datagram?.body ?? [])], datagram?.timestampMs], [[1, 2, 3, 4, 5], stamp]);
  });
}

test('any transparent packets between sound never throw, and sound is found again', () => {
  fc.assert(
    fc.property(fc.array(fc.uint8Array({ minLength: 2, maxLength: 40 }), { maxLength: 5 }), (tails) => {
      const head = fromHex('3031636481db00020138001380000140');
      const parts = tails.flatMap((tail) => [...encodePacket(sound(1)), ...head, ...tail]);
      // What a body claims at most, 64 KiB, and then some.
      const behind = Array.from({ length: 400 }, (_, i) => [...encodePacket(sound(i + 2))]).flat();
      const splitter = new PacketSplitter();
      const packets = splitter.push(Uint8Array.from([...parts, ...behind]), 0);
      assert.ok(splitter.closeReason !== null || packets.at(-1)?.sequence === 401, `${packets.at(-1)?.sequence}`);
    }),
    { numRuns: 300 },
  );
});

type Sent = { stamp: number; arrivalMs: number; isKey?: boolean; intervalMs?: number; kind?: 'video' | 'audio' };

/** What the time base makes of them, in ms, and whether any frame restarted it. */
const timed = (frames: readonly Sent[], from: TimebaseState = INITIAL_TIMEBASE, allowsJumps = false) => {
  let state = from;
  const times: number[] = [];
  const stamps: (number | undefined)[] = [];
  let breaks = 0;
  for (const { stamp, arrivalMs, isKey = false, intervalMs, kind = 'video' } of frames) {
    const step = stepTimebase(state, {
      kind,
      timestampMs: BigInt(stamp),
      arrivalMs,
      allowsJumps,
      isKey,
      ...(intervalMs !== undefined && { intervalMs }),
    });
    state = step.state;
    times.push(step.presentationUs / 1000);
    stamps.push(step.stampMs);
    if (step.discontinuity) breaks += 1;
  }
  return { times, stamps, breaks, state };
};

const at90kHz = (count: number, fps = 25, jitter: (i: number) => number = () => 0): Sent[] =>
  Array.from({ length: count }, (_, i) => ({
    stamp: 5_000_000 + Math.round((90_000 / fps) * i),
    arrivalMs: 1000 + (1000 / fps) * i + jitter(i),
    isKey: i % 50 === 0,
  }));

const steps = (times: readonly number[]): number[] =>
  times.slice(1).map((time, i) => Math.round(time - (times[i] ?? 0)));

for (const fps of [8, 15, 25, 30]) {
  test(`video stamped at 90 kHz with ${fps} pictures a second plays at its own pace, without a break`, () => {
    const { times, breaks, state } = timed(at90kHz(100, fps, (i) => (i % 3) * 9));
    assert.equal(breaks, 0);
    assert.ok(Math.abs((times.at(-1) ?? 0) - 99 * (1000 / fps)) < 150, `${times.at(-1)}`);
    assert.ok(
      steps(times.slice(20)).every((step) => Math.abs(step - 1000 / fps) <= 1),
      steps(times).join(),
    );
    assert.equal(state.ticksPerMs, 90);
  });
}

test('the interval field alone proves 90 kHz at once, also in a playback', () => {
  const frames = at90kHz(10).map((frame) => ({ ...frame, arrivalMs: 1000, intervalMs: 40 }));
  const { times, stamps, state } = timed(frames, INITIAL_TIMEBASE, true);
  assert.equal(state.ticksPerMs, 90);
  assert.deepEqual(steps(times.slice(4)), [40, 40, 40, 40, 40]);
  assert.deepEqual(steps(stamps.slice(4).map(Number)), [40, 40, 40, 40, 40]);
});

test('sound at 90 kHz keeps with its picture', () => {
  const frames = at90kHz(60).flatMap((frame): Sent[] => [frame, { ...frame, kind: 'audio', isKey: false }]);
  const { times, breaks } = timed(frames);
  assert.equal(breaks, 0);
  for (let i = 60; i < times.length; i += 2) assert.ok(Math.abs((times[i] ?? 0) - (times[i + 1] ?? 0)) <= 60);
});

test('milliseconds stay milliseconds: bursts, few pictures, key pictures at speed, jitter', () => {
  const ms = (stepMs: number, realMs: number, isKey = false): Sent[] =>
    Array.from({ length: 60 }, (_, i) => ({ stamp: 7_000_000 + stepMs * i, arrivalMs: 1000 + realMs * i, isKey }));
  for (const [what, frames, allowsJumps] of [
    ['25 a second', ms(40, 40), false],
    ['a burst after a stall', ms(40, 0.4), false],
    ['one every two seconds', ms(2000, 2000), false],
    ['key pictures at 16 times', ms(2000, 125, true), true],
    ['key pictures as fast as the line gives them', ms(2000, 22, true), true],
  ] as const) {
    const { state, breaks, times } = timed(frames, INITIAL_TIMEBASE, allowsJumps);
    assert.equal(state.ticksPerMs, 1, what);
    assert.equal(breaks, 0, what);
    if (allowsJumps || what !== 'a burst after a stall')
      assert.equal(steps(times)[30], frames[1] && frames[0] ? frames[1].stamp - frames[0].stamp : 0, what);
  }
});

test('a device known to count 90 kHz is taken at its word from the first frame, and believed no longer when it counts milliseconds', () => {
  const known: TimebaseState = { ...INITIAL_TIMEBASE, ticksPerMs: 90 };
  assert.deepEqual(steps(timed(at90kHz(6), known).times), [40, 40, 40, 40, 40]);
  const back = timed(
    Array.from({ length: 40 }, (_, i) => ({ stamp: 9_000 + 40 * i, arrivalMs: 1000 + 40 * i })),
    known,
  );
  assert.equal(back.state.ticksPerMs, 1);
  assert.deepEqual(steps(back.times.slice(-5)), [40, 40, 40, 40]);
});

test('a device found to count 90 kHz stays so over a pause in which its stamps stand still', () => {
  for (const pauseMs of [3000, 20_000, 40_000, 60_000]) {
    const frames = at90kHz(200).map((frame, i) =>
      i < 100 ? frame : { ...frame, arrivalMs: frame.arrivalMs + pauseMs },
    );
    for (let last = 99; last < 200; last += 1)
      assert.equal(
        timed(frames.slice(0, last)).state.ticksPerMs,
        90,
        `picture ${last} around a pause of ${pauseMs} ms`,
      );
  }
});

test('any time stamps: times never fall without a break but for a picture that was sent late, and are numbers', () => {
  fc.assert(
    fc.property(
      fc.array(
        fc.record({
          stamp: fc.oneof(fc.nat(10_000_000), fc.maxSafeNat()),
          waitMs: fc.nat(3000),
          isKey: fc.boolean(),
          intervalMs: fc.nat(65_535),
          kind: fc.constantFrom('video', 'audio' as const),
        }),
        { maxLength: 60 },
      ),
      fc.boolean(),
      (frames, allowsJumps) => {
        let state = INITIAL_TIMEBASE;
        let arrivalMs = 0;
        const last: Record<string, number> = {};
        for (const { stamp, waitMs, kind, ...rest } of frames) {
          arrivalMs += waitMs;
          const step = stepTimebase(state, { kind, timestampMs: BigInt(stamp), arrivalMs, allowsJumps, ...rest });
          state = step.state;
          assert.ok(Number.isFinite(step.presentationUs) && step.presentationUs >= 0);
          const lateUs = kind === 'video' ? 1_000_000 : 0;
          if (!step.discontinuity) assert.ok(step.presentationUs >= (last[kind] ?? 0) - lateUs, `${kind} fell`);
          last[kind] = step.presentationUs;
        }
      },
    ),
    { numRuns: 5_000 },
  );
});
