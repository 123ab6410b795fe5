// The dashboard: every device that the filter lets through, as a table, or as cards on a phone. Layout and wiring only.
import { useMemo, useState } from 'react';
import type { ReactElement } from 'react';
import { useNavigate } from 'react-router';
import { usePhone } from '../../lib/device-kind.ts';
import { t } from '../../lib/i18n.ts';
import { useLengthUnit } from '../../lib/preferences.ts';
import { setFilterMode, setFilterWord } from '../../live/filter.ts';
import { useMay } from '../../live/session.ts';
import { Button } from '../../ui/button.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { EmptyState, Skeleton } from '../../ui/states.tsx';
import { dashboardColumns } from './columns.tsx';
import styles from './dashboard.module.css';
import { DeviceCards } from './device-cards.tsx';
import { NewDevices } from './new-devices.tsx';
import { RemoveDeviceDialog } from './remove-device-dialog.tsx';
import { useDashboard } from './use-dashboard.ts';
import type { DeviceRow } from './use-dashboard.ts';

const NoDevices = (): ReactElement => {
  const navigate = useNavigate();
  const admin = useMay('admin');
  if (!admin)
    return (
      <EmptyState title={t('No devices yet')}>{t('Your administrator decides which devices you see.')}</EmptyState>
    );
  return (
    <EmptyState
      icon="plug"
      title={t('No devices yet')}
      action={
        <Button look="primary" icon="plug" onClick={() => void navigate('/connectrecorder')}>
          {t('Connect a recorder')}
        </Button>
      }
    >
      {t('A recorder appears here as soon as it knows the address of this server and calls it.')}
    </EmptyState>
  );
};

const OnlyNewDevices = (): ReactElement => (
  <EmptyState icon="plus" title={t('No registered devices yet')}>
    {t('Recorders have called already. Add the new devices above to see them here.')}
  </EmptyState>
);

const NothingMatches = (): ReactElement => (
  <EmptyState
    icon="search"
    title={t('No device matches the filter')}
    action={
      <Button
        onClick={() => {
          setFilterMode('all');
          setFilterWord('');
        }}
      >
        {t('Show all devices')}
      </Button>
    }
  />
);

const RemoveButton = ({ id, onRemove }: { id: string; onRemove: (id: string) => void }): ReactElement => (
  <Button
    look="bare"
    icon="remove"
    className={styles.remove ?? ''}
    aria-label={t('Remove device {device}', { device: id })}
    onClick={(event) => {
      event.stopPropagation();
      onRemove(id);
    }}
  />
);

type Board = ReturnType<typeof useDashboard>;

const DeviceTable = ({ board }: { board: Board }): ReactElement => {
  const navigate = useNavigate();
  const unit = useLengthUnit();
  const admin = useMay('admin');
  const [removing, setRemoving] = useState<string>();
  const columns = useMemo(
    () =>
      dashboardColumns(
        unit,
        admin ? (row: DeviceRow) => <RemoveButton id={row.id} onRemove={setRemoving} /> : undefined,
      ),
    [unit, admin],
  );
  return (
    <>
      <DataTable
        label={t('Devices')}
        columns={columns}
        rows={board.rows}
        rowId={(row) => row.id}
        sort={board.sort}
        onSort={board.setSort}
        onOpen={(row) => void navigate(`/liveview/${encodeURIComponent(row.id)}`)}
      />
      {removing !== undefined && <RemoveDeviceDialog id={removing} onClose={() => setRemoving(undefined)} />}
    </>
  );
};

const List = ({ board }: { board: Board }): ReactElement => {
  const phone = usePhone();
  if (!board.loaded) return <Skeleton rows={12} />;
  if (board.counters.all === 0 && board.counters.online === 0) return <NoDevices />;
  if (board.counters.all === 0 && board.filter.mode === 'all') return <OnlyNewDevices />;
  if (board.rows.length === 0) return <NothingMatches />;
  return phone ? <DeviceCards rows={board.rows} /> : <DeviceTable board={board} />;
};

/** The screen /blockview. */
export const DashboardScreen = (): ReactElement => {
  const board = useDashboard();
  const admin = useMay('admin');
  return (
    <div className={styles.screen}>
      <h1 className="visually-hidden">{t('Dashboard')}</h1>
      {admin && <NewDevices />}
      <div className={styles.list}>
        <List board={board} />
      </div>
    </div>
  );
};
