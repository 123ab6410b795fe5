// The dashboard: every device that the filter lets through, as a table with the selected device beside it, or as cards on a phone.
// Layout and wiring only.
import { useState } from 'react';
import type { ReactElement } from 'react';
import { usePhone } from '../../lib/device-kind.ts';
import { t } from '../../lib/i18n.ts';
import { usePreference } from '../../lib/preferences.ts';
import { useDevice } from '../../live/hooks.ts';
import { useMay } from '../../live/session.ts';
import { openOverlay } from '../../parts/overlay-store.ts';
import { Button } from '../../ui/button.tsx';
import { SplitPane } from '../../ui/split-pane.tsx';
import { Skeleton } from '../../ui/states.tsx';
import { ColumnDialog } from './column-dialog.tsx';
import styles from './dashboard.module.css';
import { DeviceCards } from './device-cards.tsx';
import { DevicePanel } from './panel/device-panel.tsx';
import { DeviceTable } from './device-table.tsx';
import { EmptyBoard } from './empty-board.tsx';
import { NewDevices } from './new-devices.tsx';
import { WaitingNotice } from './waiting-notice.tsx';
import { useColumnChoice, useDashboard } from './use-dashboard.ts';
import type { Board } from './use-dashboard.ts';

const PANE = { usual: 360, min: 280, max: 720 };
const MOSAIC_STREAMS = 9;

/** The table, and the selected device beside it behind a divider. */
const Desk = ({ board, choice }: { board: Board; choice: ReturnType<typeof useColumnChoice> }): ReactElement => {
  const [width, setWidth] = usePreference('dashboardPane');
  const { selected = '', select } = board;
  const known = useDevice(selected) !== undefined;
  const table = <DeviceTable board={board} shown={choice.shown} />;
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

type ToolsProps = { count: number; onColumns: () => void };

const Tools = ({ count, onColumns }: ToolsProps): ReactElement => {
  const watches = useMay('P_live');
  return (
    <div className={styles.tools}>
      <span className="soft num">{t('{count} devices', { count })}</span>
      <Button look="bare" icon="columns" onClick={onColumns}>
        {t('Columns')}
      </Button>
      {watches && (
        <Button look="bare" icon="fullscreen" onClick={() => openOverlay({ kind: 'mosaic', streams: MOSAIC_STREAMS })}>
          {t('Full screen')}
        </Button>
      )}
    </div>
  );
};

const List = ({ board }: { board: Board }): ReactElement => {
  const phone = usePhone();
  const choice = useColumnChoice();
  const [choosing, setChoosing] = useState(false);
  if (!board.loaded) return <Skeleton rows={12} />;
  if (board.rows.length === 0) return <EmptyBoard filter={board.filter} />;
  if (phone) return <DeviceCards rows={board.rows} />;
  return (
    <>
      <Tools count={board.rows.length} onColumns={() => setChoosing(true)} />
      <div className={styles.desk}>
        <Desk board={board} choice={choice} />
      </div>
      {choosing && <ColumnDialog choice={choice} onClose={() => setChoosing(false)} />}
    </>
  );
};

/** The screen /blockview. */
export const DashboardScreen = (): ReactElement => {
  const board = useDashboard();
  const admin = useMay('admin');
  return (
    <div className={styles.screen}>
      <h1 className="visually-hidden">{t('Dashboard')}</h1>
      {admin && <WaitingNotice />}
      {admin && <NewDevices />}
      <div className={styles.list}>
        <List board={board} />
      </div>
    </div>
  );
};
