// A report as a table, before it is a file: columns with values, drawn as PDF and written as CSV alike. Pure. Rows are made when they are
// asked for, some at a time: all of a large report would hold up the main thread for a second.
import { CSV_MARK, csvLines, MAX_REPORT_ROWS } from '@outrider/contract';
import type { TableInParts } from '../report-pdf/index.ts';

export type Cell = string | number | null;
/** `text`: as a reader sees it; a file for spreadsheets has the value. */
export type SheetColumn<Row> = {
  title: string;
  value: (row: Row) => Cell;
  text?: (row: Row) => string;
  weight?: number;
  end?: boolean;
};
type SheetRow = { value: Cell; text: string }[];
export type Sheet = {
  columns: { title: string; weight: number; end: boolean }[];
  /** How many rows there are. */
  count: number;
  /** The first `most` of them, in parts of some hundred, each of which is made when it is taken: a millisecond or two. */
  parts: (most?: number) => Generator<SheetRow[]>;
  /** Words under the title, besides those that every report has. */
  notes: string[];
};

const ROWS_AT_ONCE = 200;

export const sheetOf = <Row>(
  columns: readonly SheetColumn<Row>[],
  rows: readonly Row[],
  notes: readonly string[] = [],
): Sheet => ({
  columns: columns.map(({ title, weight = 1, end = false }) => ({ title, weight, end })),
  count: rows.length,
  *parts(most = rows.length) {
    for (let at = 0; at < most && at < rows.length; at += ROWS_AT_ONCE)
      yield rows.slice(at, Math.min(at + ROWS_AT_ONCE, most)).map((row) =>
        columns.map(({ value, text }) => {
          const cell = value(row);
          return { value: cell, text: text?.(row) ?? String(cell ?? '') };
        }),
      );
  },
  notes: [...notes],
});

const MOST_TEXT = 500;

function* textsOf(parts: Iterable<SheetRow[]>): Generator<string[][]> {
  for (const rows of parts) yield rows.map((row) => row.map(({ text }) => text.slice(0, MOST_TEXT)));
}

/** What is beyond the longest PDF is in the CSV only, and the PDF says so. */
export const pdfTable = (
  { columns, count, parts, notes }: Sheet,
  title: string,
  head: readonly string[],
): TableInParts => {
  const more = count > MAX_REPORT_ROWS ? [`The first ${MAX_REPORT_ROWS} of ${count} rows; the CSV file has all.`] : [];
  return {
    title: title.slice(0, MOST_TEXT),
    notes: [...head, ...notes, ...more].slice(0, 8).map((text) => text.slice(0, MOST_TEXT)),
    columns: columns.map(({ title: name, weight, end }) => ({ title: name, weight, align: end ? 'end' : 'start' })),
    rows: textsOf(parts(MAX_REPORT_ROWS)),
  };
};

/** The CSV in pieces of some lines each. */
export function* csvPieces({ columns, parts }: Sheet): Generator<string> {
  yield `${CSV_MARK}${csvLines([columns.map(({ title }) => title)])}`;
  for (const rows of parts()) yield csvLines(rows.map((row) => row.map(({ value }) => value ?? '')));
}
