// The folder of report files: written under names of our own, whole on the disk before a row names them.
import { createHash, randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { diskFullError, isDiskFull } from '../../kernel/storage/disk-full.ts';

export type Written = { stored: string; bytes: number; hash: string };

const hashOf = async (path: string): Promise<string> => {
  const hash = createHash('sha256');
  for await (const piece of createReadStream(path)) hash.update(piece);
  return hash.digest('hex');
};

const sync = async (path: string): Promise<void> => {
  const opened = await open(path, 'r');
  await opened.sync().finally(() => opened.close());
};

export class FileFolder {
  readonly #folder: string;

  private constructor(folder: string) {
    this.#folder = folder;
  }

  /** Removes what no row names: a start ended while it was written. */
  static async open(folder: string, known: ReadonlySet<string>): Promise<FileFolder> {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    for (const name of await readdir(folder)) if (!known.has(name)) await rm(join(folder, name), { force: true });
    return new FileFolder(folder);
  }

  pathOf(stored: string): string {
    return join(this.#folder, stored);
  }

  /** `make` writes a file that does not exist yet. Of one that fails nothing is left. Throws AppError disk_full. */
  async write(ending: string, make: (path: string) => Promise<void>): Promise<Written> {
    const stored = `${randomBytes(16).toString('hex')}.${ending}`;
    const path = this.pathOf(stored);
    try {
      await make(path);
      await sync(path);
      await sync(this.#folder);
      return { stored, bytes: (await stat(path)).size, hash: await hashOf(path) };
    } catch (error) {
      await this.remove(stored);
      throw isDiskFull(error) ? diskFullError(error) : error;
    }
  }

  async remove(stored: string): Promise<void> {
    await rm(this.pathOf(stored), { force: true });
  }
}

/** The pieces one after the other, with a turn for others in between. */
export const writePieces = async (path: string, pieces: Iterable<string>): Promise<void> => {
  const file = await open(path, 'wx', 0o600);
  try {
    for (const piece of pieces) await file.writeFile(piece);
  } finally {
    await file.close();
  }
};
