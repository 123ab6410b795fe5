// Whole init and media segments laid out by hand from ISO/IEC 14496-12, 14496-1 (esds) and 14496-15 (avcC).
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createAacFmp4Writer, createFmp4Writer } from './index.ts';

const hex = (text: string): Uint8Array => new Uint8Array(Buffer.from(text.replaceAll(' ', ''), 'hex'));
const toHex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');
const zeros = (count: number): string => '00'.repeat(count);
const ascii = (text: string): string => toHex(Uint8Array.from(text, (letter) => letter.charCodeAt(0)));
/** A box in hex: its size counts the eight bytes in front. */
const box = (type: string, ...content: readonly string[]): string => {
  const body = content.join('').replaceAll(' ', '');
  return (8 + body.length / 2).toString(16).padStart(8, '0') + ascii(type) + body;
};

const MATRIX = `00010000 ${zeros(12)} 00010000 ${zeros(12)} 40000000`;
const FTYP = box('ftyp', ascii('isom'), '00000200', ascii('isomiso5iso6mp41'));
const TREX = box('mvex', box('trex', '00000000 00000001 00000001 00000000 00000000 00000000'));
const movieHead = (timescale: string): string =>
  box('mvhd', zeros(12), timescale, '00000000 00010000 0100', zeros(10), MATRIX, zeros(24), '00000002');
const tables = (entry: string): string =>
  box(
    'stbl',
    box('stsd', '00000000 00000001', entry),
    ...['stts', 'stsc', 'stco'].map((type) => box(type, zeros(8))),
    box('stsz', zeros(12)),
  );
const DINF = box('dinf', box('dref', '00000000 00000001', box('url ', '00000001')));

const videoInit = (timescale: string, width: string, height: string, entry: string): string =>
  FTYP +
  box(
    'moov',
    movieHead(timescale),
    box(
      'trak',
      box('tkhd', '00000003', zeros(8), '00000001', zeros(20), '0000 0000', MATRIX, `${width}0000`, `${height}0000`),
      box(
        'mdia',
        box('mdhd', zeros(12), timescale, '00000000 55c4 0000'),
        box('hdlr', zeros(8), ascii('vide'), zeros(12), ascii('video\0')),
        box('minf', box('vmhd', '00000001', zeros(8)), DINF, tables(entry)),
      ),
    ),
    TREX,
  );
const visual = (type: string, width: string, height: string, config: string): string =>
  box(
    type,
    zeros(6),
    '0001',
    zeros(16),
    width,
    height,
    '00480000 00480000',
    zeros(4),
    '0001',
    zeros(32),
    '0018 ffff',
    config,
  );

const audioInit = (timescale: string, entry: string): string =>
  FTYP +
  box(
    'moov',
    movieHead(timescale),
    box(
      'trak',
      box('tkhd', '00000003', zeros(8), '00000001', zeros(20), '0100 0000', MATRIX, zeros(8)),
      box(
        'mdia',
        box('mdhd', zeros(12), timescale, '00000000 55c4 0000'),
        box('hdlr', zeros(8), ascii('soun'), zeros(12), ascii('audio\0')),
        box('minf', box('smhd', zeros(8)), DINF, tables(entry)),
      ),
    ),
    TREX,
  );
const sound = (channels: string, rate: string, esds: string): string =>
  box('mp4a', zeros(6), '0001', zeros(8), channels, '0010', zeros(4), rate, box('esds', '00000000', esds));

const SPS = '674d001495a8582590';
const PPS = '68ee3c80';

test('the init segment of H.264', () => {
  const parameterSets = { codec: 'h264', vps: [], sps: [hex(SPS)], pps: [hex(PPS)] } as const;
  const writer = createFmp4Writer({ codec: 'h264', parameterSets, width: 352, height: 288, timescale: 90_000 });
  const avcC = box('avcC', `014d0014ffe1 0009 ${SPS} 01 0004 ${PPS}`);
  assert.equal(toHex(writer.init()), videoInit('00015f90', '0160', '0120', visual('avc1', '0160', '0120', avcC)));
  assert.equal(writer.mimeType, 'video/mp4; codecs="avc1.4D0014"');
});

test('the init segment of H.265', () => {
  const vps = '40010c01ffff02200000030090000003000003003f959809';
  const sps = '42010102200000030090000003000003003fa005120171c92365959a4932bc05a02000000300200000030321';
  const pps = '4401c172b46240';
  const parameterSets = { codec: 'h265', vps: [hex(vps)], sps: [hex(sps)], pps: [hex(pps)] } as const;
  const writer = createFmp4Writer({ codec: 'h265', parameterSets, width: 642, height: 362, timescale: 1000 });
  const head = '01 02200000 009000000000 00 3f f000 fc fd fa fa 0000 0f 03';
  const arrays = `a0 0001 0018 ${vps} a1 0001 002c ${sps} a2 0001 0007 ${pps}`;
  const hvcC = box('hvcC', head, arrays);
  assert.equal(toHex(writer.init()), videoInit('000003e8', '0282', '016a', visual('hvc1', '0282', '016a', hvcC)));
  assert.equal(writer.mimeType, 'video/mp4; codecs="hvc1.2.4.L63.90"');
});

test('the init segment of AAC: an ES descriptor around decoder and sync layer', () => {
  const writer = createAacFmp4Writer({ config: hex('1210'), sampleRate: 44_100, channels: 2 });
  const esds = `03 19 0001 00 04 11 40 15 ${zeros(11)} 05 02 1210 06 01 02`;
  assert.equal(toHex(writer.init()), audioInit('0000ac44', sound('0002', 'ac440000', esds)));
  assert.equal(writer.mimeType, 'audio/mp4; codecs="mp4a.40.2"');
  const high = createAacFmp4Writer({ config: hex('2b8a0800'), sampleRate: 96_000, channels: 1 });
  const longer = `03 1b 0001 00 04 13 40 15 ${zeros(11)} 05 04 2b8a0800 06 01 02`;
  assert.equal(toHex(high.init()), audioInit('00017700', sound('0001', 'ffff0000', longer)));
  assert.equal(high.mimeType, 'audio/mp4; codecs="mp4a.40.5"');
});

test('an AudioSpecificConfig has two to 64 bytes', () => {
  const open = (length: number) =>
    createAacFmp4Writer({ config: new Uint8Array(length), sampleRate: 8000, channels: 1 });
  for (const length of [2, 64]) assert.doesNotThrow(() => open(length));
  for (const length of [0, 1, 65]) assert.throws(() => open(length), RangeError);
});

/** moof and mdat; `dependency`: the flags of the sample. */
const segment = (sequence: string, time: string, duration: string, dependency: string, sample: string): string => {
  const content = sample.replaceAll(' ', '');
  const size = (content.length / 2).toString(16).padStart(8, '0');
  const trun = box('trun', '00000701 00000001 0000006c', duration, size, dependency);
  const traf = box('traf', box('tfhd', '00020000 00000001'), box('tfdt', '01000000', time), trun);
  return box('moof', box('mfhd', '00000000', sequence), traf) + box('mdat', content);
};

test('media segments: numbered, timed in 64 bits, with the units a sample has', () => {
  const parameterSets = { codec: 'h264', vps: [], sps: [hex(SPS)], pps: [hex(PPS)] } as const;
  const writer = createFmp4Writer({ codec: 'h264', parameterSets, width: 352, height: 288, timescale: 90_000 });
  const key = hex(`00000001 0910 00000001 ${SPS} 00000001 ${PPS} 00000001 0605ff 00000001 65b80011 000001 654200 0000`);
  const first = writer.segment(key, 0x1_2345_6789, 3600, true);
  assert.ok(first);
  const sample = '00000004 65b80011 00000002 6542';
  assert.equal(toHex(first), segment('00000001', '0000000123456789', '00000e10', '02000000', sample));
  const next = writer.segment(hex('00000001 41e0'), 0, 0xffff_ffff, false);
  assert.ok(next);
  assert.equal(toHex(next), segment('00000002', '0000000000000000', 'ffffffff', '01010000', '00000002 41e0'));
});

test('a segment of AAC', () => {
  const writer = createAacFmp4Writer({ config: hex('1588'), sampleRate: 8000, channels: 1 });
  const of = (frame: string, time: number) => toHex(writer.segment(hex(frame), time, 1024));
  assert.equal(of('0102030405', 2048), segment('00000001', '0000000000000800', '00000400', '02000000', '0102030405'));
  assert.equal(of('06', 3072), segment('00000002', '0000000000000c00', '00000400', '02000000', '06'));
  for (const [time, duration] of [
    [-1, 1],
    [0, -1],
    [0, 0x1_0000_0000],
    [2 ** 53, 1],
  ] as const)
    assert.throws(() => writer.segment(hex('06'), time, duration), RangeError);
});
