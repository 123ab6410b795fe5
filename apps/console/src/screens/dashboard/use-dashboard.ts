// The dashboard's state: which devices, in which order and columns, which one is looked at. Not: how they look.
import { useMemo, useState } from 'react';
import { useNavigate } from 'react-router';
import { useAddressQuery } from '../../lib/address-query.ts';
import { isSecurePage } from '../../lib/device-kind.ts';
import { useLengthUnit } from '../../lib/preferences.ts';
import { useFilter } from '../../live/filter.ts';
import { useDeviceIds, useDevicesLoaded } from '../../live/hooks.ts';
import { devices } from '../../live/index.ts';
import { useMay } from '../../live/session.ts';
import { useTable } from '../../parts/table/use-table.ts';
import { useHasCustomers } from './customer/use-customer.ts';
import { usePages } from './use-pages.ts';
import { dashboardColumns } from './columns.tsx';
import type { DeviceRow } from './columns.tsx';

/** The same device is the same row, whichever others come and go: it is not drawn again. */
class DeviceRows {
  #rows: ReadonlyMap<string, DeviceRow> = new Map();

  of(ids: readonly string[]): readonly DeviceRow[] {
    this.#rows = new Map(ids.map((id) => [id, this.#rows.get(id) ?? { id }]));
    return [...this.#rows.values()];
  }
}

/** The device beside the table, kept in the address. `detailed`: on a phone it has the room of the list, and a step back leads to that. */
const useSelected = () => {
  const [query, setQuery] = useAddressQuery();
  const navigate = useNavigate();
  const selected = query.get('device') ?? undefined;
  const select = (id: string | undefined): void =>
    setQuery((old) => {
      const next = new URLSearchParams(old);
      if (id === undefined) next.delete('device');
      else next.set('device', id);
      return next;
    });
  const showDetails = (id: string): void => {
    const next = new URLSearchParams(query);
    next.set('device', id);
    next.set('details', '1');
    void navigate({ search: next.toString() });
  };
  const hideDetails = (): void =>
    setQuery((old) => {
      const next = new URLSearchParams(old);
      next.delete('details');
      return next;
    });
  return { selected, select, detailed: query.has('details'), showDetails, hideDetails };
};

type RowDialogs = { onPtz: (id: string) => void; onRemove: (id: string) => void };

const useColumns = ({ onPtz, onRemove }: RowDialogs) => {
  const navigate = useNavigate();
  const unit = useLengthUnit();
  const ptz = useMay('F_ptz');
  const talk = useMay('F_talk') && isSecurePage();
  const admin = useMay('admin');
  const customers = useHasCustomers();
  return useMemo(() => {
    const open = (id: string): void => void navigate(`/liveview/${encodeURIComponent(id)}`);
    return {
      open,
      columns: dashboardColumns(
        unit,
        { ptz, talk, customers },
        { open, ptz: onPtz, remove: admin ? onRemove : undefined },
      ),
    };
  }, [navigate, unit, ptz, talk, customers, admin, onPtz, onRemove]);
};

const rowId = ({ id }: DeviceRow): string => id;
const byId = { id: 'id', down: false };

/** `dialogs` stay the same functions. */
export const useDashboard = (dialogs: RowDialogs) => {
  const filter = useFilter();
  const ids = useDeviceIds(filter);
  const loaded = useDevicesLoaded();
  const [made] = useState(() => new DeviceRows());
  const rows = useMemo(() => made.of(ids), [made, ids]);
  const { columns, open } = useColumns(dialogs);
  const table = useTable({ columns, rows, rowId, remember: 'showColumns', sort: byId, changing: devices });
  const pages = usePages(table.rows, filter);
  return { filter, loaded, table, pages, open, ...useSelected() };
};

export type Board = ReturnType<typeof useDashboard>;
