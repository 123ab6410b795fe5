// SEI messages of type user_data_unregistered (H.264 clause D.1.6, H.265 clause D.2.7): written and found. Other SEI is ignored.
import { addEmulation, nalType, readFrameHead, removeEmulation, type VideoCodec } from './annex-b.ts';
import { MediaError } from './errors.ts';
import { H264_NAL } from './h264.ts';
import { H265_NAL } from './h265.ts';

const USER_DATA_UNREGISTERED = 5;
const UUID_BYTES = 16;

const headerBytes = (codec: VideoCodec): number => (codec === 'h264' ? 1 : 2);

const isSei = (codec: VideoCodec, nal: Uint8Array): boolean => {
  const type = nalType(codec, nal[0] ?? 0);
  return codec === 'h264' ? type === H264_NAL.sei : type === H265_NAL.prefixSei;
};

/** A SEI NAL unit (no start code, emulation prevention applied) holding `payload` under a 16-byte `uuid`; another length throws RangeError. */
export const seiUserData = (uuid: Uint8Array, payload: Uint8Array, codec: VideoCodec = 'h264'): Uint8Array => {
  if (uuid.length !== UUID_BYTES) throw new RangeError('a UUID has 16 bytes');
  const size = UUID_BYTES + payload.length;
  const sizeBytes: number[] = [];
  let rest = size;
  for (; rest >= 255; rest -= 255) sizeBytes.push(255);
  sizeBytes.push(rest);
  const body = addEmulation(
    Uint8Array.from([USER_DATA_UNREGISTERED, ...sizeBytes, ...uuid, ...payload, 0x80]), // rbsp_trailing_bits
  );
  const header = codec === 'h264' ? [H264_NAL.sei] : [H265_NAL.prefixSei << 1, 1];
  const nal = new Uint8Array(header.length + body.length);
  nal.set(header);
  nal.set(body, header.length);
  return nal;
};

/** The Annex-B frame with such a message in front of its first slice, as a new array. Throws MediaError when there is no slice. */
export const insertSei = (
  frame: Uint8Array,
  uuid: Uint8Array,
  payload: Uint8Array,
  codec: VideoCodec = 'h264',
): Uint8Array => {
  const { slice, sliceAt } = readFrameHead(frame, codec);
  if (slice === null) throw new MediaError(frame.length, 'frame has no slice to put a message before');
  const nal = seiUserData(uuid, payload, codec);
  const out = new Uint8Array(frame.length + 4 + nal.length);
  out.set(frame.subarray(0, sliceAt));
  out[sliceAt + 3] = 1;
  out.set(nal, sliceAt + 4);
  out.set(frame.subarray(sliceAt), sliceAt + 4 + nal.length);
  return out;
};

/** The payload of the message with this uuid in one SEI NAL unit's bytes behind the header; null when absent or cut. */
const findInSei = (rbsp: Uint8Array, uuid: Uint8Array): Uint8Array | null => {
  let at = 0;
  // The last byte is the trailing bit; a message needs at least a type and a size in front of it.
  while (at + 2 < rbsp.length) {
    let type = 0;
    for (; rbsp[at] === 255; at += 1) type += 255;
    type += rbsp[at] ?? 0;
    at += 1;
    let size = 0;
    for (; rbsp[at] === 255; at += 1) size += 255;
    size += rbsp[at] ?? 0;
    at += 1;
    if (at + size > rbsp.length) return null;
    if (type === USER_DATA_UNREGISTERED && size >= UUID_BYTES && uuid.every((byte, i) => byte === rbsp[at + i])) {
      return rbsp.subarray(at + UUID_BYTES, at + size);
    }
    at += size;
  }
  return null;
};

/** The payload stored under `uuid` in front of the first slice of an Annex-B frame; null when there is none. Never throws. */
export const findSeiUserData = (frame: Uint8Array, uuid: Uint8Array, codec: VideoCodec = 'h264'): Uint8Array | null => {
  for (const nal of readFrameHead(frame, codec).nals) {
    if (!isSei(codec, nal)) continue;
    const payload = findInSei(removeEmulation(nal.subarray(headerBytes(codec))), uuid);
    if (payload !== null) return payload;
  }
  return null;
};
