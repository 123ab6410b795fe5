// Exported tracks as text: CSV for spreadsheets, JSON for programs. Pure.
import { formatDateTime } from '../../../lib/time.ts';
import type { TrackPoint } from '../track/track.ts';

export type ReportRow = TrackPoint & { readonly address: string };

/** The headings of the CSV, in English whatever the console speaks: programs look for them. */
const CSV_COLUMNS = ['#', 'Time', 'Lat', 'Lng', 'Speed', 'Direction', 'Address'] as const;

/** A byte order mark, so that spreadsheets read Chinese, and the headings. */
export const CSV_HEAD = `\u{FEFF}${CSV_COLUMNS.join(',')}\r\n`;

/** A spreadsheet runs what begins like a formula: an apostrophe makes it text. */
const harmless = (text: string): string => (/^[=+\-@\t\r]/.test(text) ? `'${text}` : text);

/** One field: quoted where it must be (RFC 4180). Text of others is never a formula. */
export const csvField = (value: string | number): string => {
  if (typeof value === 'number') return String(value);
  const text = harmless(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};

/** Rows from `first` on, counted from 0. Times are local; the speed is in the operator's unit, which `speedOf` gives. */
export const csvRows = (rows: readonly ReportRow[], first: number, speedOf: (speedKmh: number) => number): string =>
  rows
    .map(({ time, lat, lng, speedInKmh, trackingAngle, address }, i) =>
      [first + i + 1, formatDateTime(time), lat, lng, speedOf(speedInKmh), trackingAngle, address]
        .map(csvField)
        .join(','),
    )
    .map((line) => `${line}\r\n`)
    .join('');

export type JsonHead = {
  readonly deviceid: string;
  /** Unix seconds. */
  readonly begintime: number;
  readonly endtime: number;
  readonly maxSpeed: number;
};

/** The beginning of the JSON; rows and JSON_END follow. */
export const jsonHead = (head: JsonHead): string => `${JSON.stringify(head).slice(0, -1)},"list":[\n`;
export const jsonRows = (rows: readonly ReportRow[], first: number): string =>
  rows
    .map(({ time, lat, lng, speedInKmh, trackingAngle, address }) =>
      JSON.stringify({ time, lat, lng, speedInKmh, trackingAngle, address }),
    )
    .map((line, i) => (first + i === 0 ? line : `,\n${line}`))
    .join('');
export const JSON_END = '\n]}\n';
