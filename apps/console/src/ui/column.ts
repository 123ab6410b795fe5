// A column of a table, said once: from it follow header, cell, order, search, the choice of columns and what is saved in files.
import type { ReactNode } from 'react';

/** What a column sorts by; null where the row has no such value: those stand last, whichever way it is sorted. */
export type CellValue = string | number | null;

export type Column<Row> = {
  readonly id: string;
  /** What the header says; empty for columns of glyphs and buttons, which then need `label`. */
  readonly header: string;
  readonly label?: string;
  /** Drawn in the place of the header: a press on it does something else than to sort. */
  readonly head?: () => ReactNode;
  /** A CSS grid track, lengths in px at the usual size of text: '112px', 'minmax(96px, 1fr)'. */
  readonly width: string;
  readonly align?: 'end';
  /** Stays in sight while the others scroll away. For the first columns, with a width of their own in px. */
  readonly pinned?: boolean;
  /** What it sorts by. A column without one, of buttons for instance, neither sorts nor is saved. */
  readonly value?: (row: Row) => CellValue;
  /** The rows come in its order already: nothing is compared. */
  readonly inOrder?: boolean;
  /** What it says on screen and in files; `value` as it is where left out. */
  readonly text?: (row: Row) => string;
  /** Drawn in place of the text. */
  readonly cell?: (row: Row) => ReactNode;
  /** Its values change while somebody looks: the order is made again from time to time. */
  readonly live?: boolean;
  /** Whether the operator can switch it: shown at first, or not. Left out, it is always there. */
  readonly choice?: 'on' | 'off';
  /** False where a right or the page does not allow it: then it is neither shown nor offered. */
  readonly allowed?: boolean;
  /** What a CSV file says in its place: numbers without their unit, say, which then stands in the header. */
  readonly saved?: { readonly header: string; readonly value: (row: Row) => string | number };
  /** What the line of totals says under it. */
  readonly total?: (rows: readonly Row[]) => string;
};

/** Which column the rows are sorted by; '' for the order in which they came. */
export type TableSort = { readonly id: string; readonly down: boolean };

export const textOf = <Row>({ text, value }: Column<Row>, row: Row): string =>
  text?.(row) ?? String(value?.(row) ?? '');

/** The first length of a track in px: narrower it does not get. */
export const leastWidth = ({ width }: { readonly width: string }): number => Number(/(\d+)px/.exec(width)?.[1] ?? 0);
