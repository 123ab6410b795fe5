// The screen /devicemodelinfo: which recorders there are, by model, version and SIM card, as each says it. Its title is the documented one.
import { type DeviceModel, EVERY_DEVICE, getDeviceInfo } from '@outrider/contract';
import { useMemo } from 'react';
import type { ReactElement } from 'react';
import { useCall } from '../../lib/calls.ts';
import { t } from '../../lib/i18n.ts';
import { useDevicesLoaded } from '../../live/hooks.ts';
import { formatDateTime } from '../../lib/time.ts';
import { matching } from '../../parts/resource/matching.ts';
import { deviceColumn } from '../../parts/table/device-column.tsx';
import { SaveButtons } from '../../parts/table/save-buttons.tsx';
import { TableTools, TableView } from '../../parts/table/table-view.tsx';
import { useFind } from '../../parts/table/use-find.ts';
import { useTable } from '../../parts/table/use-table.ts';
import type { Column } from '../../ui/column.ts';
import { ScreenHead, SearchField } from '../../ui/screen-head.tsx';
import { EmptyState, ErrorPanel, Skeleton } from '../../ui/states.tsx';
import styles from './device-model.module.css';

/** A device that comes is asked some moments later. */
const REFRESH_MS = 10_000;

type Row = DeviceModel & { readonly number: number };

const rowId = ({ deviceid }: Row): string => deviceid;

const columns = (): readonly Column<Row>[] => [
  { id: 'number', header: '#', width: '56px', align: 'end', value: ({ number }) => number, inOrder: true },
  deviceColumn({ header: t('deviceid'), width: 'minmax(128px, 1fr)' }, ({ deviceid }) => deviceid),
  { id: 'model', header: t('model'), width: 'minmax(112px, 1fr)', value: ({ model }) => model },
  { id: 'version', header: t('f/w'), width: 'minmax(112px, 1fr)', value: ({ version }) => version },
  {
    id: 'mobile',
    header: t('mobile identification'),
    width: 'minmax(184px, 1.4fr)',
    value: ({ mobileid }) => mobileid,
  },
  {
    id: 'maker',
    header: t('Manufacturer'),
    width: 'minmax(112px, 0.8fr)',
    choice: 'off',
    value: ({ manufacturer }) => manufacturer,
  },
  {
    id: 'hardware',
    header: t('Hardware'),
    width: 'minmax(96px, 0.8fr)',
    choice: 'off',
    value: ({ hardware }) => hardware,
  },
  {
    id: 'told',
    header: t('Told at'),
    width: '172px',
    choice: 'off',
    value: ({ updatetime }) => (updatetime === 0 ? null : updatetime),
    text: ({ updatetime }) => (updatetime === 0 ? '' : formatDateTime(updatetime)),
  },
];

const Models = ({ models }: { models: readonly DeviceModel[] }): ReactElement => {
  const { word, find } = useFind();
  const shown = useMemo(() => columns(), []);
  const rows = useMemo(() => models.map((model, i): Row => ({ ...model, number: i + 1 })), [models]);
  const named = useDevicesLoaded(); // names come with the list of devices, and a search finds them too
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- `named`: read by the columns
  const found = useMemo(() => matching(rows, shown, word), [rows, shown, word, named]);
  const table = useTable({ columns: shown, rows: found, rowId, remember: 'columns:devicemodels' });
  const untold = models.filter(({ updatetime }) => updatetime === 0).length;
  return (
    <div className={styles.screen}>
      <ScreenHead title={t('Disk Info')}>
        <SearchField label={t('Search')} word={word} onWord={find} />
      </ScreenHead>
      {untold > 0 && (
        <p className={`soft ${styles.note}`}>
          {t('{count} devices have not said yet what they are.', { count: untold })}
        </p>
      )}
      <TableTools table={table} times>
        <SaveButtons table={table} name={['Device models']} />
      </TableTools>
      {found.length > 0 ? (
        <TableView label={t('Device model info')} table={table} />
      ) : (
        <EmptyState icon="search" title={models.length === 0 ? t('No devices yet') : t('no records')} />
      )}
    </div>
  );
};

export const DeviceModelScreen = (): ReactElement => {
  const { data, error, refetch } = useCall(getDeviceInfo, { deviceid: EVERY_DEVICE }, { refetchMs: REFRESH_MS });
  if (data !== undefined) return <Models models={data} />;
  if (error !== null) return <ErrorPanel error={error} retry={() => void refetch()} />;
  return <Skeleton rows={12} />;
};
