// The tab 'Firmware Update': what is fetched, roll-outs to many, and each device with its version and the button that begins.
import { type DeviceFirmware, getDeviceFirmware } from '@outrider/contract';
import { useMemo, useState } from 'react';
import type { ReactElement } from 'react';
import { useCall } from '../../lib/calls.ts';
import { t } from '../../lib/i18n.ts';
import { matching } from '../../parts/resource/matching.ts';
import { SaveButtons } from '../../parts/table/save-buttons.tsx';
import { TableTools, TableView } from '../../parts/table/table-view.tsx';
import { useTable } from '../../parts/table/use-table.ts';
import { Button } from '../../ui/button.tsx';
import { SearchField } from '../../ui/screen-head.tsx';
import { EmptyState, ErrorPanel, Skeleton } from '../../ui/states.tsx';
import styles from './firmware.module.css';
import { RolloutDialog } from './rollout-dialog.tsx';
import { RolloutList } from './rollout-list.tsx';
import { SourceForm } from './source-form.tsx';
import { updateColumns } from './update-columns.tsx';
import { useFind } from './use-find.ts';
import { useUpdating } from './use-firmware.ts';
import type { Source } from './use-firmware.ts';

const rowId = ({ deviceid }: DeviceFirmware): string => deviceid;
const NOWHERE: Source = { url: '', user: '', password: '', way: 'auto' };

const Devices = ({ rows, source }: { rows: readonly DeviceFirmware[]; source: Source }): ReactElement => {
  const { word, find } = useFind();
  const { resting, update } = useUpdating();
  const columns = useMemo(() => updateColumns({ source, resting, update }), [source, resting, update]);
  const found = useMemo(() => matching(rows, columns, word), [rows, columns, word]);
  const table = useTable({ columns, rows: found, rowId, remember: 'columns:firmware' });
  return (
    <div className={styles.list}>
      <TableTools table={table} times>
        <span className={styles.search}>
          <SearchField label={t('Search')} word={word} onWord={find} />
        </span>
        <SaveButtons table={table} name={['Firmware']} />
      </TableTools>
      {found.length > 0 ? (
        <TableView label={t('Firmware Update')} table={table} />
      ) : (
        <EmptyState icon="search" title={rows.length > 0 ? t('no records') : t('No devices yet')} />
      )}
    </div>
  );
};

export const UpdateTab = (): ReactElement => {
  const [source, setSource] = useState(NOWHERE);
  const [rollingOut, rollOut] = useState(false);
  const { data, error, refetch } = useCall(getDeviceFirmware, {});
  if (data === undefined)
    return error === null ? <Skeleton rows={12} /> : <ErrorPanel error={error} retry={() => void refetch()} />;
  return (
    <div className={styles.tab}>
      <div className={styles.form}>
        <SourceForm source={source} onChange={setSource} />
        <div className={styles.buttons}>
          <Button icon="table" disabled={source.url === ''} onClick={() => rollOut(true)}>
            {t('Roll out to many …')}
          </Button>
        </div>
      </div>
      <RolloutList />
      <Devices rows={data} source={source} />
      {rollingOut && <RolloutDialog url={source.url} way={source.way} onClose={() => rollOut(false)} />}
    </div>
  );
};
