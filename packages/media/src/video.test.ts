// Annex-B, parameter sets and frame inspection on parameter sets written by x264, x265 and a real recorder.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  addEmulation,
  avcDecoderConfig,
  collectParameterSets,
  continuesPicture,
  findStartCode,
  h265CodecString,
  hevcDecoderConfig,
  inspectVideoFrame,
  isCompleteParameterSets,
  isKeyFrame,
  joinNals,
  lengthPrefixed,
  MediaError,
  mergeParameterSets,
  parseH264Sps,
  parseH265Sps,
  readFrameHead,
  removeEmulation,
  sameParameterSets,
  splitNals,
  withParameterSets,
  type VideoFrameInfo,
} from './index.ts';

const hex = (text: string): Uint8Array => new Uint8Array(Buffer.from(text.replaceAll(' ', ''), 'hex'));
const toHex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');
const packed = (text: string): string => text.replaceAll(' ', '');

/** What ffprobe says about the stream each SPS was taken from. */
const H264 = {
  recorder: '674d001495a85825 90',
  baseline720: '6742c01fd9005005bb011000000300100000030320f1832480',
  cropped1080: '67640028acd940780227e5c044000003000400000300c83c60c658',
  interlaced: '6764001eacd940b424d8088000000300800000190f8a14cb',
  high422: '677a000ab6cd947279e3f0110000030001000003001e0f122596',
};
const RECORDER_PPS = '68ee3c80';

const inspected = (text: string, hint?: 'h264' | 'h265'): VideoFrameInfo => {
  const info = inspectVideoFrame(hex(text), hint);
  assert.ok(info !== null, `nothing seen in ${text}`);
  return info;
};

test('NAL units are cut at 3 and 4 byte start codes, zeros before a start code and at the end belong to none', () => {
  const nals = splitNals(hex('ff 00000001 0901 0000000000 01 6742 000001 68 00 000001 00000001 65aa00bb 0000'));
  assert.deepEqual(nals.map(toHex), ['0901', '6742', '68', '65aa00bb']);
  assert.deepEqual(splitNals(hex('')), []);
  assert.deepEqual(splitNals(hex('0000')), []);
  assert.deepEqual(splitNals(hex('01020304')), []);
});

test('a start code is found at every alignment', () => {
  for (let lead = 0; lead < 12; lead += 1) {
    for (const filler of [0xff, 1, 0x80]) {
      const bytes = new Uint8Array(lead + 3).fill(filler, 0, lead);
      bytes[lead + 2] = 1;
      assert.equal(findStartCode(bytes, 0), lead);
      assert.equal(findStartCode(bytes, lead + 1), -1);
    }
  }
  assert.equal(findStartCode(hex('0000000000000001'), 0), 5);
});

test('a frame of thousands of NAL units is refused, not split', () => {
  const bytes = joinNals(Array.from({ length: 5000 }, () => Uint8Array.of(9)));
  assert.throws(() => splitNals(bytes), MediaError);
  assert.equal(readFrameHead(bytes, 'h264').nals.length, 64);
});

test('joined and length-prefixed units keep their bytes', () => {
  const nals = [hex('6742'), hex('65aabbcc')];
  assert.equal(toHex(joinNals(nals)), packed('000000016742 0000000165aabbcc'));
  assert.equal(toHex(lengthPrefixed(nals)), packed('000000026742 0000000465aabbcc'));
});

test('emulation prevention is added where the standard asks and removed again', () => {
  const cases = [
    ['000000', '00000300'],
    ['000001', '00000301'],
    ['000002', '00000302'],
    ['000003', '00000303'],
    ['000004', '000004'],
    ['0000000000', '0000030000 0300'],
    ['00 00 00 03 01', '00 00 03 00 03 01'],
  ];
  for (const [plain = '', escaped = ''] of cases) {
    assert.equal(toHex(addEmulation(hex(plain))), toHex(hex(escaped)), plain);
    assert.equal(toHex(removeEmulation(hex(escaped))), toHex(hex(plain)), escaped);
  }
});

test('H.264 SPS: a recorder, baseline with timing, 4:2:2 10 bit with scaling lists and cropping', () => {
  const common = { chromaFormat: 1, bitDepthLuma: 8, bitDepthChroma: 8 };
  assert.deepEqual(parseH264Sps(hex(H264.recorder)), {
    profile: 77,
    constraints: 0,
    level: 20,
    ...common,
    width: 352,
    height: 288,
    frameRate: null,
  });
  assert.deepEqual(parseH264Sps(hex(H264.baseline720)), {
    profile: 66,
    constraints: 0xc0,
    level: 31,
    ...common,
    width: 1280,
    height: 720,
    frameRate: 25,
  });
  const { width, height, frameRate } = parseH264Sps(hex(H264.cropped1080));
  assert.deepEqual([width, height, frameRate], [1920, 1080, 25]);
  const interlaced = parseH264Sps(hex(H264.interlaced));
  assert.deepEqual([interlaced.width, interlaced.height, interlaced.frameRate], [720, 576, 25]);
  assert.deepEqual(parseH264Sps(hex(H264.high422)), {
    profile: 122,
    constraints: 0,
    level: 10,
    chromaFormat: 2,
    bitDepthLuma: 10,
    bitDepthChroma: 10,
    width: 100,
    height: 50,
    frameRate: 15,
  });
});

/** An SPS NAL unit from syntax elements written out as bits; emulation prevention as in a stream. */
const spsOfBits = (bits: string): Uint8Array => {
  const padded = `${bits}1`.padEnd(Math.ceil((bits.length + 1) / 8) * 8, '0');
  const bytes = Array.from({ length: padded.length / 8 }, (_, i) => Number.parseInt(padded.slice(8 * i, 8 * i + 8), 2));
  return Uint8Array.of(0x67, ...addEmulation(Uint8Array.from(bytes)));
};

test('H.264 SPS by hand: scaling lists of 16 and 64, one that ends early, picture order by cycle', () => {
  const high = '01100100 00000000 00001010'; // profile 100, level 1.0
  const chroma = '1 010 1 1 0'; // id 0, 4:2:0, 8 bit twice, no bypass
  const lists = `1 1${'1'.repeat(16)} 00000 1${'1'.repeat(64)} 1 000010001`; // deltas of 0; the last list starts with -8: zero
  const size = '0001011 0001001 1 1 0 0'; // 11 x 9 macroblocks, frames only, no cropping, no VUI
  const byTwo = spsOfBits(packed(`${high} ${chroma} ${lists} 1 011 010 0 ${size}`));
  assert.deepEqual([parseH264Sps(byTwo).width, parseH264Sps(byTwo).height], [176, 144]);
  const main = '01001101 00000000 00001010 1 1'; // profile 77, level 1.0, id 0, 4-bit frame numbers
  const cycle = '010 0 1 00110 011 00100 011'; // type 1; offsets 0 and 3; a cycle of two, +2 and -1
  const byCycle = spsOfBits(packed(`${main} ${cycle} 010 0 ${size}`));
  assert.deepEqual([parseH264Sps(byCycle).width, parseH264Sps(byCycle).height], [176, 144]);
});

test('a cut or foreign SPS throws with the offset', () => {
  const sps = hex(H264.baseline720);
  for (let length = 0; length < 12; length += 1) assert.throws(() => parseH264Sps(sps.subarray(0, length)), MediaError);
  assert.throws(() => parseH264Sps(hex(RECORDER_PPS)), /not an H.264 SPS/);
  assert.throws(() => parseH265Sps(hex('420101016000')), MediaError);
});

test('avcC: profile, lengths and sets in their places, chroma and depths for high profiles only', () => {
  assert.equal(
    toHex(avcDecoderConfig([hex(H264.recorder)], [hex(RECORDER_PPS)])),
    packed('014d0014ffe1 0009 674d001495a8582590 01 0004 68ee3c80'),
  );
  const high = toHex(avcDecoderConfig([hex(H264.high422)], [hex('68ebe3cb3002c0')]));
  assert.ok(high.startsWith('017a000affe1001a677a'), high);
  assert.ok(high.endsWith(packed('01000768ebe3cb3002c0 fefafa00')), high);
  assert.throws(() => avcDecoderConfig([hex(H264.recorder)], []), MediaError);
});

test('a frame says by itself what it is, whatever the hint', () => {
  const idr = inspected(`00000001${H264.recorder} 00000001${RECORDER_PPS} 00000001 0605 00000001 65b80000`, 'h265');
  assert.equal(idr.codec, 'h264');
  assert.deepEqual([idr.key, idr.hasPicture, idr.startsPicture], [true, true, true]);
  assert.deepEqual([idr.codecString, idr.width, idr.height], ['avc1.4D0014', 352, 288]);
  const predicted = inspected('0000000161e042bf50', 'h265');
  assert.deepEqual(predicted, { codec: 'h264', key: false, hasPicture: true, startsPicture: true });
  const trailing = inspected('00000001 0201d012', 'h264');
  assert.deepEqual(trailing, { codec: 'h265', key: false, hasPicture: true, startsPicture: true });
  for (const type of [16, 17, 18, 19, 20, 21]) {
    const header = (type << 1).toString(16).padStart(2, '0');
    assert.deepEqual(
      [inspected(`00000001${header}01 80`, 'h264').codec, inspected(`000001${header}01 80`).key],
      ['h265', true],
    );
  }
  assert.equal(inspectVideoFrame(hex('0102030405')), null);
  assert.equal(inspectVideoFrame(hex('00000001'), 'h264'), null);
});

test('SEI alone cannot tell the codec: the hint does, and the slice behind it is stronger', () => {
  assert.equal(inspectVideoFrame(hex('00000001 0605 01')), null);
  assert.equal(inspected('00000001 0605 01', 'h265').codec, 'h265');
  assert.equal(inspected('00000001 0605 01 00000001 41e0', 'h265').codec, 'h264');
});

test('only an IDR or types 16-21 make a key frame; parameter sets alone do not', () => {
  assert.equal(isKeyFrame(hex('00000001 6742 00000001 41e0'), 'h264'), false);
  assert.equal(isKeyFrame(hex('00000001 6742 00000001 25e0'), 'h264'), true);
  assert.equal(isKeyFrame(hex('00000001 4201 00000001 0201e0'), 'h265'), false);
  const setsOnly = inspected(`00000001${H264.recorder}`);
  assert.deepEqual([setsOnly.key, setsOnly.hasPicture, setsOnly.startsPicture], [false, false, true]);
});

test('sets sent apart and further slices belong to one picture, a slice of macroblock 0 begins the next', () => {
  const sps = inspected(`00000001${H264.recorder}`);
  const pps = inspected(`00000001${RECORDER_PPS}`, 'h264');
  const idr = inspected('00000001 65b8');
  const secondSlice = inspected('00000001 6542');
  const next = inspected('00000001 41e0');
  assert.deepEqual(
    [
      [sps, pps],
      [pps, idr],
      [idr, secondSlice],
      [idr, next],
      [idr, sps],
    ].map(([a, b]) => continuesPicture(a ?? idr, b ?? idr)),
    [true, true, true, false, false],
  );
  assert.equal(inspected('00000001 020150').startsPicture, false);
});

test('partial sets merge, repeats are left out, equality is by bytes', () => {
  const sps = hex(H264.recorder);
  const onlySps = collectParameterSets([sps, sps], 'h264');
  const onlyPps = collectParameterSets([hex(RECORDER_PPS)], 'h264');
  assert.ok(onlySps !== null && onlyPps !== null);
  assert.equal(onlySps.sps.length, 1);
  assert.equal(isCompleteParameterSets(onlySps), false);
  const both = mergeParameterSets(onlySps, onlyPps);
  assert.equal(isCompleteParameterSets(both), true);
  assert.ok(sameParameterSets(both, mergeParameterSets(both, onlyPps)));
  assert.ok(!sameParameterSets(both, onlySps));
  assert.equal(
    toHex(withParameterSets(hex('0000000165b8'), both)),
    `00000001${toHex(sps)}00000001${RECORDER_PPS}0000000165b8`,
  );
  assert.equal(collectParameterSets([hex('65b8')], 'h264'), null);
});

const H265 = {
  vps: '40010c01ffff02200000030090000003000003003f959809',
  /** x265, Main 10, 642x362 in a coded 648x368. */
  sps: '42010102200000030090000003000003003fa005120171c92365959a4932bc05a02000000300200000030321',
  pps: '4401c172b46240',
  main1080: '420101016000000300900000030000030078a003c08010e596566924caf0168080000003008000000c84',
};

test('H.265 SPS: size after the conformance window, depths, and the codec string', () => {
  const { width, height, bitDepthLuma, bitDepthChroma, chromaFormat, temporalLayers } = parseH265Sps(hex(H265.sps));
  assert.deepEqual(
    [width, height, bitDepthLuma, bitDepthChroma, chromaFormat, temporalLayers],
    [642, 362, 10, 10, 1, 1],
  );
  assert.equal(h265CodecString(hex(H265.sps)), 'hev1.2.4.L63.90');
  assert.equal(h265CodecString(hex(H265.main1080), 'hvc1'), 'hvc1.1.6.L120.90');
  const key = inspected(`00000001${H265.vps}00000001${H265.sps}00000001${H265.pps}0000000126018000`, 'h264');
  assert.deepEqual([key.codec, key.key, key.width, key.height], ['h265', true, 642, 362]);
  assert.ok(key.parameterSets !== undefined && isCompleteParameterSets(key.parameterSets));
});

test('hvcC: general bytes, depths, one array of each kind', () => {
  const record = toHex(hevcDecoderConfig([hex(H265.vps)], [hex(H265.sps)], [hex(H265.pps)]));
  assert.equal(record.slice(0, 46), packed('01 022000000090000000000 03f f000fcfdfafa0000 0f 03'));
  assert.ok(record.includes(`a000010018${H265.vps}a10001002c${H265.sps}a200010007${H265.pps}`), record);
  assert.throws(() => hevcDecoderConfig([], [hex(H265.sps)], [hex(H265.pps)]), MediaError);
});
