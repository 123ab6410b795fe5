// Finds files that are missing or were altered: every row's file by its length, as many as time allows by their hash, the newest first.
// For a command: it blocks.
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Database } from '../../kernel/storage/db.ts';
import { FILES_FOLDER, INCOMING, isFileName, placeOf } from './file-folder.ts';
import { hashFile } from './hash-file.ts';
import { createFileRows, type StoredFile } from './store.ts';

export type FileFault = { what: 'missing' | 'altered'; path: string; name: string };
/** `unknown`: files that no row names. `hashed` of `files` were read whole. */
export type FileCheck = { files: number; hashed: number; unknown: number; faults: FileFault[] };

const PAGE = 1000;

const sizeOf = (path: string): number | null => {
  const stat = statSync(path, { throwIfNoEntry: false });
  return stat?.isFile() === true ? stat.size : null;
};

const onDisk = (root: string): Set<string> => {
  const entries = readdirSync(root, { recursive: true, withFileTypes: true });
  return new Set(entries.filter((entry) => entry.isFile() && isFileName(entry.name)).map(({ name }) => name));
};

/** Where a row's file lies, and how long it is; null where it is not. A running server may just be moving it. */
const lookFor = (root: string, { path }: StoredFile): { full: string; bytes: number } | null => {
  for (const full of [placeOf(root, path), join(root, INCOMING, path)]) {
    const bytes = sizeOf(full);
    if (bytes !== null) return { full, bytes };
  }
  return null;
};

/** `mayGoOn` says whether there is time for one more hash. */
export const checkFiles = async (db: Database, dataFolder: string, mayGoOn: () => boolean): Promise<FileCheck> => {
  const rows = createFileRows(db);
  const root = join(dataFolder, FILES_FOLDER);
  const check: FileCheck = { files: 0, hashed: 0, unknown: 0, faults: [] };
  if (statSync(root, { throwIfNoEntry: false }) === undefined) return check;
  const unknown = onDisk(root);
  let afterId: number | undefined;
  for (;;) {
    // oxlint-disable-next-line no-await-in-loop -- a page at a time
    const page = await rows.list({ limit: PAGE, ...(afterId === undefined ? {} : { afterId }) });
    for (const file of page) {
      check.files += 1;
      unknown.delete(file.path);
      const found = lookFor(root, file);
      const fault = { path: file.path, name: file.name };
      if (found === null) check.faults.push({ what: 'missing', ...fault });
      else if (found.bytes !== file.bytes) check.faults.push({ what: 'altered', ...fault });
      else if (mayGoOn()) {
        check.hashed += 1;
        if (Buffer.compare(hashFile(found.full).sha256, file.hash) !== 0)
          check.faults.push({ what: 'altered', ...fault });
      }
    }
    afterId = page.at(-1)?.id;
    if (page.length < PAGE) break;
  }
  check.unknown = unknown.size;
  return check;
};
