// Written behind: nothing is lost on a clean stop or while the database is away for a while, the oldest goes past the bound.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testCaller } from '../access/test-access.ts';
import { createTestLog, silentLog } from '../log.ts';
import { createLogBook, createSearchedLog, readSeen } from './log-book.ts';
import type { Logged, LogTable } from './log-table.ts';
import { createManualClock } from '../manual-clock.ts';

type Entry = { key: string; value: number };

const start = (options: { keyed?: boolean; days?: number } = {}) => {
  const clock = createManualClock();
  const log = createTestLog();
  const written: Entry[] = [];
  const forgotten: number[] = [];
  const disk = { broken: false, busy: Promise.resolve<undefined>(undefined) };
  const book = createLogBook<Entry>({
    clock,
    log,
    what: 'things',
    name: 'thing_log',
    table: {
      add: async (entries) => {
        await disk.busy;
        if (disk.broken) throw new Error('disk');
        written.push(...entries);
      },
      forget: (beforeMs) => Promise.resolve(forgotten.push(beforeMs)),
    },
    ...(options.keyed === true && { keyOf: ({ key }) => key }),
    days: options.days ?? 0,
  });
  const values = () => written.map(({ value }) => value);
  return { clock, log, book, disk, values, forgotten };
};

test('entries are written within a second, at once when somebody searches, and all of them at the end', async () => {
  const { clock, book, values } = start({ days: 2 });
  book.add({ key: 'a', value: 1 });
  assert.deepEqual(values(), []);
  await clock.advanceAsync(1000);
  assert.deepEqual(values(), [1]);
  book.add({ key: 'a', value: 2 });
  await book.flush();
  assert.deepEqual(values(), [1, 2]);
  book.add({ key: 'a', value: 3 });
  await book.close();
  assert.deepEqual(values(), [1, 2, 3]);
  assert.equal(clock.pending(), 0);
});

test('what could not be written is told, tried again in its order, and kept up to the bound', async () => {
  const { log, book, disk, values } = start();
  disk.broken = true;
  for (let value = 0; value < 10_001; value += 1) book.add({ key: '', value });
  const held = Promise.withResolvers<undefined>();
  disk.busy = held.promise;
  const failing = book.flush();
  await Promise.resolve();
  book.add({ key: '', value: 10_001 });
  held.resolve(undefined);
  await failing;
  assert.deepEqual(
    log.lines.map(({ level, text }) => [level, text]),
    [['error', 'things not logged']],
  );
  disk.broken = false;
  await book.flush();
  assert.deepEqual(book.metrics(), { thing_log_dropped_total: 2, thing_log_forgotten_total: 0 });
  assert.deepEqual([values().length, values()[0], values().at(-1)], [10_000, 2, 10_001]);
});

test('news of one key replace each other while they wait, also those of a write that failed', async () => {
  const { book, disk, values } = start({ keyed: true });
  disk.broken = true;
  book.add({ key: 'a', value: 1 });
  book.add({ key: 'b', value: 2 });
  const held = Promise.withResolvers<undefined>();
  disk.busy = held.promise;
  const failing = book.flush();
  await Promise.resolve();
  book.add({ key: 'a', value: 3 });
  held.resolve(undefined);
  await failing;
  disk.broken = false;
  await book.flush();
  assert.deepEqual(values(), [3, 2]);
});

test('old entries go soon after the start and every hour; 0 days keep them', async () => {
  const { clock, book, forgotten } = start({ days: 2 });
  const began = clock.now() + 600_000;
  await clock.advanceAsync(600_000 + 3_600_000);
  assert.deepEqual(forgotten, [began - 2 * 86_400_000, began - 2 * 86_400_000 + 3_600_000]);
  assert.equal(book.metrics()['thing_log_forgotten_total'], 3);
  const kept = start();
  await kept.clock.advanceAsync(86_400_000);
  assert.deepEqual(kept.forgotten, []);
});

test('a search reads on until the limit is full of what the caller may see', async () => {
  const rows = Array.from({ length: 1300 }, (_, id) => ({ id }));
  const search = (limit: number) =>
    readSeen({
      first: -1,
      read: (after, most) => Promise.resolve(rows.filter(({ id }) => id > after).slice(0, most)),
      placeOf: ({ id }) => id,
      sees: ({ id }) => id % 2 === 0,
      limit,
    });
  assert.deepEqual((await search(600)).at(-1), { id: 1198 });
  assert.equal((await search(1000)).length, 650);
});

test('others have their turn while a search reads, and one of far too many rows is refused with words', async () => {
  let turn = 0;
  let pages = 0;
  const turns = new Set<number>();
  const search = (rows: number) =>
    readSeen({
      first: 0,
      read: (after, most) => {
        turns.add(turn);
        pages += 1;
        return Promise.resolve(Array.from({ length: Math.min(most, rows - after) }, (_, i) => ({ id: after + i + 1 })));
      },
      placeOf: ({ id }) => id,
      sees: ({ id }) => id === rows,
      limit: 10,
    });
  let next = setImmediate(function count() {
    turn += 1;
    next = setImmediate(count);
  });
  const found = await search(199_999);
  await assert.rejects(search(200_001), { code: 'limit_reached', message: /Choose a shorter one\.$/ });
  clearImmediate(next);
  assert.deepEqual(found, [{ id: 199_999 }]);
  assert.deepEqual([pages, turns.size], [800, 800]);
});

test('a search finds what was added just now, no further back than the caller looks, and only what may be seen', async () => {
  const clock = createManualClock();
  const kept: Logged<{ atMs: number }>[] = [];
  const table: LogTable<{ atMs: number }, 'name'> = {
    add: async (entries) => void kept.push(...entries.map((entry, i) => ({ ...entry, id: kept.length + i }))),
    read: async ({ fromMs, toMs, filters }) =>
      filters?.name === 'ann' ? kept.filter(({ atMs }) => atMs >= fromMs && atMs < toMs) : [],
    countOlder: async () => 0,
    forget: async () => 0,
  };
  const book = createSearchedLog({ clock, log: silentLog, what: 'things', name: 'thing_log', days: 0, table });
  for (const atMs of [10, 20, 30, 40]) book.add({ atMs });
  const caller = testCaller({ lookback: { days: 1, since: () => 20 } });
  const span = { afterUpdatetime: 0, beforeUpdatetime: 40 };
  const search = async (...more: [] | [(row: { atMs: number }) => boolean]) =>
    (await book.search(caller, span, { name: 'ann' }, ...more)).map(({ atMs }) => atMs);
  assert.deepEqual(await search(), [20, 30]);
  assert.deepEqual(await search(({ atMs }) => atMs > 20), [30]);
  await book.close();
});
