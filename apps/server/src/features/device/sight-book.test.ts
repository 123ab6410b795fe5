// What came and went for an account since it last looked.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SightBook } from './sight-book.ts';

const keys = (from: number, count: number): number[] => Array.from({ length: count }, (_, i) => from + i);

test('the difference to an older list is known, each device once, and of nobody else', () => {
  const book = new SightBook();
  book.changed(7, [1, 2]);
  book.changed(7, [2, 3]);
  book.changed(8, [9]);
  assert.deepEqual([book.count(7), book.count(8), book.count(9)], [2, 1, 0]);
  assert.deepEqual([...(book.since(7, 0) ?? [])], [1, 2, 3]);
  assert.deepEqual([...(book.since(7, 1) ?? [])], [2, 3]);
  assert.deepEqual(book.since(7, 2), new Set());
  assert.deepEqual(book.since(9, 0), new Set());
});

test('what is not known is said to be so: another kind of change, a number from elsewhere', () => {
  const book = new SightBook();
  book.changed(7, [1]);
  book.changed(7, undefined);
  book.changed(7, [2]);
  assert.deepEqual([book.since(7, 0), book.since(7, 1), book.since(7, 2)], [undefined, undefined, new Set([2])]);
  assert.deepEqual(
    [book.since(7, 4), book.since(7, Number.NaN), book.since(7, 1.5)],
    [undefined, undefined, undefined],
  );
});

test('it is bounded: by changes and by devices the oldest go first', () => {
  const book = new SightBook();
  for (let i = 0; i < 150; i += 1) book.changed(7, [i]);
  assert.deepEqual([book.since(7, 49), book.since(7, 50)?.size], [undefined, 100]);
  for (let i = 0; i < 3; i += 1) book.changed(8, keys(i * 2000, 2000));
  assert.deepEqual([book.since(8, 0), book.since(8, 1)?.size], [undefined, 4000]);
  book.changed(8, keys(0, 5001));
  assert.deepEqual([book.since(8, 3), book.since(8, 4)], [undefined, new Set()]);
});
