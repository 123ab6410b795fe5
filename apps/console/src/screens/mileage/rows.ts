// The rows of the mileage report: names, total, the largest, how many days at most. Pure.
import { MAX_MILEAGE_DAYS, type MileageRow } from '@outrider/contract';
import { dayDate } from '../../lib/local-moment.ts';
import type { DayRange } from '../../ui/day-range.tsx';

/** A row with what the device list knows of its device. Times in UTC ms, null where it never drove. */
export type ReportRow = MileageRow & { id: string; driver: string; memo: string };

/** Bars of the chart. */
export const TOP = 50;

type Names = { drivername: string; vehicleid: string } | undefined;

export const reportRows = (rows: readonly MileageRow[], namesOf: (deviceid: string) => Names): ReportRow[] =>
  rows.map((row) => {
    const names = namesOf(row.deviceid);
    return {
      ...row,
      id: `${row.deviceid} ${row.date ?? ''}`,
      driver: names?.drivername ?? '',
      memo: names?.vehicleid ?? '',
    };
  });

/** Millimetres. */
export const totalOf = (rows: readonly ReportRow[]): number => rows.reduce((sum, { distance }) => sum + distance, 0);

/** The longest ways, the longest first; who stood still has no bar. */
export const topRows = (rows: readonly ReportRow[]): ReportRow[] =>
  rows
    .filter(({ distance }) => distance > 0)
    .toSorted((a, b) => b.distance - a.distance)
    .slice(0, TOP);

const DAY_MS = 86_400_000;
/** Whether it is more than the server answers at once. Summer time makes a day shorter or longer. */
export const isTooLong = ({ first, last }: DayRange): boolean => {
  const [from, to] = [dayDate(first), dayDate(last)];
  return (
    from !== undefined && to !== undefined && Math.round((to.getTime() - from.getTime()) / DAY_MS) >= MAX_MILEAGE_DAYS
  );
};
