// The rows of the mileage report as the screen shows and saves them: names, order, total, the largest, texts of files. Pure.
import { MAX_MILEAGE_DAYS, type MileageRow } from '@outrider/contract';
import { dayDate } from '../../lib/local-moment.ts';
import type { DayRange } from '../../ui/day-range.tsx';
import type { TableSort } from '../../ui/data-table.tsx';

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

const texts = new Intl.Collator(undefined, { numeric: true });
const compareTexts = (a: string, b: string): number => texts.compare(a, b);
/** Those without a time come last, whichever way it is sorted. */
const compareTimes = (a: number | null, b: number | null, down: boolean): number => {
  if (a === b) return 0;
  if (a === null || b === null) return (a === null ? 1 : -1) * (down ? -1 : 1);
  return a - b;
};

/** A day on which it never drove stands among the other days. */
const beginOf = ({ starttime, date }: ReportRow): number | null =>
  starttime ?? (date === undefined ? null : (dayDate(date)?.getTime() ?? null));

const comparers: Readonly<Record<string, (a: ReportRow, b: ReportRow, down: boolean) => number>> = {
  device: (a, b) => compareTexts(a.deviceid, b.deviceid),
  driver: (a, b) => compareTexts(a.driver, b.driver),
  memo: (a, b) => compareTexts(a.memo, b.memo),
  mileage: (a, b) => a.distance - b.distance,
  start: (a, b, down) => compareTimes(beginOf(a), beginOf(b), down),
  end: (a, b, down) => compareTimes(a.endtime, b.endtime, down),
};

/** Equal rows stay in the order of devices and days. */
export const sortRows = (rows: readonly ReportRow[], { id, down }: TableSort): ReportRow[] => {
  const compare = comparers[id];
  if (compare === undefined) return [...rows];
  return rows.toSorted((a, b) => compare(a, b, down) * (down ? -1 : 1) || compareTexts(a.id, b.id));
};

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

/** 'Mileage_2026-03-01_2026-03-07.csv' */
export const fileName = ({ first, last }: DayRange, ending: string): string => `Mileage_${first}_${last}.${ending}`;

/** A cell of a CSV file. A spreadsheet must not take what somebody wrote into a memo for a formula. */
const cell = (text: string): string => {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\n\r]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
};

/** Rows of texts as CSV; the mark in front tells spreadsheets that it is UTF-8. */
export const csvText = (lines: readonly (readonly string[])[]): string =>
  `\uFEFF${lines.map((line) => line.map(cell).join(',')).join('\r\n')}\r\n`;
