// What a reader sees of a row, and when a goal counts as met.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { limitRow, ratioRow } from '../bench-row.ts';
import { benchTable } from './table.ts';

const ratioOf = (value: number, yardstick: number) =>
  ratioRow('w', { value, unit: 'ms' }, { what: 'y', value: yardstick }, 1.3);

test('a ratio up to its limit is met, one above it or without a number is not', () => {
  assert.equal(ratioOf(13, 10).met, true);
  assert.equal(ratioOf(13.1, 10).met, false);
  assert.equal(ratioOf(0, 0).met, false);
  assert.equal(ratioOf(1, 0).met, false);
});

test('a plain limit is met up to and with it', () => {
  assert.equal(limitRow('w', { value: 12, unit: 'bytes' }, 12).met, true);
  assert.equal(limitRow('w', { value: 12.01, unit: 'bytes' }, 12).met, false);
  assert.equal(limitRow('w', { value: Number.NaN, unit: 'bytes' }, 12).met, false);
});

test('the table names measured value, yardstick, ratio and goal, and shouts when a goal is missed', () => {
  const rows = [
    ratioRow('fan-out', { value: 12.345, unit: 'ms' }, { what: 'bare loop', value: 10 }, 1.3),
    limitRow('memory', { value: 1234.5, unit: 'MB' }, 200),
  ];
  assert.equal(
    benchTable(rows),
    [
      '| what    | measured | yardstick        | ratio | goal              | met |',
      '| ------- | -------- | ---------------- | ----- | ----------------- | --- |',
      '| fan-out | 12.3 ms  | bare loop, 10 ms | 1.23  | at most 1.3 times | yes |',
      '| memory  | 1,235 MB |                  |       | at most 200 MB    | NO  |',
    ].join('\n'),
  );
});
