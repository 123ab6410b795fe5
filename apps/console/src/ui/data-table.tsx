// The one table: sortable headers, rows of 32 px drawn only where they are seen, so that ten thousand scroll like ten. On a phone that is too
// narrow for its columns each row is a card (row-cards.ts). It draws rows in the order it is given: sorting, hiding and saving is parts/table.
import { useVirtualizer } from '@tanstack/react-virtual';
import { memo, useCallback, useEffect, useRef, useState } from 'react';
import type { CSSProperties, KeyboardEvent, ReactElement, ReactNode, RefObject } from 'react';
import { inRem, useScaled } from '../lib/text-scale.ts';
import { leastWidth, textOf } from './column.ts';
import type { Column, TableSort } from './column.ts';
import { DrawingPace, useFilled } from './drawing-pace.ts';
import { cardParts, cardPx, useCards, useRoom } from './row-cards.ts';
import type { Room } from './row-cards.ts';
import styles from './data-table.module.css';

type DataTableProps<Row extends object> = {
  /** What the table is of, for screen readers. */
  label: string;
  columns: readonly Column<Row>[];
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
  /** A table of pages: its rows are higher where so many of them leave room. From TALL_PX up it says `data-tall`. */
  pageRows?: number | undefined;
};

const ROW_PX = 32;
const HEAD_PX = 35;
const TALL_PX = 42;
const TALLEST_PX = 48;

/** The last pinned one has the edge under which the others go. A class, since a selector that looks at the next cell is dear in each row. */
const cellClass = <Row,>(columns: readonly Column<Row>[], index: number): string | undefined => {
  const { align, pinned = false } = columns[index] ?? {};
  const edge = pinned && columns[index + 1]?.pinned !== true;
  return (
    [align === 'end' ? styles.end : '', pinned ? styles.pinned : '', edge ? styles.edge : '']
      .filter(Boolean)
      .join(' ') || undefined
  );
};

/** Behind the row's own margin, and behind the pinned columns before it. */
const pinStyle = <Row,>(columns: readonly Column<Row>[], index: number): CSSProperties | undefined => {
  if (columns[index]?.pinned !== true) return undefined;
  const before = columns.slice(0, index).reduce((sum, column) => sum + leastWidth(column), 0);
  return { left: `calc(${inRem(`${before}px`)} + var(--o-3))` };
};

const Cell = <Row,>({ column, row }: { column: Column<Row>; row: Row }): ReactNode => {
  if (column.cell !== undefined) return column.cell(row);
  const text = textOf(column, row);
  return (
    <bdi className="num" title={text}>
      {text}
    </bdi>
  );
};

type HeadProps<Row> = {
  columns: readonly Column<Row>[];
  sort: TableSort | undefined;
  onSort: ((sort: TableSort) => void) | undefined;
  /** None where rows are cards: then the head is a strip of what they can be sorted by. */
  template: string | undefined;
};

const ariaSort = (mine: boolean, down: boolean): 'ascending' | 'descending' | 'none' => {
  if (!mine) return 'none';
  return down ? 'descending' : 'ascending';
};

const Head = <Row,>({ columns, sort, onSort, template }: HeadProps<Row>): ReactElement => (
  <thead>
    <tr style={{ gridTemplateColumns: template }}>
      {columns.map((column, i) => {
        const { id, header, label, head } = column;
        const mine = sort?.id === id;
        const down = mine && sort.down;
        const [className, style] = [cellClass(columns, i), template === undefined ? undefined : pinStyle(columns, i)];
        if (onSort === undefined || column.value === undefined || head !== undefined)
          return (
            <th
              key={id}
              scope="col"
              className={className}
              style={style}
              aria-label={header === '' ? label : head && header}
            >
              {head === undefined ? header : head()}
            </th>
          );
        return (
          <th key={id} scope="col" className={className} style={style} aria-sort={ariaSort(mine, down)}>
            <button
              type="button"
              onClick={() => onSort({ id, down: mine && !down })}
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

type RowProps<Row> = {
  row: Row;
  index: number;
  /** Pixels from the top of the body. */
  start: number;
  height: number;
  /** None for a card, which is as high as what it says: `measure` hears of it. */
  template: string | undefined;
  measure: (line: HTMLElement | null) => void;
  columns: readonly Column<Row>[];
  selected: boolean;
  pace: DrawingPace;
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
  // What names a row is drawn at once, the rest when its frame has room: a far jump then holds up nothing.
  const filled = useFilled(props.pace, columns.length);
  const parts = template === undefined ? cardParts(columns) : undefined;
  return (
    <tr
      ref={template === undefined ? props.measure : undefined}
      data-index={index}
      aria-rowindex={index + 2}
      aria-current={selected ? 'true' : undefined}
      className={press === undefined ? undefined : styles.opens}
      style={{
        ...(template !== undefined && { gridTemplateColumns: template, height }),
        transform: `translateY(${start}px)`,
      }}
      tabIndex={press === undefined ? undefined : 0}
      onClick={press}
      onDoubleClick={select === undefined ? undefined : open}
      onKeyDown={press === undefined ? undefined : onRowKey(open, select)}
    >
      {columns.map((column, i) =>
        filled || column.pinned === true ? (
          // oxlint-disable-next-line jsx-a11y/control-has-associated-label -- a cell is no control; its text comes from the column
          <td
            key={column.id}
            className={cellClass(columns, i)}
            {...(parts === undefined ? { style: pinStyle(columns, i) } : parts[i])}
          >
            <Cell column={column} row={row} />
          </td>
        ) : null,
      )}
    </tr>
  );
};

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- memo() drops the type parameter, nothing else
const MemoLine = memo(Line) as typeof Line;

/** In pixels, and whether that is room for two lines. */
const useRowHeight = (
  room: Room,
  { rowHeight = ROW_PX, pageRows }: Pick<DataTableProps<object>, 'rowHeight' | 'pageRows'>,
) => {
  const [least, most, head, tall] = [
    useScaled(rowHeight),
    useScaled(TALLEST_PX),
    useScaled(HEAD_PX),
    useScaled(TALL_PX),
  ];
  const shared = pageRows === undefined ? 0 : Math.floor((room.height - head) / pageRows);
  const height = Math.max(least, Math.min(most, shared));
  return { height, tall: height >= tall };
};

/** Which rows are in sight, and how each is laid out. */
const useLines = <Row extends object>(frame: RefObject<HTMLElement | null>, props: DataTableProps<Row>) => {
  const { columns, rows, rowId } = props;
  const room = useRoom(frame);
  const cards = useCards(room, columns);
  const { height, tall } = useRowHeight(room, props);
  const rowHeight = cards ? cardPx(columns) : height;
  const keyAt = useCallback(
    (index: number): string | number => {
      const row = rows[index];
      return row === undefined ? index : rowId(row);
    },
    [rows, rowId],
  );
  // oxlint-disable-next-line react/incompatible-library -- the React Compiler, which could not follow it, is not in use
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => frame.current,
    estimateSize: () => rowHeight,
    overscan: 4,
    // A card keeps its own height wherever it is sorted to; rows are all of one height.
    ...(cards && { getItemKey: keyAt }),
  });
  useEffect(() => virtual.measure(), [virtual, rowHeight, cards]);
  return { cards, rowHeight, tall, virtual };
};

/** Scrolls inside its parent, which must have a height. */
export const DataTable = <Row extends object>(props: DataTableProps<Row>): ReactElement => {
  const { label, columns, rows, rowId, sort, onSort, onOpen, onSelect, selectedId } = props;
  const frame = useRef<HTMLDivElement>(null);
  const { cards, rowHeight, tall, virtual } = useLines(frame, props);
  const [pace] = useState(() => new DrawingPace());
  const template = cards ? undefined : inRem(columns.map((column) => column.width).join(' '));
  const minWidth = cards ? 0 : columns.reduce((sum, column) => sum + leastWidth(column), 0);
  const items = virtual.getVirtualItems();
  pace.begin(items[0]?.index ?? 0, items.at(-1)?.index ?? -1, columns.filter(({ pinned }) => pinned).length);
  return (
    <div ref={frame} className={styles.frame}>
      <table
        className={styles.table}
        style={{ minWidth: `calc(${inRem(`${minWidth}px`)} + 2 * var(--o-3))` }}
        data-tall={(!cards && tall) || undefined}
        data-cards={cards || undefined}
        aria-label={label}
        aria-rowcount={rows.length + 1}
      >
        <Head columns={columns} sort={sort} onSort={onSort} template={template} />
        <tbody style={{ height: virtual.getTotalSize() }}>
          {items.map(({ index, start }) => {
            const row = rows[index];
            if (row === undefined) return null;
            return (
              <MemoLine
                key={rowId(row)}
                row={row}
                index={index}
                start={start}
                height={rowHeight}
                template={template}
                measure={virtual.measureElement}
                columns={columns}
                selected={selectedId !== undefined && rowId(row) === selectedId}
                pace={pace}
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
