// The boxes of our fragmented MP4, walked by a reader of the test's own. What ffprobe says about whole recordings is in
// recordings.test.ts.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createAacFmp4Writer, createFmp4Writer, inspectVideoFrame, MediaError, type Fmp4Writer } from './index.ts';

const hex = (text: string): Uint8Array => new Uint8Array(Buffer.from(text.replaceAll(' ', ''), 'hex'));

const KEY = hex(
  '00000001 0910 00000001 674d001495a8582590 00000001 68ee3c80 00000001 0605ff 00000001 65b80011 000001 654200',
);
const CONTAINERS: ReadonlySet<string> = new Set([
  'moov',
  'trak',
  'mdia',
  'minf',
  'dinf',
  'stbl',
  'mvex',
  'moof',
  'traf',
]);

/** Every box as path -> content, containers opened. Fails when sizes do not add up. */
const boxes = (bytes: Uint8Array, prefix = ''): Map<string, Uint8Array> => {
  const found = new Map<string, Uint8Array>();
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let at = 0;
  while (at < bytes.length) {
    const size = view.getUint32(at);
    assert.ok(size >= 8 && at + size <= bytes.length, `${prefix}: box of ${size} at ${at} of ${bytes.length}`);
    const type = String.fromCharCode(...bytes.subarray(at + 4, at + 8));
    const content = bytes.subarray(at + 8, at + size);
    found.set(prefix + type, content);
    if (CONTAINERS.has(type)) for (const [path, inner] of boxes(content, `${prefix}${type}/`)) found.set(path, inner);
    at += size;
  }
  return found;
};

const u32s = (bytes: Uint8Array | undefined): number[] => {
  assert.ok(bytes !== undefined);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return Array.from({ length: bytes.length >> 2 }, (_, i) => view.getUint32(i * 4));
};

const writerOf = (frame: Uint8Array): Fmp4Writer => {
  const info = inspectVideoFrame(frame);
  assert.ok(info?.parameterSets !== undefined && info.width !== undefined && info.height !== undefined);
  const { codec, parameterSets, width, height } = info;
  return createFmp4Writer({ codec, parameterSets, width, height, timescale: 90_000 });
};

test('the init segment has every box a player asks for', () => {
  const writer = writerOf(KEY);
  assert.equal(writer.mimeType, 'video/mp4; codecs="avc1.4D0014"');
  const init = boxes(writer.init());
  const stbl = 'moov/trak/mdia/minf/stbl';
  for (const path of [
    'ftyp',
    'moov/mvhd',
    'moov/trak/tkhd',
    'moov/trak/mdia/hdlr',
    'moov/trak/mdia/minf/vmhd',
    'moov/mvex/trex',
  ]) {
    assert.ok(init.has(path), path);
  }
  for (const table of ['stts', 'stsc', 'stco']) assert.deepEqual(u32s(init.get(`${stbl}/${table}`)), [0, 0], table);
  assert.equal(u32s(init.get('moov/trak/mdia/mdhd'))[3], 90_000);
  assert.deepEqual(u32s(init.get('moov/trak/tkhd')).slice(-2), [352 << 16, 288 << 16]);
  const entry = Buffer.from(init.get(`${stbl}/stsd`) ?? []).toString('latin1');
  assert.ok(entry.includes('avc1') && entry.includes('avcC\x01\x4d\x00\x14'));
});

test('a frame becomes one moof and mdat with its times, its flags and nothing but slices', () => {
  const writer = writerOf(KEY);
  const bytes = writer.segment(KEY, 2 ** 33 + 5, 3600, true);
  assert.ok(bytes !== null);
  const key = boxes(bytes);
  assert.deepEqual(key.get('mdat'), hex('00000004 65b80011 00000002 6542'));
  assert.deepEqual(u32s(key.get('moof/mfhd')), [0, 1]);
  assert.deepEqual(u32s(key.get('moof/traf/tfhd')), [0x020000, 1]);
  assert.deepEqual(u32s(key.get('moof/traf/tfdt')), [0x01000000, 2, 5]);
  const [flags, count, offset = 0, ...sample] = u32s(key.get('moof/traf/trun'));
  assert.deepEqual([flags, count, ...sample], [0x701, 1, 3600, 14, 0x02000000]);
  assert.deepEqual(bytes.subarray(offset), key.get('mdat'));
  const next = writer.segment(hex('0000000141e0'), 2 ** 33 + 3605, 3600, false);
  assert.ok(next !== null);
  assert.deepEqual(u32s(boxes(next).get('moof/mfhd')), [0, 2]);
  assert.equal(u32s(boxes(next).get('moof/traf/trun'))[5], 0x01010000);
});

test('a frame without slices gives nothing; bad times, other sets and missing sets are refused', () => {
  const writer = writerOf(KEY);
  assert.equal(writer.segment(hex('00000001674d001495a8582590'), 0, 1, true), null);
  for (const [time, duration] of [
    [-1, 1],
    [0.5, 1],
    [Number.NaN, 1],
    [0, -1],
    [0, 2 ** 32],
  ] as const) {
    assert.throws(() => writer.segment(KEY, time, duration, true), RangeError);
  }
  const info = inspectVideoFrame(KEY);
  assert.ok(info?.parameterSets !== undefined);
  const { parameterSets } = info;
  const size = { width: 352, height: 288, timescale: 1000 };
  assert.throws(() => createFmp4Writer({ codec: 'h265', parameterSets, ...size }), MediaError);
  assert.throws(
    () => createFmp4Writer({ codec: 'h264', parameterSets: { ...parameterSets, pps: [] }, ...size }),
    MediaError,
  );
});

test('an AAC track: mp4a with the AudioSpecificConfig, every frame a key frame', () => {
  const writer = createAacFmp4Writer({ config: hex('1588'), sampleRate: 8000, channels: 1 });
  assert.equal(writer.mimeType, 'audio/mp4; codecs="mp4a.40.2"');
  const init = boxes(writer.init());
  assert.ok(init.has('moov/trak/mdia/minf/smhd'));
  const entry = Buffer.from(init.get('moov/trak/mdia/minf/stbl/stsd') ?? []).toString('latin1');
  assert.ok(entry.includes('mp4a') && entry.includes('\x05\x02\x15\x88'));
  const segment = boxes(writer.segment(hex('0102030405'), 1024, 1024));
  assert.deepEqual(segment.get('mdat'), hex('0102030405'));
  assert.deepEqual(u32s(segment.get('moof/traf/trun')).slice(3), [1024, 5, 0x02000000]);
  assert.throws(() => createAacFmp4Writer({ config: new Uint8Array(0), sampleRate: 8000, channels: 1 }), RangeError);
});
