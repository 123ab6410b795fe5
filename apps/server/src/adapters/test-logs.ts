// What every log table does, on both databases: a row comes back as it was added, pages follow each other, filters narrow, age forgets.
import assert from 'node:assert/strict';
import type { Database } from '../kernel/storage/db.ts';
import type { LogTable } from '../kernel/storage/log-table.ts';
import { othersTurns } from '../kernel/turns-until.ts';
import { eachStore } from './test-stores.ts';

export type LogSuite<Entry, Filter extends string> = {
  /** One with the column by which the log is read at `atMs`. */
  entry: (atMs: number) => Entry;
  /** For each filter, another text than `entry` has. */
  other: { [K in Filter]: string };
};

const manyRows = <Entry extends Readonly<Record<string, unknown>>>(
  name: string,
  open: (db: Database) => LogTable<Entry, never>,
  entry: (atMs: number) => Entry,
): void => {
  eachStore(`${name}: many rows are one change, and others have their turns meanwhile`, async (t, { db }) => {
    const table = open(db);
    const times = Array.from({ length: 107 }, (_, i) => 1000 + i);
    const others = othersTurns(t);
    await table.add(times.map(entry));
    assert.ok(others() >= 4, `others had ${others()} turns`);
    assert.deepEqual(
      await table.read({ fromMs: 0, toMs: 2000 }, 200),
      times.map((atMs, i) => ({ id: i + 1, ...entry(atMs) })).toReversed(),
      'in their order',
    );
  });
};

/** The tests of a log; those of what is special about one stand beside it. */
export const logSuite = <Entry extends Readonly<Record<string, unknown>>, Filter extends string>(
  name: string,
  open: (db: Database) => LogTable<Entry, Filter>,
  { entry, other }: NoInfer<LogSuite<Entry, Filter>>,
): void => {
  const all = { fromMs: 0, toMs: 2000 };
  manyRows(name, open, entry);

  eachStore(`${name}: a row comes back as it was added, narrowed by each filter`, async (_t, { db }) => {
    const table = open(db);
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- its keys are the filters
    const names = Object.keys(other) as Filter[];
    const others = names.map((filter, i): Entry => ({ ...entry(1001 + i), [filter]: other[filter] }));
    await table.add([entry(1000), ...others]);
    const wanted = [entry(1000), ...others].map((each, i) => ({ id: i + 1, ...each })).toReversed();
    assert.deepEqual(await table.read(all, 99), wanted);
    assert.ok(names.length > 0);
    for (const [i, filter] of names.entries()) {
      const filters: Partial<Record<Filter, string>> = {};
      filters[filter] = other[filter];
      const found = await table.read({ ...all, filters }, 99);
      assert.deepEqual(found, [{ id: i + 2, ...others[i] }], filter);
    }
    const none: Partial<Record<Filter, string>> = {};
    for (const filter of names) none[filter] = '';
    assert.equal(
      (await table.read({ ...all, filters: none }, 99)).length,
      wanted.length,
      'an empty text narrows nothing',
    );
  });

  eachStore(`${name}: pages follow each other without a gap or a row twice, inside the span`, async (_t, { db }) => {
    const table = open(db);
    // Times come in any order: a clock may have been put back.
    const times = Array.from({ length: 60 }, (_, i) => 1000 + ((i * 7) % 12));
    await table.add([entry(999), ...times.map(entry), entry(1012)]);
    const found: Awaited<ReturnType<typeof table.read>> = [];
    for (let pages = 0; pages < 12; pages += 1) {
      const page = await table.read({ fromMs: 1000, toMs: 1012, after: found.at(-1) }, 7);
      found.push(...page);
      if (page.length < 7) break;
    }
    // Newest first, of one moment the newest row: ids count from 1, the row before the span is the first.
    const wanted = times.map((ms, i) => ({ ms, id: i + 2 })).toSorted((a, b) => b.ms - a.ms || b.id - a.id);
    assert.deepEqual(
      found,
      wanted.map(({ ms, id }) => ({ id, ...entry(ms) })),
    );
  });

  eachStore(`${name}: the oldest are forgotten first, a few at a time`, async (_t, { db }) => {
    const table = open(db);
    await table.add([6, 5, 4].map(entry));
    const left = async () => (await table.read(all, 9)).map(({ id }) => id);
    assert.deepEqual([await table.countOlder(6, 9), await table.countOlder(6, 1)], [2, 1]);
    assert.equal(await table.forget(6, 1), 1);
    assert.deepEqual(await left(), [1, 2]);
    assert.equal(await table.forget(6, 9), 1);
    assert.equal(await table.forget(6, 9), 0);
    assert.deepEqual(await left(), [1]);
  });
};
