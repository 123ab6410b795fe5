// The SHA-256 of a file on the disk. Blocks: for worker threads and commands only.
import { createHash } from 'node:crypto';
import { closeSync, openSync, readSync } from 'node:fs';
import { HEAD_LENGTH } from './content-type.ts';

const CHUNK_BYTES = 256 * 1024;

export type FileHash = { sha256: Uint8Array; head: Uint8Array; bytes: number };

/** Throws the error of the system for a file that cannot be read. */
export const hashFile = (path: string): FileHash => {
  const fd = openSync(path, 'r');
  try {
    const hash = createHash('sha256');
    const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
    let head = new Uint8Array(0);
    for (let bytes = 0; ;) {
      const read = readSync(fd, chunk, 0, CHUNK_BYTES, bytes);
      if (read === 0) return { sha256: Uint8Array.from(hash.digest()), head, bytes };
      if (bytes === 0) head = Uint8Array.from(chunk.subarray(0, Math.min(read, HEAD_LENGTH)));
      hash.update(chunk.subarray(0, read));
      bytes += read;
    }
  } finally {
    closeSync(fd);
  }
};
