// Exported tracks as text: CSV for spreadsheets, JSON for programs. Pure.
import { CSV_MARK, csvLines } from '@outrider/contract';
import { fileNameOf, stampOf } from '../../lib/file-name.ts';
import type { TextKind } from '../../lib/save-blob.ts';
import { formatDateTime } from '../../lib/time.ts';
import type { TrackPoint } from './track.ts';

export type ReportOf = {
  readonly deviceId: string;
  readonly memo: string;
  readonly driver: string;
  readonly startMs: number;
  readonly endMs: number;
};

/** Device id, memo, driver, 'TrackReport', begin and end (YYYYMMDDHHmmss, local), joined by underscores; empty ones drop out. */
export const reportName = ({ deviceId, memo, driver, startMs, endMs }: ReportOf, kind: TextKind): string =>
  fileNameOf([deviceId, memo, driver, 'TrackReport', stampOf(startMs).join(''), stampOf(endMs).join('')], kind);

export type ReportRow = TrackPoint & { readonly address: string };

/** The headings of the CSV, in English whatever the console speaks: programs look for them. */
const CSV_COLUMNS = ['#', 'Time', 'Lat', 'Lng', 'Speed', 'Direction', 'Address'] as const;

/** A byte order mark, so that spreadsheets read Chinese, and the headings. */
export const CSV_HEAD = `${CSV_MARK}${csvLines([CSV_COLUMNS])}`;

/** Rows from `first` on, counted from 0. Times are local; the speed is in the operator's unit, which `speedOf` gives. */
export const csvRows = (rows: readonly ReportRow[], first: number, speedOf: (speedKmh: number) => number): string =>
  csvLines(
    rows.map(({ time, lat, lng, speedInKmh, trackingAngle, address }, i) => [
      first + i + 1,
      formatDateTime(time),
      lat,
      lng,
      speedOf(speedInKmh),
      trackingAngle,
      address,
    ]),
  );

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
