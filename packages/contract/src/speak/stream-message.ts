// The binary message of the stream sockets: a fixed header in front of every frame, parameter set and state. Both ends use these.

/** What follows the header. Receivers skip kinds they do not know. */
export const streamKinds = { video: 1, audio: 2, parameterSets: 3, state: 4, note: 5 } as const;
/** Coding of the body. Video is Annex-B as the device sent it; audio is the device's own, without the Hisilicon header. Upward: talk.ts. */
export const streamCodecs = {
  none: 0,
  h264: 1,
  h265: 2,
  g711a: 32,
  g711u: 33,
  g726: 34,
  adpcmIma: 35,
  aacAdts: 36,
  pcm16le: 37,
} as const;
/** key: decodable by itself. discontinuity: presentation time starts over. sub: the sub-stream. replay: older, sent to a joiner at once. */
export const streamFlags = { key: 1, discontinuity: 2, sub: 4, replay: 8 } as const;

export type StreamKind = keyof typeof streamKinds;
export type StreamCodec = keyof typeof streamCodecs;

export const STREAM_VERSION = 1;
export const STREAM_HEADER_BYTES = 32;

/**
 * The header, big-endian: 0 version, 1 kind, 2 codec, 3 flags, 4 channel u16, 6 header length u16 (a reader skips what it does
 * not know), 8 presentation time in microseconds u64, 16 capture time UTC ms u64 (server clock at the first packet; 0 unknown),
 * 24 sequence u32 (per socket, +1 each message), 28 detail u32 (video: width << 16 | height; audio: sample rate in Hz; else 0).
 */
export type StreamHeader = {
  kind: number;
  codec: number;
  flags: number;
  channel: number;
  presentationUs: number;
  captureMs: number;
  sequence: number;
  detail: number;
};

const HIGH = 2 ** 32;
const setU64 = (view: DataView, at: number, value: number): void => {
  view.setUint32(at, Math.floor(value / HIGH) >>> 0);
  view.setUint32(at + 4, value >>> 0);
};

/** Writes the header into `target` at `offset`. Times above 2^53 or below 0 are not possible here. */
export const writeStreamHeader = (target: Uint8Array, offset: number, header: StreamHeader): void => {
  const view = new DataView(target.buffer, target.byteOffset + offset, STREAM_HEADER_BYTES);
  view.setUint8(0, STREAM_VERSION);
  view.setUint8(1, header.kind);
  view.setUint8(2, header.codec);
  view.setUint8(3, header.flags);
  view.setUint16(4, header.channel);
  view.setUint16(6, STREAM_HEADER_BYTES);
  setU64(view, 8, header.presentationUs);
  setU64(view, 16, header.captureMs);
  view.setUint32(24, header.sequence >>> 0);
  view.setUint32(28, header.detail >>> 0);
};

/** Header and body as one new message. */
export const encodeStreamMessage = (header: StreamHeader, body: Uint8Array): Uint8Array<ArrayBuffer> => {
  const message = new Uint8Array(STREAM_HEADER_BYTES + body.length);
  writeStreamHeader(message, 0, header);
  message.set(body, STREAM_HEADER_BYTES);
  return message;
};

/** Reads a message; the body is a view. Undefined for another version, a short message or a header length that lies. */
export const decodeStreamMessage = (message: Uint8Array): { header: StreamHeader; body: Uint8Array } | undefined => {
  if (message.length < STREAM_HEADER_BYTES) return undefined;
  const view = new DataView(message.buffer, message.byteOffset, message.length);
  const headerLength = view.getUint16(6);
  if (view.getUint8(0) !== STREAM_VERSION || headerLength < STREAM_HEADER_BYTES || headerLength > message.length)
    return undefined;
  const header: StreamHeader = {
    kind: view.getUint8(1),
    codec: view.getUint8(2),
    flags: view.getUint8(3),
    channel: view.getUint16(4),
    presentationUs: view.getUint32(8) * HIGH + view.getUint32(12),
    captureMs: view.getUint32(16) * HIGH + view.getUint32(20),
    sequence: view.getUint32(24),
    detail: view.getUint32(28),
  };
  return { header, body: message.subarray(headerLength) };
};

/**
 * The body of a state message, JSON in UTF-8. `connecting`: the device was asked. `waiting`: it accepted, no frame yet.
 * `playing`: frames flow. `reconnecting`: lost, asked again at `retryInMs`. `offline`, `refused`, `timeout`, `forbidden`,
 * `limit`: why there is no picture; the socket stays open and plays when that ends, except after `forbidden`.
 * `stream` is the one really delivered; `dropped` counts frames dropped for this viewer. `deviceid` and `channel` say whose
 * pictures these are; a random stream that has no channel yet has neither.
 */
export type StreamState = {
  state:
    | 'connecting'
    | 'waiting'
    | 'playing'
    | 'reconnecting'
    | 'offline'
    | 'refused'
    | 'timeout'
    | 'forbidden'
    | 'limit';
  stream: 'main' | 'sub';
  message: string;
  sinceMs: number;
  retryInMs?: number;
  dropped?: number;
  deviceid?: string;
  channel?: number;
};

/** Where a device was told to send its pictures. */
export type MediaPlace = { readonly address: string; readonly port: number };

const NO_PICTURE = 'The device accepted but sent no picture';
const NO_PICTURE_AT = /^The device accepted but sent no picture to (\S+), port (\d+)$/;

/** The `message` of `timeout` after a device said yes: mostly that port is closed on the way, or the address is one it cannot reach. */
export const noPictureMessage = (place: MediaPlace | undefined): string =>
  place === undefined ? NO_PICTURE : `${NO_PICTURE} to ${place.address}, port ${place.port}`;

/** The place in such a message; undefined for any other. */
export const readNoPicture = (message: string): MediaPlace | undefined => {
  const [, address, port] = NO_PICTURE_AT.exec(message) ?? [];
  return address === undefined ? undefined : { address, port: Number(port) };
};

/**
 * The body of a note, JSON in UTF-8: what of the device's stream cannot be shown or heard, live and played back. Each replaces the one
 * before; an empty one takes it back. `lacks`: pictures come, and the recorder sent no parameter sets, without which nobody can decode
 * them. `mute`: how its sound is coded, for people ('MP3'), when nobody here decodes that.
 */
export type StreamNote = { lacks?: 'parameters'; mute?: string };
