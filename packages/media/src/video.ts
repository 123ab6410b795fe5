// Looks at one assembled video frame: which codec it really is, whether it is a key frame, what parameter sets it brings.
// Reads only as far as the first slice. The payload type of the packet is a hint, not believed (JT/T 1078 recorders err).
import { findStartCode, isSlice, nalType, readFrameHead, type FrameHead, type VideoCodec } from './annex-b.ts';
import { MediaError } from './errors.ts';
import { H264_NAL } from './h264.ts';
import { H265_NAL } from './h265.ts';
import { collectParameterSets, videoFormat, type ParameterSets } from './parameter-sets.ts';

export type VideoFrameInfo = {
  readonly codec: VideoCodec;
  /** Decodable without what came before: H.264 IDR, H.265 types 16-21. */
  readonly key: boolean;
  /** False for a frame of parameter sets or SEI only; some recorders send those in front of the picture. */
  readonly hasPicture: boolean;
  /** The frame begins a new picture; false means it holds further slices of the one before. */
  readonly startsPicture: boolean;
  /** The sets this frame carries, maybe partial (see `mergeParameterSets`). */
  readonly parameterSets?: ParameterSets;
  /** From the frame's own SPS: size in pixels after cropping, and avc1.PPCCLL or hev1.… */
  readonly width?: number;
  readonly height?: number;
  readonly codecString?: string;
};

/** How many NAL units are looked at to tell the codec. */
const MAX_LOOK = 16;

/**
 * H.264 gives its slices, IDR, SPS and delimiter odd types, so the lowest bit of the first byte is 1; in H.265 that bit is the top
 * of nuh_layer_id, 0 in every single-layer stream, and the second byte is the temporal id plus 1. So nearly every unit tells.
 */
const codecOfNal = (first: number, second: number): VideoCodec | null => {
  if ((first & 0x80) !== 0) return null; // forbidden_zero_bit
  const h264 = first & 0x1f;
  if ((first & 1) === 1) {
    const telling =
      h264 === H264_NAL.slice || h264 === H264_NAL.idr || h264 === H264_NAL.sps || h264 === H264_NAL.delimiter;
    return telling ? 'h264' : null;
  }
  if (first === H264_NAL.sei) return null; // H.264 SEI, or a temporal sub-layer picture of H.265
  const h265 = first >> 1;
  const known =
    h265 <= 9 || (h265 >= H265_NAL.firstKey && h265 <= H265_NAL.delimiter && (h265 <= H265_NAL.lastKey || h265 >= 32));
  return known && second >= 1 && second <= 7 ? 'h265' : null;
};

/** Units a frame of ours may begin with; the reference bits are as the standard fixes them (H.264 7.4.1, H.265 7.4.2.2). */
const beginsWithNal = (frame: Uint8Array, codec: VideoCodec): boolean => {
  const [first = 0x80, second = 0] = frame;
  if ((first & 0x80) !== 0 || frame.length < 4) return false;
  const type = nalType(codec, first);
  if (codec === 'h265') {
    const known =
      type <= 9 ||
      (type >= H265_NAL.firstKey && type <= H265_NAL.lastKey) ||
      (type >= 32 && type <= H265_NAL.suffixSei);
    return known && (first & 1) === 0 && second >= 1 && second <= 7;
  }
  const isReferred = (first & 0x60) !== 0;
  if (type === H264_NAL.sei || type === H264_NAL.delimiter) return !isReferred;
  return type === H264_NAL.slice || ((type === H264_NAL.idr || (type >= 7 && type <= 8)) && isReferred);
};

/** The codec the first NAL units of a frame give away; null when none of them does or there are none. */
const detectCodec = (frame: Uint8Array): VideoCodec | null => {
  let code = findStartCode(frame, 0);
  for (let i = 0; code >= 0 && i < MAX_LOOK; i += 1) {
    const codec = codecOfNal(frame[code + 3] ?? 0x80, frame[code + 4] ?? 0);
    if (codec !== null) return codec;
    code = findStartCode(frame, code + 3);
  }
  return null;
};

/** Sets, delimiters and SEI stand in front of a picture, never between its slices (H.264 7.4.1.2.3, H.265 7.4.2.4.4). */
const startsPicture = (codec: VideoCodec, { nals, slice }: FrameHead): boolean => {
  const opens = nals.some((nal) => {
    const type = nalType(codec, nal[0] ?? 0);
    return codec === 'h264'
      ? type >= H264_NAL.sei && type <= H264_NAL.delimiter
      : type >= 32 && type <= H265_NAL.delimiter;
  });
  if (opens || slice === null) return opens;
  // first_mb_in_slice is ue(0), a single 1 bit; first_slice_segment_in_pic_flag is the first bit.
  return ((slice[codec === 'h264' ? 1 : 2] ?? 0) & 0x80) !== 0;
};

/** Vendors' own heads in front of a frame are short. */
const MAX_HEAD_BYTES = 64;

/** Does the frame begin with a head that only looks like a slice? No set follows a slice, and no second slice is the first of a picture. */
const isVendorHead = (frame: Uint8Array, codec: VideoCodec): boolean => {
  if (!isSlice(codec, nalType(codec, frame[0] ?? 0))) return false;
  const code = findStartCode(frame.subarray(0, MAX_HEAD_BYTES), 0);
  if (code < 0) return false;
  const next = readFrameHead(frame.subarray(code), codec);
  return startsPicture(codec, next);
};

/**
 * A frame whose first NAL unit lacks its start code, which some recorders leave out, with it; any other frame as it is. `hint` as for
 * `inspectVideoFrame`. Bytes that are no NAL unit are a vendor's own head, and stay in front of the first start code.
 */
export const withFirstStartCode = (frame: Uint8Array, hint: VideoCodec): Uint8Array => {
  let zeros = 0;
  while (frame[zeros] === 0) zeros += 1;
  if (zeros >= 2 && frame[zeros] === 1) return frame;
  const codec = detectCodec(frame) ?? codecOfNal(frame[0] ?? 0x80, frame[1] ?? 0) ?? hint;
  if (!beginsWithNal(frame, codec) || isVendorHead(frame, codec)) return frame;
  const out = new Uint8Array(4 + frame.length);
  out[3] = 1;
  out.set(frame, 4);
  return out;
};

const isKeyType = (codec: VideoCodec, type: number): boolean =>
  codec === 'h264' ? type === H264_NAL.idr : type >= H265_NAL.firstKey && type <= H265_NAL.lastKey;

/** Is this Annex-B frame a key frame? Cost does not grow with the frame. Never throws. */
export const isKeyFrame = (frame: Uint8Array, codec: VideoCodec): boolean => {
  const { slice } = readFrameHead(frame, codec);
  return slice !== null && isKeyType(codec, nalType(codec, slice[0] ?? 0));
};

/**
 * Describes one Annex-B frame; null when it holds no NAL unit or its codec cannot be told. Never throws.
 * `hint` (what the stream was so far, or the payload type) decides only when the NAL units do not.
 */
export const inspectVideoFrame = (frame: Uint8Array, hint?: VideoCodec): VideoFrameInfo | null => {
  const codec = detectCodec(frame) ?? hint;
  if (codec === undefined) return null;
  const head = readFrameHead(frame, codec);
  if (head.slice === null && head.nals.length === 0) return null;
  const type = head.slice === null ? -1 : nalType(codec, head.slice[0] ?? 0);
  const base = {
    codec,
    key: head.slice !== null && isKeyType(codec, type),
    hasPicture: head.slice !== null,
    startsPicture: startsPicture(codec, head),
  };
  const parameterSets = collectParameterSets(head.nals, codec);
  return parameterSets === null ? base : { ...base, parameterSets, ...formatOf(parameterSets) };
};

/** Size and codec string, or nothing when there is no readable SPS. */
const formatOf = (sets: ParameterSets): { codecString: string; width: number; height: number } | null => {
  if (sets.sps.length === 0) return null;
  try {
    return videoFormat(sets);
  } catch (error) {
    if (error instanceof MediaError) return null;
    throw error;
  }
};

/**
 * Do two frames with the same timestamp belong to one picture? True while the former holds no slice yet (parameter sets sent
 * apart) and while the latter goes on with slices of the former.
 */
export const continuesPicture = (previous: VideoFrameInfo, next: VideoFrameInfo): boolean =>
  previous.codec === next.codec && (!previous.hasPicture || (next.hasPicture && !next.startsPicture));

/** NAL units of a frame that belong into an MP4 sample: no delimiter, parameter set, SEI or filler. */
export const sampleNals = (nals: readonly Uint8Array[], codec: VideoCodec): Uint8Array[] =>
  nals.filter((nal) => isSlice(codec, nalType(codec, nal[0] ?? 0)));
