import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type TestContext, test } from 'node:test';
import { sql } from 'kysely';
import { lockFolder } from './folder-lock.ts';
import { allowGivingBack, checkDatabase, copyDatabase } from './maintenance.ts';
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

/** Fills a database with bytes and removes most of them. */
const fillAndRemove = async (path: string, folder: string): Promise<ReturnType<typeof openSqlite>> => {
  const opened = openSqlite(path, folder);
  const things = opened.db.$extendTables<{ things: Thing }>();
  for (let id = 0; id < 200; id += 1)
    // oxlint-disable-next-line no-await-in-loop
    await things
      .insertInto('things')
      .values({ id, ready: 0, body: new Uint8Array(10_000).fill(id) })
      .execute();
  await things.deleteFrom('things').where('id', '>', 10).execute();
  return opened;
};

test('the room of removed rows is given back a little at a time, and none while writes are refused', async (t) => {
  const folder = makeFolder(t, { '0001-things.sql': FIRST });
  const path = join(folder, 'a.sqlite');
  const opened = await fillAndRemove(path, folder);
  opened.refuseWrites('no');
  assert.equal(await opened.giveBack(), 0);
  opened.refuseWrites(null);
  let [given, times] = [0, 0];
  for (let pages = await opened.giveBack(); pages > 0; pages = await opened.giveBack()) {
    assert.ok(pages <= 32);
    given += pages;
    times += 1;
  }
  assert.ok(times > 5 && given > 300, `${given} pages in ${times} times`);
  await opened.close();
  const bytes = statSync(path).size;
  assert.ok(bytes < 400_000, `${bytes} bytes`);
});

test('a file of before is written again once, keeps its rows, and gives room back from then on; so does a copy', async (t) => {
  const folder = makeFolder(t, { '0001-things.sql': FIRST });
  const path = join(folder, 'a.sqlite');
  await openSqlite(path, folder).close();
  const old = new DatabaseSync(path);
  old.exec('PRAGMA auto_vacuum = NONE; VACUUM');
  old.close();
  const opened = await fillAndRemove(path, folder);
  assert.equal(await opened.giveBack(), 0, 'it cannot yet');
  await opened.close();
  copyDatabase(path, join(folder, 'copy.sqlite'));
  allowGivingBack(path);
  for (const each of [path, join(folder, 'copy.sqlite')]) {
    const db = new DatabaseSync(each, { readOnly: true });
    assert.deepEqual({ ...db.prepare('PRAGMA auto_vacuum').get() }, { auto_vacuum: 2 });
    assert.deepEqual({ ...db.prepare('SELECT count(*) AS n FROM things').get() }, { n: 11 });
    db.close();
  }
  allowGivingBack(join(folder, 'none.sqlite'));
  assert.throws(() => statSync(join(folder, 'none.sqlite')), 'nothing is made');
});
