// Sizes and their classes, months, and the rows of a month.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { boundsOf, daysOf, flowRows, monthsUntil } from './flow-rows.ts';
import { flowClass, flowText } from './flow-size.ts';

test('[E-CONST-014] under 1 KB grey, under 1 MB green, under 1 GB orange, from there on red', () => {
  assert.deepEqual([0, 1023, 1024, 1_048_575, 1_048_576, 1_073_741_823, 1_073_741_824].map(flowClass), [
    'grey',
    'grey',
    'green',
    'green',
    'orange',
    'orange',
    'red',
  ]);
});

test('[E-CONST-015] sizes are in K, M and G with one decimal', () => {
  assert.deepEqual([0, 1023, 1536, 1_572_864, 1_610_612_736].map(flowText), ['0', '1023', '1.5K', '1.5M', '1.5G']);
});

test('months to choose are that of the moment and three before, over the turn of a year', () => {
  const at = (year: number, month: number, day: number): number => new Date(year, month - 1, day, 23).getTime();
  assert.deepEqual(monthsUntil(at(2026, 2, 28)), ['2026-02', '2026-01', '2025-12', '2025-11']);
  assert.deepEqual(monthsUntil(at(2026, 12, 31))[1], '2026-11');
  assert.deepEqual(['2026-02', '2024-02', '2025-12'].map(daysOf), [28, 29, 31]);
  assert.deepEqual(boundsOf('2025-12'), {
    starttime: at(2025, 12, 1) - 23 * 3_600_000,
    endtime: new Date(2026, 0, 1).getTime() - 1000,
  });
});

test('a device has three rows with a value a day, and a sum; days of other months are none of them', () => {
  const record = (deviceid: string, date: string, flowin: number, flowout: number) => ({
    deviceid,
    date,
    flowin,
    flowout,
    starttime: 0,
  });
  const rows = flowRows(
    [
      record('b10', '2026-02-01', 1, 2),
      record('b2', '2026-02-28', 30, 4),
      record('b10', '2026-02-03', 5, 6),
      record('b2', '2026-03-01', 9, 9),
    ],
    '2026-02',
  );
  assert.deepEqual(
    rows.map(({ id, sum }) => [id, sum]),
    [
      ['b2 in', 30],
      ['b2 out', 4],
      ['b2 total', 34],
      ['b10 in', 6],
      ['b10 out', 8],
      ['b10 total', 14],
    ],
  );
  assert.ok(rows.every(({ days }) => days.length === 28));
  assert.deepEqual(rows[5]?.days.slice(0, 4), [3, 0, 11, 0]);
});
