// The dashboard: every device that the filter lets through, as a table with tiles or the selected device beside it, or as cards on a
// phone. Layout and wiring only.
import type { ReactElement } from 'react';
import { deployment } from '../../lib/deployment.ts';
import { usePhone } from '../../lib/device-kind.ts';
import { t } from '../../lib/i18n.ts';
import { useDevice } from '../../live/hooks.ts';
import { useMay } from '../../live/session.ts';
import { Skeleton } from '../../ui/states.tsx';
import type { DeviceToAdd } from './add-device-dialog.tsx';
import styles from './dashboard.module.css';
import { Desk, ListPager } from './desk.tsx';
import { DeviceCards } from './device-cards.tsx';
import { useRowDialogs } from './device-table.tsx';
import { EmptyBoard } from './empty-board.tsx';
import { AddButton, ListTools } from './list-tools.tsx';
import { NewDevices } from './new-devices.tsx';
import { DevicePanel } from './panel/device-panel.tsx';
import { WaitingNotice } from './waiting-notice.tsx';
import { useDashboard } from './use-dashboard.ts';
import type { Board } from './use-dashboard.ts';

type CardsProps = { board: Board; onAdd: (device: DeviceToAdd) => void };

/** One card a device, or the details of one in their place, also of one that the filter leaves out. */
const Cards = ({ board, onAdd }: CardsProps): ReactElement => {
  const { selected = '', detailed, hideDetails } = board;
  const known = useDevice(selected) !== undefined;
  if (detailed && known) return <DevicePanel key={selected} id={selected} onClose={hideDetails} />;
  if (board.table.rows.length === 0)
    return (
      <>
        <EmptyBoard filter={board.filter} />
        <div className={styles.foot}>
          <AddButton onAdd={onAdd} />
        </div>
      </>
    );
  return (
    <>
      <DeviceCards
        rows={board.pages.rows}
        selected={board.selected}
        onSelect={board.select}
        onDetails={board.showDetails}
      />
      <ListPager board={board} />
    </>
  );
};

type ListProps = CardsProps & { phone: boolean };

const List = ({ board, phone, onAdd }: ListProps): ReactElement => {
  if (!board.loaded) return <Skeleton rows={12} />;
  if (phone) return <Cards board={board} onAdd={onAdd} />;
  return (
    <>
      <ListTools board={board} onAdd={onAdd} />
      <div className={styles.desk}>
        <Desk board={board} />
      </div>
    </>
  );
};

/** The screen /blockview. */
export const DashboardScreen = (): ReactElement => {
  const { dialogs, onAdd, drawn } = useRowDialogs();
  const board = useDashboard(dialogs);
  const admin = useMay('admin');
  const phone = usePhone();
  const known = useDevice(board.selected ?? '') !== undefined;
  // On a phone the details of a device have all the room.
  const alone = phone && board.detailed && known;
  return (
    <div className={styles.screen}>
      <h1 className="visually-hidden">{phone ? t('Device List') : t('Dashboard')}</h1>
      {admin && !alone && <WaitingNotice />}
      {admin && !alone && !deployment.customerRecords && <NewDevices onAdd={onAdd} />}
      <div className={styles.list}>
        <List board={board} phone={phone} onAdd={onAdd} />
      </div>
      {drawn}
    </div>
  );
};
