// The task monitors: footage that is fetched from recorders, and what recorders are still asked for because of events.
import {
  coverDownloadTypes,
  coverLimits,
  coverMediaTypes,
  type CoverTask,
  coverTaskTypes,
  db12SetCovers,
  db8Covers,
  db9Requests,
  DEFAULT_COVER_LIMITS,
  type RequestTask,
} from '@outrider/contract';
import type { ReactElement } from 'react';
import { t } from '../../lib/i18n.ts';
import { type Limit, LimitForm } from './limit-form.tsx';
import { MonitorFrame, type PlainColumn, PlainTable } from './monitor-frame.tsx';
import { named, plain, times } from './plain-columns.ts';
import styles from './monitor.module.css';
import { standingOf } from './task-standing.ts';
import { useAdminSocket } from './use-admin-socket.ts';

type TotalsProps = { names: readonly string[]; values: Readonly<Record<string, unknown>> | undefined };

const numberText = (value: unknown): string => (typeof value === 'number' ? String(value) : '');

/** Numbers under their names; nothing until the server has said. */
export const Totals = ({ names, values }: TotalsProps): ReactElement => (
  <dl className={styles.totals}>
    {names.map((name) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd>{numberText(values?.[name])}</dd>
      </div>
    ))}
  </dl>
);

const coverColumns: PlainColumn<CoverTask>[] = [
  ...plain<CoverTask>('taskid', 'deviceid', 'appdevid', 'serialno', 'isHandling', 'downloadDone'),
  ...named<CoverTask>('taskType', coverTaskTypes),
  ...plain<CoverTask>('tryCount', 'recvFail'),
  ...named<CoverTask>('dltype', coverDownloadTypes),
  ...named<CoverTask>('originDltype', coverDownloadTypes),
  ...named<CoverTask>('mediaType', coverMediaTypes),
  ...plain<CoverTask>('streamType', 'downloadSpeed', 'chs'),
  ...times<CoverTask>('starttime', 'endtime'),
  ...plain<CoverTask>('error'),
  ...times<CoverTask>('errortime', 'aliveCheckTime'),
];

const { minValue, maxValue } = coverLimits.shape.maxCount;
const coverLimitRows = (): Limit[] => [
  {
    letter: 'A',
    label: t('Max run count'),
    min: minValue ?? 1,
    max: maxValue ?? 100,
    byDefault: DEFAULT_COVER_LIMITS.maxCount,
  },
];

export const CoverPage = (): ReactElement => {
  const { answer, tell, ...socket } = useAdminSocket(db8Covers, db12SetCovers);
  const said = answer?.Z;
  return (
    <MonitorFrame title={t('Footage download tasks')} {...socket}>
      <LimitForm
        limits={coverLimitRows()}
        held={said && { A: said.maxCount }}
        connected={socket.state === 'connected'}
        set={tell}
      />
      <Totals names={['maxCount', 'currentCount', 'waitCount']} values={said} />
      <PlainTable
        label={t('Tasks')}
        columns={coverColumns}
        rows={said?.data ?? []}
        rowId={({ taskid }) => taskid}
        standing={({ isHandling, downloadDone, error }) =>
          standingOf({ processing: isHandling, done: downloadDone, error })
        }
      />
    </MonitorFrame>
  );
};

const requestColumns: PlainColumn<RequestTask>[] = [
  ...plain<RequestTask>('deviceid', 'appdevid', 'serialno', 'download', 'snapshot', 'tryCount'),
  ...times<RequestTask>('eventtime'),
];

export const RequestArrayPage = (): ReactElement => {
  const { answer, ...socket } = useAdminSocket(db9Requests);
  return (
    <MonitorFrame title={t('Request tasks')} {...socket}>
      <PlainTable
        label={t('Tasks')}
        columns={requestColumns}
        rows={answer?.Z ?? []}
        rowId={({ serialno }) => String(serialno)}
      />
    </MonitorFrame>
  );
};
