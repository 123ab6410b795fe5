// The dashboard's state: which devices, in which order. Not: how they look.
import { useMemo, useState } from 'react';
import { useFilter } from '../../live/filter.ts';
import { useCounters, useDeviceIds, useDevicesLoaded, useDevicesVersion } from '../../live/hooks.ts';
import { devices } from '../../live/index.ts';
import type { TableSort } from '../../ui/data-table.tsx';
import { columnIds, liveColumns, sortIds } from './logic.ts';

/** A row of the table: a device by its id; cells read the live values themselves. */
export type DeviceRow = { id: string };

export const useDashboard = () => {
  const filter = useFilter();
  const ids = useDeviceIds(filter);
  const loaded = useDevicesLoaded();
  const counters = useCounters();
  const version = useDevicesVersion();
  const [sort, setSort] = useState<TableSort>({ id: 'id', down: false });
  const column = columnIds.find((id) => id === sort.id) ?? 'id';
  const moment = liveColumns.has(column) ? version : 0;
  const sorted = useMemo(
    () => sortIds(ids, column, sort.down, (id) => devices.get(id)),
    // `moment` stands for the store's values, which the compiler cannot see.
    // oxlint-disable-next-line react/exhaustive-deps
    [ids, column, sort.down, moment],
  );
  const rows = useMemo(() => sorted.map((id): DeviceRow => ({ id })), [sorted]);
  return { filter, loaded, counters, rows, sort, setSort };
};
