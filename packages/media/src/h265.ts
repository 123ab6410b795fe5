// H.265 parameter sets: sequence and video parameter set, codec string, hvcC record. NAL units themselves are in annex-b.ts.
import { removeEmulation } from './annex-b.ts';
import { BitReader } from './bit-reader.ts';
import { MediaError } from './errors.ts';

/** NAL unit types of H.265 table 7-1 that we name. Key frames are the types 16 to 21. */
export const H265_NAL = {
  firstKey: 16,
  lastKey: 21,
  vps: 32,
  sps: 33,
  pps: 34,
  delimiter: 35,
  prefixSei: 39,
  suffixSei: 40,
} as const;

export type H265Sps = {
  /** The 12 bytes of general profile, compatibility, constraints and level as they stand in the stream. */
  readonly general: Uint8Array;
  readonly temporalLayers: number;
  readonly temporalNesting: boolean;
  readonly chromaFormat: number;
  readonly bitDepthLuma: number;
  readonly bitDepthChroma: number;
  /** Size in pixels after the conformance window. */
  readonly width: number;
  readonly height: number;
};

const MAX_SIDE = 16384;

/** Reads an SPS NAL unit (both header bytes included), clause 7.3.2.2, as far as the bit depths. Throws MediaError. */
export const parseH265Sps = (nal: Uint8Array): H265Sps => readToBitDepths(nal).parsed;

/** The same, with the reader behind the bit depths. */
export const readToBitDepths = (nal: Uint8Array): { readonly bits: BitReader; readonly parsed: H265Sps } => {
  if ((((nal[0] ?? 0) >> 1) & 0x3f) !== H265_NAL.sps) throw new MediaError(0, 'not an H.265 SPS');
  const rbsp = removeEmulation(nal.subarray(2));
  if (rbsp.length < 13) throw new MediaError(2 + rbsp.length, 'SPS shorter than its profile and level');
  const bits = new BitReader(rbsp);
  bits.skip(4); // sps_video_parameter_set_id
  const subLayers = bits.bits(3);
  const temporalNesting = bits.flag();
  skipProfileTierLevel(bits, subLayers);
  bits.ueAtMost(15, 'sps_seq_parameter_set_id');
  const chromaFormat = bits.ueAtMost(3, 'chroma_format_idc');
  const separatePlanes = chromaFormat === 3 && bits.flag();
  const size = readSize(bits, separatePlanes ? 0 : chromaFormat);
  const bitDepthLuma = 8 + bits.ueAtMost(8, 'bit_depth_luma_minus8');
  const bitDepthChroma = 8 + bits.ueAtMost(8, 'bit_depth_chroma_minus8');
  const general = rbsp.slice(1, 13);
  const parsed = {
    general,
    temporalLayers: subLayers + 1,
    temporalNesting,
    chromaFormat,
    bitDepthLuma,
    bitDepthChroma,
    ...size,
  };
  return { bits, parsed };
};

/** Clause 7.3.3: 96 general bits, then per sub-layer two presence flags and up to 88 + 8 bits. */
const skipProfileTierLevel = (bits: BitReader, subLayers: number): void => {
  bits.skip(96);
  const present: [boolean, boolean][] = [];
  for (let i = 0; i < subLayers; i += 1) present.push([bits.flag(), bits.flag()]);
  if (subLayers > 0) bits.skip(2 * (8 - subLayers));
  for (const [profile, level] of present) bits.skip((profile ? 88 : 0) + (level ? 8 : 0));
};

const readSize = (bits: BitReader, chromaArrayType: number): { width: number; height: number } => {
  let width = bits.ueAtMost(MAX_SIDE, 'pic_width_in_luma_samples');
  let height = bits.ueAtMost(MAX_SIDE, 'pic_height_in_luma_samples');
  if (bits.flag()) {
    // SubWidthC and SubHeightC of table 6-1.
    const unitX = chromaArrayType === 1 || chromaArrayType === 2 ? 2 : 1;
    const unitY = chromaArrayType === 1 ? 2 : 1;
    width -= unitX * (bits.ue() + bits.ue());
    height -= unitY * (bits.ue() + bits.ue());
  }
  if (width <= 0 || height <= 0) throw new MediaError(0, 'the SPS leaves no picture');
  return { width, height };
};

const reverseBits32 = (value: number): number => {
  let out = 0;
  for (let i = 0; i < 32; i += 1) out = out * 2 + ((value >>> i) & 1);
  return out;
};

/**
 * RFC 6381 codec string (ISO/IEC 14496-15 annex E.3): `hev1` for parameter sets in the stream, `hvc1` for those in hvcC.
 * Throws MediaError when the SPS is malformed.
 */
export const h265CodecString = (sps: Uint8Array, brand: 'hev1' | 'hvc1' = 'hev1'): string => {
  const { general } = parseH265Sps(sps);
  const view = new DataView(general.buffer, general.byteOffset, general.byteLength);
  const first = view.getUint8(0);
  const profile = `${['', 'A', 'B', 'C'][first >> 6] ?? ''}${first & 0x1f}`;
  const compatibility = reverseBits32(view.getUint32(1)).toString(16).toUpperCase();
  const constraints = [...general.subarray(5, 11)];
  while (constraints.at(-1) === 0) constraints.pop();
  const level = `${(first & 0x20) === 0 ? 'L' : 'H'}${view.getUint8(11)}`;
  return [brand, profile, compatibility, level, ...constraints.map((byte) => byte.toString(16).toUpperCase())].join(
    '.',
  );
};

/** The hvcC record (ISO/IEC 14496-15 clause 8.3.3.1) with 4-byte lengths. Throws MediaError when a set is missing or malformed. */
export const hevcDecoderConfig = (
  vps: readonly Uint8Array[],
  sps: readonly Uint8Array[],
  pps: readonly Uint8Array[],
): Uint8Array => {
  const [first] = sps;
  if (first === undefined || vps.length === 0 || pps.length === 0) {
    throw new MediaError(0, 'hvcC needs a VPS, an SPS and a PPS');
  }
  const parsed = parseH265Sps(first);
  const out = [1, ...parsed.general, 0xf0, 0, 0xfc, 0xfc | parsed.chromaFormat];
  out.push(0xf8 | (parsed.bitDepthLuma - 8), 0xf8 | (parsed.bitDepthChroma - 8), 0, 0);
  out.push((parsed.temporalLayers << 3) | (parsed.temporalNesting ? 4 : 0) | 3, 3);
  const arrays = [[H265_NAL.vps, vps] as const, [H265_NAL.sps, sps] as const, [H265_NAL.pps, pps] as const];
  for (const [type, sets] of arrays) {
    out.push(0x80 | type, sets.length >> 8, sets.length & 0xff);
    for (const set of sets) out.push(set.length >> 8, set.length & 0xff, ...set);
  }
  return Uint8Array.from(out);
};
