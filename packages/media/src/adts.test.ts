// ADTS headers by hand from the field table, cutting, and AAC in fragmented MP4 as ffprobe reads it.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { AdtsSplitter, audioSpecificConfig, createAacFmp4Writer, MediaError, parseAdtsHeader } from './index.ts';

/** AAC-LC (profile bits 01), rate index 11 (8 kHz), mono, frame of 10 bytes: 7 of header, 3 of payload. */
const FRAME = Uint8Array.of(0xff, 0xf1, 0x6c, 0x40, 0x01, 0x5f, 0xfc, 0x21, 0x22, 0x23);

test('an ADTS header and its AudioSpecificConfig', () => {
  const header = parseAdtsHeader(FRAME);
  assert.deepEqual(header, {
    objectType: 2,
    sampleRate: 8000,
    rateIndex: 11,
    channels: 1,
    headerBytes: 7,
    frameBytes: 10,
    samples: 1024,
  });
  // 00010 1011 0001 000: object type, rate index, channels, three zero bits.
  assert.deepEqual([...audioSpecificConfig(header)], [0x15, 0x88]);
  assert.equal(parseAdtsHeader(FRAME.with(1, 0xf0)).headerBytes, 9);
});

test('a cut, unsynchronised or impossible header throws', () => {
  assert.throws(() => parseAdtsHeader(FRAME.subarray(0, 6)), MediaError);
  assert.throws(() => parseAdtsHeader(FRAME, 1), /sync/);
  assert.throws(() => parseAdtsHeader(FRAME.with(2, 0x7c)), /rate index 15/);
  assert.throws(() => parseAdtsHeader(FRAME.with(5, 0x1f).with(4, 0)), /frame of 0 bytes/);
});

test('bodies are joined and cut by length; what is no frame is skipped and counted', () => {
  const stream = Uint8Array.from([1, 2, 3, ...FRAME, ...FRAME, 0xff, 0, ...FRAME]);
  for (let size = 1; size <= stream.length; size += 1) {
    const splitter = new AdtsSplitter();
    const frames = [];
    for (let at = 0; at < stream.length; at += size) frames.push(...splitter.push(stream.subarray(at, at + size)));
    assert.deepEqual(
      frames.map(({ payload }) => [...payload]),
      Array.from({ length: 3 }, () => [0x21, 0x22, 0x23]),
    );
    assert.equal(splitter.skippedBytes, 5, `chunks of ${size}`);
  }
});

test('channels that a header leaves open are those of the block; a layout of its own is skipped', () => {
  // Channel configuration 0; the first three bits of a block say what it begins with.
  const open = FRAME.with(3, 0x00);
  assert.equal(parseAdtsHeader(open).channels, 0);
  const framesOf = (element: number): (readonly [number, number])[] => {
    const splitter = new AdtsSplitter();
    const frames = splitter.push(Uint8Array.from([...open.with(7, element << 5), ...FRAME]));
    return [...frames.map(({ header }) => [header.channels, header.frameBytes] as const), [splitter.skippedBytes, 0]];
  };
  assert.deepEqual(framesOf(0), [
    [1, 10],
    [1, 10],
    [0, 0],
  ]);
  assert.deepEqual(framesOf(1), [
    [2, 10],
    [1, 10],
    [0, 0],
  ]);
  assert.deepEqual(framesOf(5), [
    [1, 10],
    [10, 0],
  ]);
});

const noFfmpeg =
  spawnSync('ffmpeg', ['-version']).status === 0 && spawnSync('ffprobe', ['-version']).status === 0
    ? false
    : 'SKIPPED: ffmpeg and ffprobe are not installed';
if (noFfmpeg !== false) process.stderr.write(`${noFfmpeg}: AAC in fragmented MP4 was not checked\n`);

test('AAC cut from ADTS and written as fragmented MP4 decodes whole', { skip: noFfmpeg }, () => {
  const source = 'sine=frequency=440:sample_rate=16000:duration=2';
  const adts = spawnSync('ffmpeg', ['-v', 'error', '-f', 'lavfi', '-i', source, '-c:a', 'aac', '-f', 'adts', 'pipe:1']);
  const frames = new AdtsSplitter().push(new Uint8Array(adts.stdout));
  const [first] = frames;
  assert.ok(first !== undefined && frames.length > 30);
  const { sampleRate, channels } = first.header;
  const writer = createAacFmp4Writer({ config: audioSpecificConfig(first.header), sampleRate, channels });
  const parts = [writer.init(), ...frames.map(({ payload }, i) => writer.segment(payload, i * 1024, 1024))];
  const dir = mkdtempSync(join(tmpdir(), 'outrider-aac-'));
  try {
    const file = join(dir, 'live.mp4');
    writeFileSync(file, Buffer.concat(parts));
    const entries = 'stream=codec_name,sample_rate,channels,nb_read_frames';
    const probe = spawnSync(
      'ffprobe',
      ['-v', 'warning', '-count_frames', '-show_entries', entries, '-of', 'csv=p=0', file],
      { encoding: 'utf8' },
    );
    assert.equal(probe.stderr, '');
    assert.equal(probe.stdout.trim(), `aac,16000,1,${frames.length}`);
  } finally {
    rmSync(dir, { recursive: true });
  }
});
