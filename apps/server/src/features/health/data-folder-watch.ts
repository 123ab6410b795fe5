// Watches that the data folder is still the one the server works on. Deleted, moved, unmounted or replaced it takes writes that are
// lost: then no recorder is answered and nothing is written, until it is back. What to do about it is for people.
import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import type { Clock } from '../../kernel/clock.ts';
import { AppError } from '../../kernel/errors.ts';
import { KeptPlaces, type MovedPlace } from '../../kernel/storage/kept-places.ts';
import type { Log } from '../../kernel/log.ts';

export type DataFolderWatch = {
  /** Why nothing can be kept now, in words for the administrator; null: all is well. Looks, at most once in a millisecond. */
  trouble(): string | null;
  /** Looks now. Throws AppError `unavailable` when what was just written is not where it belongs. */
  assertThere(): void;
  /** A database in the folder was opened: it is watched too, until `close`, just before its files are closed: a log goes with that. */
  add(database: string): { close(): void };
  close(): void;
};

export type DataFolderWatchKit = {
  folder: string;
  clock: Clock;
  log: Log;
  /** It went, with the reason, or came back: null. */
  changed: (trouble: string | null) => void;
};

const LOOK_MS = 1000;

const inWords = (folder: string, { path, what, why }: MovedPlace): string => {
  const said =
    what === 'missing'
      ? `The data folder ${folder} is not what it was: ${path} is gone. It was deleted or moved, or its disk was unmounted.`
      : what === 'replaced'
        ? `The data folder ${folder} was replaced: ${path} is not the one the server has open.`
        : `The data folder ${folder} cannot be reached: ${why}.`;
  return `${said} Recorders are not answered and nothing is stored. Bring back what was there, or restart the server on what is there now.`;
};

export const watchDataFolder = ({ folder, clock, log, changed }: DataFolderWatchKit): DataFolderWatch => {
  const handle = openSync(folder, 'r'); // holds its inode, so that a new folder cannot get the same one
  const places = new KeptPlaces([folder]);
  let trouble: string | null = null;
  let lookedMs = -1;
  const look = (): void => {
    lookedMs = Math.floor(clock.monotonic());
    const moved = places.moved();
    const found = moved === null ? null : inWords(folder, moved);
    const was = trouble;
    trouble = found;
    if ((was === null) === (found === null)) return;
    if (moved === null) log.info('data folder is back', { folder });
    else log.error('data folder is gone: recorders are not answered, nothing is stored', { folder, ...moved });
    changed(found);
  };
  const looking = clock.every(LOOK_MS, look);
  return {
    trouble() {
      if (Math.floor(clock.monotonic()) !== lookedMs) look();
      return trouble;
    },
    assertThere() {
      look();
      if (trouble !== null) throw new AppError('unavailable', trouble);
    },
    add(database) {
      const path = join(folder, database);
      const journal = `${path}-wal`;
      places.add(path, journal);
      return { close: () => places.remove(path, journal) };
    },
    close() {
      looking.cancel();
      closeSync(handle);
    },
  };
};
