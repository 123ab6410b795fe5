// A column of a log's table that shows one text; the whole of it on hover.
import type { TableColumn } from '../../ui/data-table.tsx';

/** `width` as the table's grid takes it. */
export const textColumn = <Row,>(
  id: string,
  header: string,
  width: string,
  read: (row: Row) => string,
): TableColumn<Row> => ({
  id,
  header,
  width,
  cell: (row) => (
    <span className="num" title={read(row)}>
      {read(row)}
    </span>
  ),
});
