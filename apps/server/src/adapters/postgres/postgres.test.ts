// What PostgreSQL does at a start, as SQLite does: brings the schema up to date, and refuses what it does not understand.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { sql } from 'kysely';
import type { Database } from '../../kernel/storage/db.ts';
import { turnsUntil } from '../../kernel/turns-until.ts';
import { onPostgres } from '../test-stores.ts';

const FIRST = 'CREATE TABLE things (id INTEGER PRIMARY KEY) STRICT;';
const makeFolder = (t: TestContext, files: Record<string, string>): string => {
  const folder = mkdtempSync(join(tmpdir(), 'outrider-postgres-migrations-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return folder;
};
const ids = async (db: Database): Promise<unknown[]> =>
  (await sql<{ id: number }>`SELECT id FROM things ORDER BY id`.execute(db)).rows.map(({ id }) => id);

onPostgres('migrations run once in order of their number; opening again keeps the rows', async (t, open) => {
  const folder = makeFolder(t, { '0002-more.sql': 'INSERT INTO things VALUES (7);', '0001-things.sql': FIRST });
  assert.deepEqual(await ids((await open(folder)).db), [7]);
  assert.deepEqual(await ids((await open(folder)).db), [7]);
});

onPostgres('two nodes that start at once bring the schema up to date once', async (t, open) => {
  const folder = makeFolder(t, { '0001-things.sql': `${FIRST} INSERT INTO things VALUES (7);` });
  const opened = await Promise.all([open(folder), open(folder), open(folder)]);
  for (const { db } of opened) assert.deepEqual(await ids(db), [7]);
});

onPostgres('a database of a newer server is refused in one line that names both versions', async (t, open) => {
  await open(makeFolder(t, { '0009-things.sql': FIRST }));
  await assert.rejects(open(makeFolder(t, { '0001-things.sql': FIRST })), {
    name: 'StartError',
    message: /was written by a newer version .*schema 9, this version knows 1/,
  });
});

onPostgres('a failing migration changes nothing and says which', async (t, open) => {
  const broken = makeFolder(t, {
    '0001-things.sql': FIRST,
    '0002-more.sql': 'CREATE TABLE b (x TEXT); CREATE TABLE things (x TEXT);',
  });
  await assert.rejects(open(broken), { name: 'StartError', message: /0002-more\.sql.*things/ });
  const { db } = await open(makeFolder(t, { '0001-things.sql': FIRST, '0002-more.sql': 'CREATE TABLE b (x TEXT);' }));
  assert.deepEqual(await ids(db), []);
});

onPostgres(
  'a connection that is lost fails what waited on it in words, and the next query makes another',
  async (t, open) => {
    const folder = makeFolder(t, { '0001-things.sql': FIRST });
    const [lost, other] = [await open(folder), await open(folder)];
    const { rows } = await sql<{ pid: number }>`SELECT pg_backend_pid() AS pid`.execute(lost.db);
    const waiting = sql`SELECT pg_sleep(30)`.execute(lost.db);
    const failed = assert.rejects(waiting, { name: 'AppError', code: 'unavailable' });
    await sql`SELECT pg_terminate_backend(${rows[0]?.pid})`.execute(other.db);
    await failed;
    assert.deepEqual(await ids(lost.db), []);
  },
);

onPostgres(
  'after a lost connection everything may have changed, and other servers are heard as before',
  async (t, open) => {
    const folder = makeFolder(t, {
      '0001-things.sql': FIRST,
      '0002-tell.sql': `CREATE FUNCTION tell() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      PERFORM pg_notify('changed_' || TG_TABLE_SCHEMA, ''); RETURN NULL; END $$;
      CREATE TRIGGER tell AFTER INSERT ON things EXECUTE FUNCTION tell();`,
    });
    const [lost, other] = [await open(folder), await open(folder)];
    const { rows } = await sql<{ pid: number }>`SELECT pg_backend_pid() AS pid`.execute(lost.db);
    const before = lost.externalVersion();
    await sql`SELECT pg_terminate_backend(${rows[0]?.pid})`.execute(other.db);
    await turnsUntil('another connection', () => lost.externalVersion() > before);
    const since = lost.externalVersion();
    // Nothing is asked of the new connection: it listens by itself.
    await sql`INSERT INTO things VALUES (1)`.execute(other.db);
    await turnsUntil('what another server did', () => lost.externalVersion() > since);
    const own = other.externalVersion();
    await sql`INSERT INTO things VALUES (2)`.execute(other.db);
    assert.equal(other.externalVersion(), own);
  },
);
