// What PostgreSQL does at a start, as SQLite does: brings the schema up to date, and refuses what it does not understand.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Database } from '../../kernel/storage/db.ts';
import { turnsUntil } from '../../kernel/turns-until.ts';
import { onPostgres } from '../test-stores.ts';
import { openPostgres } from './postgres.ts';

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

onPostgres(
  'a connection that is ended between two statements of a transaction fails the next one in words, and nothing of it stays',
  async (t, open) => {
    const folder = makeFolder(t, { '0001-things.sql': FIRST });
    const [lost, other] = [await open(folder), await open(folder)];
    const transaction = lost.db.transaction().execute(async (held) => {
      await sql`INSERT INTO things VALUES (1)`.execute(held);
      const { rows } = await sql<{ pid: number }>`SELECT pg_backend_pid() AS pid`.execute(held);
      const { pid } = rows[0] ?? { pid: 0 };
      await sql`SELECT pg_terminate_backend(${pid})`.execute(other.db);
      const isThere = async (): Promise<boolean> =>
        (await sql`SELECT FROM pg_stat_activity WHERE pid = ${pid}`.execute(other.db)).rows.length > 0;
      for (let i = 0; i < 1000 && (await isThere()); i += 1) await nextTurn();
      for (let i = 0; i < 100; i += 1) await nextTurn(); // what the server said last is read
      await sql`INSERT INTO things VALUES (2)`.execute(held);
    });
    await assert.rejects(transaction, { name: 'AppError', code: 'unavailable' });
    assert.deepEqual(await ids(lost.db), []);
  },
);

/** The server behind a network that can break. */
const throughProxy = async (t: TestContext, database: string) => {
  const url = new URL(process.env['TEST_POSTGRES_URL'] ?? '');
  const [host, port] = [url.hostname, Number(url.port)];
  const passing = new Set<Socket>();
  const proxy = createServer((client) => {
    const server = connect(port, host);
    for (const socket of [client, server]) socket.on('error', () => undefined);
    client.pipe(server).pipe(client);
    client.once('close', () => server.destroy());
    passing.add(client);
  });
  await once(proxy.listen(0, '127.0.0.1'), 'listening');
  t.after(() => proxy.close());
  const address = proxy.address();
  assert.ok(address !== null && typeof address === 'object');
  const reset = (): void => {
    for (const socket of passing) socket.resetAndDestroy();
    passing.clear();
  };
  return { url: Object.assign(url, { port: address.port, pathname: `/${database}` }).href, reset };
};

onPostgres('a network that breaks under a query fails it in words, and the next one is answered', async (t, open) => {
  const folder = makeFolder(t, { '0001-things.sql': FIRST });
  const direct = await open(folder);
  const { rows } = await sql<{ name: string }>`SELECT current_database() AS name`.execute(direct.db);
  const proxy = await throughProxy(t, rows[0]?.name ?? '');
  const broken = await openPostgres(proxy.url, 'outrider', folder);
  t.after(() => broken.close());
  const slept = async (): Promise<boolean> => {
    const sleeping = sql`SELECT FROM pg_stat_activity WHERE query LIKE 'SELECT pg_sleep(30)%' AND datname = current_database()`;
    return (await sleeping.execute(direct.db)).rows.length > 0;
  };
  const waiting = assert.rejects(sql`SELECT pg_sleep(30)`.execute(broken.db), { code: 'unavailable' });
  for (let i = 0; i < 1000 && !(await slept()); i += 1) await nextTurn();
  proxy.reset();
  await waiting;
  assert.deepEqual(await ids(broken.db), []);
});
