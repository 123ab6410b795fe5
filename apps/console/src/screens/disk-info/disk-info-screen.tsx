// The screen /diskinfo: the disks that recordings go to, how fast they fill, and the room for what came of events.
import { DISK_NORMAL, type DiskInfo, type DiskState, getDiskInfo } from '@outrider/contract';
import { useMemo, useState } from 'react';
import type { ReactElement } from 'react';
import { useCall } from '../../lib/calls.ts';
import { t } from '../../lib/i18n.ts';
import { TableView } from '../../parts/table/table-view.tsx';
import { useTable } from '../../parts/table/use-table.ts';
import type { Column } from '../../ui/column.ts';
import { ScreenHead } from '../../ui/screen-head.tsx';
import { ErrorPanel, Skeleton } from '../../ui/states.tsx';
import styles from './disk-info.module.css';
import { fullSize, gigabytes, perHour, perMinute } from './disk-size.ts';

const REFRESH_MS = 5000;

const statusText = (status: string): string => (status === DISK_NORMAL ? t('normal') : status);
const size = (id: string, header: string, value: (disk: DiskState) => number): Column<DiskState> => ({
  id,
  header,
  width: '136px',
  align: 'end',
  value,
  text: (disk) => gigabytes(value(disk)),
});

const columns = (): readonly Column<DiskState>[] => [
  { id: 'path', header: t('Path'), width: 'minmax(208px, 1fr)', value: ({ path }) => path },
  {
    id: 'status',
    header: t('Status'),
    width: 'minmax(96px, 0.5fr)',
    value: ({ status }) => statusText(status),
  },
  size('full', t('Full Size'), ({ full_size: full }) => full),
  size('free', t('Free Size'), ({ free_size: free }) => free),
  {
    id: 'reserve',
    header: t('Reserve'),
    width: '112px',
    align: 'end',
    value: ({ reserve }) => reserve,
    text: ({ reserve }) => `${reserve} MB`,
  },
  size('used', t('Used space'), ({ used }) => used),
];

const rowId = ({ path }: DiskState): string => path;

type SpaceProps = { name: string; used: number; full: number };

const Space = ({ name, used, full }: SpaceProps): ReactElement => (
  <div className={styles.space}>
    <dt>{name}</dt>
    <dd className="num">{t('{used} of {full}', { used: gigabytes(used), full: fullSize(full) })}</dd>
  </div>
);

const Spaces = ({ info }: { info: DiskInfo }): ReactElement => (
  <aside className={styles.spaces}>
    <section aria-label={t('Event Download Folder')}>
      <h2>{t('Event Download Folder')}</h2>
      <dl>
        <Space name={t('Footage Space')} used={info.footageUsedSize} full={info.footageFullSize} />
        <Space name={t('Snapshot Space')} used={info.snapshotUsedSize} full={info.snapshotFullSize} />
        <Space name={t('SD Backup Space')} used={info.sdUsedSize} full={info.sdFullSize} />
        <Space name={t('Auto Upload Space')} used={info.autouploadUsedSize} full={info.autouploadFullSize} />
      </dl>
    </section>
    <section aria-label={t('System Root Space')}>
      <h2>{t('System Root Space')}</h2>
      <dl>
        <div className={styles.space}>
          <dt>{t('Usable size')}</dt>
          <dd className="num">{gigabytes(info.rootUsableSize)}</dd>
        </div>
      </dl>
    </section>
  </aside>
);

const LoadedScreen = ({ info }: { info: DiskInfo }): ReactElement => {
  const [chosen, choose] = useState<string>();
  const table = useTable({
    columns: useMemo(() => columns(), []),
    rows: info.disks,
    rowId,
    remember: 'columns:diskinfo',
  });
  const selected = info.disks.find(({ path }) => path === chosen);
  const rate = (selected === undefined ? info.disks : [selected]).reduce((sum, { minMB }) => sum + minMB, 0);
  return (
    <div className={styles.screen}>
      <ScreenHead title={t('Disk info')}>
        <span className="soft">{t('Refreshed every {count} seconds', { count: REFRESH_MS / 1000 })}</span>
      </ScreenHead>
      <div className={styles.body}>
        <div className={styles.disks}>
          <section className={styles.traffic} aria-label={t('Data traffic')}>
            <h2>{t('Data traffic')}</h2>
            <span className="soft">{selected === undefined ? t('All disks together') : selected.path}</span>
            <strong className="num">{perMinute(rate)}</strong>
            <strong className="num">{perHour(rate)}</strong>
          </section>
          <div className={styles.table}>
            <TableView
              label={t('Disks')}
              table={table}
              selectedId={selected?.path}
              onSelect={({ path }) => choose(path === chosen ? undefined : path)}
            />
          </div>
        </div>
        <Spaces info={info} />
      </div>
    </div>
  );
};

export const DiskInfoScreen = (): ReactElement => {
  const { data, error, refetch } = useCall(getDiskInfo, {}, { refetchMs: REFRESH_MS });
  if (data !== undefined) return <LoadedScreen info={data} />;
  if (error !== null) return <ErrorPanel error={error} retry={() => void refetch()} />;
  return <Skeleton rows={8} />;
};
