// The database port: Kysely without tables. A store adds the tables it owns and is the only one that knows them.
import type { Kysely } from 'kysely';

/**
 * The open main database. A store says `db.$extendTables<{ devices: DeviceRow }>()` and gets it typed for its own tables.
 * One connection: queries wait behind an open transaction, so keep those short. Booleans are bound as 0 and 1 and read as
 * numbers; blobs are Uint8Array; rows have a null prototype.
 */
export type Database = Kysely<object>;

export type OpenDatabase = {
  db: Database;
  /** Another number after another program, like one of our commands, has written to the file. Cheap. */
  externalVersion(): number;
  /** From now on every change is refused with AppError `unavailable` and this text; null: no longer. Reading still works. */
  refuseWrites(reason: string | null): void;
  /**
   * Resolves when everything committed until now would outlast a power cut. A commit by itself outlasts only the process: call this
   * before a device gets the answer that something is kept. Waits for the disk off the main thread; callers share one wait.
   */
  synced(): Promise<void>;
  close(): Promise<void>;
};
