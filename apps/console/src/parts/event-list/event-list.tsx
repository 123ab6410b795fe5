// The list of events as a table or as an album of photos, the same for the day and for a search: names, pins, order, pages, and what opens
// over it.
import { checkStatuses, getEventDefine, getEventDefineDevice, type ListedEvent } from '@outrider/contract';
import { useCallback, useMemo, useState } from 'react';
import type { ReactElement, ReactNode } from 'react';
import { useAddressQuery } from '../../lib/address-query.ts';
import { useCall } from '../../lib/calls.ts';
import { t } from '../../lib/i18n.ts';
import { useLengthUnit } from '../../lib/preferences.ts';
import { useKeys } from '../../lib/use-keys.ts';
import { useDevicesLoaded } from '../../live/hooks.ts';
import { devices } from '../../live/index.ts';
import { mapEnabled, useMay, useSession } from '../../live/session.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { Toggle } from '../../ui/toggle.tsx';
import { openOverlay } from '../overlay-store.ts';
import { sortRows } from '../table/order.ts';
import { TableTools, TableView } from '../table/table-view.tsx';
import { useTable } from '../table/use-table.ts';
import { EventAlbum } from './album.tsx';
import { eventColumns } from './columns.tsx';
import styles from './event-list.module.css';
import { ExportDialog, type Exported } from './export-dialog.tsx';
import { PinHead, usePins } from './pins.tsx';
import { type EventRow, eventRows, isPinned, namesBy, newestOf, type Paging, sliced, valuesOf } from './rows.ts';
import { type Patch, useEdits } from './use-edits.ts';
import { MapDialog, PhotoDialog, VideoDialog } from './viewers.tsx';

/** A playback of an event begins so long before it. */
const BEFORE_EVENT_MS = 15_000;

type Seen = { what: 'photo' | 'video'; row: EventRow; channel: number } | { what: 'map'; row: EventRow };

const rowId = ({ id }: EventRow): string => id;

const useRows = (events: readonly ListedEvent[]): readonly EventRow[] => {
  const definitions = useCall(getEventDefine, {}).data;
  const links = useCall(getEventDefineDevice, {}).data;
  const known = useDevicesLoaded();
  const namesOf = useMemo(() => namesBy({ definitions: definitions ?? [], links: links ?? [] }), [definitions, links]);
  return useMemo(
    () => eventRows(events, namesOf, (id) => devices.get(id), t),
    // oxlint-disable-next-line react/exhaustive-deps -- `known` stands for the store of devices
    [events, namesOf, known],
  );
};

const useMode = (): readonly ['table' | 'album', (mode: 'table' | 'album') => void] => {
  const [query, setQuery] = useAddressQuery();
  const set = (mode: 'table' | 'album'): void =>
    setQuery((old) => {
      const next = new URLSearchParams(old);
      if (mode === 'album') next.set('view', 'album');
      else next.delete('view');
      return next;
    });
  return [query.get('view') === 'album' ? 'album' : 'table', set];
};

type ListProps = {
  events: readonly ListedEvent[];
  patch: Patch;
  /** One page after the other; left out, all rows. */
  paging?: Paging;
  name: readonly string[];
  note: string;
  /** At the left above the rows. */
  tools?: ReactNode;
  /** Says how many rows there are; the list knows after its pins. */
  onShown?: (rows: number) => void;
};

const usePinned = (rows: readonly EventRow[]) => {
  const { pins, pin } = usePins();
  const signature = JSON.stringify(pins);
  // oxlint-disable-next-line react/exhaustive-deps -- `signature` is all of the pins
  const left = useMemo(() => rows.filter((row) => isPinned(row, pins)), [rows, signature]);
  const head = useCallback(
    (name: Parameters<typeof valuesOf>[1], header: string) => () => (
      <PinHead
        name={name}
        header={header}
        value={pins[name]}
        values={valuesOf(rows, name, pins)}
        onPin={(value) => pin(name, value)}
      />
    ),
    // oxlint-disable-next-line react/exhaustive-deps
    [rows, signature],
  );
  return { left, head };
};

type Shown = {
  rows: readonly EventRow[];
  patch: Patch;
  show: (seen: Seen) => void;
  head: ReturnType<typeof usePinned>['head'];
};

const useColumns = ({ patch, show, head }: Omit<Shown, 'rows'>) => {
  const unit = useLengthUnit();
  const mayPlay = useMay('P_lopb');
  const mayEdit = useMay('F_event');
  const hasMap = useSession(mapEnabled);
  const { saveMemo, setStatus, fetchAgain, isFetching } = useEdits(patch);
  const columns = useMemo(
    () =>
      eventColumns({
        unit,
        head,
        mayPlay,
        hasMap,
        saveMemo: mayEdit ? saveMemo : undefined,
        setStatus,
        fetchAgain,
        isFetching,
        show: (what, row, channel) => show({ what, row, channel }),
        showMap: (row) => show({ what: 'map', row }),
        play: ({ deviceid, eventtimeutc }) =>
          openOverlay({ kind: 'playback', deviceId: deviceid, timeMs: eventtimeutc - BEFORE_EVENT_MS }),
      }),
    [unit, head, mayPlay, hasMap, mayEdit, saveMemo, setStatus, fetchAgain, isFetching, show],
  );
  return { columns, setStatus };
};

/** What Enter on a row opens: its clip, else its photo, else where it was. */
const firstOf = (row: EventRow, hasMap: boolean): Seen | undefined => {
  const [clip] = row.download;
  const [photo] = row.snap;
  if (clip !== undefined) return { what: 'video', row, channel: clip };
  if (photo !== undefined) return { what: 'photo', row, channel: photo };
  return hasMap && row.vehiclex !== null ? { what: 'map', row } : undefined;
};

const Viewer = ({ seen, show }: { seen: Seen; show: (next: Seen | undefined) => void }): ReactElement => {
  const onClose = (): void => show(undefined);
  if (seen.what === 'map') return <MapDialog row={seen.row} onClose={onClose} />;
  const props = { row: seen.row, channel: seen.channel, onClose };
  const onChannel = (channel: number): void => show({ ...seen, channel });
  return seen.what === 'photo' ? (
    <PhotoDialog {...props} onChannel={onChannel} />
  ) : (
    <VideoDialog {...props} onChannel={onChannel} />
  );
};

export const EventList = ({ events, patch, paging, name, note, tools }: ListProps): ReactElement => {
  const all = useRows(events);
  const { left, head } = usePinned(all);
  const [seen, show] = useState<Seen>();
  const [selected, select] = useState<string>();
  const [exported, setExported] = useState<Exported>();
  const [mode, setMode] = useMode();
  const hasMap = useSession(mapEnabled);
  const { columns, setStatus } = useColumns({ patch, show, head });
  const rows = useMemo(() => (paging === undefined ? left : newestOf(left, paging)), [left, paging]);
  const table = useTable({ columns, rows, rowId, remember: 'columns:events', sort: { id: 'uid', down: true } });
  const page = useMemo(() => (paging === undefined ? table.rows : sliced(table.rows, paging)), [table.rows, paging]);
  const byId = (id: string | undefined): EventRow | undefined => page.find((row) => row.id === id);
  // The table may have sorted the newest page alone.
  const inOrder = () => (rows === left ? table.rows : sortRows(left, columns, table.sort, rowId));
  const openExport = (): void => setExported({ page, all: inOrder(), name, note });
  useKeys((key) => {
    const row = byId(selected);
    if (key === 'e') return openExport;
    const status = /^\d$/.test(key) ? checkStatuses[Number(key)] : undefined;
    return row === undefined || status === undefined ? undefined : () => setStatus(row, status);
  });
  return (
    <div className={styles.list}>
      <TableTools table={table} count={t('{count} rows', { count: page.length })}>
        {tools}
        <span className={styles.modes}>
          <Toggle pressed={mode === 'table'} onClick={() => setMode('table')}>
            {t('Table mode')}
          </Toggle>
          <Toggle pressed={mode === 'album'} onClick={() => setMode('album')}>
            {t('Album mode')}
          </Toggle>
        </span>
        <Button icon="download" onClick={openExport}>
          {t('Export')}
        </Button>
      </TableTools>
      {mode === 'album' && <EventAlbum rows={page} onOpen={(row, channel) => show({ what: 'photo', row, channel })} />}
      {mode === 'table' && page.length === 0 && <EmptyState icon="search" title={t('no records')} />}
      {mode === 'table' && (page.length > 0 || left.length < all.length) && (
        <TableView
          label={t('Events')}
          table={{ ...table, rows: page }}
          selectedId={selected}
          onSelect={({ id }) => select(id)}
          onOpen={(row) => show(firstOf(row, hasMap))}
        />
      )}
      {seen !== undefined && <Viewer seen={{ ...seen, row: byId(seen.row.id) ?? seen.row }} show={show} />}
      {exported !== undefined && <ExportDialog {...exported} onClose={() => setExported(undefined)} />}
    </div>
  );
};
