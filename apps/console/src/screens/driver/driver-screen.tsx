// The screen /driversetting: who drives what. What is changed here stays on this page, as documented; the device editor is where a name is
// saved.
import { type Driver, postDrivers } from '@outrider/contract';
import { useCallback, useMemo, useState } from 'react';
import type { ReactElement } from 'react';
import { useCall } from '../../lib/calls.ts';
import { t } from '../../lib/i18n.ts';
import { useDevicesLoaded } from '../../live/hooks.ts';
import { useMay } from '../../live/session.ts';
import { openOverlay } from '../../parts/overlay-store.ts';
import { matching } from '../../parts/resource/matching.ts';
import { SaveButtons } from '../../parts/table/save-buttons.tsx';
import { TableTools, TableView } from '../../parts/table/table-view.tsx';
import { useFind } from '../../parts/table/use-find.ts';
import { useTable } from '../../parts/table/use-table.ts';
import { ScreenHead, SearchField } from '../../ui/screen-head.tsx';
import { EmptyState, ErrorPanel, Skeleton } from '../../ui/states.tsx';
import { driverColumns, type DriverRow } from './columns.tsx';
import styles from './driver.module.css';

const rowId = ({ deviceid }: DriverRow): string => deviceid;

/** Names that were typed here, by device. They go with the page. */
const useTyped = (drivers: readonly Driver[]) => {
  const [typed, setTyped] = useState<ReadonlyMap<string, string>>(new Map());
  const rows = useMemo(
    () =>
      drivers.map((driver): DriverRow => {
        const name = typed.get(driver.deviceid);
        return name === undefined ? { ...driver, isTyped: false } : { ...driver, drivername: name, isTyped: true };
      }),
    [drivers, typed],
  );
  const type = useCallback((id: string, name: string) => setTyped((old) => new Map(old).set(id, name)), []);
  return { rows, count: typed.size, type };
};

const Drivers = ({ drivers, refetch }: { drivers: readonly Driver[]; refetch: () => unknown }): ReactElement => {
  const { word, find } = useFind();
  const mayEdit = useMay('F_lmdvrs');
  const { rows, count, type } = useTyped(drivers);
  const columns = useMemo(
    () =>
      driverColumns({
        type,
        ...(mayEdit && {
          open: (deviceId: string) => openOverlay({ kind: 'deviceEditor', deviceId, onSaved: () => void refetch() }),
        }),
      }),
    [type, mayEdit, refetch],
  );
  const named = useDevicesLoaded(); // names come with the list of devices, and a search finds them too
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- `named`: read by the columns
  const found = useMemo(() => matching(rows, columns, word), [rows, columns, word, named]);
  const table = useTable({ columns, rows: found, rowId, remember: 'columns:drivers' });
  return (
    <div className={styles.screen}>
      <ScreenHead title={t('Driver setting')}>
        <SearchField label={t('Search')} word={word} onWord={find} />
      </ScreenHead>
      <p className={`soft ${styles.note}`} role={count > 0 ? 'status' : undefined}>
        {t('Names changed in this table stay on this page and are not saved. To save a name, open the device editor.')}
      </p>
      <TableTools table={table} times>
        <SaveButtons table={table} name={['Drivers']} />
      </TableTools>
      {found.length > 0 ? (
        <TableView label={t('Driver setting')} table={table} />
      ) : (
        <EmptyState icon="search" title={drivers.length === 0 ? t('No devices yet') : t('no records')} />
      )}
    </div>
  );
};

export const DriverScreen = (): ReactElement => {
  const { data, error, refetch } = useCall(postDrivers, {});
  if (data !== undefined) return <Drivers drivers={data} refetch={refetch} />;
  if (error !== null) return <ErrorPanel error={error} retry={() => void refetch()} />;
  return <Skeleton rows={12} />;
};
