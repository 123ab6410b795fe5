// Annex-B byte streams of H.264 and H.265: start codes, NAL units, emulation prevention. Knows no syntax inside a NAL unit
// beyond its type.
import { MediaError } from './errors.ts';

export type VideoCodec = 'h264' | 'h265';

/** More NAL units than this in one frame is an attack, not a picture. */
const MAX_NALS = 4096;
/** Parameter sets, SEI and delimiters in front of the first slice; real frames have at most a handful. */
const MAX_HEAD_NALS = 64;

/** Offset of the next `00 00 01` at or after `from`; -1 when there is none. */
export const findStartCode = (bytes: Uint8Array, from: number): number => {
  // Looks at every third byte: what is above 1 can be no part of a start code.
  let at = from + 2;
  while (at < bytes.length) {
    const byte = bytes[at] ?? 0;
    if (byte === 0) at += 1;
    else if (byte === 1 && bytes[at - 1] === 0 && bytes[at - 2] === 0) return at - 2;
    else at += 3;
  }
  return -1;
};

/** `start` to `end` without the zero bytes that stand between a NAL unit and the next start code. */
const trimmed = (bytes: Uint8Array, start: number, end: number): Uint8Array => {
  let last = end;
  while (last > start && bytes[last - 1] === 0) last -= 1;
  return bytes.subarray(start, last);
};

/**
 * The NAL units of an Annex-B frame as views, without start codes (3 or 4 bytes) and trailing zeros; empty ones are left out.
 * Bytes before the first start code are ignored. More than 4096 units throw MediaError.
 */
export const splitNals = (bytes: Uint8Array): Uint8Array[] => {
  const nals: Uint8Array[] = [];
  let code = findStartCode(bytes, 0);
  while (code >= 0) {
    const start = code + 3;
    const next = findStartCode(bytes, start);
    const nal = trimmed(bytes, start, next < 0 ? bytes.length : next);
    if (nal.length > 0) nals.push(nal);
    if (nals.length > MAX_NALS) throw new MediaError(start, `more than ${MAX_NALS} NAL units`);
    code = next;
  }
  return nals;
};

/** NAL unit type from the first byte of a unit: 0-31 for H.264 (table 7-1), 0-63 for H.265 (table 7-1). */
export const nalType = (codec: VideoCodec, firstByte: number): number =>
  codec === 'h264' ? firstByte & 0x1f : (firstByte >> 1) & 0x3f;

/** Does a NAL unit of this type carry coded picture data (VCL)? */
export const isSlice = (codec: VideoCodec, type: number): boolean =>
  codec === 'h264' ? type >= 1 && type <= 5 : type < 32;

/** What stands in front of the coded picture of one frame. */
export type FrameHead = {
  /** NAL units before the first slice, as views. */
  readonly nals: readonly Uint8Array[];
  /** From the first slice's NAL header to the end of the frame (further slices included); null when there is none. */
  readonly slice: Uint8Array | null;
  /** Where the start code of the first slice begins; the length of the frame when there is none. */
  readonly sliceAt: number;
};

/** Reads a frame only as far as its first slice, so the cost does not grow with the picture. Never throws. */
export const readFrameHead = (bytes: Uint8Array, codec: VideoCodec): FrameHead => {
  const nals: Uint8Array[] = [];
  let code = findStartCode(bytes, 0);
  while (code >= 0 && nals.length < MAX_HEAD_NALS) {
    const start = code + 3;
    const first = bytes[start];
    if (first !== undefined && isSlice(codec, nalType(codec, first))) {
      const sliceAt = code > 0 && bytes[code - 1] === 0 ? code - 1 : code;
      return { nals, slice: bytes.subarray(start), sliceAt };
    }
    const next = findStartCode(bytes, start);
    const nal = trimmed(bytes, start, next < 0 ? bytes.length : next);
    if (nal.length > 0) nals.push(nal);
    code = next;
  }
  return { nals, slice: null, sliceAt: bytes.length };
};

/** The payload of a NAL unit without its emulation prevention bytes (00 00 03 -> 00 00); a view when there is none. */
export const removeEmulation = (nal: Uint8Array): Uint8Array => {
  let out: Uint8Array | null = null;
  let length = 0;
  let zeros = 0;
  for (let i = 0; i < nal.length; i += 1) {
    const byte = nal[i] ?? 0;
    if (byte === 3 && zeros >= 2) {
      if (out === null) {
        out = new Uint8Array(nal); // slice() of Node's buffers is no copy
        length = i;
      }
      zeros = 0;
      continue;
    }
    zeros = byte === 0 ? zeros + 1 : 0;
    if (out !== null) {
      out[length] = byte;
      length += 1;
    }
  }
  return out === null ? nal : out.subarray(0, length);
};

/** Adds emulation prevention (H.264 clause 7.4.1, H.265 clause 7.4.2): no 00 00 00, 00 00 01, 00 00 02 or bare 00 00 03 is left. */
export const addEmulation = (payload: Uint8Array): Uint8Array => {
  const out = new Uint8Array(payload.length + Math.ceil(payload.length / 2) + 1);
  let length = 0;
  let zeros = 0;
  for (const byte of payload) {
    if (zeros === 2 && byte <= 3) {
      out[length] = 3;
      length += 1;
      zeros = 0;
    }
    out[length] = byte;
    length += 1;
    zeros = byte === 0 ? zeros + 1 : 0;
  }
  return out.slice(0, length);
};

/** NAL units as an Annex-B stream with 4-byte start codes. */
export const joinNals = (nals: readonly Uint8Array[]): Uint8Array => {
  const out = new Uint8Array(nals.reduce((sum, nal) => sum + 4 + nal.length, 0));
  let at = 0;
  for (const nal of nals) {
    out[at + 3] = 1;
    out.set(nal, at + 4);
    at += 4 + nal.length;
  }
  return out;
};

/** NAL units with 4-byte big-endian lengths in front (the sample format of MP4 and of WebCodecs' avc and hevc modes). */
export const lengthPrefixed = (nals: readonly Uint8Array[]): Uint8Array => {
  const out = new Uint8Array(lengthPrefixedSize(nals));
  writeLengthPrefixed(nals, out, 0);
  return out;
};

/** How many bytes `writeLengthPrefixed` writes. */
export const lengthPrefixedSize = (nals: readonly Uint8Array[]): number =>
  nals.reduce((sum, nal) => sum + 4 + nal.length, 0);

/** Writes NAL units with 4-byte lengths into `out` from `at` on. */
export const writeLengthPrefixed = (nals: readonly Uint8Array[], out: Uint8Array, at: number): void => {
  const view = new DataView(out.buffer, out.byteOffset, out.byteLength);
  let offset = at;
  for (const nal of nals) {
    view.setUint32(offset, nal.length);
    out.set(nal, offset + 4);
    offset += 4 + nal.length;
  }
};
