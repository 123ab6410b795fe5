// When what was counted becomes rows, of which day, and what holds after a failure, a month's end and a restart.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type DeviceTraffic, Traffic } from '../../gateway/index.ts';
import { silentLog } from '../../kernel/log.ts';
import { createManualClock } from '../../kernel/manual-clock.ts';
import { DataBook } from './data-book.ts';
import { serverDays } from './server-days.ts';
import type { AskedDays } from './store.ts';

const TICK_MS = 5000;

const open = async (start: string, zone = 'UTC') => {
  const clock = createManualClock(Date.parse(start));
  const traffic = new Traffic();
  const rows: { day: string; deviceKey: number; inBytes: number; outBytes: number }[] = [];
  const disk = { full: false, unreadable: false };
  const store = {
    add: async (day: string, added: readonly DeviceTraffic[]) => {
      if (disk.full) throw new Error('no room');
      rows.push(...added.map((row) => ({ day, ...row })));
    },
    sumsOfMonth: async (month: string) => {
      const sums = new Map<number, number>();
      for (const { day, deviceKey, inBytes, outBytes } of rows)
        if (day.startsWith(month)) sums.set(deviceKey, (sums.get(deviceKey) ?? 0) + inBytes + outBytes);
      return [...sums].map(([deviceKey, bytes]) => ({ deviceKey, bytes }));
    },
    page: async ({ firstDay, lastDay }: AskedDays) => {
      if (disk.unreadable) throw new Error('no disk');
      return rows.filter(({ day }) => day >= firstDay && day <= lastDay);
    },
  };
  const kit = { clock, log: silentLog, store, traffic, dayOf: serverDays(zone) };
  const book = await DataBook.open(kit);
  const count = (deviceKey: number, inBytes: number, outBytes = 0): void =>
    traffic.giveBack([{ deviceKey, inBytes, outBytes }]);
  const pass = async (ms: number): Promise<void> => {
    for (let passed = 0; passed < ms; passed += TICK_MS) {
      await clock.advanceAsync(TICK_MS);
      book.tick();
      await clock.advanceAsync(0);
    }
  };
  /** The clock of the computer is set to these, one after the other, with no time in between. */
  const jump = async (...moments: readonly string[]): Promise<void> => {
    for (const moment of moments) {
      clock.jumpTo(Date.parse(moment));
      book.tick();
    }
    await clock.advanceAsync(0);
  };
  return { book, rows, disk, count, pass, jump, reopen: () => DataBook.open(kit) };
};

test('what was counted is stored within a minute, and known as used at once', async () => {
  const { book, rows, count, pass, reopen } = await open('2026-02-10T12:00:00Z');
  count(7, 1000, 24);
  assert.equal(book.usedBy(7), 1024);
  await pass(55_000);
  assert.deepEqual(rows, []);
  await pass(5000);
  assert.deepEqual(rows, [{ day: '2026-02-10', deviceKey: 7, inBytes: 1000, outBytes: 24 }]);
  count(7, 1);
  assert.equal(book.usedBy(7), 1025);
  await pass(60_000);
  assert.deepEqual([rows.length, book.usedBy(7), (await reopen()).usedBy(7)], [2, 1025, 1025]);
});

test('a day ends at midnight of the zone, and a month begins with nothing used', async () => {
  const { book, rows, count, pass } = await open('2026-01-31T15:59:30Z', 'Asia/Taipei');
  assert.equal(book.month, '2026-01');
  count(7, 100);
  await pass(30_000);
  assert.deepEqual(rows, [{ day: '2026-01-31', deviceKey: 7, inBytes: 100, outBytes: 0 }]);
  assert.deepEqual([book.month, book.usedBy(7)], ['2026-02', 0]);
  count(7, 5);
  await pass(60_000);
  assert.deepEqual(rows.slice(1), [{ day: '2026-02-01', deviceKey: 7, inBytes: 5, outBytes: 0 }]);
  assert.equal(book.usedBy(7), 5);
});

test('what cannot be stored counts on, and is stored once the disk takes it', async () => {
  const { book, rows, disk, count, pass } = await open('2026-02-10T12:00:00Z');
  for (let key = 1; key <= 450; key += 1) count(key, key);
  disk.full = true;
  await pass(60_000);
  assert.deepEqual([rows.length, book.usedBy(450)], [0, 450]);
  count(450, 1);
  disk.full = false;
  await pass(65_000);
  assert.deepEqual([rows.length, book.usedBy(450), book.usedBy(3)], [450, 451, 3]);
  assert.equal(rows.find(({ deviceKey }) => deviceKey === 450)?.inBytes, 451);
});

test('a clock that is set over the end of a month and back finds what the month has used', async () => {
  const [february, march] = ['2026-02-10T12:01:00Z', '2026-03-01T00:00:00Z'];
  const { book, disk, count, pass, jump } = await open('2026-02-10T12:00:00Z');
  count(7, 1000);
  await pass(60_000);
  await jump(march);
  assert.deepEqual([book.month, book.usedBy(7)], ['2026-03', 0]);
  await jump(february);
  assert.deepEqual([book.month, book.usedBy(7)], ['2026-02', 1000]);
  await jump(march, february, march, february);
  assert.equal(book.usedBy(7), 1000, 'read once, however often it was set');
  disk.full = true;
  count(7, 5);
  await jump(march, february);
  assert.equal(book.usedBy(7), 1005, 'what could not be stored counts on');
});

test('what a month has used is read again where it could not be read', async () => {
  const { book, disk, count, pass, jump } = await open('2026-02-10T12:00:00Z');
  count(7, 1000);
  await pass(60_000);
  disk.unreadable = true;
  await jump('2026-03-01T00:00:00Z', '2026-02-10T12:01:00Z');
  assert.equal(book.usedBy(7), 0);
  disk.unreadable = false;
  await pass(60_000);
  assert.equal(book.usedBy(7), 1000);
});

test('what is used while the database is away is counted once when it is back', async () => {
  const { book, rows, disk, count, pass, jump } = await open('2026-02-28T23:59:00Z');
  disk.full = true;
  disk.unreadable = true;
  await jump('2026-03-01T00:00:00Z');
  count(7, 1000);
  await pass(120_000);
  assert.equal(book.usedBy(7), 1000);
  disk.full = false;
  await pass(60_000);
  await book.forget([]);
  assert.equal(book.usedBy(7), 1000, 'stored, not read');
  count(7, 500);
  disk.unreadable = false;
  await pass(60_000);
  await book.forget([]); // all that was begun is done
  assert.equal(book.usedBy(7), 1500);
  assert.equal(
    rows.reduce((sum, { inBytes }) => sum + inBytes, 0),
    1500,
  );
});

test('of devices that are forgotten nothing is known or stored any more', async () => {
  const { book, rows, count, pass } = await open('2026-02-10T12:00:00Z');
  count(7, 100);
  await book.forget([7]);
  await pass(60_000);
  assert.deepEqual([rows, book.usedBy(7)], [[], 0]);
});
