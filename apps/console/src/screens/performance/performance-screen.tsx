// The screen /performanceinfo: how often the server did what in each minute of the last day, and how long that took.
import { getPerformance, type MeterName, type PerformanceRow } from '@outrider/contract';
import { useMemo } from 'react';
import type { ReactElement } from 'react';
import { useCall } from '../../lib/calls.ts';
import { t } from '../../lib/i18n.ts';
import { matching } from '../../parts/resource/matching.ts';
import { SaveButtons } from '../../parts/table/save-buttons.tsx';
import { TableTools, TableView } from '../../parts/table/table-view.tsx';
import { timeColumn } from '../../parts/table/time-column.ts';
import { useFind } from '../../parts/table/use-find.ts';
import { useTable } from '../../parts/table/use-table.ts';
import type { Column } from '../../ui/column.ts';
import { ScreenHead, SearchField } from '../../ui/screen-head.tsx';
import { EmptyState, ErrorPanel, Skeleton } from '../../ui/states.tsx';
import styles from './performance.module.css';

/** A minute is over every minute. */
const REFRESH_MS = 60_000;
/** To the microsecond, as the server measures. */
const DECIMALS = 6;

type Row = PerformanceRow & { readonly number: number };

const rowId = ({ datetime, gms, name }: Row): string => `${datetime} ${gms} ${name}`;

/** What the meters are called. */
const meterWords = (): Readonly<Record<MeterName, string>> => ({
  'position report': t('Position report, to its answer'),
  'report batch': t('Batch of positions, to the disk'),
  'database write': t('Change of the database'),
  'HTTP call': t('HTTP call'),
  command: t('Command of the main channel'),
  'frame fan-out': t('Video frame, to its viewers'),
});

const secondsColumn = (id: string, header: string, of: (row: Row) => number): Column<Row> => ({
  id,
  header,
  width: 'minmax(184px, 1fr)',
  align: 'end',
  value: of,
  text: (row) => of(row).toFixed(DECIMALS),
});

const columns = (): readonly Column<Row>[] => {
  const words: Readonly<Record<string, string>> = meterWords();
  return [
    { id: 'number', header: '#', width: '64px', align: 'end', value: ({ number }) => number, inOrder: true },
    timeColumn('time', t('DateTime'), ({ datetime }) => datetime, { inOrder: true }),
    { id: 'gms', header: t('GMS'), width: 'minmax(112px, 0.8fr)', value: ({ gms }) => gms },
    { id: 'meter', header: t('Meter'), width: 'minmax(216px, 1.4fr)', value: ({ name }) => words[name] ?? name },
    { id: 'count', header: t('Process Count'), width: 'minmax(120px, 0.7fr)', align: 'end', value: ({ cnt }) => cnt },
    secondsColumn('average', t('Avg Process Time(secs)'), ({ avg }) => avg),
    secondsColumn('longest', t('Max Process Time(secs)'), ({ max }) => max),
  ];
};

const Minutes = ({ measured }: { measured: readonly PerformanceRow[] }): ReactElement => {
  const { word, find } = useFind();
  const shown = useMemo(() => columns(), []);
  const rows = useMemo(() => measured.map((row, i): Row => ({ ...row, number: i + 1 })), [measured]);
  const found = useMemo(() => matching(rows, shown, word), [rows, shown, word]);
  const table = useTable({ columns: shown, rows: found, rowId, remember: 'columns:performance' });
  return (
    <div className={styles.screen}>
      <ScreenHead title={t('Performance info')}>
        <SearchField label={t('Search')} word={word} onWord={find} />
      </ScreenHead>
      <p className={`soft ${styles.note}`}>
        {t('What the server did in each minute of the last day, and how long that took.')}
      </p>
      <TableTools table={table} times>
        <SaveButtons table={table} name={['Performance info']} />
      </TableTools>
      {found.length > 0 ? (
        <TableView label={t('Performance info')} table={table} />
      ) : (
        <EmptyState icon="search" title={t('no records')}>
          {measured.length === 0 && t('The first minute since the server was started is not over yet.')}
        </EmptyState>
      )}
    </div>
  );
};

export const PerformanceScreen = (): ReactElement => {
  const { data, error, refetch } = useCall(getPerformance, {}, { refetchMs: REFRESH_MS });
  if (data !== undefined) return <Minutes measured={data} />;
  if (error !== null) return <ErrorPanel error={error} retry={() => void refetch()} />;
  return <Skeleton rows={12} />;
};
