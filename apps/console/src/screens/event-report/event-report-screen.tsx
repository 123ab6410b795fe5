// The screen /eventreportsetting: the scheduled reports at the left, the form of one at the right.
import { deleteEventReport, type EventReport, getEventReports } from '@outrider/contract';
import { useCallback, useMemo, useRef, useState } from 'react';
import type { ReactElement } from 'react';
import { useAddressQuery } from '../../lib/address-query.ts';
import { useCall, useSave } from '../../lib/calls.ts';
import { t } from '../../lib/i18n.ts';
import { SaveButtons } from '../../parts/table/save-buttons.tsx';
import { TableTools, TableView } from '../../parts/table/table-view.tsx';
import { useTable } from '../../parts/table/use-table.ts';
import { Button } from '../../ui/button.tsx';
import { Confirm } from '../../ui/question.tsx';
import { ScreenHead } from '../../ui/screen-head.tsx';
import { EmptyState, ErrorPanel, Skeleton } from '../../ui/states.tsx';
import { showToast } from '../../ui/toast.ts';
import { reportColumns, reportName } from './columns.tsx';
import styles from './event-report.module.css';
import { ReportEditor } from './report-editor.tsx';

const rowId = ({ reportid }: EventReport): string => String(reportid);

/** Which report is in the form stands in the address. */
const useOpenReport = () => {
  const [query, setQuery] = useAddressQuery();
  const open = useCallback(
    (id: string, byItself = false): void =>
      setQuery(
        (old) => {
          const next = new URLSearchParams(old);
          if (id === '') next.delete('row');
          else next.set('row', id);
          return next;
        },
        { byItself },
      ),
    [setQuery],
  );
  return { openId: query.get('row') ?? '', open };
};

type ReportsProps = { rows: readonly EventReport[]; openId: string; onOpen: (report: EventReport) => void };

const Reports = ({ rows, openId, onOpen }: ReportsProps): ReactElement => {
  const { mutateAsync: take } = useSave(deleteEventReport, [getEventReports]);
  const [removing, setRemoving] = useState<EventReport>();
  const columns = useMemo(() => reportColumns({ edit: onOpen, remove: setRemoving }), [onOpen]);
  const remove = async ({ reportid }: EventReport): Promise<void> => {
    const { message } = await take({ eventReport: { reportid } });
    showToast('success', t(message));
  };
  const table = useTable({ columns, rows, rowId, remember: 'columns:event-reports' });
  return (
    <div className={styles.list}>
      <TableTools table={table} times>
        <SaveButtons table={table} name={['Reports']} />
      </TableTools>
      {rows.length > 0 ? (
        <TableView label={t('Event report setting')} table={table} onOpen={onOpen} selectedId={openId} />
      ) : (
        <EmptyState icon="info" title={t('No reports yet')}>
          {t('A report makes a file of each hour, day, week or month that is over, and mails it to its receivers.')}
        </EmptyState>
      )}
      {removing !== undefined && (
        <Confirm
          title={t('Delete {name}', { name: reportName(removing) })}
          confirmText={t('Delete')}
          danger
          onConfirm={() => remove(removing)}
          onClose={() => setRemoving(undefined)}
        >
          {t('Are you really delete')}
        </Confirm>
      )}
    </div>
  );
};

type LoadedProps = { rows: readonly EventReport[]; isFetching: boolean };

const LoadedScreen = ({ rows, isFetching }: LoadedProps): ReactElement => {
  const { openId, open } = useOpenReport();
  const editor = useRef<HTMLDivElement>(null);
  const opened = rows.find((row) => rowId(row) === openId);
  const show = useCallback(
    (report: EventReport): void => {
      open(rowId(report));
      // On a phone the form is below the table.
      editor.current?.scrollIntoView({ block: 'nearest' });
    },
    [open],
  );
  return (
    <div className={styles.screen}>
      <ScreenHead title={t('Event report setting')}>
        {opened !== undefined && (
          <Button icon="plus" onClick={() => open('')}>
            {t('New report')}
          </Button>
        )}
      </ScreenHead>
      <div className={styles.row}>
        <Reports rows={rows} openId={openId} onOpen={show} />
        <div ref={editor} className={styles.side}>
          <ReportEditor
            // What is fetched again leaves what is typed.
            key={opened === undefined ? '' : openId}
            report={opened}
            isComing={openId !== '' && opened === undefined && isFetching}
            onAdded={(id) => open(String(id), true)}
          />
        </div>
      </div>
    </div>
  );
};

export const EventReportScreen = (): ReactElement => {
  const { data, error, refetch, isFetching } = useCall(getEventReports, {});
  if (data !== undefined) return <LoadedScreen rows={data} isFetching={isFetching} />;
  return error === null ? <Skeleton rows={12} /> : <ErrorPanel error={error} retry={() => void refetch()} />;
};
