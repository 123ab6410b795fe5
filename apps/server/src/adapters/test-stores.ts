// The databases that a store suite runs on, one test for each. PostgreSQL is the one that `npm test` starts; without it those tests are
// skipped.
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import type { OpenDatabase } from '../kernel/db.ts';
import { openPostgres } from './postgres/postgres.ts';
import { openSqlite } from './sqlite/sqlite.ts';

const MIGRATIONS = join(import.meta.dirname, '../../migrations');
/** The address of a server whose databases tests may fill; tools/test/postgres.ts starts it. */
const url = process.env['TEST_POSTGRES_URL'];
const skip = url === undefined && 'no PostgreSQL: npm test starts one where it is installed';

type Opened = OpenDatabase & { kind: 'sqlite' | 'postgres' };

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
    return body(t, { ...opened, kind: 'sqlite' });
  });
  onPostgres(name, async (t, open) => body(t, { ...(await open(migrations)), kind: 'postgres' }));
};
