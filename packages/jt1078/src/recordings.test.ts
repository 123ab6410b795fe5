// The recordings of real and made devices give the packets, frames and hashes an independent parser found in them.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { FrameAssembler, type MediaFrame } from './assemble.ts';
import { PacketSplitter } from './packet-splitter.ts';

const folder = new URL('../../../../shared/data/jt1078/', import.meta.url);
const skip = existsSync(folder) ? false : 'no ../shared/data/jt1078: the device recordings were not read';

type ExpectedStream = {
  sim: string;
  channel: number;
  packets: number;
  frames: number;
  first_ts: string;
  last_ts: string;
  i_frames: number;
  es_bytes: number;
  es_sha256: string;
  payload_types: Record<string, number>;
};
type ExpectedAudio = { sim: string; channel: number; frames: number; frame_bytes: Record<string, number> };
type Expected = {
  file: string;
  sim_bytes: number;
  packets: number;
  sims: string[];
  streams: ExpectedStream[];
  audio: ExpectedAudio[];
};

const readExpected = (): Expected[] => {
  const expected: Expected[] = JSON.parse(readFileSync(new URL('expected.json', folder), 'utf8'));
  return expected;
};

/** A small repeatable source of sizes; tests must fail the same way twice. */
const sizesFrom = (seed: number): (() => number) => {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return 1 + ((state >>> 8) % 4000);
  };
};

const cuts: Record<string, () => () => number> = {
  whole: () => () => Number.MAX_SAFE_INTEGER,
  'one byte at a time': () => () => 1,
  'of 17 bytes': () => () => 17,
  'of random sizes': () => sizesFrom(1078),
  'of other random sizes': () => sizesFrom(19),
};

const check = (expected: Expected, nextSize: () => number): void => {
  const bytes = new Uint8Array(readFileSync(new URL(expected.file, folder)));
  const splitter = new PacketSplitter();
  const assembler = new FrameAssembler();
  const frames: MediaFrame[] = [];
  const packetsOf = new Map<string, number>();
  let offset = 0;
  while (offset < bytes.length) {
    const size = Math.min(nextSize(), bytes.length - offset);
    // Sockets never reuse a chunk, so each is memory of its own here too.
    for (const packet of splitter.push(bytes.slice(offset, offset + size), 0)) {
      const key = `${packet.simDigits}/${packet.channel}/${packet.payloadType}`;
      packetsOf.set(key, (packetsOf.get(key) ?? 0) + 1);
      const frame = assembler.push(packet, 0);
      if (frame !== null) frames.push(frame);
    }
    offset += size;
  }
  assert.deepEqual(
    { ...splitter.counters, ...assembler.counters, held: splitter.heldBytes, close: splitter.closeReason },
    {
      packets: expected.packets,
      droppedBytes: 0,
      resyncs: 0,
      truncatedPackets: 0,
      frames: frames.length,
      damagedFrames: 0,
      orphanPackets: 0,
      sequenceGaps: 0,
      held: 0,
      close: null,
    },
  );
  assert.equal(splitter.simBytes, expected.sim_bytes);
  assert.deepEqual([...new Set(frames.map((frame) => frame.sim))], expected.sims);
  assert.equal(
    frames.some((frame) => frame.damagedBefore),
    false,
  );
  for (const stream of expected.streams) checkStream(stream, frames, packetsOf);
  for (const audio of expected.audio) checkAudio(audio, frames);
};

const checkStream = (stream: ExpectedStream, frames: MediaFrame[], packetsOf: Map<string, number>): void => {
  const own = frames.filter((frame) => frame.kind === 'video' && frame.channel === stream.channel);
  const hash = createHash('sha256');
  let bytes = 0;
  for (const frame of own) {
    hash.update(frame.body);
    bytes += frame.body.length;
  }
  assert.deepEqual(
    {
      frames: own.length,
      iFrames: own.filter((frame) => frame.dataType === 0).length,
      bytes,
      sha256: hash.digest('hex'),
      first: String(own[0]?.timestampMs),
      last: String(own.at(-1)?.timestampMs),
    },
    {
      frames: stream.frames,
      iFrames: stream.i_frames,
      bytes: stream.es_bytes,
      sha256: stream.es_sha256,
      first: stream.first_ts,
      last: stream.last_ts,
    },
  );
  for (const [payloadType, count] of Object.entries(stream.payload_types)) {
    assert.equal(packetsOf.get(`${stream.sim}/${stream.channel}/${payloadType}`), count);
  }
};

const checkAudio = (audio: ExpectedAudio, frames: MediaFrame[]): void => {
  const sizes: Record<string, number> = {};
  for (const frame of frames) {
    if (frame.kind !== 'audio' || frame.channel !== audio.channel) continue;
    sizes[frame.body.length] = (sizes[frame.body.length] ?? 0) + 1;
  }
  assert.deepEqual(sizes, audio.frame_bytes);
};

test('recordings are read', { skip }, async (t) => {
  for (const expected of readExpected()) {
    for (const [name, sizes] of Object.entries(cuts)) {
      await t.test(`${expected.file} in chunks ${name}`, () => check(expected, sizes()));
    }
  }
});
