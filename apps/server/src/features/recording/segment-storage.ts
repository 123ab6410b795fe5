// Where finished segments lie. While it is written a segment is always a local file of its slot; closed, it is handed over here and
// read back by ranges. Folders now; another implementation may keep them elsewhere.
import { access, mkdir, open, rename, rm, type FileHandle } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** Files being written lie here, so that a start finds them without looking through everything. */
export const OPEN_FOLDER = 'open';
/** Where a segment of this path lies inside its slot while it is written. */
export const openPath = (path: string): string => join(OPEN_FOLDER, path.replaceAll('/', '_'));

/** The bytes of one segment, by ranges. Close it. */
export interface SegmentBytes {
  size(): Promise<number>;
  /** Fills `target` from its start with at most `length` bytes; gives how many there were. */
  read(target: Buffer, length: number, position: number): Promise<number>;
  close(): Promise<void>;
}

/** Rejects with the error of the disk or of the network; what is not there is no error. */
export interface SegmentStorage {
  /** Segments lie in the folders of their slots: while such a folder is away, each of its files seems to be removed already. */
  readonly inFolders: boolean;
  /** Takes over a finished file from among the open ones of its slot. Doing it twice is no error where the first time ended well. */
  keep(slot: string, path: string): Promise<void>;
  /** Undefined: there is no such segment (any more). */
  open(slot: string, path: string): Promise<SegmentBytes | undefined>;
  remove(slot: string, path: string): Promise<void>;
}

/** A file as segments are read. */
export const bytesOf = (file: FileHandle): SegmentBytes => ({
  size: async () => (await file.stat()).size,
  read: async (target, length, position) => (await file.read(target, 0, length, position)).bytesRead,
  close: () => file.close(),
});

/** A file, or undefined where there is none or it cannot be read. */
export const openFile = async (path: string): Promise<SegmentBytes | undefined> => {
  const file = await open(path, 'r').catch(() => undefined);
  return file === undefined ? undefined : bytesOf(file);
};

/** Each slot is a folder; a segment stays in it. */
export const localSegments: SegmentStorage = {
  inFolders: true,
  async keep(slot, path) {
    const full = join(slot, path);
    await access(join(slot, openPath(path))); // nothing is made under a disk that is not mounted
    await mkdir(dirname(full), { recursive: true });
    await rename(join(slot, openPath(path)), full);
  },
  open: (slot, path) => openFile(join(slot, path)),
  remove: (slot, path) => rm(join(slot, path), { force: true }),
};
