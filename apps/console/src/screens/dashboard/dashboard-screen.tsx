// The dashboard: every device that the filter lets through, as a table with the selected device beside it, or as cards on a phone.
// Layout and wiring only.
import type { ReactElement } from 'react';
import { usePhone } from '../../lib/device-kind.ts';
import { t } from '../../lib/i18n.ts';
import { usePreference } from '../../lib/preferences.ts';
import { useDevice } from '../../live/hooks.ts';
import { useMay } from '../../live/session.ts';
import { openOverlay } from '../../parts/overlay-store.ts';
import { TableTools } from '../../parts/table/table-view.tsx';
import { Button } from '../../ui/button.tsx';
import { SplitPane } from '../../ui/split-pane.tsx';
import { Skeleton } from '../../ui/states.tsx';
import styles from './dashboard.module.css';
import { DeviceCards } from './device-cards.tsx';
import { DevicePanel } from './panel/device-panel.tsx';
import { DeviceTable, useRowDialogs } from './device-table.tsx';
import { EmptyBoard } from './empty-board.tsx';
import { NewDevices } from './new-devices.tsx';
import { WaitingNotice } from './waiting-notice.tsx';
import { useDashboard } from './use-dashboard.ts';
import type { Board } from './use-dashboard.ts';

const PANE = { usual: 360, min: 280, max: 720 };
const MOSAIC_STREAMS = 9;

/** The table, and the selected device beside it behind a divider. */
const Desk = ({ board }: { board: Board }): ReactElement => {
  const [width, setWidth] = usePreference('dashboardPane');
  const { selected = '', select } = board;
  const known = useDevice(selected) !== undefined;
  const table = <DeviceTable board={board} />;
  if (!known) return table;
  return (
    <SplitPane
      label={t('Width of the details')}
      width={Number(width) || PANE.usual}
      min={PANE.min}
      max={PANE.max}
      onWidth={(next) => setWidth(String(next))}
      left={table}
      right={<DevicePanel key={selected} id={selected} onClose={() => select(undefined)} />}
    />
  );
};

const Tools = ({ board: { table } }: { board: Board }): ReactElement => {
  const watches = useMay('P_live');
  return (
    <TableTools
      table={table}
      count={t('{count} devices', { count: table.rows.length })}
      note={t('State and device are always shown.')}
    >
      {watches && (
        <Button look="bare" icon="fullscreen" onClick={() => openOverlay({ kind: 'mosaic', streams: MOSAIC_STREAMS })}>
          {t('Full screen')}
        </Button>
      )}
    </TableTools>
  );
};

const List = ({ board }: { board: Board }): ReactElement => {
  const phone = usePhone();
  if (!board.loaded) return <Skeleton rows={12} />;
  if (board.table.rows.length === 0) return <EmptyBoard filter={board.filter} />;
  if (phone) return <DeviceCards rows={board.table.rows} />;
  return (
    <>
      <Tools board={board} />
      <div className={styles.desk}>
        <Desk board={board} />
      </div>
    </>
  );
};

/** The screen /blockview. */
export const DashboardScreen = (): ReactElement => {
  const { dialogs, drawn } = useRowDialogs();
  const board = useDashboard(dialogs);
  const admin = useMay('admin');
  return (
    <div className={styles.screen}>
      <h1 className="visually-hidden">{t('Dashboard')}</h1>
      {admin && <WaitingNotice />}
      {admin && <NewDevices />}
      <div className={styles.list}>
        <List board={board} />
      </div>
      {drawn}
    </div>
  );
};
