// Brings a database file to the newest schema: numbered .sql files, each in its own transaction. Knows no table.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { StartError, errorText } from './errors.ts';

/** What a migration needs of a database. `version` is the number of the last migration the file has had. */
export interface Migratable {
  readVersion(): number;
  /** Runs several statements and stores the version, all or nothing. */
  apply(sql: string, version: number): void;
}

type Migration = { number: number; name: string; path: string };

const listMigrations = (folder: string): Migration[] =>
  readdirSync(folder)
    .flatMap((name) => {
      const number = /^(\d{4})-[a-z0-9-]+\.sql$/.exec(name)?.[1];
      return number === undefined ? [] : [{ number: Number(number), name, path: join(folder, name) }];
    })
    .toSorted((a, b) => a.number - b.number);

/**
 * Applies what is missing and gives the version reached. Throws StartError when the file was written by a newer server or
 * a migration fails; the file then stays at the last version that succeeded.
 */
export const migrate = (database: Migratable, folder: string, fileName: string): number => {
  const migrations = listMigrations(folder);
  const newest = migrations.at(-1)?.number ?? 0;
  const found = database.readVersion();
  if (found > newest)
    throw new StartError(
      `${fileName} was written by a newer version of Outrider (schema ${found}, this version knows ${newest}). Start the newer version or restore a backup.`,
    );
  for (const { number, name, path } of migrations) {
    if (number <= found) continue;
    try {
      database.apply(readFileSync(path, 'utf8'), number);
    } catch (error) {
      throw new StartError(`${fileName} could not be brought up to date: ${name}: ${errorText(error)}`, {
        cause: error,
      });
    }
  }
  return newest;
};
