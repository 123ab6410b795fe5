// Pages of a long answer: each row once, in order, and others have their turn in between.
import assert from 'node:assert/strict';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { test } from 'node:test';
import { eachPage, namedKeys } from './pages.ts';

test('every row is handed on once, page by page, and others have their turn in between', async () => {
  for (const count of [0, 1, 2, 3, 4, 5]) {
    const rows = Array.from({ length: count }, (_, at) => at + 1);
    const pages: number[][] = [];
    let turns = 0;
    const reading = eachPage<number>(
      2,
      async (last = 0, limit) => rows.slice(last, last + limit),
      (page) => {
        pages.push([...page, turns]);
      },
    );
    const other = (async () => {
      for (; turns < 10; turns += 1) await nextTurn(); // oxlint-disable-line no-await-in-loop -- counts them
    })();
    await reading;
    await other;
    assert.deepEqual(
      pages.flatMap((page) => page.slice(0, -1)),
      rows,
    );
    const seen = pages.map((page) => page.at(-1) ?? 0);
    assert.ok(
      seen.every((turn, at) => at === 0 || turn > (seen[at - 1] ?? 0)),
      JSON.stringify(pages),
    );
  }
});

test('few keys are asked for by name, many are not', () => {
  const keys = Array.from({ length: 501 }, (_, at) => at);
  assert.deepEqual(namedKeys([]), []);
  assert.equal(namedKeys(keys.slice(1))?.length, 500);
  assert.equal(namedKeys(keys), undefined);
});
