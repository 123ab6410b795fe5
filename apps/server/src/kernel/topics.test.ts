import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { type Topic, topics } from './topics.ts';

const SERVER = join(import.meta.dirname, '../..');
const read = (folder: string, ends: RegExp): { path: string; text: string }[] =>
  readdirSync(join(SERVER, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => ends.test(name) && !name.endsWith('.test.ts'))
    .map((name) => ({ path: join(folder, name), text: readFileSync(join(SERVER, folder, name), 'utf8') }));

const sources = read('src', /\.ts$/);
const sql = [...read('migrations', /\.sql$/), ...sources.filter(({ path }) => path.endsWith('store/tracks-file.ts'))];
const tables = new Set(sql.flatMap(({ text }) => [...text.matchAll(/CREATE TABLE (\w+)/g)].map(([, name]) => name)));
const speaking = (word: 'publish' | 'subscribe', topic: Topic): string[] =>
  sources.filter(({ text }) => text.includes(`.${word}('${topic}'`)).map(({ path }) => path);
const all = Object.entries(topics) as [Topic, (typeof topics)[Topic]][]; // the keys of a value that is written out here

test('every topic is published and heard by somebody', () => {
  assert.ok(all.length > 20);
  for (const [topic] of all) {
    assert.ok(speaking('publish', topic).length > 0, `nobody publishes ${topic}`);
    assert.ok(speaking('subscribe', topic).length > 0, `nobody hears ${topic}`);
  }
});

const WHICH = /^(deviceKey|deviceId|userIds?|userName|serialno|fileId|eventSerial|key|reason)$/;
test('a hint says which thing and where to look, and carries nothing of it', () => {
  for (const [topic, row] of all) {
    if (row.kind !== 'hint') continue;
    assert.notEqual(row.look, '', topic);
    for (const name of Object.keys(row.schema.shape)) assert.match(name, WHICH, `${topic} carries ${name}`);
  }
});

test('a fact is never only on the bus: it stands in a table, is put there by a room that hears it, or can be asked for', () => {
  for (const [topic, row] of all) {
    if (row.kind !== 'fact') continue;
    if ('live' in row) {
      assert.notEqual(row.live, '', topic);
      continue;
    }
    for (const table of row.tables) assert.ok(tables.has(table), `${topic} stands in ${table}, which is no table`);
    if (row.by === 'publisher') continue;
    const hearing = speaking('subscribe', topic).filter((path) => path.startsWith(join('src', row.by)));
    assert.ok(hearing.length > 0, `${row.by} does not hear ${topic}`);
  }
});

test('values that do not fit the schema of their topic are found', () => {
  const { schema } = topics['event.stored'];
  const event = { serialno: 1, deviceKey: 2, code: 3, deviceMs: 4, alarmSign: null, attachments: 0 };
  assert.equal(schema.safeParse(event).success, true);
  assert.equal(schema.safeParse({ ...event, code: '3' }).success, false);
  assert.equal(schema.safeParse({ ...event, more: 1 }).success, false);
  assert.equal(topics['alarms.journaled'].schema.safeParse({ rows: 1 }).success, false);
});
