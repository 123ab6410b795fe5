// Brings a database to the newest schema: one list of numbered .sql files, each in its own transaction. Knows no table.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { StartError, errorText } from '../errors.ts';

/** `sql` is in the words of SQLite, where it is no twin written for another database. */
export type Migration = { number: number; name: string; sql: string; isTwin: boolean };

/** What a migration needs of a database. `version` is the number of the last migration that it has had. */
export interface Migratable {
  readVersion(): number;
  /** Runs several statements and stores the version, all or nothing. */
  apply(sql: string, version: number): void;
}

/** A migration `0007-things.sql` may have a twin beside it, `0007-things.postgres.sql`, where the words alone do not make it portable. */
const readMigration = (folder: string, name: string, number: number, dialect?: 'postgres'): Migration => {
  const twin = join(folder, name.replace(/\.sql$/, `.${dialect}.sql`));
  const isTwin = dialect !== undefined && existsSync(twin);
  return { number, name, isTwin, sql: readFileSync(isTwin ? twin : join(folder, name), 'utf8') };
};

/** What a folder holds, in order. */
const migrationsIn = (folder: string): { number: number; name: string }[] =>
  readdirSync(folder)
    .flatMap((name) => {
      const number = /^(\d{4})-[a-z0-9-]+\.sql$/.exec(name)?.[1];
      return number === undefined ? [] : [{ number: Number(number), name }];
    })
    .toSorted((a, b) => a.number - b.number);

/** The version of a database that has had all of a folder. */
export const newestVersion = (folder: string): number => migrationsIn(folder).at(-1)?.number ?? 0;

/**
 * What a database of version `found` lacks, in order. `databaseName` is for the operator.
 * @throws StartError when the database was written by a newer server
 */
export const missingMigrations = (
  folder: string,
  found: number,
  databaseName: string,
  dialect?: 'postgres',
): Migration[] => {
  const newest = newestVersion(folder);
  if (found > newest)
    throw new StartError(
      `${databaseName} was written by a newer version of Outrider (schema ${found}, this version knows ${newest}). Start the newer version or restore a backup.`,
    );
  return migrationsIn(folder)
    .filter(({ number }) => number > found)
    .map(({ name, number }) => readMigration(folder, name, number, dialect));
};

/** The database stays at the last version that succeeded. */
export const migrationFailed = (databaseName: string, { name }: Migration, cause: unknown): StartError =>
  new StartError(`${databaseName} could not be brought up to date: ${name}: ${errorText(cause)}`, { cause });

/** For a database in this process. Throws StartError when it was written by a newer server or a migration fails. */
export const migrate = (database: Migratable, folder: string, databaseName: string): void => {
  for (const migration of missingMigrations(folder, database.readVersion(), databaseName))
    try {
      database.apply(migration.sql, migration.number);
    } catch (error) {
      throw migrationFailed(databaseName, migration, error);
    }
};
