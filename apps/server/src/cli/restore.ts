// Puts a backup in place of the data folder, whole or not at all: copied and brought up to date beside what is there, then both change
// places by renames, which are taken back where one fails. What one that is killed leaves is rooms/cut-restore.ts.
import {
  closeSync,
  copyFileSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import {
  MAIN_DATABASE,
  WAITING,
  asideOf,
  checkDatabase,
  cutRestore,
  lockFolder,
  newestSchema,
  openAccounts,
} from '../app.ts';
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

const sync = (path: string, flags: string): void => {
  const opened = openSync(path, flags);
  try {
    fsyncSync(opened);
  } finally {
    closeSync(opened);
  }
};
/** Windows has no such thing for folders. */
const syncFolder = (folder: string): void => {
  if (process.platform !== 'win32') sync(folder, 'r');
};

/** Empties the folder of what waits. That it is there tells a start of a restore that was cut short, so it goes last. */
const clear = (waiting: string): void => {
  if (!existsSync(waiting)) return;
  for (const name of readdirSync(waiting)) rmSync(join(waiting, name), { recursive: true, force: true });
};

/** Copies the backup beside what is there, and brings the main database up to date. All of it is on the disk then. */
const stage = async (source: string, waiting: string, paths: readonly string[]): Promise<void> => {
  clear(waiting); // of a restore that was killed
  for (const path of paths) place(join(source, path), join(waiting, path), copyFileSync);
  await (await openAccounts(waiting)).close();
  const staged = paths.map((path) => join(waiting, path));
  for (const path of staged) sync(path, 'r+');
  for (const folder of new Set([...staged.map(dirname), waiting, dirname(waiting)])) syncFolder(folder);
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
      // Each before the next one, also for a power cut.
      for (const path of [move.to, move.from]) syncFolder(dirname(path));
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

/** The main database first. */
const mainFirst = (paths: readonly string[]): string[] => [
  ...paths.filter((path) => path === MAIN_DATABASE),
  ...paths.filter((path) => path !== MAIN_DATABASE),
];

/** Gives the folders in which lies what was there before: two, where a restore was cut short before this one. */
const replace = async (source: string, folder: string, paths: readonly string[], nowMs: number): Promise<string[]> => {
  const [waiting, aside] = [join(folder, WAITING), asideOf(folder, nowMs)];
  const cut = cutRestore(folder, MAIN_DATABASE);
  const before = presentIn(folder, paths);
  try {
    await stage(source, waiting, paths);
    // cutRestore() goes by this order.
    const away = movesOf(folder, aside, mainFirst(before));
    moveAll([...away, ...movesOf(waiting, folder, mainFirst(paths).toReversed())], aside);
  } finally {
    clear(waiting);
    // Where the main database lies aside, a start must not make a new one.
    const isAside = (cut !== undefined || before.includes(MAIN_DATABASE)) && !existsSync(join(folder, MAIN_DATABASE));
    if (!isAside) rmSync(waiting, { recursive: true, force: true });
  }
  return [cut?.aside ?? [], before.length > 0 ? aside : []].flat();
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
      const asides = await replace(source, config.data, paths, clock.now());
      const { createdMs, version } = contents;
      print(`The backup of ${new Date(createdMs).toISOString()} (version ${version}) is restored to ${config.data}.`);
      if (asides.length > 0) print(`What was there before lies in ${asides.join(' and ')}.`);
      return 0;
    } catch (error) {
      throw failed(error);
    } finally {
      release?.();
    }
  },
};
