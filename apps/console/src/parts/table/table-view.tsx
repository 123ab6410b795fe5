// A table on a screen: the line of tools above it, and its rows.
import type { ReactElement, ReactNode } from 'react';
import { t } from '../../lib/i18n.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { ZoneNote } from '../../ui/zone-note.tsx';
import { ColumnsButton } from './column-dialog.tsx';
import styles from './table.module.css';
import type { Table } from './use-table.ts';

type TableToolsProps<Row> = {
  table: Table<Row>;
  /** How many there are; a number of rows when left out. */
  count?: string;
  /** What is always shown, for the choice of columns. */
  note?: string;
  /** Whether it has times, and nothing else on the screen says of which zone. */
  times?: boolean;
  children?: ReactNode;
};

export const TableTools = <Row,>({
  table,
  count,
  note,
  times = false,
  children,
}: TableToolsProps<Row>): ReactElement => (
  <div className={styles.tools}>
    <span className="soft num">{count ?? t('{count} rows', { count: table.rows.length })}</span>
    {times && <ZoneNote />}
    {children}
    <ColumnsButton choice={table.choice} {...(note !== undefined && { note })} />
  </div>
);

type TableViewProps<Row extends object> = {
  /** What the table is of, for screen readers. */
  label: string;
  table: Table<Row>;
  onOpen?: (row: Row) => void;
  onSelect?: (row: Row) => void;
  selectedId?: string | undefined;
  /** Pixels at the usual size of text; 32 by default. */
  rowHeight?: number;
  /** Of a table of pages: how many rows one has, which are higher where there is room. */
  pageRows?: number | undefined;
};

/** Room for a table among other things: as high as its rows, and no higher than half of the window. */
export const TableRoom = ({ rows, children }: { rows: number; children: ReactNode }): ReactElement => (
  <div className={styles.room} style={{ blockSize: `min(50vh, 28rem, ${(rows + 1) * 2 + 1}rem)` }}>
    {children}
  </div>
);

/** Scrolls inside its parent, which must have a height. */
export const TableView = <Row extends object>({ table, ...rest }: TableViewProps<Row>): ReactElement => (
  <DataTable
    columns={table.columns}
    rows={table.rows}
    rowId={table.rowId}
    sort={table.sort}
    onSort={table.setSort}
    {...rest}
  />
);
