// The screen /deviceusage: for which share of a day the link of each device stood.
import { q09Usage } from '@outrider/contract';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { ReactElement } from 'react';
import { t } from '../../lib/i18n.ts';
import { dayText } from '../../lib/local-moment.ts';
import { systemClock } from '../../lib/time.ts';
import { live } from '../../live/index.ts';
import { spanOf } from '../../parts/log-search/day-span.ts';
import { deviceColumn } from '../../parts/table/device-column.tsx';
import { SaveButtons } from '../../parts/table/save-buttons.tsx';
import { TableTools, TableView } from '../../parts/table/table-view.tsx';
import { useTable } from '../../parts/table/use-table.ts';
import { Button } from '../../ui/button.tsx';
import type { Column } from '../../ui/column.ts';
import { DayCalendar } from '../../ui/day-calendar.tsx';
import { QueryFound, QueryPanel, QueryResult, QueryScreen, TimesNote } from '../../ui/query-panel.tsx';
import { EmptyState, ErrorPanel, Skeleton } from '../../ui/states.tsx';
import styles from './device-usage.module.css';
import { ALL_ROW, shareText, type UsageRow, usageRows } from './usage-rows.ts';

const rowId = ({ id }: UsageRow): string => id;

const Bar = ({ share }: { share: number }): ReactElement => (
  <span className={styles.usage}>
    <span className={styles.groove} aria-hidden="true">
      <span className={styles.bar} style={{ inlineSize: `${share * 100}%` }} />
    </span>
    <span className={`${styles.share} num`}>{shareText(share)}</span>
  </span>
);

const columns = (): readonly Column<UsageRow>[] => [
  deviceColumn({ header: t('Device ID'), width: 'minmax(128px, 1fr)', pinned: true }, ({ id }) => id),
  {
    id: 'usage',
    header: t('Usage'),
    width: 'minmax(200px, 2fr)',
    value: ({ share }) => share,
    text: ({ share }) => shareText(share),
    cell: ({ share }) => <Bar share={share} />,
  },
];

type Question = { readonly day: string; readonly asked: number };
type Answer = { Z: readonly string[]; A?: number | undefined };

const Usage = ({ day, Z, A }: Answer & { day: string }): ReactElement => {
  const shown = useMemo(() => columns(), []);
  const rows = useMemo(() => usageRows(Z), [Z]);
  const sorted = useTable({ columns: shown, rows, rowId, remember: 'columns:deviceusage' });
  // First, whatever the others are sorted by.
  const table = A === undefined ? sorted : { ...sorted, rows: [{ id: ALL_ROW, share: A }, ...sorted.rows] };
  return (
    <QueryFound>
      <TableTools table={table} count={t('{count} devices', { count: rows.length })}>
        <SaveButtons table={table} name={['Device usage', day]} />
      </TableTools>
      {table.rows.length > 0 ? (
        <TableView label={t('Device usage')} table={table} />
      ) : (
        <EmptyState icon="search" title={t('no records')} />
      )}
    </QueryFound>
  );
};

/** The answer to the last press of the button; a day of 23 or 25 hours says where it ends. */
const useUsage = (question: Question | undefined) =>
  useQuery({
    queryKey: ['device-usage', question],
    enabled: question !== undefined,
    // A button asks.
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    queryFn: async () => {
      const { afterUpdatetime: B, beforeUpdatetime: E } = spanOf({
        first: question?.day ?? '',
        last: question?.day ?? '',
      }) ?? { afterUpdatetime: 0, beforeUpdatetime: 1 };
      return live().connection.ask(q09Usage, { B, E });
    },
  });

export const DeviceUsageScreen = (): ReactElement => {
  const [day, setDay] = useState(() => dayText(new Date(systemClock.now())));
  const [question, setQuestion] = useState<Question>();
  const { data, error, isFetching, refetch } = useUsage(question);
  const ask = (): void => setQuestion((last) => ({ day, asked: (last?.asked ?? 0) + 1 }));
  return (
    <QueryScreen>
      <QueryPanel title={t('Device usage')} onAsk={ask}>
        <DayCalendar label={t('Day')} day={day} onPick={setDay} />
        <Button look="primary" type="submit" icon="search" busy={isFetching}>
          {t('Query')}
        </Button>
        <p className="soft">{t('The share of the day in which the device was connected; today, of the day so far.')}</p>
        <TimesNote />
      </QueryPanel>
      <QueryResult>
        {question === undefined && (
          <EmptyState icon="search" title={t('Choose a day')}>
            {t('Choose the day, then press Query.')}
          </EmptyState>
        )}
        {isFetching && <Skeleton rows={12} />}
        {!isFetching && error !== null && <ErrorPanel error={error} retry={() => void refetch()} />}
        {!isFetching && question !== undefined && data !== undefined && <Usage day={question.day} {...data} />}
      </QueryResult>
    </QueryScreen>
  );
};
