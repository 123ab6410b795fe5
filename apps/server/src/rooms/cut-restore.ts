// A restore that was ended in the middle, by Ctrl-C or a kill: what a start, and the next restore, make of it.
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { StartError } from '../kernel/errors.ts';
import type { Log } from '../kernel/log.ts';

/** Where the files of a backup wait until they take their places. */
export const WAITING = 'restoring';
const ASIDE = 'before-restore-';
/** Where what was there before is set aside. */
export const asideOf = (folder: string, nowMs: number): string => join(folder, `${ASIDE}${nowMs}`);

/**
 * Whether a restore was ended between its renames, and where what was there before lies then, if anything was. The main database goes aside
 * first and takes its place last: where there is one, all files are those of before or all are those of the backup.
 */
export const cutRestore = (folder: string, main: string): { aside: string | null } | undefined => {
  if (!existsSync(join(folder, WAITING)) || existsSync(join(folder, main))) return undefined;
  const asides = readdirSync(folder).filter((name) => name.startsWith(ASIDE) && existsSync(join(folder, name, main)));
  const newest = asides.toSorted().at(-1);
  return { aside: newest === undefined ? null : join(folder, newest) };
};

/** Under the lock. Throws StartError where a start would make a new installation in the place of one that lies aside; else removes the copy. */
export const endCutRestore = (folder: string, main: string, log: Log): void => {
  const cut = cutRestore(folder, main);
  if (cut !== undefined)
    throw new StartError(
      `A restore into ${folder} was ended before it was done. Run restore again.` +
        (cut.aside === null
          ? ` For a new installation remove ${join(folder, WAITING)}.`
          : ` What was there before lies in ${cut.aside}.`),
    );
  try {
    rmSync(join(folder, WAITING), { recursive: true, force: true });
  } catch (err) {
    log.warn('what a restore left is not removed', { folder: WAITING, err });
  }
};
