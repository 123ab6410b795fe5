// The one table: sortable headers, rows of 32 px drawn only where they are seen, so that ten thousand scroll like ten.
// The order of the rows is the caller's: live values change under the table, and only the caller knows when to sort anew.
import { columnVisibilityFeature, rowSortingFeature, tableFeatures, useTable } from '@tanstack/react-table';
import type { ColumnDef } from '@tanstack/react-table';
import { useVirtualizer } from '@tanstack/react-virtual';
import { memo, useDeferredValue, useEffect, useMemo, useRef } from 'react';
import type { CSSProperties, KeyboardEvent, ReactElement, ReactNode } from 'react';
import { inRem, useScaled } from '../lib/text-scale.ts';
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
  /** Stays in sight while the others scroll away; so far from the left edge, px. For the first columns. */
  pinnedAt?: number;
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
  /** What Enter does; and a press, or two where rows can be selected. */
  onOpen?: (row: Row) => void;
  /** Selects a row by a press or the space bar; arrow keys go from row to row. */
  onSelect?: (row: Row) => void;
  selectedId?: string | undefined;
  /** Pixels at the usual size of text; 32 by default. */
  rowHeight?: number;
};

const features = tableFeatures({ columnVisibilityFeature, rowSortingFeature });

const cellClass = <Row,>({ align, pinnedAt }: TableColumn<Row>): string | undefined =>
  [align === 'end' ? styles.end : '', pinnedAt === undefined ? '' : styles.pinned].filter(Boolean).join(' ') ||
  undefined;

/** Behind the row's own margin. */
const pinStyle = <Row,>({ pinnedAt }: TableColumn<Row>): CSSProperties | undefined =>
  pinnedAt === undefined ? undefined : { left: `calc(${inRem(`${pinnedAt}px`)} + var(--o-3))` };

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
      {columns.map((column) => {
        const { id, header, label, sortable } = column;
        const mine = sort?.id === id;
        const down = mine && sort.down;
        const [className, style] = [cellClass(column), pinStyle(column)];
        if (sortable !== true)
          return (
            <th key={id} scope="col" className={className} style={style} aria-label={header === '' ? label : undefined}>
              {header}
            </th>
          );
        return (
          <th key={id} scope="col" className={className} style={style} aria-sort={ariaSort(mine, down)}>
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

type RowProps<Row> = {
  row: Row;
  index: number;
  /** Pixels from the top of the body. */
  start: number;
  height: number;
  template: string;
  columns: readonly TableColumn<Row>[];
  selected: boolean;
  onOpen: ((row: Row) => void) | undefined;
  onSelect: ((row: Row) => void) | undefined;
};

const onRowKey =
  (open: (() => void) | undefined, select: (() => void) | undefined) =>
  (event: KeyboardEvent<HTMLTableRowElement>): void => {
    const { currentTarget: line, key } = event;
    if (event.target !== line) return;
    if (key === 'Enter') open?.();
    else if (key === ' ' && select !== undefined) select();
    else if (key === 'ArrowDown' || key === 'ArrowUp') {
      const next = key === 'ArrowDown' ? line.nextElementSibling : line.previousElementSibling;
      if (next instanceof HTMLElement) next.focus();
    } else return;
    event.preventDefault();
  };

const Line = <Row,>(props: RowProps<Row>): ReactElement => {
  const { row, index, start, height, template, columns, selected, onOpen, onSelect } = props;
  const open = onOpen === undefined ? undefined : (): void => onOpen(row);
  const select = onSelect === undefined ? undefined : (): void => onSelect(row);
  const press = select ?? open;
  // What names a row is drawn at once, the rest as soon as there is time: a far jump then holds up nothing.
  const filled = useDeferredValue(true, false);
  return (
    <tr
      aria-rowindex={index + 2}
      aria-current={selected ? 'true' : undefined}
      className={press === undefined ? undefined : styles.opens}
      style={{ gridTemplateColumns: template, height, transform: `translateY(${start}px)` }}
      tabIndex={press === undefined ? undefined : 0}
      onClick={press}
      onDoubleClick={select === undefined ? undefined : open}
      onKeyDown={press === undefined ? undefined : onRowKey(open, select)}
    >
      {columns.map((column) => (
        // oxlint-disable-next-line jsx-a11y/control-has-associated-label -- a cell is no control; its text comes from the column
        <td key={column.id} className={cellClass(column)} style={pinStyle(column)}>
          {filled || column.pinnedAt !== undefined ? column.cell(row) : null}
        </td>
      ))}
    </tr>
  );
};

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- memo() drops the type parameter, nothing else
const MemoLine = memo(Line) as typeof Line;

/** The first length of a track in px: narrower it does not get. */
const leastWidth = (track: string): number => Number(/(\d+)px/.exec(track)?.[1] ?? 0);

/** Scrolls inside its parent, which must have a height. */
export const DataTable = <Row extends object>(props: DataTableProps<Row>): ReactElement => {
  const { label, columns, sort, onSort, onOpen, onSelect, selectedId } = props;
  const rowHeight = useScaled(props.rowHeight ?? 32);
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
  useEffect(() => virtual.measure(), [virtual, rowHeight]);
  const template = inRem(columns.map((column) => column.width).join(' '));
  const minWidth = columns.reduce((sum, { width }) => sum + leastWidth(width), 0);
  return (
    <div ref={frame} className={styles.frame}>
      <table
        className={styles.table}
        style={{ minWidth: `calc(${inRem(`${minWidth}px`)} + 2 * var(--o-3))` }}
        aria-label={label}
        aria-rowcount={rows.length + 1}
      >
        <Head columns={columns} sort={sort} onSort={onSort} template={template} />
        <tbody style={{ height: virtual.getTotalSize() }}>
          {virtual.getVirtualItems().map(({ index, start }) => {
            const row = rows[index];
            if (row === undefined) return null;
            return (
              <MemoLine
                key={row.id}
                row={row.original}
                index={index}
                start={start}
                height={rowHeight}
                template={template}
                columns={columns}
                selected={row.id === selectedId}
                onOpen={onOpen}
                onSelect={onSelect}
              />
            );
          })}
        </tbody>
      </table>
    </div>
  );
};
