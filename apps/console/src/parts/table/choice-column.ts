// The usual column: a text or number of the row, which the operator can switch off.
import type { CellValue, Column } from '../../ui/column.ts';

/** Shown at first. */
export const choiceColumn = <Row>(
  id: string,
  header: string,
  width: string,
  value: (row: Row) => CellValue,
): Column<Row> => ({ id, header, width, choice: 'on', value });
