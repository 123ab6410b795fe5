import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type TestContext, test } from 'node:test';
import { sql } from 'kysely';
import { lockFolder } from './folder-lock.ts';
import { checkDatabase, copyDatabase } from './maintenance.ts';
import { openSqlite } from './sqlite.ts';

type Thing = { id: number; ready: number | boolean; body: Uint8Array | null };

const makeFolder = (t: TestContext, files: Record<string, string>): string => {
  const folder = mkdtempSync(join(tmpdir(), 'outrider-sqlite-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return folder;
};
const FIRST = 'CREATE TABLE things (id INTEGER PRIMARY KEY, ready INTEGER, body BLOB) STRICT;';

test('migrations run once in order of their number; reopening keeps the rows', async (t) => {
  const folder = makeFolder(t, {
    '0002-more.sql': 'INSERT INTO things (id, ready) VALUES (7, 1);',
    '0001-things.sql': FIRST,
    'note.txt': 'not SQL',
  });
  const path = join(folder, 'a.sqlite');
  for (let round = 0; round < 2; round += 1) {
    const opened = openSqlite(path, folder);
    const rows = await opened.db.$extendTables<{ things: Thing }>().selectFrom('things').select('id').execute();
    assert.deepEqual(
      rows.map((row) => ({ ...row })),
      [{ id: 7 }],
    );
    await opened.close();
  }
});

test('a database of a newer server is refused in one line that names both versions', (t) => {
  const folder = makeFolder(t, { '0001-things.sql': FIRST });
  const path = join(folder, 'a.sqlite');
  const raw = new DatabaseSync(path);
  raw.exec('PRAGMA user_version = 9');
  raw.close();
  assert.throws(() => openSqlite(path, folder), {
    name: 'StartError',
    message: /^a\.sqlite was written by a newer version .*schema 9, this version knows 1/,
  });
});

test('a failing migration changes nothing and says which', (t) => {
  const folder = makeFolder(t, { '0001-things.sql': `${FIRST} CREATE TABLE things (x);` });
  const path = join(folder, 'a.sqlite');
  assert.throws(() => openSqlite(path, folder), { name: 'StartError', message: /0001-things\.sql/ });
  writeFileSync(join(folder, '0001-things.sql'), FIRST);
  const opened = openSqlite(path, folder);
  return opened.close();
});

test('a file that is no database is refused in one line', (t) => {
  const folder = makeFolder(t, { '0001-things.sql': FIRST, 'a.sqlite': 'x'.repeat(5000) });
  assert.throws(() => openSqlite(join(folder, 'a.sqlite'), folder), {
    name: 'StartError',
    message: /cannot be opened: file is not a database/,
  });
});

test('booleans are bound as 0 and 1, blobs come back as bytes, statements are reused with new values', async (t) => {
  const opened = openSqlite(':memory:', makeFolder(t, { '0001-things.sql': FIRST }));
  const db = opened.db.$extendTables<{ things: Thing }>();
  for (const id of [1, 2])
    await db
      .insertInto('things')
      .values({ id, ready: id === 1, body: Uint8Array.of(id) })
      .execute();
  const rows = await db.selectFrom('things').selectAll().orderBy('id').execute();
  assert.deepEqual(
    rows.map((row) => ({ ...row })),
    [
      { id: 1, ready: 1, body: Uint8Array.of(1) },
      { id: 2, ready: 0, body: Uint8Array.of(2) },
    ],
  );
  await opened.close();
});

test('a query waits behind an open transaction and does not fall into it', async (t) => {
  const opened = openSqlite(':memory:', makeFolder(t, { '0001-things.sql': FIRST }));
  const db = opened.db.$extendTables<{ things: Thing }>();
  const order: string[] = [];
  const transaction = db.transaction().execute(async (trx) => {
    await trx.insertInto('things').values({ id: 1, ready: 0, body: null }).execute();
    await new Promise((resolve) => setImmediate(resolve));
    order.push('transaction');
    throw new Error('take it back');
  });
  const count = db
    .selectFrom('things')
    .select('id')
    .execute()
    .then((rows) => {
      order.push('query');
      return rows.length;
    });
  await assert.rejects(transaction, /take it back/);
  assert.equal(await count, 0);
  assert.deepEqual(order, ['transaction', 'query']);
  await opened.close();
});

test('a copy taken while open holds all rows and the schema version, and checks as sound', async (t) => {
  const folder = makeFolder(t, { '0001-things.sql': `${FIRST} INSERT INTO things (id) VALUES (5);` });
  const opened = openSqlite(join(folder, 'a.sqlite'), folder);
  copyDatabase(join(folder, 'a.sqlite'), join(folder, 'copy.sqlite'));
  await opened.close();
  assert.deepEqual(checkDatabase(join(folder, 'copy.sqlite')), { schema: 1, problems: [] });
  const copy = openSqlite(join(folder, 'copy.sqlite'), folder);
  const row = await copy.db.$extendTables<{ things: Thing }>().selectFrom('things').select('id').executeTakeFirst();
  assert.equal(row?.id, 5);
  await copy.close();
});

test('a damaged file is told', (t) => {
  const folder = makeFolder(t, { '0001-things.sql': FIRST, 'a.sqlite': 'x'.repeat(5000) });
  assert.match(checkDatabase(join(folder, 'a.sqlite')).problems.join(), /not a database/);
});

test('a data folder belongs to one server at a time', (t) => {
  const folder = makeFolder(t, {});
  const release = lockFolder(folder);
  assert.throws(() => lockFolder(folder), { name: 'StartError', message: /in use by another Outrider server/ });
  release();
  lockFolder(folder)();
});

test('a write of another program shows in the external version, an own write does not', async (t) => {
  const folder = makeFolder(t, { '0001-things.sql': FIRST });
  const opened = openSqlite(join(folder, 'a.sqlite'), folder);
  const before = opened.externalVersion();
  await opened.db
    .$extendTables<{ things: Thing }>()
    .insertInto('things')
    .values({ id: 1, ready: 0, body: null })
    .execute();
  assert.equal(opened.externalVersion(), before);
  const other = new DatabaseSync(join(folder, 'a.sqlite'));
  other.exec('INSERT INTO things (id) VALUES (2)');
  other.close();
  assert.notEqual(opened.externalVersion(), before);
  await opened.close();
});

test('a full disk fails a write with words for the caller, and writing goes on when there is room again', async (t) => {
  const folder = makeFolder(t, { '0001-things.sql': FIRST });
  const opened = openSqlite(join(folder, 'a.sqlite'), folder);
  const db = opened.db.$extendTables<{ things: Thing }>();
  const fill = (id: number) =>
    db
      .insertInto('things')
      .values({ id, ready: 0, body: new Uint8Array(20_000) })
      .execute();
  await sql`PRAGMA max_page_count = 8`.execute(opened.db);
  await fill(1);
  await assert.rejects(fill(2), { name: 'AppError', code: 'disk_full' });
  const several = db.transaction().execute(async (tx) => {
    await tx.insertInto('things').values({ id: 4, ready: 0, body: null }).execute();
    await tx
      .insertInto('things')
      .values({ id: 5, ready: 0, body: new Uint8Array(200_000) })
      .execute();
  });
  await assert.rejects(several, { code: 'disk_full' }, 'not that there is nothing to roll back');
  assert.equal(await db.selectFrom('things').select('id').where('id', 'in', [4, 5]).executeTakeFirst(), undefined);
  await sql`PRAGMA max_page_count = 1000`.execute(opened.db);
  await fill(3);
  await opened.close();
});
