// The state of a table: which columns are shown, kept by this browser; by which one the rows are sorted, kept in the address,
// but for tables in dialogs: the address is that of the screen behind them.
import { useEffect, useMemo, useState } from 'react';
import { useAddressQuery } from '../../lib/address-query.ts';
import { usePreference } from '../../lib/preferences.ts';
import type { PreferenceKey } from '../../lib/preferences.ts';
import { systemClock } from '../../lib/time.ts';
import type { Column, TableSort } from '../../ui/column.ts';
import { readChoice, shownColumns, writeChoice } from './column-choice.ts';
import { RowOrder } from './order.ts';

const AS_THEY_CAME: TableSort = { id: '', down: false };

/** 'sort=mileage' upwards, 'sort=-mileage' downwards. */
const readSort = <Row>(text: string | null, columns: readonly Column<Row>[], usual: TableSort): TableSort => {
  const [, minus = '', id = ''] = /^(-?)(.+)$/.exec(text ?? '') ?? [];
  return columns.some((column) => column.id === id && column.value !== undefined) ? { id, down: minus === '-' } : usual;
};

const useSort = <Row>(columns: readonly Column<Row>[], usual: TableSort, apart: boolean) => {
  const [query, setQuery] = useAddressQuery();
  const [own, setOwn] = useState(usual);
  const { id, down } = readSort(query.get('sort'), columns, usual);
  const sort = useMemo((): TableSort => ({ id, down }), [id, down]);
  const setSort = (next: TableSort): void =>
    setQuery((old) => {
      const changed = new URLSearchParams(old);
      if (next.id === usual.id && next.down === usual.down) changed.delete('sort');
      else changed.set('sort', `${next.down ? '-' : ''}${next.id}`);
      return changed;
    });
  return apart ? { sort: own, setSort: setOwn } : { sort, setSort };
};

/** Which columns are shown. The choice is remembered under `key`. */
export const useColumnChoice = <Row>(columns: readonly Column<Row>[], key: PreferenceKey) => {
  const [text, setText] = usePreference(key);
  return {
    columns,
    shown: useMemo(() => shownColumns(text, columns), [text, columns]),
    /** Whether it is another choice than the usual one. */
    changed: text !== '',
    toggle: (id: string): void => {
      const chosen = new Set(readChoice(text, columns));
      if (!chosen.delete(id)) chosen.add(id);
      setText(writeChoice(chosen, columns) || null);
    },
    reset: (): void => setText(null),
  };
};
export type ColumnChoice<Row> = ReturnType<typeof useColumnChoice<Row>>;

/** Rows that change places more often cannot be read, and sorting thousands costs. */
const SORT_AGAIN_MS = 2000;

/** What changes under a live table: its number goes up with every change. */
type Changing = { readonly version: number };

/** Goes up while the values change, at most every two seconds; stands still when there is nothing to follow. */
const useSortMoment = (changing: Changing | undefined): number => {
  const [moment, setMoment] = useState(0);
  useEffect(() => {
    if (changing === undefined) return undefined;
    let seen = changing.version;
    return systemClock.every(SORT_AGAIN_MS, () => {
      if (changing.version === seen) return;
      seen = changing.version;
      setMoment(seen);
    });
  }, [changing]);
  return moment;
};

type TableOf<Row> = {
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  /** Tells the rows apart, and is the order of equal ones. */
  rowId: (row: Row) => string;
  /** Under what the choice of columns is remembered. */
  remember: PreferenceKey;
  /** The order at first; as the rows came when left out. */
  sort?: TableSort;
  /** It stands in a dialog: its order is forgotten with it, and that of the screen stays. */
  apart?: boolean;
  /** The store that the values of `live` columns come from. */
  changing?: Changing;
};

/** `columns`, `rows` and `rowId` must stay the same as long as nothing changed. */
export const useTable = <Row>({
  columns,
  rows,
  rowId,
  remember,
  sort: usual = AS_THEY_CAME,
  apart = false,
  changing,
}: TableOf<Row>) => {
  const { sort, setSort } = useSort(columns, usual, apart);
  const choice = useColumnChoice(columns, remember);
  const [order] = useState(() => new RowOrder<Row>());
  const isLive = columns.some(({ id, live }) => live === true && id === sort.id);
  const moment = useSortMoment(isLive ? changing : undefined);
  const sorted = useMemo(
    () => order.sorted(rows, columns, sort, rowId),
    // `moment` stands for the store's values, which the compiler cannot see.
    // oxlint-disable-next-line react/exhaustive-deps
    [order, rows, columns, sort, rowId, moment],
  );
  return { columns: choice.shown, rows: sorted, rowId, sort, setSort, choice };
};
export type Table<Row> = ReturnType<typeof useTable<Row>>;
