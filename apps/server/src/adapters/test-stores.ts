// The databases that a store suite runs on, one test for each. PostgreSQL is the one that `npm test` starts; without it those tests are
// skipped.
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
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

/** A test with a schema of its own, dropped after it. `open` may be called again, and finds what is there. */
export const onPostgres = (
  name: string,
  body: (t: TestContext, open: (migrations: string) => Promise<OpenDatabase>) => Promise<void>,
): void => {
  const schema = `t${randomUUID().replaceAll('-', '')}`;
  void test(`${name} (PostgreSQL)`, { skip }, (t) =>
    body(t, async (migrations) => {
      const opened = await openPostgres(url ?? '', schema, migrations);
      t.after(async () => {
        await opened.db.schema.dropSchema(schema).cascade().ifExists().execute();
        await opened.close();
      });
      return opened;
    }),
  );
};

/** Two tests: one with a new SQLite database and one with a new PostgreSQL schema, both migrated. They are closed after the test. */
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
