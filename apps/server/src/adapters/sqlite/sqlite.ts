// node:sqlite under Kysely: opens a file, brings its schema up to date and keeps prepared statements.
import { open } from 'node:fs/promises';
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { existsSync, statfsSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { Kysely, SqliteDialect, type SqliteDatabase, type SqliteStatement } from 'kysely';
import { changesNothing, type OpenDatabase } from '../../kernel/storage/db.ts';
import { diskFullError, isDiskFull } from '../../kernel/storage/disk-full.ts';
import { AppError, StartError, errorText } from '../../kernel/errors.ts';
import type { WorkMeter } from '../../kernel/work/work-meters.ts';
import { type Migratable, migrate } from '../../kernel/storage/migrations.ts';

const STATEMENT_LIMIT = 300;

const bind = (value: unknown): SQLInputValue => {
  if (typeof value === 'boolean') return value ? 1 : 0;
  if (value === undefined || value === null) return null;
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint') return value;
  if (value instanceof Uint8Array) return value;
  throw new TypeError(`SQLite cannot store a value of type ${typeof value}`);
};

/** The shared memory of a write-ahead log. */
const LEAST_BYTES = 32_768;
const READ_ONLY = 8;
const INPUT_OUTPUT = 10;

/** A disk that takes no more is no bug: the caller is told, the next write may succeed. */
const guard = <T>(work: () => T): T => {
  try {
    return work();
  } catch (error) {
    if (isDiskFull(error)) throw diskFullError(error);
    const code =
      error instanceof Error && 'errcode' in error && typeof error.errcode === 'number' ? error.errcode & 0xff : 0;
    if (code !== READ_ONLY && code !== INPUT_OUTPUT) throw error;
    throw new AppError('unavailable', 'The server cannot write to its disk now.', { cause: error });
  }
};

const toStatement = (statement: StatementSync, assertMayRun: () => void): SqliteStatement => {
  const guarded = <T>(work: () => T): T => {
    assertMayRun();
    return guard(work);
  };
  return {
    reader: statement.columns().length > 0,
    all: (parameters) => guarded(() => statement.all(...parameters.map(bind))),
    run: (parameters) => guarded(() => statement.run(...parameters.map(bind))),
    iterate: (parameters) => statement.iterate(...parameters.map(bind)),
  };
};

/**
 * SQLite ends a transaction by itself when the disk is full. Rolling back what has ended would fail, and that failure would stand in
 * the place of the one that tells why.
 */
const toRollback = (database: DatabaseSync, statement: SqliteStatement): SqliteStatement => ({
  ...statement,
  run: (parameters) => (database.isTransaction ? statement.run(parameters) : { changes: 0, lastInsertRowid: 0 }),
});

/** One that fails took its time as well. */
const measured = (statement: SqliteStatement, writes: WorkMeter): SqliteStatement => {
  const timed = <T>(work: () => T): T => {
    const began = writes.began();
    try {
      return work();
    } finally {
      writes.ended(began);
    }
  };
  return {
    ...statement,
    all: (parameters) => timed(() => statement.all(parameters)),
    run: (parameters) => timed(() => statement.run(parameters)),
  };
};

/** Statements by their text, the oldest dropped first: stores use few and fixed texts. */
const withStatementCache = (
  database: DatabaseSync,
  assertWritable: () => void,
  writes: WorkMeter | undefined,
): SqliteDatabase => {
  const cache = new Map<string, SqliteStatement>();
  return {
    close: () => undefined, // The file is closed by its owner, also when Kysely was never used.
    prepare(sql) {
      const known = cache.get(sql);
      if (known) return known;
      const plain = toStatement(
        guard(() => database.prepare(sql)),
        changesNothing(sql) ? () => undefined : assertWritable,
      );
      const whole = sql === 'rollback' ? toRollback(database, plain) : plain;
      const isWrite = sql === 'commit' || !changesNothing(sql);
      const made = writes === undefined || !isWrite ? whole : measured(whole, writes);
      if (cache.size >= STATEMENT_LIMIT) for (const oldest of cache.keys()) if (cache.delete(oldest)) break;
      cache.set(sql, made);
      return made;
    },
  };
};

/** The schema version lives in `user_version`. */
const migratable = (database: DatabaseSync): Migratable => ({
  readVersion: () => Number(database.prepare('PRAGMA user_version').get()?.['user_version'] ?? 0),
  apply(sql, version) {
    database.exec('BEGIN IMMEDIATE');
    try {
      database.exec(sql);
      database.exec(`PRAGMA user_version = ${version}`);
      database.exec('COMMIT');
    } catch (error) {
      if (database.isTransaction) database.exec('ROLLBACK');
      throw error;
    }
  },
});

/** For a new file only: it would write to one that is there. maintenance.ts writes older ones again. */
const PRAGMA_OF_NEW = 'PRAGMA auto_vacuum = INCREMENTAL';
const PRAGMAS = `PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA foreign_keys = ON;
PRAGMA cache_size = -65536; PRAGMA mmap_size = 268435456; PRAGMA temp_store = MEMORY;`;

const INCREMENTAL = 2;
/** So much of the file may lie free: rows of tomorrow take it. */
const FREE_PART = 1 / 16;
const PAGES_AT_ONCE = 32;

const giveBack = (database: DatabaseSync): number => {
  const pragma = (name: string): number => Number(database.prepare(`PRAGMA ${name}`).get()?.[name] ?? 0);
  const before = pragma('freelist_count');
  if (pragma('auto_vacuum') !== INCREMENTAL || before <= pragma('page_count') * FREE_PART) return 0;
  guard(() => database.exec(`PRAGMA incremental_vacuum(${PAGES_AT_ONCE})`));
  return before - pragma('freelist_count');
};

/** Not one page can be written beside the file. */
const hasNoRoom = (path: string): boolean => {
  if (!existsSync(dirname(path))) return false;
  const { bavail, bsize } = statfsSync(dirname(path));
  return bavail * bsize < LEAST_BYTES;
};

const openFile = (path: string): DatabaseSync => {
  let database: DatabaseSync | undefined;
  const isNew = !existsSync(path);
  try {
    database = new DatabaseSync(path, { timeout: 5000 });
    if (isNew) database.exec(PRAGMA_OF_NEW);
    database.exec(PRAGMAS);
    return database;
  } catch (error) {
    database?.close();
    // Shared memory and log cannot be made: SQLite calls that an I/O error. The caller that opens the file names the folder.
    if (isDiskFull(error) || hasNoRoom(path)) throw diskFullError(error);
    throw new StartError(`The database ${path} cannot be opened: ${errorText(error)}`, { cause: error });
  }
};

/**
 * Commits stand in the write-ahead log: synchronising that file makes them durable. Where there is none, all has gone into the
 * database and was synchronised with it. No lock of ours lies on it that closing could take away.
 */
const syncLog = async (path: string): Promise<void> => {
  try {
    const file = await open(`${path}-wal`, 'r');
    try {
      await file.datasync();
    } finally {
      await file.close();
    }
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return;
    throw new AppError('unavailable', 'The server cannot write to its disk now.', { cause: error });
  }
};

/** One wait at a time; a caller that comes during it shares the next one, since its commit may have missed this one. */
const createSyncing = (path: string): (() => Promise<void>) => {
  let running: Promise<void> | null = null;
  let next: Promise<void> | null = null;
  const start = (): Promise<void> => {
    const work = syncLog(path).finally(() => {
      if (running === work) running = null;
    });
    running = work;
    return work;
  };
  const startNext = (): Promise<void> => {
    next = null;
    return start();
  };
  return () => {
    if (path === ':memory:') return Promise.resolve();
    if (running === null) return start();
    next ??= running.then(startNext, startNext);
    return next;
  };
};

/**
 * Opens or makes the file at `path` (':memory:' for tests) and migrates it. Throws StartError with one clear line. `writes` measures
 * statements that change something.
 */
export const openSqlite = (path: string, migrationsFolder: string, writes?: WorkMeter): OpenDatabase => {
  const database = openFile(path);
  try {
    migrate(migratable(database), migrationsFolder, basename(path));
  } catch (error) {
    database.close();
    throw error;
  }
  let refusal: string | null = null;
  const assertWritable = (): void => {
    if (refusal !== null) throw new AppError('unavailable', refusal);
  };
  const db = new Kysely<object>({
    dialect: new SqliteDialect({ database: withStatementCache(database, assertWritable, writes) }),
  });
  const readDataVersion = database.prepare('PRAGMA data_version');
  return {
    db,
    externalVersion: () => Number(readDataVersion.get()?.['data_version'] ?? 0),
    refuseWrites(reason) {
      refusal = reason;
    },
    synced: createSyncing(path),
    giveBack: () => db.connection().execute(() => Promise.resolve(refusal === null ? giveBack(database) : 0)),
    async close() {
      await db.destroy();
      database.close();
    },
  };
};
