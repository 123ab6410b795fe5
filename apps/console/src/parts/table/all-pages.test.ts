// All rows of an answer that comes by the page, each once, also while rows move.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { allPages } from './all-pages.ts';

const PAGE = 2;
const own = (row: string): string => row;
const paged = (rows: readonly string[], page: number) => ({
  total: rows.length,
  rows: rows.slice((page - 1) * PAGE, page * PAGE),
});

test('every page is asked for once, and no page behind the last', async () => {
  const asked: number[] = [];
  const ask = async (page: number) => {
    asked.push(page);
    return paged(['a', 'b', 'c', 'd'], page);
  };
  assert.deepEqual(await allPages(ask, own), ['a', 'b', 'c', 'd']);
  assert.deepEqual(asked, [1, 2]);
  assert.deepEqual(await allPages(async (page) => paged([], page), own), []);
});

test('a row that moved to a page that was read already is met on the next round, and none is there twice', async () => {
  let count = 0;
  const ask = async (page: number) => paged((count += 1) === 1 ? ['a', 'b', 'c'] : ['c', 'a', 'b'], page);
  assert.deepEqual((await allPages(ask, own)).toSorted(), ['a', 'b', 'c']);
});

test('what never comes is not asked for without an end', async () => {
  let count = 0;
  const ask = async () => {
    count += 1;
    return { total: 9, rows: count % 2 === 1 ? ['a'] : [] };
  };
  assert.deepEqual(await allPages(ask, own), ['a']);
  assert.equal(count, 6);
});
