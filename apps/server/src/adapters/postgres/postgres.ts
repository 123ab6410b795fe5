// The maintained driver of PostgreSQL under Kysely: one connection, one schema, brought up to date. The same port as SQLite.
import { Kysely, PostgresDialect, type PostgresPool, type PostgresPoolClient } from 'kysely';
import { Pool, type PoolClient } from 'pg';
import { changesNothing, type OpenDatabase } from '../../kernel/storage/db.ts';
import { diskFullError } from '../../kernel/storage/disk-full.ts';
import { AppError, StartError, errorText } from '../../kernel/errors.ts';
import { migrationFailed, missingMigrations } from '../../kernel/storage/migrations.ts';
import { bind, getTypeParser, MOVE_SEQUENCES, toPostgres } from './dialect.ts';
import { hearOtherServers } from './other-servers.ts';

const CONNECT_MS = 10_000;
const DISK_FULL = '53100';
/** Classes of conditions under which the server cannot be reached or takes no change now: 08 connection, 57P shutting down, 25006 read only. */
const UNAVAILABLE = /^(08|57P|25006|53)/;
const SYSTEM = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EHOSTUNREACH']);
/** Two nodes that start at once bring the schema up to date one after the other. Any number will do. */
const MIGRATION_LOCK = 808_1078;
/** A migration that may have inserted rows with their numbers: looking through all sequences takes longer than most migrations. */
const INSERTS = /\binsert\b/i;

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';

/** What a caller hears of the server's trouble. Other errors are ours and stay as they are. */
const told = (error: unknown): unknown => {
  const code = codeOf(error);
  if (code === DISK_FULL) return diskFullError(error);
  const lost = error instanceof Error && /connection|timeout/i.test(error.message) && code === '';
  if (!lost && !UNAVAILABLE.test(code) && !SYSTEM.has(code)) return error;
  return new AppError('unavailable', 'The server cannot reach its database now.', { cause: error });
};

const guard = async <T>(work: Promise<T>): Promise<T> => {
  try {
    return await work;
  } catch (error) {
    throw told(error);
  }
};

/** The schema version lives in a table of its own, which a name of ours cannot meet. */
const migrate = async (client: PoolClient, schema: string, folder: string): Promise<void> => {
  await client.query(`CREATE SCHEMA IF NOT EXISTS ${schema}`);
  await client.query('CREATE TABLE IF NOT EXISTS schema_version (version BIGINT NOT NULL)');
  const { rows } = await client.query<{ version: number }>('SELECT max(version) AS version FROM schema_version');
  for (const migration of missingMigrations(folder, rows[0]?.version ?? 0, schema, 'postgres'))
    try {
      // oxlint-disable no-await-in-loop -- one after the other is what they are for
      await client.query('BEGIN');
      await client.query(migration.isTwin ? migration.sql : toPostgres(migration.sql));
      if (INSERTS.test(migration.sql)) await client.query(MOVE_SEQUENCES);
      await client.query('INSERT INTO schema_version VALUES ($1)', [migration.number]);
      await client.query('COMMIT');
    } catch (error) {
      await client.query('ROLLBACK');
      // oxlint-enable no-await-in-loop
      throw migrationFailed(schema, migration, error);
    }
};

const migrateAlone = async (pool: Pool, schema: string, folder: string): Promise<void> => {
  const client = await pool.connect();
  try {
    await client.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK]);
    await migrate(client, schema, folder);
  } finally {
    client.release(true); // with its lock
  }
};

/** Of one connection. That it is lost ends nothing but what was asked of it. */
const makePool = (url: string, schema: string): Pool => {
  const pool = new Pool({
    connectionString: url,
    max: 1,
    connectionTimeoutMillis: CONNECT_MS,
    idleTimeoutMillis: 0, // other servers are heard on it
    options: `-c search_path=${schema}`,
    types: { getTypeParser },
  });
  pool.on('error', () => undefined); // a connection that was lost while nobody used it is made again
  // One that is lost while somebody has it says so by itself: who has it hears that from the next query, and the pool drops it.
  pool.on('connect', (client) => void client.on('error', () => undefined));
  return pool;
};

/**
 * Opens a schema of the database at `url` and migrates it; makes the schema where there is none. One connection, as the port says: it is
 * made again after it was lost, and what waited on it fails with AppError `unavailable`.
 * @throws StartError with one clear line
 */
export const openPostgres = async (url: string, schema: string, migrationsFolder: string): Promise<OpenDatabase> => {
  if (!/^[a-z][a-z0-9_]*$/.test(schema)) throw new StartError(`${schema} is no name for a schema`);
  const pool = makePool(url, schema);
  const others = hearOtherServers(pool, schema);
  try {
    await migrateAlone(pool, schema, migrationsFolder);
  } catch (error) {
    await pool.end();
    if (error instanceof StartError) throw error;
    throw new StartError(`The database ${schema} cannot be opened: ${errorText(error)}`, { cause: error });
  }
  others.keepListening();
  let refusal: string | null = null;
  const bound: PostgresPool = {
    options: {},
    end: () => pool.end(),
    async connect() {
      const client = await guard(pool.connect());
      let failure: unknown;
      const query = async (statement: string, parameters: readonly unknown[]) => {
        if (refusal !== null && !changesNothing(statement)) throw new AppError('unavailable', refusal);
        try {
          return await guard(client.query(statement, parameters.map(bind)));
        } catch (error) {
          failure = error;
          throw error;
        }
      };
      // The server tells why it hangs up before it does: the pool would hand the connection out once more in between.
      const release = (): void => client.release(failure instanceof AppError);
      const guarded: PostgresPoolClient = Object.create(client, {
        query: { value: query },
        release: { value: release },
      });
      return guarded;
    },
  };
  const db = new Kysely<object>({ dialect: new PostgresDialect({ pool: bound }) });
  let closing: Promise<void> | undefined;
  return {
    db,
    externalVersion: () => others.version(),
    refuseWrites(reason) {
      refusal = reason;
    },
    synced: () => Promise.resolve(), // a commit of PostgreSQL outlasts a power cut by itself
    giveBack: () => Promise.resolve(0), // it vacuums by itself
    close() {
      others.close();
      return (closing ??= db.destroy().then(() => (pool.ended ? undefined : pool.end())));
    },
  };
};
