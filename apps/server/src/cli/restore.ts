// Puts a backup in place of the data folder, whole or not at all: copied and brought up to date beside what is there, then both change
// places by renames, which are taken back where one fails.
import { copyFileSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { MAIN_DATABASE, checkDatabase, lockFolder, newestSchema, openAccounts } from '../app.ts';
import { StartError, errorText } from '../kernel/errors.ts';
import { type Manifest, hashOf, place, readManifest } from './backup-folder.ts';
import type { CliCommand } from './command.ts';
import { databaseNames } from './data-folder.ts';

const UNCHANGED = 'Nothing was changed.';

const checkBackup = (source: string, { files }: Manifest): void => {
  for (const { path, sha256 } of files) {
    if (!existsSync(join(source, path)) || hashOf(join(source, path)) !== sha256)
      throw new StartError(`${path} in the backup is missing or damaged. ${UNCHANGED}`);
    if (!path.endsWith('.sqlite')) continue;
    const { problems, schema } = checkDatabase(join(source, path));
    if (problems.length > 0) throw new StartError(`${path} in the backup is damaged: ${problems[0]}. ${UNCHANGED}`);
    const newest = newestSchema();
    if (path === MAIN_DATABASE && schema > newest)
      throw new StartError(
        `The backup was made by a newer version of Outrider (schema ${schema}, this version knows ${newest}). ${UNCHANGED}`,
      );
  }
  if (!files.some(({ path }) => path === MAIN_DATABASE)) throw new StartError(`The backup has no ${MAIN_DATABASE}.`);
};

/** Where the files wait until they take their places. */
const WAITING = 'restoring';

/** Copies the backup beside what is there, and brings the main database up to date. */
const stage = async (source: string, waiting: string, paths: readonly string[]): Promise<void> => {
  rmSync(waiting, { recursive: true, force: true }); // of a restore that was killed
  for (const path of paths) place(join(source, path), join(waiting, path), copyFileSync);
  await (await openAccounts(waiting)).close();
};

/** What has to make room, write-ahead logs included. */
const presentIn = (folder: string, paths: readonly string[]): string[] => {
  const all = [...databaseNames(folder), ...paths].flatMap((path) => [path, `${path}-wal`, `${path}-shm`]);
  return [...new Set(all)].filter((path) => existsSync(join(folder, path)));
};

type Move = { from: string; to: string };

const movesOf = (from: string, to: string, paths: readonly string[]): Move[] =>
  paths.map((path) => ({ from: join(from, path), to: join(to, path) }));

/** Takes moves back, the last one first. Gives those that it could not. */
const takeBack = (done: readonly Move[]): Move[] =>
  done.toReversed().filter(({ from, to }) => {
    try {
      renameSync(to, from);
      return false;
    } catch {
      return true;
    }
  });

/** Makes all moves or none. Throws StartError with where everything is then. */
const moveAll = (moves: readonly Move[], aside: string): void => {
  const done: Move[] = [];
  try {
    for (const move of moves) {
      mkdirSync(dirname(move.to), { recursive: true, mode: 0o700 });
      renameSync(move.from, move.to);
      done.push(move);
    }
  } catch (error) {
    if (takeBack(done).length > 0)
      throw new StartError(
        `The backup could not be restored: ${errorText(error)}. What was there before lies in ${aside}, and has to be moved back from there by hand.`,
        { cause: error },
      );
    rmSync(aside, { recursive: true, force: true }); // nothing but empty folders
    throw error;
  }
};

/** Gives the folder in which lies what was there before, or null when nothing was there. */
const replace = async (source: string, folder: string, paths: readonly string[], nowMs: number) => {
  const [waiting, aside] = [join(folder, WAITING), join(folder, `before-restore-${nowMs}`)];
  const before = presentIn(folder, paths);
  try {
    await stage(source, waiting, paths);
    moveAll([...movesOf(folder, aside, before), ...movesOf(waiting, folder, paths)], aside);
  } finally {
    rmSync(waiting, { recursive: true, force: true });
  }
  return before.length > 0 ? aside : null;
};

const failed = (error: unknown): StartError =>
  error instanceof StartError
    ? error
    : new StartError(`The backup could not be restored: ${errorText(error)}. ${UNCHANGED}`, { cause: error });

const RESTORE = 'restore FOLDER';
export const restore: CliCommand = {
  usage: RESTORE,
  options: [],
  about:
    'Puts a backup in place of the data folder. The server must be stopped; what was there is set aside, not deleted.',
  run: async ({ config, words, print, clock }) => {
    if (words[0] === undefined) throw new StartError(`Usage: ${RESTORE}`);
    const source = resolve(words[0]);
    const contents = readManifest(source);
    checkBackup(source, contents);
    let release: (() => void) | undefined;
    try {
      mkdirSync(config.data, { recursive: true, mode: 0o700 });
      release = lockFolder(config.data);
      const paths = contents.files.map(({ path }) => path);
      const aside = await replace(source, config.data, paths, clock.now());
      const { createdMs, version } = contents;
      print(`The backup of ${new Date(createdMs).toISOString()} (version ${version}) is restored to ${config.data}.`);
      if (aside !== null) print(`What was there before lies in ${aside}.`);
      return 0;
    } catch (error) {
      throw failed(error);
    } finally {
      release?.();
    }
  },
};
