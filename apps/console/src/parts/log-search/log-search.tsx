// The frame of a log search: filters and the span of days at the left, what was found at the right. What is searched is the screen's.
import type { ReactElement, ReactNode } from 'react';
import { t } from '../../lib/i18n.ts';
import { Button } from '../../ui/button.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import type { TableColumn } from '../../ui/data-table.tsx';
import { DayRangeField } from '../../ui/day-range.tsx';
import { QueryPanel, QueryScreen, TimesNote } from '../../ui/query-panel.tsx';
import { EmptyState, ErrorPanel, Skeleton } from '../../ui/states.tsx';
import styles from './log-search.module.css';
import type { LogQuery } from './use-log-query.ts';

type LogSearchProps<Row extends object> = {
  title: string;
  /** The filters of this log. */
  filters: ReactNode;
  query: LogQuery<Row>;
  columns: readonly TableColumn<Row>[];
  rowId: (row: Row) => string;
  /** An answer of so many rows may lack older ones. */
  most: number;
};

const Found = <Row extends object>({ title, query, columns, rowId, most }: LogSearchProps<Row>): ReactElement => {
  const { error, isFetching, data } = query.answer;
  if (!query.asked)
    return (
      <EmptyState icon="search" title={t('Choose the days to search')}>
        {t('Choose the first and the last day, then press Query log.')}
      </EmptyState>
    );
  if (isFetching) return <Skeleton rows={12} />;
  if (error !== null) return <ErrorPanel error={error} retry={query.ask} />;
  if (data === undefined || data.length === 0) return <EmptyState icon="search" title={t('no records')} />;
  return (
    <>
      {data.length >= most && (
        <output className={styles.more}>
          {t('Only the newest {count} are shown. Choose fewer days or filter for the others.', { count: most })}
        </output>
      )}
      <DataTable label={title} columns={columns} rows={data} rowId={rowId} />
    </>
  );
};

export const LogSearch = <Row extends object>(props: LogSearchProps<Row>): ReactElement => {
  const { title, filters, query } = props;
  return (
    <QueryScreen>
      <QueryPanel title={title} onAsk={query.ask}>
        {filters}
        <DayRangeField label={t('Days')} range={query.range} onChange={query.setRange} />
        <Button look="primary" type="submit" icon="search" disabled={query.range.last === ''}>
          {t('Query log')}
        </Button>
        <TimesNote />
      </QueryPanel>
      <div className={styles.found}>
        <Found {...props} />
      </div>
    </QueryScreen>
  );
};
