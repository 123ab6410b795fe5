// Our own SEI stamp: device, channel, frame number and capture time inside a video frame, put there by the simulator and read by
// tests and the console's statistics for true latency. Real recorders do not send it.
import type { VideoCodec } from './annex-b.ts';
import { MediaError } from './errors.ts';
import { findSeiUserData, insertSei } from './sei.ts';

/** Marks our user_data_unregistered messages: 6f757472-6964-4572-8c61-74656e637931. */
export const STAMP_UUID: Uint8Array = Uint8Array.of(
  0x6f,
  0x75,
  0x74,
  0x72,
  0x69,
  0x64,
  0x45,
  0x72,
  0x8c,
  0x61,
  0x74,
  0x65,
  0x6e,
  0x63,
  0x79,
  0x31,
);

export type FrameStamp = {
  /** 1 to 31 characters of A-Z a-z 0-9 . _ - */
  readonly deviceId: string;
  /** Logical channel, 0-255. */
  readonly channel: number;
  /** Counts the frames of one stream; 32 bits. */
  readonly frameNumber: number;
  /** When the picture was taken, UTC milliseconds. */
  readonly captureMs: number;
};

const VERSION = 1;
const MAX_ID = 31;
/** Version, channel, frame number, capture time, length of the id. */
const FIXED_BYTES = 1 + 1 + 4 + 8 + 1;

/** The stamp's bytes: version u8, channel u8, frame number u32, capture time u64, id length u8, id; big-endian. RangeError on bad values. */
export const encodeStamp = (stamp: FrameStamp): Uint8Array => {
  const { deviceId, channel, frameNumber, captureMs } = stamp;
  if (!/^[\w.-]{1,31}$/.test(deviceId))
    throw new RangeError(`device id ${JSON.stringify(deviceId)} does not fit a stamp`);
  if (!Number.isInteger(channel) || channel < 0 || channel > 255) throw new RangeError(`channel ${channel}`);
  if (!Number.isInteger(frameNumber) || frameNumber < 0 || frameNumber > 0xffffffff)
    throw new RangeError(`frame number ${frameNumber}`);
  if (!Number.isSafeInteger(captureMs) || captureMs < 0) throw new RangeError(`capture time ${captureMs}`);
  const out = new Uint8Array(FIXED_BYTES + deviceId.length);
  const view = new DataView(out.buffer);
  view.setUint8(0, VERSION);
  view.setUint8(1, channel);
  view.setUint32(2, frameNumber);
  view.setBigUint64(6, BigInt(captureMs));
  view.setUint8(14, deviceId.length);
  for (let i = 0; i < deviceId.length; i += 1) out[FIXED_BYTES + i] = deviceId.charCodeAt(i);
  return out;
};

/** Reads what `encodeStamp` wrote. Throws MediaError. */
export const decodeStamp = (payload: Uint8Array): FrameStamp => {
  if (payload.length < FIXED_BYTES) throw new MediaError(payload.length, 'stamp is cut');
  const view = new DataView(payload.buffer, payload.byteOffset, payload.byteLength);
  if (view.getUint8(0) !== VERSION) throw new MediaError(0, `stamp version ${view.getUint8(0)}`);
  const captureMs = Number(view.getBigUint64(6));
  if (!Number.isSafeInteger(captureMs)) throw new MediaError(6, 'capture time out of range');
  const idLength = view.getUint8(14);
  if (idLength < 1 || idLength > MAX_ID || payload.length !== FIXED_BYTES + idLength) {
    throw new MediaError(14, `device id of ${idLength} bytes in a stamp of ${payload.length}`);
  }
  const deviceId = String.fromCharCode(...payload.subarray(FIXED_BYTES));
  if (!/^[\w.-]+$/.test(deviceId))
    throw new MediaError(FIXED_BYTES, 'device id has other characters than A-Z a-z 0-9 . _ -');
  return { deviceId, channel: view.getUint8(1), frameNumber: view.getUint32(2), captureMs };
};

/** The Annex-B frame with the stamp in front of its first slice, as a new array. Throws MediaError when there is no slice. */
export const insertStamp = (frame: Uint8Array, stamp: FrameStamp, codec: VideoCodec = 'h264'): Uint8Array =>
  insertSei(frame, STAMP_UUID, encodeStamp(stamp), codec);

/** The stamp of an Annex-B frame; null when it carries none or a damaged one. Never throws. */
export const readStamp = (frame: Uint8Array, codec: VideoCodec = 'h264'): FrameStamp | null => {
  const payload = findSeiUserData(frame, STAMP_UUID, codec);
  if (payload === null) return null;
  try {
    return decodeStamp(payload);
  } catch (error) {
    if (error instanceof MediaError) return null;
    throw error;
  }
};
