// The column of a moment: sorted by its time, drawn and saved as date and time of day.
import { formatDateTime } from '../../lib/time.ts';
import type { Column } from '../../ui/column.ts';

/** `msOf` in UTC ms; `more` says what is special about it. */
export const timeColumn = <Row>(
  id: string,
  header: string,
  msOf: (row: Row) => number,
  more: Partial<Column<Row>> = {},
): Column<Row> => ({
  id,
  header,
  width: '172px',
  value: msOf,
  text: (row) => formatDateTime(msOf(row)),
  ...more,
});
