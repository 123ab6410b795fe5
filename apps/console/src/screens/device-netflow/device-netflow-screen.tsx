// The screen /devicenetflow: how much data each device sent and was sent on each day of a month.
import { type NetflowRow, postNetflow } from '@outrider/contract';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { ReactElement } from 'react';
import { usePhone } from '../../lib/device-kind.ts';
import { fileNameOf } from '../../lib/file-name.ts';
import { t } from '../../lib/i18n.ts';
import { saveText } from '../../lib/save-blob.ts';
import { send } from '../../lib/send.ts';
import { systemClock } from '../../lib/time.ts';
import { SaveButtons } from '../../parts/table/save-buttons.tsx';
import { TableTools, TableView } from '../../parts/table/table-view.tsx';
import { useTicks } from '../../parts/table/ticks.tsx';
import { useTable } from '../../parts/table/use-table.ts';
import { Button } from '../../ui/button.tsx';
import { QueryFound, QueryPanel, QueryResult, QueryScreen } from '../../ui/query-panel.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { EmptyState, ErrorPanel, Skeleton } from '../../ui/states.tsx';
import { Toggle } from '../../ui/toggle.tsx';
import styles from './device-netflow.module.css';
import { flowColumns, kindWords } from './flow-columns.tsx';
import { boundsOf, flowKinds, type FlowKind, type FlowRow, flowRows, monthsUntil } from './flow-rows.ts';

const rowId = ({ id }: FlowRow): string => id;

type KindsProps = { shown: ReadonlySet<FlowKind>; toggle: (kind: FlowKind) => void };

const Kinds = ({ shown, toggle }: KindsProps): ReactElement => {
  const words = kindWords();
  return (
    <fieldset className={styles.kinds}>
      <legend>{t('Rows')}</legend>
      {flowKinds.map((kind) => (
        <Toggle key={kind} pressed={shown.has(kind)} onClick={() => toggle(kind)}>
          {words[kind]}
        </Toggle>
      ))}
    </fieldset>
  );
};

/** Records as the server has them, unformatted: those that rows of the table are made of. */
const rawText = (records: readonly NetflowRow[], rows: readonly FlowRow[]): string => {
  const devices = new Set(rows.map(({ deviceid }) => deviceid));
  const kept = records.filter(({ deviceid }) => devices.has(deviceid));
  return JSON.stringify(
    kept.map(({ deviceid, starttime, flowin, flowout }) => ({
      deviceid,
      starttime: starttime / 1000,
      flowin,
      flowout,
    })),
    null,
    1,
  );
};

type MonthProps = { month: string; records: readonly NetflowRow[]; kinds: ReadonlySet<FlowKind> };

const Month = ({ month, records, kinds }: MonthProps): ReactElement => {
  const phone = usePhone();
  const all = useMemo(() => flowRows(records, month), [records, month]);
  const rows = useMemo(() => all.filter(({ kind }) => kinds.has(kind)), [all, kinds]);
  const there = useMemo(() => all.map(({ id }) => id), [all]);
  const ids = useMemo(() => rows.map(({ id }) => id), [rows]);
  const { ticked, toggle } = useTicks(there, ids);
  const columns = useMemo(() => flowColumns(month, { ticked, toggle }, phone), [month, ticked, toggle, phone]);
  const table = useTable({ columns, rows, rowId, remember: 'columns:netflow' });
  // What is ticked is what files hold; without a tick all of it.
  const chosen = table.rows.filter(({ id }) => ticked.size === 0 || ticked.has(id));
  if (all.length === 0) return <EmptyState icon="search" title={t('no records')} />;
  const name = ['Device netflow', month];
  const count = ticked.size === 0 ? undefined : t('{count} rows chosen', { count: ticked.size });
  return (
    <QueryFound>
      <TableTools table={table} {...(count !== undefined && { count })}>
        <SaveButtons
          table={{ ...table, rows: chosen }}
          name={name}
          pdf={{ type: 'netflow', title: t('Device netflow'), note: month }}
        />
        <Button
          icon="download"
          onClick={() => saveText([rawText(records, chosen)], fileNameOf([...name, 'raw'], 'json'), 'json')}
        >
          {t('Raw JSON')}
        </Button>
      </TableTools>
      {rows.length === 0 ? (
        <EmptyState icon="info" title={t('All rows are switched off')}>
          {t('Switch at least one of them on.')}
        </EmptyState>
      ) : (
        <TableView label={t('Device netflow')} table={table} />
      )}
    </QueryFound>
  );
};

type Question = { readonly month: string; readonly asked: number };

const useNetflow = (question: Question | undefined) =>
  useQuery({
    queryKey: ['netflow', question],
    enabled: question !== undefined,
    // A button asks.
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    queryFn: ({ signal }) => send(postNetflow, boundsOf(question?.month ?? ''), signal),
  });

export const DeviceNetflowScreen = (): ReactElement => {
  const [months] = useState(() => monthsUntil(systemClock.now()));
  const [month, setMonth] = useState(months[0] ?? '');
  const [kinds, setKinds] = useState<ReadonlySet<FlowKind>>(() => new Set(flowKinds));
  const [question, setQuestion] = useState<Question>();
  const { data, error, isFetching, refetch } = useNetflow(question);
  const toggle = (kind: FlowKind): void =>
    setKinds((old) => {
      const next = new Set(old);
      if (!next.delete(kind)) next.add(kind);
      return next;
    });
  return (
    <QueryScreen>
      <QueryPanel
        title={t('Device netflow')}
        onAsk={() => setQuestion((last) => ({ month, asked: (last?.asked ?? 0) + 1 }))}
      >
        <SelectField label={t('Month')} value={month} options={months} textOf={(each) => each} onChange={setMonth} />
        <Button look="primary" type="submit" icon="search" busy={isFetching}>
          {t('Query')}
        </Button>
        <Kinds shown={kinds} toggle={toggle} />
        <p className="soft">
          {t('All that devices sent the server (in) and were sent (out), by days of the server’s time zone.')}
        </p>
      </QueryPanel>
      <QueryResult>
        {question === undefined && (
          <EmptyState icon="search" title={t('Choose a month')}>
            {t('Choose the month, then press Query.')}
          </EmptyState>
        )}
        {isFetching && <Skeleton rows={12} />}
        {!isFetching && error !== null && <ErrorPanel error={error} retry={() => void refetch()} />}
        {!isFetching && question !== undefined && data !== undefined && (
          <Month key={question.asked} month={question.month} records={data} kinds={kinds} />
        )}
      </QueryResult>
    </QueryScreen>
  );
};
