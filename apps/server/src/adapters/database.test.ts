// What every main database promises the stores: migrations, names and values of rows, transactions, refused writes.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { z } from 'zod';
import { type Database, flag, json, oneOf, type Row, tables } from '../kernel/storage/db.ts';
import { missingMigrations } from '../kernel/storage/migrations.ts';
import { toPostgres } from './postgres/dialect.ts';
import { openPostgres } from './postgres/postgres.ts';
import { eachStore } from './test-stores.ts';

const MIGRATIONS = mkdtempSync(join(tmpdir(), 'outrider-db-'));
process.on('exit', () => rmSync(MIGRATIONS, { recursive: true, force: true }));
writeFileSync(
  join(MIGRATIONS, '0001-things.sql'),
  `-- INTEGER stays in a comment; so does it's quote.
  CREATE TABLE small_things (
    id INTEGER PRIMARY KEY AUTOINCREMENT, taken_ms INTEGER NOT NULL, ready INTEGER NOT NULL, speed_kmh REAL,
    channel_names TEXT NOT NULL DEFAULT '[]', state TEXT NOT NULL, body BLOB
  ) STRICT;
  INSERT INTO small_things (id, taken_ms, ready, state) VALUES (7, 1, 0, 'INTEGER');`,
);
writeFileSync(
  join(MIGRATIONS, '0002-more.sql'),
  'CREATE TABLE keys (name TEXT, part INTEGER, PRIMARY KEY (name, part)) STRICT, WITHOUT ROWID; DELETE FROM small_things;',
);

const names = json(z.array(z.string()));
const columns = { ready: flag, channelNames: names, state: oneOf(['new', 'old'], 'old') };
type Thing = {
  id: number;
  takenMs: number;
  ready: boolean;
  speedKmh: number | null;
  channelNames: string[];
  state: 'new' | 'old';
  body: Uint8Array | null;
};
type Tables = { smallThings: Row<Thing, typeof columns, 'id' | 'channelNames'> };
const thingsOf = (db: Database) => tables<Tables>(db, columns);
const value = {
  takenMs: 1_800_000_000_000,
  ready: true,
  speedKmh: 33.25,
  state: 'new',
  body: Uint8Array.of(0, 92, 255),
} as const;

const each = (name: string, body: Parameters<typeof eachStore>[1]): void => eachStore(name, body, MIGRATIONS);

each('a row comes back as the value of the program that it was', async (_t, { db: plain }) => {
  const db = thingsOf(plain);
  const added = await db
    .insertInto('smallThings')
    .values({ ...value, channelNames: names.write(['front_door', '王']) })
    .returning('id')
    .executeTakeFirstOrThrow();
  assert.equal(added.id, 8, 'behind the numbers that a migration gave');
  const thing = { id: 8, ...value, channelNames: ['front_door', '王'] };
  assert.deepEqual(await db.selectFrom('smallThings').selectAll().execute(), [thing]);
  assert.deepEqual(await db.selectFrom('smallThings').select(['id', 'ready']).execute(), [{ id: 8, ready: true }]);
  const renamed = db.selectFrom('smallThings').select('takenMs as atMs').where('ready', '=', true);
  assert.deepEqual(await renamed.execute(), [{ atMs: value.takenMs }]);
  const changed = await db
    .transaction()
    .execute((tx) =>
      tx.updateTable('smallThings').set({ ready: false }).returning(['ready', 'state']).executeTakeFirst(),
    );
  assert.deepEqual(changed, { ready: false, state: 'new' });
  const byBytes = db.selectFrom('smallThings').select('id').where('body', '=', value.body);
  assert.deepEqual(await byBytes.execute(), [{ id: 8 }]);
  await db.deleteFrom('smallThings').execute();
  const next = await db.insertInto('smallThings').values(value).returning('id').executeTakeFirstOrThrow();
  assert.equal(next.id, 9, 'no number is used twice');
});

each('sums, counts and largest are numbers', async (_t, { db: plain }) => {
  const db = thingsOf(plain);
  await db.insertInto('smallThings').values([value, value]).execute();
  const sums = await db
    .selectFrom('smallThings')
    .select((e) => [
      e.fn.sum<number>('takenMs').as('sum'),
      e.fn.max('takenMs').as('max'),
      e.fn.countAll<number>().as('n'),
      e.fn.sum<number>('speedKmh').as('speed'),
    ])
    .executeTakeFirst();
  assert.deepEqual(sums, { sum: 3_600_000_000_000, max: value.takenMs, n: 2, speed: 66.5 });
});

each(
  'a word that nobody knows reads as the other one; JSON that does not fit is refused',
  async (_t, { db: plain }) => {
    const raw = tables<{ smallThings: Row<{ takenMs: number; ready: number; channelNames: string; state: string }> }>(
      plain,
    );
    await raw.insertInto('smallThings').values({ takenMs: 1, ready: 0, channelNames: '[1]', state: 'later' }).execute();
    const db = thingsOf(plain);
    assert.deepEqual(await db.selectFrom('smallThings').select('state').executeTakeFirst(), { state: 'old' });
    await assert.rejects(db.selectFrom('smallThings').select('channelNames').execute(), { name: 'ZodError' });
  },
);

each('nothing is in an empty list, and all is outside of it', async (_t, { db: plain }) => {
  const db = thingsOf(plain);
  const { id } = await db.insertInto('smallThings').values(value).returning('id').executeTakeFirstOrThrow();
  const ids = db.selectFrom('smallThings').select('id');
  assert.deepEqual(await ids.where('id', 'in', []).execute(), []);
  assert.deepEqual(await ids.where('id', 'not in', []).execute(), [{ id }]);
  assert.doesNotMatch(ids.where('id', 'in', []).compile().sql, /\(\)/, 'not SQLite alone understands it');
});

each('a query waits behind an open transaction and does not fall into it', async (_t, { db: plain }) => {
  const db = thingsOf(plain);
  const order: string[] = [];
  const transaction = db.transaction().execute(async (tx) => {
    await tx.insertInto('smallThings').values(value).execute();
    await new Promise((resolve) => setImmediate(resolve));
    order.push('transaction');
    throw new Error('take it back');
  });
  const count = db
    .selectFrom('smallThings')
    .select('id')
    .execute()
    .then((rows) => {
      order.push('query');
      return rows.length;
    });
  await assert.rejects(transaction, /take it back/);
  assert.equal(await count, 0);
  assert.deepEqual(order, ['transaction', 'query']);
});

each('while writes are refused everything can be read, and nothing changed', async (_t, opened) => {
  const db = thingsOf(opened.db);
  const write = () => db.insertInto('smallThings').values(value).execute();
  opened.refuseWrites('the folder is gone');
  await assert.rejects(write(), { code: 'unavailable', message: 'the folder is gone' });
  assert.deepEqual(await db.selectFrom('smallThings').selectAll().execute(), []);
  opened.refuseWrites(null);
  await write();
  await opened.synced();
  assert.equal((await db.selectFrom('smallThings').selectAll().execute()).length, 1);
});

test('the words of a migration are turned, its texts and comments are not', () => {
  assert.equal(
    toPostgres(
      "-- BLOB\nCREATE TABLE t (a INTEGER PRIMARY KEY, b TEXT DEFAULT 'it''s INTEGER', c REAL) WITHOUT ROWID, STRICT;",
    ),
    "-- BLOB\nCREATE TABLE t (a BIGINT PRIMARY KEY, b TEXT DEFAULT 'it''s INTEGER', c DOUBLE PRECISION);",
  );
});

test('a twin stands in for a migration on its own database alone', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'outrider-twin-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  for (const name of ['0001-a.sql', '0002-b.sql', '0002-b.postgres.sql']) writeFileSync(join(folder, name), name);
  const of = (dialect?: 'postgres') => missingMigrations(folder, 0, 'x', dialect).map(({ sql }) => sql);
  assert.deepEqual(of(), ['0001-a.sql', '0002-b.sql']);
  assert.deepEqual(of('postgres'), ['0001-a.sql', '0002-b.postgres.sql']);
  assert.equal(missingMigrations(folder, 1, 'x').length, 1);
});

test('a server that cannot be reached is said in one line', async () => {
  await assert.rejects(openPostgres('postgres://x@127.0.0.1:1/x', 'a', MIGRATIONS), {
    name: 'StartError',
    message: /The database a cannot be opened: .*ECONNREFUSED/,
  });
});
