// The mileage report: whose and which days at the left, the table in the middle, the longest ways at the right.
import { MAX_MILEAGE_DAYS } from '@outrider/contract';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { ReactElement } from 'react';
import { usePhone } from '../../lib/device-kind.ts';
import { t } from '../../lib/i18n.ts';
import { useLengthUnit } from '../../lib/preferences.ts';
import { mileageText } from '../../lib/units.ts';
import { useDeviceIds } from '../../live/hooks.ts';
import { devices } from '../../live/index.ts';
import { titleNow } from '../../parts/device-names.tsx';
import { SaveButtons } from '../../parts/table/save-buttons.tsx';
import { TableTools, TableView } from '../../parts/table/table-view.tsx';
import { useTable } from '../../parts/table/use-table.ts';
import { Button } from '../../ui/button.tsx';
import { DayRangeField } from '../../ui/day-range.tsx';
import type { DayRange } from '../../ui/day-range.tsx';
import { QueryPanel, QueryProblem, QueryResult, QueryScreen, TimesNote } from '../../ui/query-panel.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { EmptyState, ErrorPanel, Skeleton } from '../../ui/states.tsx';
import styles from './mileage.module.css';
import { jsonRow, reportColumns } from './columns.ts';
import { isTooLong, reportRows, totalOf } from './rows.ts';
import type { ReportRow } from './rows.ts';
import { TopChart } from './top-chart.tsx';
import { useMileage } from './use-mileage.ts';
import type { MileageAnswer, MileageQuestion } from './use-mileage.ts';

const ALL = { mode: 'all', word: '' } as const;

type ChoiceProps = { busy: boolean; onSearch: (device: string, range: DayRange) => void };

const Choice = ({ busy, onSearch }: ChoiceProps): ReactElement => {
  const ids = useDeviceIds(ALL);
  const [chosen, setDevice] = useState('');
  const [range, setRange] = useState<DayRange>({ first: '', last: '' });
  const device = ids.includes(chosen) ? chosen : '';
  const tooLong = isTooLong(range);
  return (
    <QueryPanel title={t('Mileage')} onAsk={() => onSearch(device, range)}>
      <SelectField
        label={t('Device')}
        value={device}
        options={['', ...ids]}
        textOf={(id) => (id === '' ? t('ALL Vehicles') : titleNow(id))}
        onChange={setDevice}
      />
      <DayRangeField label={t('Days')} range={range} onChange={setRange} months={2} />
      {tooLong && <QueryProblem>{t('At most {count} days at once', { count: MAX_MILEAGE_DAYS })}</QueryProblem>}
      <Button look="primary" type="submit" icon="search" busy={busy} disabled={tooLong || range.last === ''}>
        {t('Search')}
      </Button>
      <TimesNote />
    </QueryPanel>
  );
};

const Working = ({ done, total, onCancel }: { done: number; total: number; onCancel: () => void }): ReactElement => (
  <div className={styles.working}>
    {total > 0 && (
      <label>
        {t('{done} of {count} vehicle days worked out', { done, count: total })}
        <progress value={done} max={total} />
      </label>
    )}
    <Button onClick={onCancel}>{t('Cancel')}</Button>
    <Skeleton rows={12} />
  </div>
);

const pdfNote = ({ device, range: { first, last } }: MileageQuestion): string =>
  `${device === '' ? t('ALL Vehicles') : titleNow(device)}, ${t('{first} to {last}', { first, last })}`;

const rowId = ({ id }: ReportRow): string => id;

const Report = ({ rows: raw, question }: Extract<MileageAnswer, { kind: 'rows' }>): ReactElement => {
  const unit = useLengthUnit();
  const phone = usePhone();
  const rows = useMemo(() => reportRows(raw, (id) => devices.get(id)), [raw]);
  const columns = useMemo(() => reportColumns(unit, phone), [unit, phone]);
  const sort = question.device === '' ? { id: 'mileage', down: true } : { id: 'start', down: false };
  const table = useTable({ columns, rows, rowId, remember: 'columns:mileage', sort });
  const frame = useRef<HTMLDivElement>(null);
  // On a phone the answer comes below two months of days.
  useEffect(() => {
    if (phone) frame.current?.scrollIntoView({ block: 'start' });
  }, [phone]);
  if (rows.length === 0) return <EmptyState icon="search" title={t('no records')} />;
  return (
    <div ref={frame} className={styles.report}>
      <div className={styles.found}>
        <TableTools table={table}>
          <SaveButtons
            table={table}
            name={['Mileage', question.range.first, question.range.last]}
            jsonRow={jsonRow}
            pdf={{ type: 'mileage', title: t('Mileage'), note: pdfNote(question) }}
          />
        </TableTools>
        <TableView label={t('Mileage')} table={table} />
        <p className={styles.total}>
          <span>{t('Total')}</span>
          <output className="num" aria-label={t('Total')}>
            {mileageText(totalOf(rows), unit)}
          </output>
        </p>
      </div>
      <TopChart rows={rows} />
    </div>
  );
};

/** The screen /mileage. */
export const MileageScreen = (): ReactElement => {
  const { answer, ask, cancel } = useMileage();
  const [asked, setAsked] = useState<() => void>();
  const search = (device: string, range: DayRange): void => {
    const again = (): void => ask({ device, range });
    setAsked(() => again);
    again();
  };
  return (
    <QueryScreen>
      <Choice busy={answer.kind === 'working'} onSearch={search} />
      <QueryResult>
        {answer.kind === 'none' && (
          <EmptyState icon="search" title={t('Choose the days to search')}>
            {t('Choose the first and the last day, then press Search.')}
          </EmptyState>
        )}
        {answer.kind === 'working' && <Working {...answer} onCancel={cancel} />}
        {answer.kind === 'failed' && <ErrorPanel error={answer.error} {...(asked && { retry: asked })} />}
        {answer.kind === 'rows' && <Report key={JSON.stringify(answer.question)} {...answer} />}
      </QueryResult>
    </QueryScreen>
  );
};
