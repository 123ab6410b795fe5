// Backup of the data folder as a folder of files with their checksums. It may be taken while the server runs. Its way back is restore.ts.
import { copyFileSync, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { copyDatabase } from '../app.ts';
import { StartError, errorText } from '../kernel/errors.ts';
import { readVersion } from '../kernel/version.ts';
import { MANIFEST, type Manifest, hashOf, isInside, place } from './backup-folder.ts';
import type { CliCommand } from './command.ts';
import { databaseNames, keptFiles, requireDataFolder } from './data-folder.ts';

type Wanted = { databases: readonly string[]; files: readonly string[] };

/** What cannot be removed stays: it has no manifest. */
const clear = (target: string, isNew: boolean): void => {
  try {
    const made = isNew ? [target] : readdirSync(target).map((name) => join(target, name));
    for (const path of made) rmSync(path, { recursive: true, force: true });
  } catch {
    // why the backup failed is what is told
  }
};

/** Makes the folder, or takes an empty one, and gives how many files it holds then. Where that fails it is left as it was. */
const writeBackup = (data: string, target: string, { databases, files }: Wanted, createdMs: number): number => {
  const isNew = !existsSync(target);
  if (!isNew && readdirSync(target).length > 0) throw new StartError(`${target} exists already and is not empty.`);
  try {
    mkdirSync(target, { recursive: true, mode: 0o700 });
    for (const name of databases) place(join(data, name), join(target, name), copyDatabase);
    for (const path of files) place(join(data, path), join(target, path), copyFileSync);
    const hashed = [...databases, ...files].map((path) => ({ path, sha256: hashOf(join(target, path)) }));
    const contents: Manifest = { product: 'outrider', version: readVersion(), createdMs, files: hashed };
    // Written last: a backup that was cut short has none and cannot be restored by mistake.
    writeFileSync(join(target, MANIFEST), `${JSON.stringify(contents, null, 2)}\n`);
    return hashed.length;
  } catch (error) {
    clear(target, isNew);
    throw error;
  }
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
    const [databases, files] = [databaseNames(config.data), keptFiles(config.data)];
    for (const path of [...databases, ...files].filter((each) => !isInside(each)))
      print(`${path} is left out: files of that name cannot be restored.`);
    try {
      const wanted = { databases: databases.filter(isInside), files: files.filter(isInside) };
      const count = writeBackup(config.data, target, wanted, clock.now());
      print(`${count} files are copied to ${target}. It holds secrets: keep it where only you can read it.`);
    } catch (error) {
      if (error instanceof StartError) throw error;
      throw new StartError(`The backup failed: ${errorText(error)}`, { cause: error });
    }
    return 0;
  },
};
