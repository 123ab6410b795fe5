// One server for each data folder: a lock that the operating system takes back when its holder dies.
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { StartError, errorText } from '../../kernel/errors.ts';

/** Takes the lock or throws StartError when another server holds it. Gives its release. */
export const lockFolder = (folder: string): (() => void) => {
  const path = join(folder, 'lock');
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(path, { timeout: 0 });
    database.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    database?.close();
    const text = errorText(error);
    throw new StartError(
      text.includes('locked')
        ? `The data folder ${folder} is in use by another Outrider server. Stop that one first.`
        : `The data folder ${folder} cannot be used: ${text}`,
      { cause: error },
    );
  }
  const held = database;
  return () => held.close();
};
