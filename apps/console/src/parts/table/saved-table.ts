// A table as a file: CSV for spreadsheets, JSON for programs, and what the server draws as PDF. Pure.
import { CSV_MARK, csvLines, type ReportTable } from '@outrider/contract';
import { type Column, leastWidth, textOf } from '../../ui/column.ts';

const isSaved = <Row>({ value, allowed = true }: Column<Row>): boolean => value !== undefined && allowed;
const csvValue = <Row>(column: Column<Row>, row: Row): string | number => {
  if (column.saved !== undefined) return column.saved.value(row);
  const value = column.text === undefined ? column.value?.(row) : column.text(row);
  return value ?? '';
};

/** Every column that may be seen, the hidden ones too: who saves wants to have it all. */
export const csvOf = <Row>(columns: readonly Column<Row>[], rows: readonly Row[]): string => {
  const saved = columns.filter(isSaved);
  return `${CSV_MARK}${csvLines([
    saved.map(({ header, label = '', saved: file }) => file?.header ?? (header || label)),
    ...rows.map((row) => saved.map((column) => csvValue(column, row))),
  ])}`;
};

/** A list of objects with the values that the columns sort by, named by the columns' ids. */
export const jsonOf = <Row>(columns: readonly Column<Row>[], rows: readonly Row[]): string =>
  JSON.stringify(
    rows.map((row) => Object.fromEntries(columns.filter(isSaved).map(({ id, value }) => [id, value?.(row) ?? null]))),
    null,
    1,
  );

/** The table of a PDF: the columns as they are shown, widths in proportion. */
export const pdfOf = <Row>(
  columns: readonly Column<Row>[],
  rows: readonly Row[],
): Pick<ReportTable, 'columns' | 'rows' | 'total'> => {
  const drawn = columns.filter(isSaved);
  const total = drawn.map((column) => column.total?.(rows) ?? '');
  return {
    columns: drawn.map((column) => ({
      title: column.header || (column.label ?? ''),
      align: column.align ?? 'start',
      weight: Math.min(20, Math.max(0.2, leastWidth(column) / 100)),
    })),
    rows: rows.map((row) => drawn.map((column) => textOf(column, row))),
    ...(total.some((text) => text !== '') && { total }),
  };
};
