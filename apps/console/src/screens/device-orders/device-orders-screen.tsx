// The screen /deviceorders: what devices were told to do, by whom, how it stands and what came of it; what waits can be cancelled.
import type { DeviceOrder } from '@outrider/contract';
import { useMemo } from 'react';
import type { ReactElement } from 'react';
import { t } from '../../lib/i18n.ts';
import { useAllOrders } from '../../parts/device-orders/use-orders.ts';
import { matching } from '../../parts/resource/matching.ts';
import { SaveButtons } from '../../parts/table/save-buttons.tsx';
import { TableTools, TableView } from '../../parts/table/table-view.tsx';
import { useFind } from '../../parts/table/use-find.ts';
import { useTable } from '../../parts/table/use-table.ts';
import { Button } from '../../ui/button.tsx';
import { ScreenHead, SearchField } from '../../ui/screen-head.tsx';
import { EmptyState, ErrorPanel, Skeleton } from '../../ui/states.tsx';
import { orderColumns } from './columns.tsx';
import styles from './device-orders.module.css';

const rowId = ({ id }: DeviceOrder): string => String(id);

type Older = ReturnType<typeof useAllOrders>['older'];

const Orders = ({ rows, older }: { rows: readonly DeviceOrder[]; older: Older }): ReactElement => {
  const { word, find } = useFind();
  const columns = useMemo(() => orderColumns(), []);
  const found = useMemo(() => matching(rows, columns, word), [rows, columns, word]);
  const table = useTable({ columns, rows: found, rowId, remember: 'columns:deviceorders' });
  return (
    <div className={styles.screen}>
      <ScreenHead title={t('Device orders')}>
        <SearchField label={t('Search')} word={word} onWord={find} />
      </ScreenHead>
      <TableTools table={table} times>
        <SaveButtons table={table} name={['Orders']} />
      </TableTools>
      {found.length > 0 ? (
        <TableView label={t('Device orders')} table={table} />
      ) : rows.length > 0 ? (
        <EmptyState icon="search" title={t('no records')} />
      ) : (
        <EmptyState icon="other" title={t('No orders yet')}>
          {t('What devices are told to do from their panel on the dashboard stands here, with what came of it.')}
        </EmptyState>
      )}
      {older !== undefined && (
        <div className={styles.older}>
          <Button busy={older.busy} onClick={older.ask}>
            {t('Show older orders')}
          </Button>
        </div>
      )}
    </div>
  );
};

export const DeviceOrdersScreen = (): ReactElement => {
  const { rows, error, refetch, older } = useAllOrders();
  if (rows !== undefined) return <Orders rows={rows} older={older} />;
  if (error !== null) return <ErrorPanel error={error} retry={() => void refetch()} />;
  return <Skeleton rows={12} />;
};
