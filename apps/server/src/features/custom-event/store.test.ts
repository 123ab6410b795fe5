// Custom events, on both databases.
import assert from 'node:assert/strict';
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { openSqlite } from '../../adapters/sqlite/sqlite.ts';
import { eachStore } from '../../adapters/test-stores.ts';
import { createCustomEventStore, type Standing, type WantedFootage } from './store.ts';

const NOW_MS = 1_800_000_000_000;
const request = (deviceKey: number, startMs: number): WantedFootage => ({
  deviceKey,
  deviceId: `D${deviceKey}`,
  startMs,
  endMs: startMs + 10,
  channels: [1, 3],
  mainChannels: [],
  audio: deviceKey === 1,
  userName: 'ann',
  createdMs: NOW_MS,
});
const span = { channel: 3, startMs: NOW_MS, endMs: NOW_MS + 5, stream: 'main' } as const;

eachStore('custom events: kept, brought forward, found by span and page, and forgotten', async (_t, { db }) => {
  const store = createCustomEventStore(db);
  const ids = await store.add([request(1, NOW_MS), request(2, NOW_MS), request(1, NOW_MS + 20)]);
  assert.equal(new Set(ids).size, 3);
  const [first = 0, second = 0, third = 0] = ids;
  assert.deepEqual(await store.find(first), {
    id: first,
    ...request(1, NOW_MS),
    state: 'waiting',
    message: 'waiting for footage download',
    progress: 0,
    footage: [],
    tries: 0,
    triedMs: 0,
  });
  assert.equal(await store.find(99), undefined);
  await store.update(first, { state: 'done', message: 'kept', progress: 99.9, footage: [span] });
  await store.update(second, { state: 'fetching', message: 'half', progress: 50, footage: [] });
  await store.tried(second, NOW_MS + 1);
  await store.tried(second, NOW_MS + 2);
  const [tried] = await store.unfinished(1);
  assert.deepEqual([tried?.id, tried?.tries, tried?.triedMs], [second, 2, NOW_MS + 2]);
  const idsOf = (found: { id: number }[]): number[] => found.map(({ id }) => id);
  assert.deepEqual(idsOf(await store.unfinished(9)), [second, third]);
  assert.deepEqual(idsOf(await store.unfinished(1)), [second]);
  assert.deepEqual(idsOf(await store.read(third, 9)), [second, first]);
  assert.deepEqual(idsOf(await store.touching(1, NOW_MS + 9, NOW_MS + 20)), [first]);
  assert.deepEqual(idsOf(await store.touching(1, NOW_MS + 10, NOW_MS + 20)), []);
  const done = await store.find(first);
  assert.deepEqual([done?.state, done?.progress, done?.footage, done?.audio], ['done', 99, [span], true]);
  await store.update(first, { state: 'done', message: 'kept', progress: 99, footage: [span] }, NOW_MS + 9);
  assert.deepEqual([done?.createdMs, (await store.find(first))?.createdMs], [NOW_MS, NOW_MS + 9]);
  await store.forgetFootage(1, 'deleted');
  const messages = await Promise.all([first, third].map(async (id) => (await store.find(id))?.message));
  assert.deepEqual(messages, ['deleted', 'waiting for footage download'], 'who had nothing keeps his word');
  await store.remove(first);
  assert.equal(await store.find(first), undefined);
});

eachStore('custom events: those of dropped devices go', async (_t, { db }) => {
  const store = createCustomEventStore(db);
  await store.add([request(1, NOW_MS), request(2, NOW_MS), request(3, NOW_MS)]);
  await store.removeDevices([1, 3, 9]);
  assert.deepEqual(
    (await store.read(99, 9)).map(({ deviceKey }) => deviceKey),
    [2],
  );
});

eachStore(
  'custom events: those that are over go when they are old, but what was tried since stays',
  async (_t, { db }) => {
    const store = createCustomEventStore(db);
    const [oldMs, beforeMs] = [NOW_MS - 100, NOW_MS - 50];
    const old = { ...request(1, NOW_MS), createdMs: oldMs };
    const ids = await store.add([...Array.from({ length: 8 }, () => old), request(1, NOW_MS)]);
    const [
      waiting = 0,
      fetching = 0,
      done = 0,
      partial = 0,
      failed = 0,
      cancelled = 0,
      tried = 0,
      again = 0,
      young = 0,
    ] = ids;
    const end = (id: number, state: Standing['state'], askedMs?: number): Promise<void> =>
      store.update(id, { state, message: '', progress: 0, footage: [] }, askedMs);
    await end(fetching, 'fetching');
    for (const [id, state] of [
      [done, 'done'],
      [partial, 'partial'],
      [failed, 'failed'],
      [cancelled, 'cancelled'],
      [tried, 'done'],
      [young, 'done'],
    ] as const)
      await end(id, state);
    await end(again, 'done', NOW_MS);
    await store.tried(done, beforeMs - 1);
    await store.tried(tried, beforeMs);
    await store.tried(waiting, oldMs);
    assert.equal(await store.forget(beforeMs, 3), 3, 'no more than it is allowed at once');
    assert.equal(await store.forget(beforeMs, 3), 1);
    assert.equal(await store.forget(beforeMs, 3), 0);
    const left = (await store.read(Number.MAX_SAFE_INTEGER, 9)).map(({ id }) => id);
    assert.deepEqual(left, [young, again, tried, fetching, waiting]);
  },
);

const MIGRATIONS = join(import.meta.dirname, '../../../migrations');
const YEAR_9999_MS = Date.parse('9999-12-31T23:59:59Z');

test('what an earlier version took of times without a date goes when it is opened, and the rest can be read', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'outrider-times-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const [path, before] = [join(folder, 'a.sqlite'), join(folder, 'migrations')];
  mkdirSync(before);
  for (const name of readdirSync(MIGRATIONS))
    if (name < '0570') copyFileSync(join(MIGRATIONS, name), join(before, name));
  await openSqlite(path, before).close();
  const old = new DatabaseSync(path);
  const bad = ['1790000000000000000', `${YEAR_9999_MS + 1000}`, '-9007199254740991000'];
  for (const startMs of [...bad, String(YEAR_9999_MS), '0']) {
    old.exec(`INSERT INTO custom_events (device_key, device_id, start_ms, end_ms, channels, main_channels, audio, user_name, created_ms, state)
      VALUES (1, 'D1', ${startMs}, ${startMs}, '[1]', '[]', 0, 'ann', ${NOW_MS}, 'waiting')`);
    old.exec(`INSERT INTO events (device_key, code, note, device_ms, received_ms, speed_kmh, source_type)
      VALUES (1, 100, 'ann', ${startMs}, ${NOW_MS}, 0, 2)`);
    old.exec(`INSERT INTO firmware_rollouts (url, version, memo, state, stage, max_failures, user_id, user_name, asked_ms, updated_ms, begins_ms)
      VALUES ('', '', '', 'done', 1, 0, 1, 'ann', ${NOW_MS}, ${NOW_MS}, ${startMs})`);
  }
  old.close();
  const opened = openSqlite(path, MIGRATIONS);
  t.after(() => opened.close());
  const unfinished = await createCustomEventStore(opened.db).unfinished(9);
  assert.deepEqual(
    unfinished.map(({ startMs }) => startMs),
    [YEAR_9999_MS, 0],
  );
  const reader = new DatabaseSync(path, { readOnly: true });
  t.after(() => reader.close());
  const read = (sql: string) =>
    reader
      .prepare(sql)
      .all()
      .map(({ ms }) => ms);
  assert.deepEqual(read('SELECT device_ms AS ms FROM events ORDER BY serialno'), [YEAR_9999_MS, 0]);
  const begins = read('SELECT begins_ms AS ms FROM firmware_rollouts ORDER BY id');
  assert.deepEqual(begins, [NOW_MS, NOW_MS, NOW_MS, YEAR_9999_MS, 0]);
});
