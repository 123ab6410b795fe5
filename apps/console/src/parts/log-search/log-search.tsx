// The frame of a log search: filters and the span of days at the left, what was found at the right. What is searched is the screen's.
import { MAX_LOG_ROWS } from '@outrider/contract';
import { useEffect, useRef } from 'react';
import type { ReactElement, ReactNode } from 'react';
import { usePhone } from '../../lib/device-kind.ts';
import { t } from '../../lib/i18n.ts';
import type { PreferenceKey } from '../../lib/preferences.ts';
import { Button } from '../../ui/button.tsx';
import type { Column } from '../../ui/column.ts';
import { DayRangeField, type DayRange } from '../../ui/day-range.tsx';
import { QueryPanel, QueryScreen, TimesNote } from '../../ui/query-panel.tsx';
import { EmptyState, ErrorPanel, Skeleton } from '../../ui/states.tsx';
import { SaveButtons } from '../table/save-buttons.tsx';
import { TableTools, TableView } from '../table/table-view.tsx';
import { useTable } from '../table/use-table.ts';
import { type Exporting, LogExport } from './log-export.tsx';
import styles from './log-search.module.css';
import type { LogQuery } from './use-log-query.ts';

type LogSearchProps<Row extends object> = {
  title: string;
  /** The filters of this log. */
  filters: ReactNode;
  query: LogQuery<Row>;
  below?: ReactNode;
  /** The call that answers a file, and the filters as they are typed. */
  exporting?: Exporting;
  /** No log: its button says 'Search'. */
  search?: boolean;
  columns: readonly Column<Row>[];
  rowId: (row: Row) => string;
  /** What saved files are called: 'TalkLog'. */
  name: string;
  /** Under what the choice of columns is remembered. */
  remember: PreferenceKey;
};

type FoundRowsProps<Row extends object> = LogSearchProps<Row> & { rows: readonly Row[]; asked: DayRange };

const FoundRows = <Row extends object>(props: FoundRowsProps<Row>): ReactElement => {
  const { title, asked, columns, rows, rowId, name, remember } = props;
  const table = useTable({ columns, rows, rowId, remember });
  return (
    <>
      {rows.length >= MAX_LOG_ROWS && (
        <output className={styles.more}>
          {t('Only the newest {number} are shown. Choose fewer days or filter for the others.', {
            number: MAX_LOG_ROWS,
          })}
        </output>
      )}
      <TableTools table={table}>
        <SaveButtons table={table} name={[name, asked.first, asked.last]} />
      </TableTools>
      <TableView label={title} table={table} />
    </>
  );
};

const Found = <Row extends object>(props: LogSearchProps<Row>): ReactElement => {
  const { query, search = false } = props;
  const { error, isFetching, data } = query.answer;
  if (query.asked === undefined)
    return (
      <EmptyState icon="search" title={t('Choose the days to search')}>
        {search
          ? t('Choose the first and the last day, then press Search.')
          : t('Choose the first and the last day, then press Query log.')}
      </EmptyState>
    );
  if (isFetching) return <Skeleton rows={12} />;
  if (error !== null) return <ErrorPanel error={error} retry={query.ask} />;
  if (data === undefined || data.length === 0) return <EmptyState icon="search" title={t('no records')} />;
  return <FoundRows {...props} rows={data} asked={query.asked} />;
};

export const LogSearch = <Row extends object>(props: LogSearchProps<Row>): ReactElement => {
  const { title, filters, query, exporting, below, search = false } = props;
  const phone = usePhone();
  const found = useRef<HTMLDivElement>(null);
  const answered = query.asked !== undefined && !query.answer.isFetching;
  // On a phone the answer comes below the days.
  useEffect(() => {
    if (phone && answered) found.current?.scrollIntoView({ block: 'start' });
  }, [phone, answered]);
  return (
    <QueryScreen>
      <QueryPanel title={title} onAsk={query.ask}>
        {filters}
        <DayRangeField label={t('Days')} range={query.range} onChange={query.setRange} />
        <Button look="primary" type="submit" icon="search" disabled={query.range.last === ''}>
          {search ? t('Search') : t('Query log')}
        </Button>
        {exporting && <LogExport exporting={exporting} range={query.range} />}
        <TimesNote />
        {below}
      </QueryPanel>
      <div ref={found} className={styles.found}>
        <Found {...props} />
      </div>
    </QueryScreen>
  );
};
