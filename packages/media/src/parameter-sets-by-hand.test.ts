// Sequence parameter sets written out bit by bit: every optional field there and absent, every limit at its border (H.264 clause 7.3.2.1.1,
// H.265 clause 7.3.2.2). Sets of real encoders are in video.test.ts.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  addEmulation,
  avcDecoderConfig,
  collectParameterSets,
  h265CodecString,
  h265Needs,
  hevcDecoderConfig,
  MediaError,
  mergeParameterSets,
  parseH264Sps,
  parseH265Sps,
  sameParameterSets,
} from './index.ts';
import { BitReader } from './bit-reader.ts';

const bytesOf = (bits: string): Uint8Array => {
  const whole = `${bits}1`.padEnd(Math.ceil((bits.length + 1) / 8) * 8, '0');
  return Uint8Array.from({ length: whole.length / 8 }, (_, i) => Number.parseInt(whole.slice(8 * i, 8 * i + 8), 2));
};
const u = (value: number, count: number): string => value.toString(2).padStart(count, '0');
/** Exp-Golomb, clause 9.1: as many zeros as the number plus one has digits behind its first. */
const ue = (value: number): string => {
  const digits = (value + 1).toString(2);
  return '0'.repeat(digits.length - 1) + digits;
};

type H264Bits = {
  profile?: number;
  id?: number;
  chroma?: string;
  frameNumber?: number;
  order?: string;
  columns?: number;
  rows?: number;
  interlaced?: boolean;
  crop?: readonly [left: number, right: number, top: number, bottom: number];
  vui?: string;
};
const h264 = (set: H264Bits): Uint8Array => {
  const { profile = 77, id = 0, chroma = '', frameNumber = 0, order = ue(2), columns = 11, rows = 9 } = set;
  const { interlaced = false, crop, vui } = set;
  const fields = [
    u(profile, 8) + u(0x40, 8) + u(30, 8) + ue(id) + chroma + ue(frameNumber) + order,
    `${ue(3)}1`, // reference frames, gaps allowed
    ue(columns - 1) + ue(rows - 1),
    interlaced ? '01' : '1', // frames only; else whether fields mix within a frame
    '0', // direct_8x8_inference_flag
    crop === undefined ? '0' : `1${crop.map(ue).join('')}`,
    vui === undefined ? '0' : `1${vui}`,
  ];
  return Uint8Array.of(0x67, ...addEmulation(bytesOf(fields.join(''))));
};
const chromaOf = (format: number, separate: boolean, luma = 0, chroma = 0, lists = '0'): string =>
  `${ue(format)}${format === 3 ? Number(separate) : ''}${ue(luma)}${ue(chroma)}1${lists}`;
const sizeOf = ({ width, height }: { width: number; height: number }): [number, number] => [width, height];
const refused = (read: (nal: Uint8Array) => unknown, nal: Uint8Array, what: string): void =>
  assert.throws(() => read(nal), MediaError, what);

/** A field above its limit is named as the standard names it. */
const namesField = (read: () => unknown, field: string): void =>
  assert.throws(read, (error) => error instanceof MediaError && error.message.includes(`${field} is `));

test('H.264: the profiles that carry their chroma format, and no others', () => {
  const high = [44, 83, 86, 100, 110, 118, 122, 128, 134, 135, 138, 139, 244];
  for (let profile = 0; profile < 256; profile += 1) {
    const carries = high.includes(profile);
    const read = parseH264Sps(h264({ profile, chroma: carries ? chromaOf(2, false, 1, 2) : '' }));
    const depths = carries ? [2, 9, 10] : [1, 8, 8];
    assert.deepEqual([read.chromaFormat, read.bitDepthLuma, read.bitDepthChroma], depths, String(profile));
    assert.deepEqual([read.profile, read.constraints, read.level, ...sizeOf(read)], [profile, 0x40, 30, 176, 144]);
  }
});

test('H.264: what is cropped counts in units of the chroma format and of fields', () => {
  const units = [
    { chroma: chromaOf(0, false), x: 1, y: 1 },
    { chroma: chromaOf(1, false), x: 2, y: 2 },
    { chroma: chromaOf(2, false), x: 2, y: 1 },
    { chroma: chromaOf(3, false), x: 1, y: 1 },
    { chroma: chromaOf(3, true), x: 1, y: 1 },
  ];
  for (const { chroma, x, y } of units) {
    const frames = h264({ profile: 100, chroma, crop: [1, 2, 3, 4] });
    assert.deepEqual(sizeOf(parseH264Sps(frames)), [176 - 3 * x, 144 - 7 * y], chroma);
    const fields = h264({ profile: 100, chroma, crop: [1, 2, 3, 4], interlaced: true });
    assert.deepEqual(sizeOf(parseH264Sps(fields)), [176 - 3 * x, 288 - 14 * y], chroma);
  }
});

test('H.264: two pixels may be left of a side, none may not', () => {
  assert.deepEqual(sizeOf(parseH264Sps(h264({ crop: [0, 87, 71, 0] }))), [2, 2]);
  refused(parseH264Sps, h264({ crop: [0, 88, 0, 0] }), 'no width');
  refused(parseH264Sps, h264({ crop: [0, 0, 72, 0] }), 'no height');
  refused(parseH264Sps, h264({ crop: [89, 0, 0, 0] }), 'less than none');
});

test('H.264: limits at their borders', () => {
  const chroma = (format: number, luma: number, depth: number) => ({
    profile: 100,
    chroma: chromaOf(format, false, luma, depth),
  });
  const cycle = (count: number) => `${ue(1)}0${ue(4)}${ue(5)}${ue(count)}${ue(6).repeat(count)}`;
  const borders: readonly (readonly [string, H264Bits, H264Bits])[] = [
    ['seq_parameter_set_id', { id: 31 }, { id: 32 }],
    ['log2_max_frame_num_minus4', { frameNumber: 12 }, { frameNumber: 13 }],
    ['pic_order_cnt_type', { order: ue(2) }, { order: ue(3) }],
    ['log2_max_pic_order_cnt_lsb_minus4', { order: ue(0) + ue(12) }, { order: ue(0) + ue(13) }],
    ['num_ref_frames_in_pic_order_cnt_cycle', { order: cycle(255) }, { order: cycle(256) }],
    ['chroma_format_idc', chroma(3, 0, 0), chroma(4, 0, 0)],
    ['bit_depth_luma_minus8', chroma(1, 6, 0), chroma(1, 7, 0)],
    ['bit_depth_chroma_minus8', chroma(1, 0, 6), chroma(1, 0, 7)],
    ['pic_width_in_mbs_minus1', { columns: 1025 }, { columns: 1026 }],
    ['pic_height_in_map_units_minus1', { rows: 1025 }, { rows: 1026 }],
  ];
  for (const [what, good, bad] of borders) {
    const { width, height } = parseH264Sps(h264(good));
    assert.deepEqual([width, height], [(good.columns ?? 11) * 16, (good.rows ?? 9) * 16], what);
    namesField(() => parseH264Sps(h264(bad)), what);
  }
});

test('H.264: 4:4:4 has twelve scaling lists, others eight; each may be absent, whole or end early', () => {
  const whole = (size: number) => `1${ue(0).repeat(size)}`;
  const early = `1${ue(0)}${ue(16)}`; // 8 stays 8, then -8: nothing follows
  for (const [format, count] of [
    [1, 8],
    [3, 12],
  ] as const) {
    const lists = Array.from({ length: count }, (_, i) =>
      i % 3 === 0 ? '0' : i % 3 === 1 ? whole(i < 6 ? 16 : 64) : early,
    );
    const read = parseH264Sps(h264({ profile: 100, chroma: chromaOf(format, false, 0, 0, `1${lists.join('')}`) }));
    assert.deepEqual(sizeOf(read), [176, 144], String(format));
  }
});

const rate = (units: number, scale: number): string => `1${u(units, 32)}${u(scale, 32)}`;

test('H.264: the frame rate stands behind whatever else the VUI says', () => {
  const square = `1${u(1, 8)}`;
  const extended = `1${u(255, 8)}${u(40, 16)}${u(33, 16)}`;
  const before = [
    '0000',
    `${square}000`,
    `${extended}000`,
    '01100', // overscan that is appropriate
    `001${u(5, 3)}100`, // video format, full range, no colours
    `001${u(5, 3)}01${u(0x010203, 24)}0`,
    `0001${ue(3)}${ue(2)}`,
    `${extended}111${u(5, 3)}11${u(0x010203, 24)}1${ue(3)}${ue(2)}`,
  ];
  for (const vui of before) {
    assert.equal(parseH264Sps(h264({ vui: vui + rate(1001, 60_000) })).frameRate, 60_000 / 1001 / 2, vui);
    assert.equal(parseH264Sps(h264({ vui: `${vui}0` })).frameRate, null, vui);
  }
  assert.equal(parseH264Sps(h264({ vui: `0000${rate(1, 2)}` })).frameRate, 1);
  assert.equal(parseH264Sps(h264({ vui: `0000${rate(0, 50)}` })).frameRate, null);
  assert.equal(parseH264Sps(h264({ vui: `0000${rate(1, 0)}` })).frameRate, null);
  assert.equal(parseH264Sps(h264({})).frameRate, null);
});

test('avcC holds 31 sequence and 255 picture sets at most, and the chroma of the profiles that name it', () => {
  const sps = h264({});
  const pps = Uint8Array.of(0x68, 0xee);
  const many = avcDecoderConfig(
    Array.from({ length: 40 }, () => sps),
    Array.from({ length: 300 }, () => pps),
  );
  assert.equal(many[5], 0xe0 | 31);
  const behind = 6 + 31 * (2 + sps.length);
  assert.deepEqual([many[behind], many.length], [255, behind + 1 + 255 * 4]);
  const long = new Uint8Array(0x0201).fill(0x68);
  const config = avcDecoderConfig([sps], [long]);
  assert.deepEqual([...config.subarray(8 + sps.length, 12 + sps.length)], [1, 2, 1, 0x68]);
  for (const profile of [100, 110, 122, 244]) {
    const set = h264({ profile, chroma: chromaOf(2, false, 1, 2) });
    const named = profile !== 244; // ISO/IEC 14496-15 lists 100, 110, 122 and 144
    const tail = [...avcDecoderConfig([set], [pps])].slice(8 + set.length + 5);
    assert.deepEqual(tail, named ? [0xfe, 0xf9, 0xfa, 0] : [], String(profile));
  }
  refused(() => avcDecoderConfig([], [pps]), sps, 'no SPS');
});

type H265Bits = {
  layers?: readonly (readonly [profile: boolean, level: boolean])[];
  nesting?: boolean;
  general?: readonly number[];
  id?: number;
  chroma?: string;
  width?: number;
  height?: number;
  window?: readonly number[];
  luma?: number;
  depth?: number;
  behind?: string;
};
const GENERAL = [0x21, 0x60, 0, 0, 0, 0xb0, 0x11, 0x22, 0x33, 0x44, 0x55, 93];
const h265 = (set: H265Bits): Uint8Array => {
  const { layers = [], nesting = true, general = GENERAL, id = 0, chroma = ue(1), width = 642, height = 362 } = set;
  const { window, luma = 0, depth = 0, behind = '' } = set;
  const fields = [
    u(5, 4) + u(layers.length, 3) + Number(nesting),
    general.map((byte) => u(byte, 8)).join(''),
    layers.map((flags) => flags.map(Number).join('')).join(''),
    layers.length === 0 ? '' : '00'.repeat(8 - layers.length),
    layers.map(([profile, level]) => '1'.repeat((profile ? 88 : 0) + (level ? 8 : 0))).join(''),
    ue(id) + chroma + ue(width) + ue(height),
    window === undefined ? '0' : `1${window.map(ue).join('')}`,
    ue(luma) + ue(depth) + behind,
  ];
  return Uint8Array.of(0x42, 1, ...addEmulation(bytesOf(fields.join(''))));
};

test('H.265: sub-layers are stepped over, whatever they carry', () => {
  for (const layers of [
    [],
    [[false, false]],
    [[true, false]],
    [[false, true]],
    [
      [true, true],
      [false, true],
      [true, false],
    ],
    Array.from({ length: 6 }, () => [true, true] as const),
  ] as const) {
    for (const nesting of [false, true]) {
      const read = parseH265Sps(h265({ layers, nesting, luma: 1, depth: 2 }));
      assert.deepEqual(read, {
        general: Uint8Array.from(GENERAL),
        temporalLayers: layers.length + 1,
        temporalNesting: nesting,
        chromaFormat: 1,
        bitDepthLuma: 9,
        bitDepthChroma: 10,
        width: 642,
        height: 362,
      });
    }
  }
});

test('H.265: the window counts in units of the chroma format', () => {
  for (const [chroma, x, y] of [
    [ue(0), 1, 1],
    [ue(1), 2, 2],
    [ue(2), 2, 1],
    [`${ue(3)}0`, 1, 1],
    [`${ue(3)}1`, 1, 1],
  ] as const)
    assert.deepEqual(sizeOf(parseH265Sps(h265({ chroma, window: [1, 2, 3, 4] }))), [642 - 3 * x, 362 - 7 * y], chroma);
  assert.deepEqual(sizeOf(parseH265Sps(h265({ window: [0, 320, 180, 0] }))), [2, 2]);
  refused(parseH265Sps, h265({ window: [0, 321, 0, 0] }), 'no width');
  refused(parseH265Sps, h265({ window: [0, 0, 181, 0] }), 'no height');
});

test('H.265: limits at their borders', () => {
  const order = `${ue(0)}1${ue(4)}${ue(2)}${ue(0)}`;
  const behind = (bits: number, buffer: number, reorder: number) => `${ue(bits)}1${ue(buffer)}${ue(reorder)}${ue(0)}`;
  const pps = [Uint8Array.of(0x44, 1, 0xc1, 0x72, 0xb4, 0x62, 0x40)];
  const needs = (nal: Uint8Array) => h265Needs({ codec: 'h265', vps: [], sps: [nal], pps });
  const borders: readonly (readonly [string, H265Bits, H265Bits])[] = [
    ['sps_seq_parameter_set_id', { id: 15 }, { id: 16 }],
    ['chroma_format_idc', { chroma: `${ue(3)}0` }, { chroma: ue(4) }],
    ['pic_width_in_luma_samples', { width: 16_384 }, { width: 16_385 }],
    ['pic_height_in_luma_samples', { height: 16_384 }, { height: 16_385 }],
    ['bit_depth_luma_minus8', { luma: 8 }, { luma: 9 }],
    ['bit_depth_chroma_minus8', { depth: 8 }, { depth: 9 }],
    ['log2_max_pic_order_cnt_lsb_minus4', { behind: behind(12, 4, 2) }, { behind: behind(13, 4, 2) }],
    ['sps_max_dec_pic_buffering_minus1', { behind: behind(4, 16, 2) }, { behind: behind(4, 17, 2) }],
    ['sps_max_num_reorder_pics', { behind: behind(4, 16, 16) }, { behind: behind(4, 16, 17) }],
  ];
  for (const [what, good, bad] of borders) {
    assert.ok(needs(h265({ behind: order, ...good })).width > 0, what);
    namesField(() => needs(h265({ behind: order, ...bad })), what);
  }
  refused(parseH265Sps, h265({}).subarray(0, 14), 'cut');
  refused(parseH265Sps, Uint8Array.of(0x40, ...h265({}).subarray(1)), 'a VPS');
});

test('H.265: pictures out of order are those of the highest layer; depth is the larger of two', () => {
  const pps = [Uint8Array.of(0x44, 1, 0xc1, 0x72, 0xb4, 0x62, 0x40)];
  const layers = [
    [false, true],
    [false, false],
  ] as const;
  const layer = (reorder: number) => ue(5) + ue(reorder) + ue(7);
  const needs = (set: H265Bits) => h265Needs({ codec: 'h265', vps: [], sps: [h265(set)], pps });
  const each = needs({ layers, luma: 2, behind: `${ue(4)}1${layer(0)}${layer(1)}${layer(3)}` });
  assert.deepEqual(
    [each.reorderPictures, each.bitDepth, each.chromaFormat, each.width, each.height],
    [3, 10, 1, 642, 362],
  );
  const one = needs({ layers, depth: 2, behind: `${ue(4)}0${layer(2)}` });
  assert.deepEqual([one.reorderPictures, one.bitDepth], [2, 10]);
  refused(() => h265Needs({ codec: 'h265', vps: [], sps: [], pps }), new Uint8Array(0), 'no SPS');
  refused(() => h265Needs({ codec: 'h265', vps: [], sps: [h265({})], pps: [] }), new Uint8Array(0), 'no PPS');
});

test('H.265: whether blocks may have no transform is read behind every field of the picture set', () => {
  const sps = [h265({ behind: `${ue(4)}1${ue(4)}${ue(2)}${ue(0)}` })];
  const pps = (skip: boolean, { id = 3, of = 2, l0 = 1, l1 = 2 } = {}): Uint8Array =>
    Uint8Array.of(
      0x44,
      1,
      ...addEmulation(bytesOf(`${ue(id)}${ue(of)}1010101${ue(l0)}${ue(l1)}${ue(9)}${skip ? '01' : '10'}`)),
    );
  const skips = (...sets: readonly Uint8Array[]) => h265Needs({ codec: 'h265', vps: [], sps, pps: sets }).transformSkip;
  assert.deepEqual([skips(pps(false)), skips(pps(true)), skips(pps(false), pps(true))], [false, true, true]);
  for (const [field, good, bad] of [
    ['pps_pic_parameter_set_id', { id: 63 }, { id: 64 }],
    ['pps_seq_parameter_set_id', { of: 15 }, { of: 16 }],
    ['num_ref_idx_l0_default_active_minus1', { l0: 14 }, { l0: 15 }],
    ['num_ref_idx_l1_default_active_minus1', { l1: 14 }, { l1: 15 }],
  ] as const) {
    assert.equal(skips(pps(true, good)), true);
    namesField(() => skips(pps(true, bad)), field);
  }
});

test('H.265: codec string with profile space, tier, reversed compatibility and constraints without their zeros', () => {
  const string = (general: readonly number[], brand?: 'hvc1') => h265CodecString(h265({ general }), brand);
  assert.equal(string([1, 0x60, 0, 0, 0, 0xb0, 0, 0, 0, 0, 0, 93]), 'hev1.1.6.L93.B0');
  assert.equal(string([0x42, 0x20, 0, 0, 1, 0x90, 0, 0x0a, 0, 0, 0, 120], 'hvc1'), 'hvc1.A2.80000004.L120.90.0.A');
  assert.equal(string([0xa4, 0x80, 0, 0, 0, 1, 2, 3, 4, 5, 6, 150]), 'hev1.B4.1.H150.1.2.3.4.5.6');
  assert.equal(string([0xff, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 30]), 'hev1.C31.0.H30');
});

test('hvcC: layers, nesting, depths and long sets in their places', () => {
  const sps = h265({ layers: [[false, false]], nesting: false, luma: 1, depth: 2 });
  const long = new Uint8Array(0x0102).fill(0x44);
  const vps = Uint8Array.of(0x40, 1);
  const record = [...hevcDecoderConfig([vps, vps], [sps], [long])];
  assert.deepEqual(record.slice(0, 13), [1, ...GENERAL]);
  assert.deepEqual(record.slice(13, 23), [0xf0, 0, 0xfc, 0xfd, 0xf9, 0xfa, 0, 0, (2 << 3) | 3, 3]);
  assert.deepEqual(record.slice(23, 26), [0xa0, 0, 2]);
  assert.deepEqual(record.slice(-long.length - 5, -long.length), [0xa2, 0, 1, 1, 2]);
  assert.equal(hevcDecoderConfig([vps], [h265({})], [long])[21], (1 << 3) | 4 | 3);
  for (const [v, s, p] of [
    [[], [sps], [long]],
    [[vps], [], [long]],
    [[vps], [sps], []],
  ] as const)
    assert.throws(() => hevcDecoderConfig(v, s, p), MediaError);
});

test('bits: signed codes, the longest code, and the end', () => {
  const read = (bits: string) => new BitReader(bytesOf(bits));
  assert.deepEqual(
    [0, 1, 2, 3, 4, 5].map((code) => read(ue(code)).se() + 0),
    [0, 1, -1, 2, -2, 3],
  );
  assert.equal(read(`${'0'.repeat(31)}1${'0'.repeat(31)}`).ue(), 2 ** 31 - 1);
  assert.throws(() => read(`${'0'.repeat(32)}1${'0'.repeat(32)}`).ue(), /too long/);
  assert.equal(read(u(0xfedcba98, 32)).bits(32), 0xfedcba98);
  const end = new BitReader(Uint8Array.of(0xa5));
  assert.equal(end.bits(8), 0xa5);
  assert.throws(() => end.bit(), MediaError);
});

test('of one kind 16 different sets of at most 65535 bytes are kept', () => {
  const sets = Array.from({ length: 20 }, (_, i) => Uint8Array.of(0x68, i));
  assert.equal(collectParameterSets(sets, 'h264')?.pps.length, 16);
  const sized = (length: number) => collectParameterSets([new Uint8Array(length).fill(0x67)], 'h264')?.sps.length;
  assert.deepEqual([sized(0xffff), sized(0x10000)], [1, undefined]);
});

test('sets are the same when codec and every list are; another codec forgets what was', () => {
  const set = (byte: number) => [Uint8Array.of(byte, 1)];
  const base = { codec: 'h265', vps: set(0x40), sps: set(0x42), pps: set(0x44) } as const;
  assert.ok(sameParameterSets(base, { codec: 'h265', vps: set(0x40), sps: set(0x42), pps: set(0x44) }));
  for (const change of [
    { codec: 'h264' as const },
    { vps: set(0x41) },
    { sps: set(0x43) },
    { pps: set(0x45) },
    { vps: [] },
    { sps: [...set(0x42), ...set(0x42)] },
    { pps: [Uint8Array.of(0x44)] },
  ])
    assert.ok(!sameParameterSets(base, { ...base, ...change }), JSON.stringify(change));
  const h264Sets = { codec: 'h264', vps: [], sps: set(0x67), pps: [] } as const;
  assert.deepEqual(mergeParameterSets(base, h264Sets), h264Sets);
  assert.deepEqual(mergeParameterSets(null, h264Sets), h264Sets);
  const newer = { codec: 'h265', vps: set(0x4f), sps: [], pps: [] } as const;
  assert.deepEqual(mergeParameterSets(base, newer), { ...base, vps: set(0x4f) });
});
