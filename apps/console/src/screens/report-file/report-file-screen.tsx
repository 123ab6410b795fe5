// The screen /reportfilelist: the files that scheduled reports left, by report, days, and which of their times.
import {
  type EventReport,
  getEventReports,
  MAX_REPORT_FILES,
  postReportList,
  type ReportFile,
  type ReportQuery,
  reportQueries,
} from '@outrider/contract';
import { useMemo, useState } from 'react';
import type { ReactElement } from 'react';
import { useCall } from '../../lib/calls.ts';
import { t } from '../../lib/i18n.ts';
import { typeText } from '../../parts/event-report/report-words.ts';
import { spanOf } from '../../parts/log-search/day-span.ts';
import { SaveButtons } from '../../parts/table/save-buttons.tsx';
import { TableTools, TableView } from '../../parts/table/table-view.tsx';
import { useTable } from '../../parts/table/use-table.ts';
import { Button } from '../../ui/button.tsx';
import { type DayRange, DayRangeField } from '../../ui/day-range.tsx';
import { QueryPanel, QueryProblem, QueryScreen, TimesNote } from '../../ui/query-panel.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { EmptyState, ErrorPanel, Notice, Skeleton } from '../../ui/states.tsx';
import { fileColumns } from './columns.tsx';
import styles from './report-file.module.css';

const ALL = 0;
type Choice = { reportid: number; range: DayRange; queryby: ReportQuery };
type Question = { reportid?: number; from: number; to: number; queryby: ReportQuery };

const questionOf = ({ reportid, range, queryby }: Choice): Question | undefined => {
  const span = spanOf(range);
  if (span === undefined) return undefined;
  return {
    ...(reportid !== ALL && { reportid }),
    from: span.afterUpdatetime,
    to: span.beforeUpdatetime - 1000,
    queryby,
  };
};

const rowId = ({ fileid }: ReportFile): string => String(fileid);

const Files = ({ rows, name }: { rows: readonly ReportFile[]; name: readonly string[] }): ReactElement => {
  const columns = useMemo(() => fileColumns(), []);
  const table = useTable({ columns, rows, rowId, remember: 'columns:report-files' });
  return (
    <>
      {rows.length >= MAX_REPORT_FILES && (
        <Notice tone="warn">
          {t('Only the newest {number} are shown. Choose fewer days.', { number: rows.length })}
        </Notice>
      )}
      <TableTools table={table}>
        <SaveButtons table={table} name={['Report files', ...name]} />
      </TableTools>
      <TableView label={t('Report files')} table={table} />
    </>
  );
};

type PanelProps = {
  reports: readonly EventReport[];
  /** Why the reports to choose from could not be loaded. */
  failure: Error | null;
  retry: () => void;
  choice: Choice;
  onChange: (choice: Choice) => void;
  onAsk: () => void;
};

const Panel = ({ reports, failure, retry, choice, onChange, onAsk }: PanelProps): ReactElement => {
  const nameOf = (id: number): string => {
    const report = reports.find(({ reportid }) => reportid === id);
    return report === undefined ? t('All Profile') : `${report.profile} - ${typeText(report.type)}`;
  };
  return (
    <QueryPanel title={t('Report files')} onAsk={onAsk}>
      <SelectField
        label={t('Profile')}
        value={choice.reportid}
        options={[ALL, ...reports.map(({ reportid }) => reportid)]}
        textOf={nameOf}
        onChange={(reportid) => onChange({ ...choice, reportid })}
      />
      {failure !== null && (
        <>
          <QueryProblem>{t('The reports could not be loaded: {reason}', { reason: t(failure.message) })}</QueryProblem>
          <Button icon="refresh" onClick={retry}>
            {t('Try again')}
          </Button>
        </>
      )}
      <DayRangeField label={t('Days')} range={choice.range} onChange={(range) => onChange({ ...choice, range })} />
      <SelectField
        label={t('Query By')}
        value={choice.queryby}
        options={reportQueries}
        textOf={(by) => t(by)}
        onChange={(queryby) => onChange({ ...choice, queryby })}
      />
      <Button look="primary" type="submit" icon="search" disabled={choice.range.last === ''}>
        {t('Query Report Files')}
      </Button>
      <TimesNote />
    </QueryPanel>
  );
};

const NOTHING: Question = { from: 0, to: 0, queryby: 'updatetime' };

export const ReportFileScreen = (): ReactElement => {
  const reports = useCall(getEventReports, {});
  const [choice, setChoice] = useState<Choice>({
    reportid: ALL,
    range: { first: '', last: '' },
    queryby: 'updatetime',
  });
  const [asked, setAsked] = useState<{ question: Question; range: DayRange }>();
  const answer = useCall(postReportList, asked?.question ?? NOTHING, {
    enabled: asked !== undefined,
    byHand: true,
  });
  const ask = (): void => {
    const question = questionOf(choice);
    if (question === undefined) return;
    if (JSON.stringify(question) === JSON.stringify(asked?.question)) void answer.refetch();
    else setAsked({ question, range: choice.range });
  };
  const rows = Array.isArray(answer.data) ? answer.data : undefined;
  return (
    <QueryScreen>
      <Panel
        reports={reports.data ?? []}
        failure={reports.error}
        retry={() => void reports.refetch()}
        choice={choice}
        onChange={setChoice}
        onAsk={ask}
      />
      <div className={styles.found}>
        {asked === undefined ? (
          <EmptyState icon="search" title={t('Choose the days to search')}>
            {t('Choose the first and the last day, then press Query Report Files.')}
          </EmptyState>
        ) : answer.isFetching ? (
          <Skeleton rows={12} />
        ) : answer.error !== null ? (
          <ErrorPanel error={answer.error} retry={ask} />
        ) : rows === undefined || rows.length === 0 ? (
          <EmptyState icon="search" title={t('no records')} />
        ) : (
          <Files rows={rows} name={[asked.range.first, asked.range.last]} />
        )}
      </div>
    </QueryScreen>
  );
};
