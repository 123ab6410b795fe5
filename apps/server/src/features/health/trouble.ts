// Why the server cannot do its work now, in words: the database does not answer, or the disk is full.
import { statfs } from 'node:fs/promises';
import { errorText } from '../../kernel/errors.ts';

/** `told` is for anybody who asks: no path and no text of an error. `text` has both, for the log and administrators. */
export type Trouble = { told: string; text: string };

/** What DataFolderWatch found. */
export const folderTrouble = (text: string): Trouble => ({
  told: 'The data folder is gone or was replaced. Recorders are not answered and nothing is stored.',
  text,
});

const MEGABYTE = 1024 * 1024;
/** Below that the database and the tracks cannot be relied on to grow. */
export const LOW_SPACE_BYTES = 64 * MEGABYTE;

/** The free bytes for this user on the disk of a folder. */
export const freeBytes = async (folder: string): Promise<number> => {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
};

/** Null when all is well. */
export const findTrouble = async (folder: string, probe: () => Promise<void>): Promise<Trouble | null> => {
  try {
    await probe();
    const free = await freeBytes(folder);
    if (free >= LOW_SPACE_BYTES) return null;
    const told = `Less than ${LOW_SPACE_BYTES / MEGABYTE} MB are free for the data folder.`;
    return { told, text: `only ${Math.floor(free / MEGABYTE)} MB are free for the data folder` };
  } catch (error) {
    return { told: 'The database or its disk does not work.', text: errorText(error) };
  }
};
