// Rows of the mileage report: units, order, total, the largest.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { mileageRow } from '@outrider/contract';
import { inUnit, mileageText } from '../../lib/units.ts';
import { sortRows } from '../../parts/table/order.ts';
import { reportColumns } from './columns.ts';
import { isTooLong, reportRows, topRows, totalOf } from './rows.ts';
import type { ReportRow } from './rows.ts';

const nothing = {
  drivingtime: 0,
  idletime: 0,
  parkedtime: 0,
  silenttime: 0,
  overspeedtime: 0,
  overspeedcount: 0,
  maxspeed: 0,
  reports: 1,
  odometer: 0,
};
const row = (deviceid: string, distance: number, starttime: number | null = null, date?: string) =>
  mileageRow.parse({
    ...nothing,
    deviceid,
    distance,
    starttime,
    endtime: starttime,
    ...(date !== undefined && { date }),
  });
const namesOf = (id: string) => (id === 'b2' ? { drivername: '王小明', vehicleid: 'KLA' } : undefined);

it('[E-ENT-016] a row has the device, a day or none, millimetres and the start; 12345678 mm are 12.345678 km', () => {
  const read = row('a', 12_345_678, 1_790_000_000, '2026-09-21');
  assert.deepEqual([read.deviceid, read.date, read.starttime], ['a', '2026-09-21', 1_790_000_000_000]);
  assert.equal('date' in row('a', 1), false);
  assert.equal(inUnit(read.distance / 1e6, 'kilometre'), 12.345678);
  assert.equal(mileageText(read.distance, 'kilometre'), '12.35 km');
  assert.equal(mileageText(read.distance, 'mile'), '7.67 mi');
});

const ordered = (rows: readonly ReportRow[], id: string, down: boolean): readonly ReportRow[] =>
  sortRows(rows, reportColumns('kilometre', false), { id, down }, (each) => each.id);

it('sorts by any column, numbers in names as numbers, those without a time last', () => {
  const rows = reportRows([row('b10', 3, 20), row('b2', 9), row('b9', 5, 10)], namesOf);
  const order = (id: string, down: boolean): string[] => ordered(rows, id, down).map(({ deviceid }) => deviceid);
  assert.deepEqual(order('device', false), ['b2', 'b9', 'b10']);
  assert.deepEqual(order('mileage', true), ['b2', 'b9', 'b10']);
  assert.deepEqual(order('start', false), ['b9', 'b10', 'b2']);
  assert.deepEqual(order('start', true), ['b10', 'b9', 'b2']);
  assert.deepEqual(order('driver', true)[0], 'b2');
  assert.equal(totalOf(rows), 17);
});

it('a day on which it never drove stands between the days before and after', () => {
  const noon = (day: number): number => new Date(2026, 8, day, 12).getTime() / 1000;
  const days = [
    row('a', 5, noon(21), '2026-09-21'),
    row('a', 0, null, '2026-09-22'),
    row('a', 6, noon(23), '2026-09-23'),
  ];
  const dates = (down: boolean) =>
    ordered(reportRows(days.toReversed(), namesOf), 'start', down).map(({ date }) => date);
  assert.deepEqual(dates(false), ['2026-09-21', '2026-09-22', '2026-09-23']);
  assert.deepEqual(dates(true), ['2026-09-23', '2026-09-22', '2026-09-21']);
});

it('draws the fifty longest ways, and none of who stood still', () => {
  const rows = reportRows(
    Array.from({ length: 60 }, (_, i) => row(`d${i}`, i)),
    namesOf,
  );
  const top = topRows(rows);
  assert.deepEqual([top.length, top[0]?.distance, top.at(-1)?.distance], [50, 59, 10]);
  assert.deepEqual(topRows(reportRows([row('a', 0)], namesOf)), []);
});

it('knows when it is too many days, over a change of clocks as well', () => {
  assert.equal(isTooLong({ first: '2026-01-01', last: '2026-04-02' }), false);
  assert.equal(isTooLong({ first: '2026-01-01', last: '2026-04-03' }), true);
  assert.equal(isTooLong({ first: '2026-01-01', last: '' }), false);
});
