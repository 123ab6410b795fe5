// The one table: sortable headers, rows of 32 px drawn only where they are seen, so that ten thousand scroll like ten.
// The order of the rows is the caller's: live values change under the table, and only the caller knows when to sort anew.
import { columnVisibilityFeature, rowSortingFeature, tableFeatures, useTable } from '@tanstack/react-table';
import type { ColumnDef } from '@tanstack/react-table';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useMemo, useRef } from 'react';
import type { KeyboardEvent, ReactElement, ReactNode } from 'react';
import styles from './data-table.module.css';

/** One column. `width` is a CSS grid track. A column without `sortable` has a plain header. */
export type TableColumn<Row> = {
  id: string;
  /** What the header says; empty for columns of glyphs and buttons, which then need `label`. */
  header: string;
  label?: string;
  width: string;
  align?: 'end';
  sortable?: boolean;
  cell: (row: Row) => ReactNode;
};

export type TableSort = { id: string; down: boolean };

type DataTableProps<Row extends object> = {
  /** What the table is of, for screen readers. */
  label: string;
  columns: readonly TableColumn<Row>[];
  rows: readonly Row[];
  rowId: (row: Row) => string;
  sort?: TableSort | undefined;
  onSort?: (sort: TableSort) => void;
  onOpen?: (row: Row) => void;
  /** Pixels; 32 unless told. */
  rowHeight?: number;
};

const features = tableFeatures({ columnVisibilityFeature, rowSortingFeature });

type HeadProps<Row> = {
  columns: readonly TableColumn<Row>[];
  sort: TableSort | undefined;
  onSort: ((sort: TableSort) => void) | undefined;
  template: string;
};

const ariaSort = (mine: boolean, down: boolean): 'ascending' | 'descending' | 'none' => {
  if (!mine) return 'none';
  return down ? 'descending' : 'ascending';
};

const Head = <Row,>({ columns, sort, onSort, template }: HeadProps<Row>): ReactElement => (
  <thead>
    <tr style={{ gridTemplateColumns: template }}>
      {columns.map(({ id, header, label, sortable, align }) => {
        const mine = sort?.id === id;
        const down = mine && sort.down;
        const className = align === 'end' ? styles.end : undefined;
        if (sortable !== true)
          return (
            <th key={id} scope="col" className={className} aria-label={header === '' ? label : undefined}>
              {header}
            </th>
          );
        return (
          <th key={id} scope="col" className={className} aria-sort={ariaSort(mine, down)}>
            <button
              type="button"
              onClick={() => onSort?.({ id, down: mine && !down })}
              aria-label={header === '' ? label : undefined}
            >
              {header}
              <span aria-hidden="true" className={styles.arrow}>
                {mine && (down ? '↓' : '↑')}
              </span>
            </button>
          </th>
        );
      })}
    </tr>
  </thead>
);

const useModel = <Row extends object>({ columns, rows, rowId }: DataTableProps<Row>) => {
  const defs = useMemo(
    () =>
      columns.map((column): ColumnDef<typeof features, Row> => ({
        id: column.id,
        header: column.header,
        cell: ({ row }) => column.cell(row.original),
      })),
    [columns],
  );
  return useTable({ features, columns: defs, data: rows, getRowId: rowId, manualSorting: true });
};

const openOnKey = (open: () => void) => (event: KeyboardEvent) => {
  if (event.key === 'Enter' && event.target === event.currentTarget) open();
};

/** Scrolls inside its parent, which must have a height. Enter on a row opens it. */
export const DataTable = <Row extends object>(props: DataTableProps<Row>): ReactElement => {
  const { label, columns, sort, onSort, onOpen, rowHeight = 32 } = props;
  const table = useModel(props);
  const frame = useRef<HTMLDivElement>(null);
  const rows = table.getRowModel().rows;
  // oxlint-disable-next-line react/incompatible-library -- the React Compiler, which could not follow it, is not in use
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => frame.current,
    estimateSize: () => rowHeight,
    overscan: 4,
  });
  const template = columns.map((column) => column.width).join(' ');
  return (
    <div ref={frame} className={styles.frame}>
      <table className={styles.table} aria-label={label} aria-rowcount={rows.length + 1}>
        <Head columns={columns} sort={sort} onSort={onSort} template={template} />
        <tbody style={{ height: virtual.getTotalSize() }}>
          {virtual.getVirtualItems().map(({ index, start }) => {
            const row = rows[index];
            if (row === undefined) return null;
            const open = onOpen === undefined ? undefined : (): void => onOpen(row.original);
            return (
              <tr
                key={row.id}
                aria-rowindex={index + 2}
                className={open === undefined ? undefined : styles.opens}
                style={{ gridTemplateColumns: template, height: rowHeight, transform: `translateY(${start}px)` }}
                tabIndex={open === undefined ? undefined : 0}
                onClick={open}
                onKeyDown={open === undefined ? undefined : openOnKey(open)}
              >
                {row.getVisibleCells().map((cell, i) => (
                  // oxlint-disable-next-line jsx-a11y/control-has-associated-label -- a cell is no control; its text comes from the column
                  <td key={cell.id} className={columns[i]?.align === 'end' ? styles.end : undefined}>
                    <table.FlexRender cell={cell} />
                  </td>
                ))}
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
};
