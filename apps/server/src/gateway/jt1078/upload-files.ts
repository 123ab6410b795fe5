// The files of one upload connection by name: which of them is meant by a chunk, how long it is, what of it is missing.
import { decodeGbk, encodeGbk, type AttachmentFile, type MissingRange } from '@outrider/jt808';
import type { AlarmFileStart } from '../alarm-files.ts';
import type { FileKind, FileSpan, IncomingFile } from '../ports.ts';

/** `incoming` null: it is kept already, or has no bytes; what comes of it is not needed. */
export type UploadFile = { file: AttachmentFile; incoming: IncomingFile | null; rounds: number };

/** Bytes of a name in front of each chunk. */
const CHUNK_NAME_BYTES = 50;
/** An answer with so many ranges and the longest name fits one frame. */
const MAX_RANGES = 64;
/** The length of a sign in the Guangdong form, whose type 4 is the picture of a face. */
const GUANGDONG_SIGN_BYTES = 40;
const FACE_PICTURE = 4;
const LAST_CAMERA = 37;
const kinds: readonly FileKind[] = ['photo', 'sound', 'video'];

const cut = (name: string): string => {
  const bytes = encodeGbk(name);
  return bytes.length <= CHUNK_NAME_BYTES ? name : decodeGbk(bytes.subarray(0, CHUNK_NAME_BYTES));
};

export class UploadFiles {
  private readonly byName = new Map<string, UploadFile>();
  /** The newest one first: names that only differ behind their 50th byte are one after the other. */
  private newest: UploadFile | undefined;

  get size(): number {
    return this.byName.size;
  }

  put(entry: UploadFile): void {
    this.byName.set(entry.file.name, entry);
    this.newest = entry;
  }

  /** By the name of a chunk, or of 0x1211 and 0x1212. */
  find(name: string): UploadFile | undefined {
    const { newest } = this;
    if (newest !== undefined && (newest.file.name === name || cut(newest.file.name) === cut(name))) return newest;
    const exact = this.byName.get(name);
    if (exact !== undefined) return exact;
    for (const entry of this.byName.values()) if (cut(entry.file.name) === cut(name)) return entry;
    return undefined;
  }
}

/** What the store of files is given. `signBytes` distinguishes the dialects: they number the types differently. */
export const startOf = ({ name, type, size }: AttachmentFile, signBytes: number): AlarmFileStart => {
  const isFace = type === FACE_PICTURE && signBytes === GUANGDONG_SIGN_BYTES;
  const [, digits = '0'] = /^\d\d_(\d{1,2})_/.exec(name) ?? [];
  const channel = Number(digits);
  return {
    name,
    sizeBytes: size,
    kind: isFace ? 'photo' : (kinds[type] ?? 'data'),
    channel: channel <= LAST_CAMERA ? channel : 0,
  };
};

/** The type that a name begins with, for a file whose 0x1211 did not come. */
export const typeOfName = (name: string): number => {
  const [, digits] = /^(\d\d)_/.exec(name) ?? [];
  return digits === undefined ? FACE_PICTURE + 1 : Number(digits);
};

/** At most 64 ranges: the last one then reaches to the end of what is missing. */
export const rangesOf = (missing: readonly FileSpan[]): MissingRange[] => {
  const ranges = missing.slice(0, MAX_RANGES).map(({ offset, bytes }) => ({ offset, length: bytes }));
  const last = ranges.at(-1);
  const end = missing.at(-1);
  if (last === undefined || end === undefined || missing.length <= MAX_RANGES) return ranges;
  return [...ranges.slice(0, -1), { offset: last.offset, length: end.offset + end.bytes - last.offset }];
};
