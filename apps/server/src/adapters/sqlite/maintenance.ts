// Copies and checks database files, also while a server works on them.
import { existsSync, statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { errorText } from '../../kernel/errors.ts';

/** Writes a consistent copy to `target`, which must not exist. Writers go on meanwhile. */
export const copyDatabase = (source: string, target: string): void => {
  const database = new DatabaseSync(source, { timeout: 5000 });
  try {
    database.exec('PRAGMA auto_vacuum = INCREMENTAL'); // counts for the copy
    database.prepare('VACUUM INTO ?').run(target);
  } finally {
    database.close();
  }
};

const INCREMENTAL = 2;
/** A second on a slow disk. A larger file keeps the room of removed rows for itself, until a backup is restored. */
const REWRITTEN_BYTES = 128 * 1024 * 1024;

/**
 * Writes a file of before again, once, so that it can give room back. Only while nobody else works on it. Where the disk has no room for
 * that it stays as it is.
 */
export const allowGivingBack = (path: string): void => {
  if (!existsSync(path) || statSync(path).size > REWRITTEN_BYTES) return;
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(path, { timeout: 5000 });
    if (Number(database.prepare('PRAGMA auto_vacuum').get()?.['auto_vacuum']) !== INCREMENTAL)
      database.exec('PRAGMA auto_vacuum = INCREMENTAL; VACUUM');
  } catch {
    // anyone who opens the file next says what is wrong with it
  } finally {
    database?.close();
  }
};

const schemaVersion = (database: DatabaseSync): number =>
  Number(database.prepare('PRAGMA user_version').get()?.['user_version'] ?? 0);

export type DatabaseState = { schema: number; problems: string[] };

/** The schema version of a file and what SQLite finds wrong with it. */
export const checkDatabase = (path: string): DatabaseState => {
  try {
    const database = new DatabaseSync(path, { timeout: 5000 });
    try {
      const found = database.prepare('PRAGMA integrity_check(20)').all();
      const problems = found.map((row) => String(row['integrity_check'])).filter((text) => text !== 'ok');
      const orphans = database.prepare('PRAGMA foreign_key_check').all().length;
      return {
        schema: schemaVersion(database),
        problems: orphans > 0 ? [...problems, `${orphans} rows point to rows that are gone`] : problems,
      };
    } finally {
      database.close();
    }
  } catch (error) {
    return { schema: 0, problems: [errorText(error)] };
  }
};
