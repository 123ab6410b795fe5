// What a backup is on the disk: a folder of files, and `backup.json`, which names each with its checksum.
import { chmodSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { hashFile } from '../features/file-store/index.ts';
import { StartError } from '../kernel/errors.ts';

export const MANIFEST = 'backup.json';

/**
 * Whether a path leads into the folder that it is laid in, on Windows too. More is not asked of it: own texts are called as somebody called
 * them, and what is in a backup must come back, also out of one that was made before.
 */
export const isInside = (path: string): boolean =>
  !/[\\\0]|^[A-Za-z]:/.test(path) && path.split('/').every((part) => part !== '' && part !== '.' && part !== '..');

const manifest = z.object({
  product: z.literal('outrider'),
  version: z.string(),
  createdMs: z.number(),
  files: z.array(z.object({ path: z.string().refine(isInside), sha256: z.string() })),
});
export type Manifest = z.output<typeof manifest>;

export const readManifest = (source: string): Manifest => {
  try {
    return manifest.parse(JSON.parse(readFileSync(join(source, MANIFEST), 'utf8')));
  } catch (error) {
    throw new StartError(`${source} is no complete backup of Outrider (${MANIFEST} is missing or damaged).`, {
      cause: error,
    });
  }
};

/** In parts: tracks of a large fleet are more than fits into the memory. */
export const hashOf = (path: string): string => Buffer.from(hashFile(path).sha256).toString('hex');

const OWNER_ONLY = 0o600;

/** Copies one file, for its owner only. */
export const place = (from: string, to: string, copy: (from: string, to: string) => void): void => {
  mkdirSync(dirname(to), { recursive: true, mode: 0o700 });
  copy(from, to);
  chmodSync(to, OWNER_ONLY);
};
