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

test('a portion weighs 96: each report one, and one for each bit and each active-safety alarm', () => {
  const ends = (reports: readonly AlarmReport[]) => slicesOf(reports, 0).map(({ end }) => end);
  const many = (count: number, changes: Partial<AlarmReport> = {}) =>
    Array.from({ length: count }, (_, i) => report(i, changes));
  assert.deepEqual([ends(many(96)), ends(many(97))], [[96], [96, 97]]);
  // Two bits, the highest among them, and one of video: four with the report itself.
  const heavy = { alarm: 0x80000001, videoAlarm: 0x10 };
  assert.deepEqual([ends(many(24, heavy)), ends(many(25, heavy))], [[24], [24, 25]]);
  const safety = Array.from({ length: 5 }, () => ({})) as unknown as NonNullable<AlarmReport['safety']>;
  assert.deepEqual([ends(many(16, { safety })), ends(many(17, { safety }))], [[16], [16, 17]]);
  const one = { safety: Array.from({ length: 200 }, () => safety[0]) } as Partial<AlarmReport>;
  assert.deepEqual(ends([report(0, one), report(1, one)]), [1, 2], 'one that is too heavy goes alone');
  assert.deepEqual(ends([report(0), report(1, one)]), [1, 2]);
});
