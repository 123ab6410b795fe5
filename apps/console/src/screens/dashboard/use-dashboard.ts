// The dashboard's state: which devices, in which order, which one is looked at, which columns. Not: how they look.
import { useEffect, useMemo, useState } from 'react';
import { useAddressQuery } from '../../lib/address-query.ts';
import { isSecurePage } from '../../lib/device-kind.ts';
import { usePreference } from '../../lib/preferences.ts';
import { systemClock } from '../../lib/time.ts';
import { useFilter } from '../../live/filter.ts';
import { useDeviceIds, useDevicesLoaded } from '../../live/hooks.ts';
import { devices } from '../../live/index.ts';
import { useMay } from '../../live/session.ts';
import type { TableSort } from '../../ui/data-table.tsx';
import { readChoice, shownColumns, writeChoice } from './column-choice.ts';
import type { ChoosableColumn, ColumnGrants } from './column-choice.ts';
import { liveColumns } from './logic.ts';
import { RowOrder } from './row-order.ts';
import type { DeviceRow } from './row-order.ts';

/** Rows that change places more often cannot be read, and sorting thousands costs. */
const SORT_ANEW_MS = 2000;

/** Goes up while the store changes, at most every two seconds; stands still when `live` is false. */
const useSortMoment = (live: boolean): number => {
  const [moment, setMoment] = useState(0);
  useEffect(() => {
    if (!live) return undefined;
    let seen = devices.version;
    return systemClock.every(SORT_ANEW_MS, () => {
      if (devices.version === seen) return;
      seen = devices.version;
      setMoment(seen);
    });
  }, [live]);
  return moment;
};

const useRows = (ids: readonly string[], { id, down }: TableSort): readonly DeviceRow[] => {
  const [order] = useState(() => new RowOrder((each) => devices.get(each)));
  const moment = useSortMoment(liveColumns.has(id));
  return useMemo(
    () => order.rows(ids, id, down),
    // `moment` stands for the store's values, which the compiler cannot see.
    // oxlint-disable-next-line react/exhaustive-deps
    [order, ids, id, down, moment],
  );
};

/** The device beside the table, kept in the address. */
const useSelected = () => {
  const [query, setQuery] = useAddressQuery();
  const selected = query.get('device') ?? undefined;
  const select = (id: string | undefined): void =>
    setQuery((old) => {
      const next = new URLSearchParams(old);
      if (id === undefined) next.delete('device');
      else next.set('device', id);
      return next;
    });
  return { selected, select };
};

/** The choice of columns, remembered by this browser. */
export const useColumnChoice = () => {
  const [text, setText] = usePreference('showColumns');
  const ptz = useMay('F_ptz');
  const talk = useMay('F_talk') && isSecurePage();
  const grants = useMemo((): ColumnGrants => ({ ptz, talk }), [ptz, talk]);
  return {
    grants,
    shown: useMemo(() => shownColumns(text, grants), [text, grants]),
    changed: text !== '',
    toggle: (column: ChoosableColumn): void => {
      const chosen = new Set(readChoice(text));
      if (!chosen.delete(column)) chosen.add(column);
      setText(writeChoice(chosen) || null);
    },
    reset: (): void => setText(null),
  };
};

export const useDashboard = () => {
  const filter = useFilter();
  const ids = useDeviceIds(filter);
  const loaded = useDevicesLoaded();
  const [sort, setSort] = useState<TableSort>({ id: 'id', down: false });
  const rows = useRows(ids, sort);
  return { filter, loaded, rows, sort, setSort, ...useSelected() };
};

export type Board = ReturnType<typeof useDashboard>;
