// A report as a table, before it is a file: columns with values, drawn as PDF and written as CSV alike. Pure.
import { CSV_MARK, csvLines, MAX_REPORT_ROWS, type ReportTable } from '@outrider/contract';

export type Cell = string | number | null;
/** `text`: as a reader sees it; a file for spreadsheets has the value. */
export type SheetColumn<Row> = {
  title: string;
  value: (row: Row) => Cell;
  text?: (row: Row) => string;
  weight?: number;
  end?: boolean;
};
export type Sheet = {
  columns: { title: string; weight: number; end: boolean }[];
  rows: { value: Cell; text: string }[][];
  /** Words under the title, besides those that every report has. */
  notes: string[];
};

export const sheetOf = <Row>(
  columns: readonly SheetColumn<Row>[],
  rows: readonly Row[],
  notes: readonly string[] = [],
): Sheet => ({
  columns: columns.map(({ title, weight = 1, end = false }) => ({ title, weight, end })),
  rows: rows.map((row) =>
    columns.map(({ value, text }) => {
      const cell = value(row);
      return { value: cell, text: text?.(row) ?? String(cell ?? '') };
    }),
  ),
  notes: [...notes],
});

const MOST_TEXT = 500;

/** What is beyond the longest PDF is in the CSV only, and the PDF says so. */
export const pdfTable = ({ columns, rows, notes }: Sheet, title: string, head: readonly string[]): ReportTable => {
  const more =
    rows.length > MAX_REPORT_ROWS ? [`The first ${MAX_REPORT_ROWS} of ${rows.length} rows; the CSV file has all.`] : [];
  return {
    title: title.slice(0, MOST_TEXT),
    notes: [...head, ...notes, ...more].slice(0, 8).map((text) => text.slice(0, MOST_TEXT)),
    columns: columns.map(({ title: name, weight, end }) => ({ title: name, weight, align: end ? 'end' : 'start' })),
    rows: rows.slice(0, MAX_REPORT_ROWS).map((row) => row.map(({ text }) => text.slice(0, MOST_TEXT))),
  };
};

const LINES_AT_ONCE = 500;
/** The CSV in pieces of some lines each. */
export function* csvPieces({ columns, rows }: Sheet): Generator<string> {
  yield `${CSV_MARK}${csvLines([columns.map(({ title }) => title)])}`;
  for (let at = 0; at < rows.length; at += LINES_AT_ONCE)
    yield csvLines(rows.slice(at, at + LINES_AT_ONCE).map((row) => row.map(({ value }) => value ?? '')));
}
