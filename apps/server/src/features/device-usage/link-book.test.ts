// How long links stood: over midnights, restarts, kills, a disk that takes nothing and a clock that is set back.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { silentLog } from '../../kernel/log.ts';
import { createManualClock } from '../../kernel/manual-clock.ts';
import { LinkBook } from './link-book.ts';
import type { AskedSpans, LinkSpan } from './store.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const START_MS = Date.UTC(2026, 4, 10);

const open = async () => {
  const clock = createManualClock(START_MS);
  const disk = { full: false, seenMs: 0 };
  const rows = new Map<string, LinkSpan>();
  const store = {
    save: async (spans: readonly LinkSpan[]) => {
      if (disk.full) throw new Error('no room');
      for (const span of spans) rows.set(`${span.deviceKey} ${span.beginMs}`, span);
    },
    saveSeen: async (seenMs: number) => {
      disk.seenMs = seenMs;
    },
    endStanding: async () => {
      for (const [name, span] of rows)
        if (span.endMs === null) rows.set(name, { ...span, endMs: Math.max(span.beginMs, disk.seenMs) });
    },
    page: async ({ fromMs, toMs }: AskedSpans, last: LinkSpan | undefined) =>
      last === undefined ? [...rows.values()].filter(({ beginMs }) => beginMs >= fromMs && beginMs < toMs) : [],
  };
  const openBook = () => LinkBook.open({ clock, log: silentLog, store });
  return { clock, disk, rows, openBook, book: await openBook() };
};

test('a link that stood over midnights counts for each of the days', async () => {
  const { clock, rows, book } = await open();
  clock.jumpTo(START_MS + 18 * HOUR_MS);
  book.came(7, clock.now());
  clock.jumpTo(START_MS + 2.5 * DAY_MS);
  await book.write();
  assert.ok([...rows.values()].every(({ beginMs, endMs }) => (endMs ?? clock.now()) - beginMs <= DAY_MS));
  const onDay = async (day: number) =>
    (await book.linkedBetween(START_MS + day * DAY_MS, START_MS + (day + 1) * DAY_MS)).get(7);
  assert.deepEqual([await onDay(0), await onDay(1), await onDay(2)], [6 * HOUR_MS, DAY_MS, DAY_MS / 2]);
  book.went(7, clock.now());
  clock.jumpTo(clock.now() + HOUR_MS);
  assert.equal(await onDay(2), DAY_MS / 2, 'not written yet, and counted once');
  await book.write();
  assert.equal(await onDay(2), DAY_MS / 2);
  assert.deepEqual(await book.linkedBetween(START_MS - DAY_MS, START_MS), new Map());
});

test('a link that takes over from another goes on with it; one that was set back in time takes none away', async () => {
  const { clock, book } = await open();
  book.came(7, START_MS);
  clock.jumpTo(START_MS + HOUR_MS);
  book.came(7, clock.now());
  clock.jumpTo(START_MS + 2 * HOUR_MS);
  book.went(7, clock.now());
  book.came(8, clock.now());
  book.went(8, START_MS);
  assert.deepEqual(await book.linkedBetween(START_MS, START_MS + DAY_MS), new Map([[7, 2 * HOUR_MS]]));
});

test('a killed server loses what it did not write; a disk that takes nothing loses nothing while the server runs', async () => {
  const { clock, disk, book, openBook } = await open();
  book.came(7, START_MS);
  clock.jumpTo(START_MS + HOUR_MS);
  await book.write();
  clock.jumpTo(START_MS + 3 * HOUR_MS);
  const second = await openBook();
  assert.deepEqual(await second.linkedBetween(START_MS, START_MS + DAY_MS), new Map([[7, HOUR_MS]]));
  disk.full = true;
  second.came(7, clock.now());
  clock.jumpTo(START_MS + 4 * HOUR_MS);
  await second.write();
  assert.deepEqual(await second.linkedBetween(START_MS, START_MS + DAY_MS), new Map([[7, 2 * HOUR_MS]]));
  disk.full = false;
  await second.close();
  assert.deepEqual(second.metrics(), { link_spans_unwritten: 0, link_spans_dropped_total: 0 });
  assert.deepEqual(await (await openBook()).linkedBetween(START_MS, START_MS + DAY_MS), new Map([[7, 2 * HOUR_MS]]));
});

test('of devices that are forgotten nothing is written', async () => {
  const { clock, rows, book } = await open();
  book.came(7, START_MS);
  await book.forget([7]);
  clock.jumpTo(START_MS + HOUR_MS);
  await book.close();
  assert.equal(rows.size, 0);
});

test('after a clock that was days ahead is right, links count again from then on, over midnights too', async () => {
  const { clock, rows, book } = await open();
  book.came(7, clock.now());
  clock.jumpTo(START_MS + 9 * DAY_MS);
  book.came(8, clock.now());
  await book.write();
  clock.jumpTo(START_MS + 12 * HOUR_MS);
  await book.write();
  clock.jumpTo(START_MS + 2 * DAY_MS);
  await book.write();
  const onSecondDay = await book.linkedBetween(START_MS + DAY_MS, START_MS + 2 * DAY_MS);
  assert.deepEqual([onSecondDay.get(7), onSecondDay.get(8)], [DAY_MS, DAY_MS]);
  const stands = [...rows.values()].filter(({ endMs }) => endMs === null);
  assert.deepEqual(
    stands.map(({ deviceKey, beginMs }) => [deviceKey, beginMs]),
    [
      [7, START_MS + 2 * DAY_MS],
      [8, START_MS + 2 * DAY_MS],
    ],
  );
});
