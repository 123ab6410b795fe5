// A recorded file as a camera: only the asked channel, at the pace of its timestamps, in a loop that a receiver can follow.
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { encodePacket, FrameAssembler, Packetizer, PacketSplitter } from '@outrider/jt1078';
import { ManualClock } from '../clock.ts';
import { readReplayFile, ReplayFlow } from './replay-file.ts';

const SIM = '012345678999';
const RECORDINGS = new URL('../../../../../shared/data/jt1078/', import.meta.url);

const pictureOf = (channel: number, at: number) => ({
  simDigits: SIM,
  channel,
  dataType: at === 0 ? 0 : 1,
  payloadType: 98,
  timestampMs: BigInt(5000 + at),
  body: new Uint8Array(1500).fill(channel * 16 + at / 100),
});

/** Two cameras on one connection, three pictures each, 100 ms apart, of more than one packet. */
const twoCameras = (): Uint8Array => {
  const packetizer = new Packetizer();
  const packets = [0, 100, 200].flatMap((at) =>
    [1, 2].flatMap((channel) => packetizer.packets(pictureOf(channel, at))),
  );
  return new Uint8Array(Buffer.concat(packets.map(encodePacket)));
};

const play = (bytes: Uint8Array, channel: number, ms: number, once = false) => {
  const clock = new ManualClock(1_000_000);
  const file = readReplayFile(bytes);
  const recording = file.recordings.find((candidate) => candidate.channel === channel);
  assert.ok(recording);
  const splitter = new PacketSplitter();
  const assembler = new FrameAssembler();
  const frames: { atMs: number; channel: number; sim: string; timestampMs: bigint | null; body: Uint8Array }[] = [];
  const start = clock.now();
  let ended = false;
  const send = (packet: Uint8Array): void => {
    for (const read of splitter.push(packet, clock.now())) {
      const frame = assembler.push(read, clock.now());
      if (frame !== null) frames.push({ ...frame, atMs: clock.now() - start });
    }
  };
  const flow = new ReplayFlow({
    clock,
    recording,
    simDigits: null,
    sound: true,
    once,
    send,
    finished: () => (ended = true),
  });
  flow.start();
  clock.advance(ms);
  flow.stop();
  return { frames, counters: assembler.counters, ended, recording };
};

test('only the asked camera plays, at the pace of its timestamps', () => {
  const { frames } = play(twoCameras(), 2, 235);
  assert.deepEqual(
    frames.map(({ atMs }) => atMs),
    [1, 100, 200],
  );
  assert.ok(frames.every(({ channel, sim, body }) => channel === 2 && sim === SIM && body.length === 1500));
});

test('the loop goes on with rising timestamps and no gap in the numbers', () => {
  const { frames, counters } = play(twoCameras(), 1, 1000);
  assert.ok(frames.length > 8);
  for (const [i, frame] of frames.entries()) {
    const before = frames[i - 1]?.timestampMs;
    if (before !== undefined) assert.ok((frame.timestampMs ?? 0n) > (before ?? 0n));
  }
  assert.equal(counters.sequenceGaps, 0);
  assert.equal(counters.damagedFrames, 0);
});

test('once means once', () => {
  const { frames, ended } = play(twoCameras(), 1, 2000, true);
  assert.equal(frames.length, 3);
  assert.equal(ended, true);
});

test('a file without packets is refused', () => {
  assert.throws(() => readReplayFile(new Uint8Array(5000)), /no JT\/T 1078 packet/);
});

const real = existsSync(new URL('expected.json', RECORDINGS));
test(
  "real recorders' files keep their frames, length and numbers",
  { skip: real ? false : 'the recordings in ../shared/data/jt1078 are not there: skipped their replay' },
  () => {
    type Expected = {
      file: string;
      sims: string[];
      streams: { channel: number; frames: number; first_ts: string; last_ts: string }[];
    };
    const expected: Expected[] = JSON.parse(readFileSync(new URL('expected.json', RECORDINGS), 'utf8'));
    for (const { file, sims, streams } of expected) {
      const bytes = new Uint8Array(readFileSync(new URL(file, RECORDINGS)));
      for (const stream of streams) {
        const lengthMs = Number(BigInt(stream.last_ts) - BigInt(stream.first_ts));
        const { frames, recording } = play(bytes, stream.channel, lengthMs + 2000, true);
        const video = frames.filter(({ body }) => body[0] === 0 && body[1] === 0);
        assert.equal(video.length, stream.frames, `${file} channel ${stream.channel}`);
        assert.equal(frames[0]?.sim, sims[0]);
        assert.ok(Math.abs(recording.lengthMs - lengthMs) < 500, `${file}: ${recording.lengthMs} ms for ${lengthMs}`);
      }
    }
  },
);
