// What a reader sees of a row, and when a goal counts as met.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { limitRow, ratioRow } from '../bench-row.ts';
import { benchPage, benchTable } from './table.ts';

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

test('the page says when and where each was measured, who was at work, and how many goals are missed', () => {
  const circumstances = { yardstick: 'a bare loop', day: '2026-11-28', machine: '2 cores' };
  const page = benchPage([
    { ...circumstances, name: 'one', load: 2, rows: [ratioOf(13, 10)] },
    { ...circumstances, name: 'two', load: 2.1, rows: [ratioOf(14, 10), ratioOf(9, 10)] },
  ]);
  assert.match(page, /Of 3 figures 1 miss their goal\./);
  assert.match(
    page,
    /## one\n\nHeld against: a bare loop\.\n\n\| what[^]*2026-11-28, load of the minute before 2\.0\. 2 cores\./,
  );
  assert.match(page, /## two\n[^]*load of the minute before 2\.1: \*\*others were at work\*\*\. 2 cores\./);
});
