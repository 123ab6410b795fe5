// Why the server cannot do its work now, in words: the database does not answer, or the disk is full.
import { statfs } from 'node:fs/promises';
import { errorText } from '../../kernel/errors.ts';

/** Below that the database and the tracks cannot be relied on to grow. */
export const LOW_SPACE_BYTES = 64 * 1024 * 1024;

/** The free bytes for this user on the disk of a folder. */
export const freeBytes = async (folder: string): Promise<number> => {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
};

/** Null when all is well. */
export const findTrouble = async (folder: string, probe: () => Promise<void>): Promise<string | null> => {
  try {
    await probe();
    const free = await freeBytes(folder);
    return free < LOW_SPACE_BYTES ? `only ${Math.floor(free / 1024 / 1024)} MB are free for the data folder` : null;
  } catch (error) {
    return errorText(error);
  }
};
