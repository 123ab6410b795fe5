// How long an MP4 file plays, by its boxes (ISO/IEC 14496-12): of a whole one the movie header says it, of a fragmented one the last
// fragment. Reads the boxes' heads and never the pictures.
import { open } from 'node:fs/promises';

const MOST_BOXES = 50_000;
const MOST_MOOV_BYTES = 4 * 1024 * 1024;
const MOST_MOOF_BYTES = 256 * 1024;

type Box = { type: string; start: number; end: number; body: number };

/** Null where it is no box, or reaches beyond the end. */
const boxAt = (bytes: DataView, at: number, end: number): Box | null => {
  if (at + 8 > end) return null;
  const size = bytes.getUint32(at);
  const type = String.fromCharCode(...[4, 5, 6, 7].map((i) => bytes.getUint8(at + i)));
  const isLong = size === 1;
  if (isLong && at + 16 > end) return null;
  const length = isLong ? Number(bytes.getBigUint64(at + 8)) : size === 0 ? end - at : size;
  const body = at + (isLong ? 16 : 8);
  return at + length < body ? null : { type, start: at, end: at + length, body };
};

/** The boxes of a path inside, like mdia/mdhd. */
function* boxesIn(bytes: DataView, from: number, end: number): Generator<Box> {
  for (let at = from; ;) {
    const box = boxAt(bytes, at, end);
    if (box === null || box.end > end) return;
    yield box;
    at = box.end;
  }
}
const find = (bytes: DataView, outer: { body: number; end: number }, path: readonly string[]): Box | undefined => {
  const [first, ...rest] = path;
  for (const box of boxesIn(bytes, outer.body, outer.end))
    if (box.type === first) return rest.length === 0 ? box : find(bytes, box, rest);
  return undefined;
};

const timesOf = (bytes: DataView, { body }: Box): { timescale: number; duration: number } => {
  const isWide = bytes.getUint8(body) === 1;
  const at = body + (isWide ? 20 : 12);
  const duration = isWide ? Number(bytes.getBigUint64(at + 4)) : bytes.getUint32(at + 4);
  return { timescale: bytes.getUint32(at), duration };
};

/** Where the samples of a fragment end, in units of its track. */
const fragmentEnd = (bytes: DataView): number => {
  const moof = { body: 8, end: bytes.byteLength };
  const [tfhd, tfdt, trun] = ['tfhd', 'tfdt', 'trun'].map((type) => find(bytes, moof, ['traf', type]));
  if (tfdt === undefined || trun === undefined) return 0;
  const begin =
    bytes.getUint8(tfdt.body) === 1 ? Number(bytes.getBigUint64(tfdt.body + 4)) : bytes.getUint32(tfdt.body + 4);
  const flags = bytes.getUint32(trun.body) & 0xffffff;
  const count = bytes.getUint32(trun.body + 4);
  const usual = tfhd === undefined ? 0 : usualDuration(bytes, tfhd);
  if ((flags & 0x100) === 0) return begin + count * usual;
  const fields = [0x100, 0x200, 0x400, 0x800].filter((flag) => (flags & flag) !== 0).length;
  let at = trun.body + 8 + ((flags & 1) === 0 ? 0 : 4) + ((flags & 4) === 0 ? 0 : 4);
  let end = begin;
  for (let i = 0; i < count && at + 4 <= trun.end; i += 1, at += fields * 4) end += bytes.getUint32(at);
  return end;
};

const usualDuration = (bytes: DataView, { body }: Box): number => {
  const flags = bytes.getUint32(body) & 0xffffff;
  if ((flags & 8) === 0) return 0;
  return bytes.getUint32(body + 8 + ((flags & 1) === 0 ? 0 : 8) + ((flags & 2) === 0 ? 0 : 4));
};

type Reader = (at: number, length: number) => Promise<DataView>;

const lengthBy = async (read: Reader, size: number): Promise<number> => {
  let [timescale, ofTrack, durationMs, fragment] = [0, 0, 0, 0];
  let at = 0;
  for (let n = 0; n < MOST_BOXES && at + 8 <= size; n += 1) {
    const head = boxAt(await read(at, Math.min(16, size - at)), 0, Number.MAX_SAFE_INTEGER);
    if (head === null) break;
    const length = Math.min(head.end, size - at);
    if (head.type === 'moov' && length <= MOST_MOOV_BYTES) {
      const bytes = await read(at, length);
      const moov = { body: head.body, end: length };
      const [mvhd, mdhd] = [find(bytes, moov, ['mvhd']), find(bytes, moov, ['trak', 'mdia', 'mdhd'])];
      if (mvhd !== undefined) ({ timescale, duration: durationMs } = timesOf(bytes, mvhd));
      if (mdhd !== undefined) ofTrack = timesOf(bytes, mdhd).timescale;
    }
    if (head.type === 'moof' && length <= MOST_MOOF_BYTES)
      fragment = Math.max(fragment, fragmentEnd(await read(at, length)));
    at += length;
  }
  if (durationMs > 0 && timescale > 0) return (durationMs * 1000) / timescale;
  return ofTrack > 0 ? (fragment * 1000) / ofTrack : 0;
};

/** In milliseconds; 0 for a file that does not say it, or is none. */
export const mp4LengthMs = async (path: string): Promise<number> => {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    const read: Reader = async (at, length) => {
      const buffer = new Uint8Array(length);
      const { bytesRead } = await file.read(buffer, 0, length, at);
      return new DataView(buffer.buffer, 0, bytesRead);
    };
    return Math.round(await lengthBy(read, size));
  } catch (error) {
    if (error instanceof RangeError) return 0; // a box that promises more than it has
    throw error;
  } finally {
    await file.close();
  }
};
