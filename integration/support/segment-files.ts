// Recordings as they lie on the disk, read by docs/design/0020-recordings.md alone: shares no code with the server. Also of segments
// that are being written, up to their last whole record.
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';

/** `timeMs`: UTC on the server's timeline. */
export type RecordedFrame = { video: boolean; key: boolean; timeMs: number; body: Buffer };
export type SegmentOnDisk = {
  name: string;
  deviceId: string;
  channel: number;
  startMs: number;
  frames: RecordedFrame[];
};

const HEAD_BYTES = 128;
const RECORD_BYTES = 12;
const KIND = { video: 1, sound: 2, footer: 3 } as const;
const KEY = 0x10;

/** Undefined: no head, or a wrong one. */
const readSegment = (name: string, bytes: Buffer): SegmentOnDisk | undefined => {
  if (bytes.length < HEAD_BYTES || bytes.toString('latin1', 0, 4) !== 'OREC') return undefined;
  if (bytes.readUInt32BE(HEAD_BYTES - 4) !== crc32(bytes.subarray(0, HEAD_BYTES - 4))) return undefined;
  const deviceId = bytes.toString('utf8', 21, 21 + bytes.readUInt8(20));
  const [channel, startMs] = [bytes.readUInt16BE(6), Number(bytes.readBigUInt64BE(8))];
  const frames: RecordedFrame[] = [];
  for (let at = HEAD_BYTES; at + RECORD_BYTES <= bytes.length;) {
    const end = at + RECORD_BYTES + bytes.readUIntBE(at + 6, 3);
    if (end > bytes.length || bytes.readUInt32BE(at) !== crc32(bytes.subarray(at + 4, end))) break;
    const flags = bytes.readUInt8(at + 4);
    const kind = flags & 0x0f;
    if (kind === KIND.footer) break;
    frames.push({
      video: kind === KIND.video,
      key: (flags & KEY) !== 0,
      timeMs: startMs + bytes.readUIntBE(at + 9, 3),
      body: bytes.subarray(at + RECORD_BYTES, end),
    });
    at = end;
  }
  return { name, deviceId, channel, startMs, frames };
};

/** All segments of a folder, those of each channel in the order of their starts. One that is moved meanwhile may be left out. */
export const readSegments = async (folder: string): Promise<SegmentOnDisk[]> => {
  const names = (await readdir(folder, { recursive: true }).catch(() => [])).filter((name) => name.endsWith('.orec'));
  const segments: SegmentOnDisk[] = [];
  for (const name of names) {
    const bytes = await readFile(join(folder, name)).catch(() => undefined);
    const segment = bytes === undefined ? undefined : readSegment(name, bytes);
    if (segment !== undefined) segments.push(segment);
  }
  return segments.toSorted((a, b) => a.startMs - b.startMs);
};
