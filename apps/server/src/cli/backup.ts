// Backup and restore of the data folder as a folder of files with their checksums. A backup may be taken while the server runs.
import { createHash } from 'node:crypto';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { z } from 'zod';
import { MAIN_DATABASE, checkDatabase, copyDatabase, lockFolder, openAccounts } from '../app.ts';
import { StartError, errorText } from '../kernel/errors.ts';
import { readVersion } from '../kernel/version.ts';
import type { CliCommand } from './command.ts';
import { databaseNames, keptFiles, requireDataFolder } from './data-folder.ts';

const MANIFEST = 'backup.json';
const manifest = z.object({
  product: z.literal('outrider'),
  version: z.string(),
  createdMs: z.number(),
  files: z.array(z.object({ path: z.string().regex(/^(?!.*\.\.)[A-Za-z0-9._/-]+$/), sha256: z.string() })),
});

const hashOf = (path: string): string => createHash('sha256').update(readFileSync(path)).digest('hex');
const OWNER_ONLY = 0o600;

const place = (from: string, to: string, copy: (from: string, to: string) => void): void => {
  mkdirSync(dirname(to), { recursive: true, mode: 0o700 });
  copy(from, to);
  chmodSync(to, OWNER_ONLY);
};

const BACKUP = 'backup FOLDER';
export const backup: CliCommand = {
  usage: BACKUP,
  options: [],
  about: 'Writes a consistent copy of everything the server keeps into a new folder, also while it runs.',
  run: async ({ config, words, print, clock }) => {
    requireDataFolder(config.data);
    if (words[0] === undefined) throw new StartError(`Usage: ${BACKUP}`);
    const target = resolve(words[0]);
    if (existsSync(target) && readdirSync(target).length > 0)
      throw new StartError(`${target} exists already and is not empty.`);
    try {
      mkdirSync(target, { recursive: true, mode: 0o700 });
      for (const name of databaseNames(config.data)) place(join(config.data, name), join(target, name), copyDatabase);
      for (const path of keptFiles(config.data)) place(join(config.data, path), join(target, path), copyFileSync);
    } catch (error) {
      throw new StartError(`The backup failed: ${errorText(error)}`, { cause: error });
    }
    const paths = [...databaseNames(target), ...keptFiles(target)];
    const files = paths.map((path) => ({ path, sha256: hashOf(join(target, path)) }));
    const contents = { product: 'outrider', version: readVersion(), createdMs: clock.now(), files };
    // Written last: a backup that was cut short has none and cannot be restored by mistake.
    writeFileSync(join(target, MANIFEST), `${JSON.stringify(contents, null, 2)}\n`);
    print(`${files.length} files are copied to ${target}. It holds secrets: keep it where only you can read it.`);
    return 0;
  },
};

const readManifest = (source: string): z.output<typeof manifest> => {
  try {
    return manifest.parse(JSON.parse(readFileSync(join(source, MANIFEST), 'utf8')));
  } catch (error) {
    throw new StartError(`${source} is no complete backup of Outrider (${MANIFEST} is missing or damaged).`, {
      cause: error,
    });
  }
};

const checkBackup = (source: string, files: readonly { path: string; sha256: string }[]): void => {
  for (const { path, sha256 } of files) {
    if (!existsSync(join(source, path)) || hashOf(join(source, path)) !== sha256)
      throw new StartError(`${path} in the backup is missing or damaged. Nothing was changed.`);
    const problems = path.endsWith('.sqlite') ? checkDatabase(join(source, path)).problems : [];
    if (problems.length > 0)
      throw new StartError(`${path} in the backup is damaged: ${problems[0]}. Nothing was changed.`);
  }
  if (!files.some(({ path }) => path === MAIN_DATABASE)) throw new StartError(`The backup has no ${MAIN_DATABASE}.`);
};

/** Moves what is there out of the way, write-ahead logs included. Gives the folder, or null when nothing was there. */
const setAside = (folder: string, paths: readonly string[], nowMs: number): string | null => {
  const present = [...databaseNames(folder), ...paths].flatMap((path) => [path, `${path}-wal`, `${path}-shm`]);
  const moved = [...new Set(present)].filter((path) => existsSync(join(folder, path)));
  if (moved.length === 0) return null;
  const aside = join(folder, `before-restore-${nowMs}`);
  for (const path of moved) {
    mkdirSync(dirname(join(aside, path)), { recursive: true, mode: 0o700 });
    renameSync(join(folder, path), join(aside, path));
  }
  return aside;
};

const RESTORE = 'restore FOLDER';
export const restore: CliCommand = {
  usage: RESTORE,
  options: [],
  about:
    'Puts a backup in place of the data folder. The server must be stopped; what was there is set aside, not deleted.',
  run: async ({ config, words, print, clock }) => {
    if (words[0] === undefined) throw new StartError(`Usage: ${RESTORE}`);
    const source = resolve(words[0]);
    const { files, version, createdMs } = readManifest(source);
    checkBackup(source, files);
    mkdirSync(config.data, { recursive: true, mode: 0o700 });
    const release = lockFolder(config.data);
    try {
      const aside = setAside(
        config.data,
        files.map(({ path }) => path),
        clock.now(),
      );
      for (const { path } of files) place(join(source, path), join(config.data, path), copyFileSync);
      await (await openAccounts(config.data)).close(); // brings an older backup up to date, refuses a newer one
      print(`The backup of ${new Date(createdMs).toISOString()} (version ${version}) is restored to ${config.data}.`);
      if (aside !== null) print(`What was there before lies in ${aside}.`);
      return 0;
    } finally {
      release();
    }
  },
};
