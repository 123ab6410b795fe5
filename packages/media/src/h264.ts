// H.264 parameter sets: sequence parameter set, codec string, avcC record. NAL units themselves are in annex-b.ts.
import { removeEmulation } from './annex-b.ts';
import { BitReader } from './bit-reader.ts';
import { MediaError } from './errors.ts';

/** NAL unit types of H.264 table 7-1 that we name. */
export const H264_NAL = {
  slice: 1,
  idr: 5,
  sei: 6,
  sps: 7,
  pps: 8,
  delimiter: 9,
} as const;

export type H264Sps = {
  readonly profile: number;
  /** The constraint_set flags byte as it stands in the stream. */
  readonly constraints: number;
  /** level_idc, ten times the level: 31 is level 3.1. */
  readonly level: number;
  readonly chromaFormat: number;
  readonly bitDepthLuma: number;
  readonly bitDepthChroma: number;
  /** Size in pixels after cropping. */
  readonly width: number;
  readonly height: number;
  /** Frames per second the VUI claims; null when it does not say. Real recorders do not keep to it. */
  readonly frameRate: number | null;
};

/** profile_idc values whose SPS carries the chroma format (clause 7.3.2.1.1). */
const HIGH_PROFILES: ReadonlySet<number> = new Set([100, 110, 122, 244, 44, 83, 86, 118, 128, 138, 139, 134, 135]);
const MAX_SIDE_MACROBLOCKS = 1024;

/** Reads an SPS NAL unit (header byte included), clause 7.3.2.1.1. Throws MediaError when it is cut or absurd. */
export const parseH264Sps = (nal: Uint8Array): H264Sps => {
  if (((nal[0] ?? 0) & 0x1f) !== H264_NAL.sps) throw new MediaError(0, 'not an H.264 SPS');
  const bits = new BitReader(removeEmulation(nal.subarray(1)));
  const profile = bits.bits(8);
  const constraints = bits.bits(8);
  const level = bits.bits(8);
  bits.ueAtMost(31, 'seq_parameter_set_id');
  const chroma = HIGH_PROFILES.has(profile) ? readChroma(bits) : BASE_CHROMA;
  bits.ueAtMost(12, 'log2_max_frame_num_minus4');
  skipPictureOrderCount(bits);
  bits.ue(); // max_num_ref_frames
  bits.skip(1); // gaps_in_frame_num_value_allowed_flag
  const size = readSize(bits, chroma.separatePlanes ? 0 : chroma.chromaFormat);
  const frameRate = bits.flag() ? readFrameRate(bits) : null;
  const { chromaFormat, bitDepthLuma, bitDepthChroma } = chroma;
  return { profile, constraints, level, chromaFormat, bitDepthLuma, bitDepthChroma, ...size, frameRate };
};

const BASE_CHROMA = { chromaFormat: 1, bitDepthLuma: 8, bitDepthChroma: 8, separatePlanes: false };

const readChroma = (bits: BitReader): typeof BASE_CHROMA => {
  const chromaFormat = bits.ueAtMost(3, 'chroma_format_idc');
  const separatePlanes = chromaFormat === 3 && bits.flag();
  const bitDepthLuma = 8 + bits.ueAtMost(6, 'bit_depth_luma_minus8');
  const bitDepthChroma = 8 + bits.ueAtMost(6, 'bit_depth_chroma_minus8');
  bits.skip(1); // qpprime_y_zero_transform_bypass_flag
  if (bits.flag()) {
    for (let i = 0; i < (chromaFormat === 3 ? 12 : 8); i += 1) if (bits.flag()) skipScalingList(bits, i < 6 ? 16 : 64);
  }
  return { chromaFormat, bitDepthLuma, bitDepthChroma, separatePlanes };
};

/** Clause 7.3.2.1.1.1: a list ends early when a delta brings the next scale to zero. */
const skipScalingList = (bits: BitReader, size: number): void => {
  let last = 8;
  for (let i = 0; i < size; i += 1) {
    const next = (last + bits.se() + 256) & 0xff;
    if (next === 0) return;
    last = next;
  }
};

const skipPictureOrderCount = (bits: BitReader): void => {
  const type = bits.ueAtMost(2, 'pic_order_cnt_type');
  if (type === 0) bits.ueAtMost(12, 'log2_max_pic_order_cnt_lsb_minus4');
  if (type !== 1) return;
  bits.skip(1); // delta_pic_order_always_zero_flag
  bits.se(); // offset_for_non_ref_pic
  bits.se(); // offset_for_top_to_bottom_field
  const cycle = bits.ueAtMost(255, 'num_ref_frames_in_pic_order_cnt_cycle');
  for (let i = 0; i < cycle; i += 1) bits.se();
};

const readSize = (bits: BitReader, chromaArrayType: number): { width: number; height: number } => {
  const columns = 1 + bits.ueAtMost(MAX_SIDE_MACROBLOCKS, 'pic_width_in_mbs_minus1');
  const mapRows = 1 + bits.ueAtMost(MAX_SIDE_MACROBLOCKS, 'pic_height_in_map_units_minus1');
  const framesOnly = bits.flag();
  if (!framesOnly) bits.skip(1); // mb_adaptive_frame_field_flag
  bits.skip(1); // direct_8x8_inference_flag
  const rows = mapRows * (framesOnly ? 1 : 2);
  let width = columns * 16;
  let height = rows * 16;
  if (bits.flag()) {
    // Crop units, clause 7.4.2.1.1, equations 7-19 to 7-22.
    const unitX = chromaArrayType === 1 || chromaArrayType === 2 ? 2 : 1;
    const unitY = (chromaArrayType === 1 ? 2 : 1) * (framesOnly ? 1 : 2);
    width -= unitX * (bits.ue() + bits.ue());
    height -= unitY * (bits.ue() + bits.ue());
  }
  if (width <= 0 || height <= 0) throw new MediaError(0, 'the SPS crops the whole picture away');
  return { width, height };
};

/** Annex E.1.1 as far as the timing. The frame rate is half of time_scale / num_units_in_tick: a tick is a field. */
const readFrameRate = (bits: BitReader): number | null => {
  if (bits.flag() && bits.bits(8) === 255) bits.skip(32); // aspect ratio, extended with its two sides
  if (bits.flag()) bits.skip(1); // overscan
  if (bits.flag()) {
    bits.skip(4); // video_format, video_full_range_flag
    if (bits.flag()) bits.skip(24); // colour description
  }
  if (bits.flag()) {
    bits.ue(); // chroma_sample_loc_type_top_field
    bits.ue();
  }
  if (!bits.flag()) return null;
  const units = bits.bits(32);
  const scale = bits.bits(32);
  return units > 0 && scale > 0 ? scale / units / 2 : null;
};

const hexByte = (byte: number): string => byte.toString(16).padStart(2, '0').toUpperCase();

/** RFC 6381 codec string: `avc1.` and the three bytes after the SPS header in hex. Throws MediaError on a shorter unit. */
export const h264CodecString = (sps: Uint8Array): string => {
  if (sps.length < 4) throw new MediaError(sps.length, 'SPS shorter than its profile and level');
  return `avc1.${Array.from(sps.subarray(1, 4), hexByte).join('')}`;
};

/** Profiles whose avcC names the chroma format and bit depths (ISO/IEC 14496-15 clause 5.3.3.1.2). */
const AVCC_HIGH_PROFILES: ReadonlySet<number> = new Set([100, 110, 122, 144]);

/** The avcC record (ISO/IEC 14496-15 clause 5.3.3.1) with 4-byte lengths. Throws MediaError when a set is missing or malformed. */
export const avcDecoderConfig = (sps: readonly Uint8Array[], pps: readonly Uint8Array[]): Uint8Array => {
  const [first] = sps;
  if (first === undefined || pps.length === 0) throw new MediaError(0, 'avcC needs an SPS and a PPS');
  const parsed = parseH264Sps(first);
  const out = [1, parsed.profile, parsed.constraints, parsed.level, 0xff, 0xe0 | Math.min(sps.length, 31)];
  for (const set of sps.slice(0, 31)) out.push(set.length >> 8, set.length & 0xff, ...set);
  out.push(Math.min(pps.length, 255));
  for (const set of pps.slice(0, 255)) out.push(set.length >> 8, set.length & 0xff, ...set);
  if (AVCC_HIGH_PROFILES.has(parsed.profile)) {
    out.push(0xfc | parsed.chromaFormat, 0xf8 | (parsed.bitDepthLuma - 8), 0xf8 | (parsed.bitDepthChroma - 8), 0);
  }
  return Uint8Array.from(out);
};
