// What lies in the data folder, by name. Commands that copy or check it go by this.
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { lockFolder, MAIN_DATABASE } from '../app.ts';
import { StartError } from '../kernel/errors.ts';

/** Throws StartError when there is no data folder of ours at this path. */
export const requireDataFolder = (folder: string): void => {
  if (!existsSync(join(folder, MAIN_DATABASE)))
    throw new StartError(`${folder} is no data folder of Outrider (no ${MAIN_DATABASE} in it). Name it with --data.`);
};

/** Whether a server works on this folder now. */
export const isRunning = (folder: string): boolean => {
  if (!existsSync(join(folder, 'lock'))) return false;
  try {
    lockFolder(folder)();
    return false;
  } catch (error) {
    if (error instanceof StartError) return true;
    throw error;
  }
};

/** The database files, the main one last: whatever the others point to is then in it. */
export const databaseNames = (folder: string): string[] => {
  const names = readdirSync(folder).filter((name) => name.endsWith('.sqlite'));
  return [...names.filter((name) => name !== MAIN_DATABASE), ...names.filter((name) => name === MAIN_DATABASE)];
};

const TRANSLATIONS = 'translations';
const translations = (folder: string): string[] =>
  existsSync(join(folder, TRANSLATIONS))
    ? readdirSync(join(folder, TRANSLATIONS)).flatMap((name) =>
        name.endsWith('.json') ? [`${TRANSLATIONS}/${name}`] : [],
      )
    : [];

/** Files beside the databases that a backup keeps, by path inside the folder, on Windows too: configuration, certificates and own texts. */
export const keptFiles = (folder: string): string[] =>
  ['outrider.config.json', 'initial-admin-password', 'tls/cert.pem', 'tls/key.pem', ...translations(folder)].filter(
    (path) => {
      const full = join(folder, path);
      return existsSync(full) && statSync(full).isFile();
    },
  );
