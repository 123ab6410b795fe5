// The bytes of a segment file: head, records, footer. Pure: no files, no clocks. docs/design/0020-recordings.md describes it in words.
import { crc32 } from 'node:zlib';
import { streamCodecs } from '@outrider/contract';
import type { WholeFrame } from '../../media/index.ts';

/** Codes of the codecs in a record are those of the stream message. 'none' is no coding. */
const { none: _none, ...codecCodes } = streamCodecs;
export type StoredCodec = keyof typeof codecCodes;
const codecOfCode = new Map<number, StoredCodec>(
  Object.entries(codecCodes).flatMap(([name, code]) => (isStoredCodec(name) ? [[code, name] as const] : [])),
);
export function isStoredCodec(name: string): name is StoredCodec {
  return Object.hasOwn(codecCodes, name);
}

/** A frame as it comes back. `timeMs` is UTC on the server's timeline. */
export type StoredFrame = {
  kind: 'video' | 'audio';
  codec: StoredCodec;
  stream: 'main' | 'sub';
  key: boolean;
  /** Its time does not go on from the frame before. */
  discontinuity: boolean;
  timeMs: number;
  /** Nothing is recorded for so long before it; only where it begins a segment that was read on to. */
  pauseMs?: number;
  body: Uint8Array;
};

export type SegmentHead = {
  deviceKey: number;
  channel: number;
  startMs: number;
  deviceId: string;
  /** SHA-256 of the segment before it on this channel; zeros for the first. */
  previousHash: Uint8Array;
};

/** Where a decoder may start. `timeMs` counts from the start of the segment. */
export type KeyPlace = { offset: number; timeMs: number };
/** What a whole segment holds. `endMs` is the time of its last frame, UTC. */
export type SegmentContent = {
  endMs: number;
  frames: number;
  /** Bytes of head and records, without the footer. */
  bytes: number;
  hasVideo: boolean;
  hasAudio: boolean;
  keys: KeyPlace[];
};

export const HEAD_BYTES = 128;
export const RECORD_BYTES = 12;
const FOOTER_TAIL_BYTES = 24;
export const HASH_BYTES = 32;
const MAX_ID_BYTES = 64;
const VERSION = 1;
const MAGIC = 0x4f524543; // OREC
const FOOTER_MAGIC = 0x4f454e44; // OEND
const KIND = { video: 1, audio: 2, footer: 3 } as const;
const FLAG = { key: 0x10, discontinuity: 0x20, sub: 0x40 } as const;
const KIND_MASK = 0x0f;
/** Lengths and times are three bytes. */
export const MAX_BODY_BYTES = 0xff_ffff;
export const MAX_TIME_MS = 0xff_ffff;
const KEY_BYTES = 8;

export const encodeHead = (head: SegmentHead): Buffer => {
  const out = Buffer.alloc(HEAD_BYTES);
  out.writeUInt32BE(MAGIC, 0);
  out.writeUInt8(VERSION, 4);
  out.writeUInt16BE(head.channel, 6);
  out.writeBigUInt64BE(BigInt(head.startMs), 8);
  out.writeUInt32BE(head.deviceKey, 16);
  const id = Buffer.from(head.deviceId, 'utf8').subarray(0, MAX_ID_BYTES - 1);
  out.writeUInt8(id.length, 20);
  id.copy(out, 21);
  out.set(head.previousHash.subarray(0, HASH_BYTES), 88);
  out.writeUInt32BE(crc32(out.subarray(0, HEAD_BYTES - 4)), HEAD_BYTES - 4);
  return out;
};

/** Undefined when these bytes are no head of this version. */
export const decodeHead = (bytes: Buffer): SegmentHead | undefined => {
  if (bytes.length < HEAD_BYTES || bytes.readUInt32BE(0) !== MAGIC || bytes.readUInt8(4) !== VERSION) return undefined;
  if (bytes.readUInt32BE(HEAD_BYTES - 4) !== crc32(bytes.subarray(0, HEAD_BYTES - 4))) return undefined;
  const length = Math.min(bytes.readUInt8(20), MAX_ID_BYTES - 1);
  return {
    channel: bytes.readUInt16BE(6),
    startMs: Number(bytes.readBigUInt64BE(8)),
    deviceKey: bytes.readUInt32BE(16),
    deviceId: bytes.toString('utf8', 21, 21 + length),
    previousHash: Uint8Array.from(bytes.subarray(88, 88 + HASH_BYTES)),
  };
};

/** One record at `at` of `target`: CRC of the rest, kind and flags, codec, length, time. Gives the offset behind it. */
const putRecord = (target: Buffer, at: number, flags: number, codec: number, timeMs: number, body: Uint8Array) => {
  target.writeUInt8(flags, at + 4);
  target.writeUInt8(codec, at + 5);
  target.writeUIntBE(body.length, at + 6, 3);
  target.writeUIntBE(timeMs, at + 9, 3);
  target.set(body, at + RECORD_BYTES);
  const end = at + RECORD_BYTES + body.length;
  target.writeUInt32BE(crc32(target.subarray(at + 4, end)), at);
  return end;
};

export const recordBytes = (frame: { body: Uint8Array }): number => RECORD_BYTES + frame.body.length;

/** Writes a frame, `timeMs` after the start of the segment, and gives the offset behind it. */
export const putFrame = (target: Buffer, at: number, timeMs: number, frame: WholeFrame): number => {
  const flags =
    KIND[frame.kind] |
    (frame.key ? FLAG.key : 0) |
    (frame.discontinuity ? FLAG.discontinuity : 0) |
    (frame.stream === 'sub' ? FLAG.sub : 0);
  const codec = isStoredCodec(frame.codec) ? codecCodes[frame.codec] : 0;
  return putRecord(target, at, flags, codec, timeMs, frame.body);
};

/** Record with the key places, and the fixed tail by which it is found from the end of the file. */
export const encodeFooter = (content: SegmentContent, startMs: number): Buffer => {
  const body = Buffer.alloc(content.keys.length * KEY_BYTES + FOOTER_TAIL_BYTES);
  for (const [i, { offset, timeMs }] of content.keys.entries()) {
    body.writeUInt32BE(offset, i * KEY_BYTES);
    body.writeUInt32BE(timeMs, i * KEY_BYTES + 4);
  }
  const tail = body.length - FOOTER_TAIL_BYTES;
  body.writeUInt32BE(content.keys.length, tail);
  body.writeUInt32BE(content.frames, tail + 4);
  body.writeUInt32BE(content.bytes, tail + 8);
  body.writeUInt32BE(content.endMs - startMs, tail + 12);
  body.writeUInt8((content.hasVideo ? 1 : 0) | (content.hasAudio ? 2 : 0), tail + 16);
  body.writeUInt32BE(FOOTER_MAGIC, tail + 20);
  const out = Buffer.alloc(RECORD_BYTES + body.length);
  putRecord(out, 0, KIND.footer, 0, 0, body);
  return out;
};

/** Reads the end of a closed file, which has `fileBytes`. Undefined: not closed, or `tail` begins behind the footer. */
export const decodeFooter = (tail: Buffer, fileBytes: number, startMs: number): SegmentContent | undefined => {
  const at = tail.length - FOOTER_TAIL_BYTES;
  if (at < 0 || tail.readUInt32BE(at + 20) !== FOOTER_MAGIC) return undefined;
  const bytes = tail.readUInt32BE(at + 8);
  const record = decodeRecord(tail, bytes - (fileBytes - tail.length));
  if (record?.kind !== 'footer' || record.end !== tail.length) return undefined;
  const count = tail.readUInt32BE(at);
  if (count * KEY_BYTES + FOOTER_TAIL_BYTES !== record.body.length) return undefined;
  const first = at - count * KEY_BYTES;
  const marks = tail.readUInt8(at + 16);
  return {
    bytes,
    frames: tail.readUInt32BE(at + 4),
    endMs: startMs + tail.readUInt32BE(at + 12),
    hasVideo: (marks & 1) !== 0,
    hasAudio: (marks & 2) !== 0,
    keys: Array.from({ length: count }, (_, i) => ({
      offset: tail.readUInt32BE(first + i * KEY_BYTES),
      timeMs: tail.readUInt32BE(first + i * KEY_BYTES + 4),
    })),
  };
};

type Record = { end: number } & (
  | { kind: 'footer'; body: Buffer }
  | ({ kind: 'video' | 'audio'; body: Buffer } & Omit<StoredFrame, 'kind' | 'body' | 'timeMs'> & { afterMs: number })
);

/** How long the record at `at` says it is, or undefined when not even its head is there. */
export const recordLength = (bytes: Buffer, at: number): number | undefined =>
  at >= 0 && at + RECORD_BYTES <= bytes.length ? RECORD_BYTES + bytes.readUIntBE(at + 6, 3) : undefined;

/** The record at `at`; its body is a view. Undefined: cut off, altered, or none. */
export const decodeRecord = (bytes: Buffer, at: number): Record | undefined => {
  const length = recordLength(bytes, at);
  if (length === undefined || at + length > bytes.length) return undefined;
  const end = at + length;
  if (bytes.readUInt32BE(at) !== crc32(bytes.subarray(at + 4, end))) return undefined;
  const flags = bytes.readUInt8(at + 4);
  const body = bytes.subarray(at + RECORD_BYTES, end);
  if ((flags & KIND_MASK) === KIND.footer) return { kind: 'footer', end, body };
  const codec = codecOfCode.get(bytes.readUInt8(at + 5));
  const kind = (flags & KIND_MASK) === KIND.video ? 'video' : (flags & KIND_MASK) === KIND.audio ? 'audio' : undefined;
  if (codec === undefined || kind === undefined) return undefined;
  return {
    kind,
    end,
    codec,
    body,
    stream: (flags & FLAG.sub) === 0 ? 'main' : 'sub',
    key: (flags & FLAG.key) !== 0,
    discontinuity: (flags & FLAG.discontinuity) !== 0,
    afterMs: bytes.readUIntBE(at + 9, 3),
  };
};

/** Counts what is written, frame by frame. */
export const createContent = (startMs: number): SegmentContent => ({
  endMs: startMs,
  frames: 0,
  bytes: HEAD_BYTES,
  hasVideo: false,
  hasAudio: false,
  keys: [],
});

/** Adds a frame that begins at `content.bytes`. Sound is a place to start only while there is no picture. */
export const addToContent = (
  content: SegmentContent,
  startMs: number,
  frame: { kind: 'video' | 'audio'; key: boolean; afterMs: number; length: number },
): void => {
  const { kind, key, afterMs, length } = frame;
  const last = content.keys.at(-1);
  const lone = kind === 'audio' && !content.hasVideo && (last === undefined || afterMs - last.timeMs >= 1000);
  if (key || lone) content.keys.push({ offset: content.bytes, timeMs: afterMs });
  content.hasVideo ||= kind === 'video';
  content.hasAudio ||= kind === 'audio';
  content.frames += 1;
  content.bytes += length;
  content.endMs = Math.max(content.endMs, startMs + afterMs);
};
