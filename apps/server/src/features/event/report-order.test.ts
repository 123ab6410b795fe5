// Order and portions of the reports of one row.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AlarmReport } from '../position/index.ts';
import { inDeviceOrder, slicesOf } from './report-order.ts';

const report = (orderMs: number, changes: Partial<AlarmReport> = {}): AlarmReport => ({
  deviceKey: 1,
  story: 'replayed',
  timeMs: orderMs,
  orderMs,
  receivedMs: 0,
  alarm: 0,
  lat: null,
  lng: null,
  speedKmh: 0,
  ...changes,
});

test('what a device kept back is put into the order of its clock; live reports and other devices stay where they are', () => {
  const reports = [
    report(3),
    report(9, { story: 'live' }),
    report(1),
    report(5, { deviceKey: 2 }),
    report(8, { story: 'live' }),
    report(2, { story: 'late' }),
    report(4, { deviceKey: 2 }),
  ];
  assert.deepEqual(
    inDeviceOrder(reports).map(({ deviceKey, orderMs }) => [deviceKey, orderMs]),
    [
      [1, 1],
      [1, 9],
      [1, 2],
      [2, 4],
      [1, 8],
      [1, 3],
      [2, 5],
    ],
  );
});

test('portions hold all reports once, from the one asked for, and few events each', () => {
  const all = { alarm: 0xffffffff };
  const reports = Array.from({ length: 200 }, (_, i) => report(i, i % 2 === 0 ? {} : all));
  const slices = slicesOf(reports, 10);
  assert.deepEqual(
    slices.flatMap((slice) => slice.reports),
    reports.slice(10),
  );
  for (const slice of slices) assert.ok(slice.reports.filter(({ alarm }) => alarm !== 0).length <= 2);
  assert.equal(slices.at(-1)?.end, 200);
  assert.equal(
    slicesOf(
      Array.from({ length: 50 }, () => report(0)),
      0,
    ).length,
    1,
    'quiet reports go together',
  );
});

test('a row without reports and one that is done still end', () => {
  assert.deepEqual(slicesOf([], 0), [{ reports: [], end: 0 }]);
  assert.deepEqual(slicesOf([report(1)], 1), [{ reports: [], end: 1 }]);
});
