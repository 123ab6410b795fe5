// Where files lie: `incoming` while a device sends them, then in a folder by the first two characters of their names. A file in
// `incoming` that no row names was never acknowledged, so a start removes it; one that a row names is moved to its folder.
import { randomBytes } from 'node:crypto';
import { access, constants, type FileHandle, mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';

export const FILES_FOLDER = 'files';
export const INCOMING = 'incoming';
const NAME = /^[0-9a-f]{32}$/;

/** Whether a file on the disk bears a name of ours. */
export const isFileName = (name: string): boolean => NAME.test(name);
/** Where a kept file lies below the folder of files. */
export const placeOf = (root: string, path: string): string => join(root, path.slice(0, 2), path);

/** What a file is called on the disk, made by us: nothing of it comes from a device. */
export const newPath = (): string => randomBytes(16).toString('hex');

const syncFolder = async (folder: string): Promise<void> => {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
};

export class FileFolder {
  private readonly root: string;

  private constructor(root: string) {
    this.root = root;
  }

  static async open(dataFolder: string): Promise<FileFolder> {
    const folder = new FileFolder(join(dataFolder, FILES_FOLDER));
    await mkdir(join(folder.root, INCOMING), { recursive: true, mode: 0o700 });
    return folder;
  }

  pathOf(path: string): string {
    return placeOf(this.root, path);
  }

  incomingPathOf(path: string): string {
    return join(this.root, INCOMING, path);
  }

  /** A new empty file among the incoming ones. */
  create(path: string): Promise<FileHandle> {
    return open(this.incomingPathOf(path), 'wx', 0o600);
  }

  /** After this the name of an incoming file outlasts a power cut. The writer synchronises its content. */
  syncIncoming(): Promise<void> {
    return syncFolder(join(this.root, INCOMING));
  }

  /** Moves an incoming file to its folder. Doing it twice is no error where the first time ended well. */
  async settle(path: string): Promise<void> {
    const target = this.pathOf(path);
    await mkdir(dirname(target), { recursive: true, mode: 0o700 });
    await rename(this.incomingPathOf(path), target);
    await syncFolder(dirname(target));
  }

  /** Opens a kept file, also one that is still among the incoming ones. Undefined: it is not there. */
  async read(path: string): Promise<FileHandle | undefined> {
    for (const place of [this.pathOf(path), this.incomingPathOf(path), this.pathOf(path)]) {
      // oxlint-disable-next-line no-await-in-loop -- it may be moved between the first two looks
      const handle = await open(place, 'r').catch(() => undefined);
      if (handle !== undefined) return handle;
    }
    return undefined;
  }

  /** Where a kept file lies; undefined: it is not there. */
  async find(path: string): Promise<string | undefined> {
    for (const place of [this.pathOf(path), this.incomingPathOf(path), this.pathOf(path)]) {
      // oxlint-disable-next-line no-await-in-loop -- it may be moved between two looks
      const there = await access(place, constants.R_OK).then(
        () => true,
        () => false,
      );
      if (there) return place;
    }
    return undefined;
  }

  /** Whether a kept file is there in its whole length. */
  async holds(path: string, bytes: number): Promise<boolean> {
    const handle = await this.read(path);
    if (handle === undefined) return false;
    try {
      return (await handle.stat()).size === bytes;
    } finally {
      await handle.close();
    }
  }

  async remove(path: string): Promise<void> {
    await this.removeIncoming(path);
    await rm(this.pathOf(path), { force: true });
  }

  /** The names of what lies among the incoming files. Others than ours are left alone. */
  async incoming(): Promise<string[]> {
    return (await readdir(join(this.root, INCOMING))).filter(isFileName);
  }

  async removeIncoming(path: string): Promise<void> {
    await rm(this.incomingPathOf(path), { force: true });
  }
}
