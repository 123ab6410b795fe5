// How stores see their tables: names, flags, JSON and words, on a real database.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { z } from 'zod';
import { openSqlite } from './sqlite/sqlite.ts';
import { type Database, flag, json, oneOf, type Row, tables } from '../kernel/db.ts';

type Thing = { id: number; takenMs: number; ready: boolean; channelNames: string[]; state: 'new' | 'old' };
const columns = { ready: flag, channelNames: json(z.array(z.string())), state: oneOf(['new', 'old'], 'old') };
type Tables = { smallThings: Row<Thing, typeof columns, 'id'> };

const open = (t: TestContext): Database => {
  const folder = mkdtempSync(join(tmpdir(), 'outrider-db-'));
  writeFileSync(
    join(folder, '0001-things.sql'),
    `CREATE TABLE small_things (id INTEGER PRIMARY KEY AUTOINCREMENT, taken_ms INTEGER NOT NULL, ready INTEGER NOT NULL,
     channel_names TEXT NOT NULL, state TEXT NOT NULL) STRICT;`,
  );
  const opened = openSqlite(':memory:', folder);
  t.after(async () => {
    await opened.close();
    rmSync(folder, { recursive: true, force: true });
  });
  return opened.db;
};

const channelNames = columns.channelNames.write(['front_door', 'b']);

test('a row comes back as the value of the program that it was', async (t) => {
  const db = tables<Tables>(open(t), columns);
  const value = { takenMs: 1_800_000_000_000, ready: true, state: 'new' } as const;
  await db
    .insertInto('smallThings')
    .values({ ...value, channelNames })
    .execute();
  const thing = { id: 1, ...value, channelNames: ['front_door', 'b'] };
  assert.deepEqual(await db.selectFrom('smallThings').selectAll().execute(), [thing]);
  assert.deepEqual(await db.selectFrom('smallThings').select(['id', 'ready']).execute(), [{ id: 1, ready: true }]);
  assert.deepEqual(await db.selectFrom('smallThings').select('takenMs as atMs').where('ready', '=', true).execute(), [
    { atMs: value.takenMs },
  ]);
  const changed = await db
    .transaction()
    .execute((tx) =>
      tx.updateTable('smallThings').set({ ready: false }).returning(['ready', 'state']).executeTakeFirst(),
    );
  assert.deepEqual(changed, { ready: false, state: 'new' });
});

test('a word that nobody knows reads as the other one; JSON that does not fit is refused', async (t) => {
  const plain = open(t);
  const db = tables<Tables>(plain, columns);
  const raw = tables<{ smallThings: Row<{ takenMs: number; ready: number; channelNames: string; state: string }> }>(
    plain,
  );
  await raw.insertInto('smallThings').values({ takenMs: 1, ready: 0, channelNames: '[1]', state: 'later' }).execute();
  assert.deepEqual(await db.selectFrom('smallThings').select('state').executeTakeFirst(), { state: 'old' });
  await assert.rejects(db.selectFrom('smallThings').select('channelNames').execute(), { name: 'ZodError' });
});

test('nothing is in an empty list, and all is outside of it', async (t) => {
  const db = tables<Tables>(open(t), columns);
  await db.insertInto('smallThings').values({ takenMs: 1, ready: false, channelNames, state: 'new' }).execute();
  const ids = db.selectFrom('smallThings').select('id');
  assert.deepEqual(await ids.where('id', 'in', []).execute(), []);
  assert.deepEqual(await ids.where('id', 'not in', []).execute(), [{ id: 1 }]);
  assert.match(ids.where('id', 'in', []).compile().sql, /^(?!.*\(\)).*$/, 'not SQLite alone understands it');
});
