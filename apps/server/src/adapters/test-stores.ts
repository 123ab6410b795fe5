// The databases that a store suite runs on, one test for each. PostgreSQL is the one that `npm test` starts; without it those tests are
// skipped.
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { sql } from 'kysely';
import { Client } from 'pg';
import { type Database, type OpenDatabase, type Row, tables } from '../kernel/storage/db.ts';
import { openPostgres } from './postgres/postgres.ts';
import { openSqlite } from './sqlite/sqlite.ts';

const MIGRATIONS = join(import.meta.dirname, '../../migrations');
/** The address of a server whose databases tests may fill; tools/test/postgres.ts starts it. */
const url = process.env['TEST_POSTGRES_URL'];
const skip = url === undefined && 'no PostgreSQL: npm test starts one where it is installed';

type Opened = OpenDatabase & {
  kind: 'sqlite' | 'postgres';
  /** The database as another server has it open. SQLite: the same connection, since two of one thread would wait for each other. */
  elsewhere: () => Promise<OpenDatabase>;
};

/** A lock between the processes of a run; any number will do, but the one of migrations. */
const TEMPLATE_LOCK = 808_1079;
/** Made once in a run, by who needs it first: copying it takes a fifth of the time of its migrations. */
const TEMPLATE = 'migrated';
const SCHEMA = 'outrider';

const ofDatabase = (name: string): string => Object.assign(new URL(url ?? ''), { pathname: `/${name}` }).href;

const asServer = async <T>(work: (client: Client) => Promise<T>): Promise<T> => {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
};

const makeTemplate = (): Promise<void> =>
  asServer(async (client) => {
    await client.query('SELECT pg_advisory_lock($1)', [TEMPLATE_LOCK]);
    const { rowCount } = await client.query('SELECT FROM pg_database WHERE datname = $1', [TEMPLATE]);
    if (rowCount !== 0) return;
    // Under its name only when it is whole: a process that is killed in between leaves none that others would take for one.
    await client.query(`DROP DATABASE IF EXISTS ${TEMPLATE}_half`);
    await client.query(`CREATE DATABASE ${TEMPLATE}_half`);
    await (await openPostgres(ofDatabase(`${TEMPLATE}_half`), SCHEMA, MIGRATIONS)).close();
    await client.query(`ALTER DATABASE ${TEMPLATE}_half RENAME TO ${TEMPLATE}`);
  });
let template: Promise<void> | undefined;

const makeDatabase = async (name: string, migrations: string): Promise<void> => {
  if (migrations === MIGRATIONS) await (template ??= makeTemplate());
  const like = migrations === MIGRATIONS ? `TEMPLATE ${TEMPLATE} STRATEGY FILE_COPY` : '';
  await asServer((client) => client.query(`CREATE DATABASE ${name} ${like}`));
};

/** A test with a database of its own, dropped after it. `open` may be called again, and finds what is there. */
export const onPostgres = (
  name: string,
  body: (t: TestContext, open: (migrations: string) => Promise<OpenDatabase>) => Promise<void>,
): void => {
  const database = `t${randomUUID().replaceAll('-', '')}`;
  void test(`${name} (PostgreSQL)`, { skip }, (t) => {
    let made: Promise<void> | undefined;
    const all: OpenDatabase[] = [];
    t.after(async () => {
      await Promise.all(all.map((opened) => opened.close()));
      await asServer((client) => client.query(`DROP DATABASE IF EXISTS ${database} WITH (FORCE)`));
    });
    return body(t, async (migrations) => {
      await (made ??= makeDatabase(database, migrations));
      const opened = await openPostgres(ofDatabase(database), SCHEMA, migrations);
      all.push(opened);
      return opened;
    });
  });
};

/** Two tests: one with a new database of SQLite and one of PostgreSQL, both migrated. They are closed after the test. */
export const eachStore = (
  name: string,
  body: (t: TestContext, opened: Opened) => Promise<void>,
  migrations = MIGRATIONS,
): void => {
  void test(`${name} (SQLite)`, (t) => {
    const opened = openSqlite(':memory:', migrations);
    t.after(() => opened.close());
    return body(t, { ...opened, kind: 'sqlite', elsewhere: () => Promise.resolve(opened) });
  });
  onPostgres(name, async (t, open) =>
    body(t, { ...(await open(migrations)), kind: 'postgres', elsewhere: () => open(migrations) }),
  );
};

/** The same, with the database as two servers have it open: two connections, of SQLite to one file. */
export const twoServers = (
  name: string,
  body: (t: TestContext, one: OpenDatabase, two: OpenDatabase, kind: Opened['kind']) => Promise<void>,
): void => {
  void test(`${name} (SQLite)`, (t) => {
    const folder = mkdtempSync(join(tmpdir(), 'outrider-two-servers-'));
    t.after(() => rmSync(folder, { recursive: true, force: true }));
    const open = (): OpenDatabase => {
      const opened = openSqlite(join(folder, 'a.sqlite'), MIGRATIONS);
      t.after(() => opened.close());
      return opened;
    };
    return body(t, open(), open(), 'sqlite');
  });
  onPostgres(name, async (t, open) => body(t, await open(MIGRATIONS), await open(MIGRATIONS), 'postgres'));
};

type Owners = {
  users: Row<
    { id: number; name: string; password: string; level: number; rights: string; createdMs: number },
    object,
    'id'
  >;
  groups: Row<{ id: number; parentId: number; name: string }, object, 'id'>;
};

/** An account that rows of other features belong to. */
export const addUser = async (db: Database, name: string): Promise<number> => {
  const values = { name, password: '', level: 0, rights: '', createdMs: 1_800_000_000_000 };
  const row = await tables<Owners>(db).insertInto('users').values(values).returning('id').executeTakeFirstOrThrow();
  return row.id;
};

export const removeUser = async (db: Database, id: number): Promise<void> => {
  await tables<Owners>(db).deleteFrom('users').where('id', '=', id).execute();
};

/** A group below the root. */
export const addGroup = async (db: Database, name: string): Promise<number> => {
  const inserting = tables<Owners>(db).insertInto('groups').values({ parentId: 1, name });
  return (await inserting.returning('id').executeTakeFirstOrThrow()).id;
};

/** SQLite refuses these writes, `DELETE ON "groups"`, as a full disk does, and no others. Gives what ends that. */
export const refuseOnly = async (db: Database, writes: string): Promise<() => Promise<void>> => {
  await sql`CREATE TRIGGER refused BEFORE ${sql.raw(writes)} BEGIN SELECT RAISE(ABORT, 'disk full'); END`.execute(db);
  return async () => {
    await sql`DROP TRIGGER refused`.execute(db);
  };
};
