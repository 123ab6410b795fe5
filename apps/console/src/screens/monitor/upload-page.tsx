// The monitor of uploads: files of events that go to FTP servers.
import { db10Uploads, db11SetUploads, DEFAULT_UPLOAD_LIMITS, uploadLimits, type UploadTask } from '@outrider/contract';
import type { ReactElement } from 'react';
import { t } from '../../lib/i18n.ts';
import { type Limit, LimitForm } from './limit-form.tsx';
import { MonitorFrame, type PlainColumn, PlainTable } from './monitor-frame.tsx';
import { plain, times } from './plain-columns.ts';
import { Totals } from './task-pages.tsx';
import { standingOf } from './task-standing.ts';
import { useAdminSocket } from './use-admin-socket.ts';

const columns: PlainColumn<UploadTask>[] = [
  ...plain<UploadTask>('taskid', 'isProcessing', 'isDone', 'deviceid', 'appdevid'),
  ...times<UploadTask>('eventtime', 'addtime', 'starttime', 'endtime'),
  ...plain<UploadTask>('filePath', 'curl', 'error'),
];

const limitRow = (letter: string, label: string, name: keyof typeof DEFAULT_UPLOAD_LIMITS): Limit => {
  const { minValue, maxValue } = uploadLimits.shape[name];
  const byDefault = DEFAULT_UPLOAD_LIMITS[name];
  return { letter, label, min: minValue ?? byDefault, max: maxValue ?? byDefault, byDefault };
};

export const UploadPage = (): ReactElement => {
  const { answer, tell, ...socket } = useAdminSocket(db10Uploads, db11SetUploads);
  const said = answer?.Z;
  return (
    <MonitorFrame title={t('Upload tasks')} {...socket}>
      <LimitForm
        limits={[
          limitRow('A', t('Max run count'), 'maxCount'),
          limitRow('B', t('Limit rate (bytes per second)'), 'limitRate'),
          limitRow('C', t('Max wait count'), 'maxWaitCount'),
        ]}
        held={said && { A: said.maxCount, B: said.limitRate, C: said.maxWaitCount }}
        connected={socket.state === 'connected'}
        set={tell}
      />
      <Totals names={['maxCount', 'currentCount', 'limitRate', 'waitCount', 'maxWaitCount']} values={said} />
      <PlainTable
        label={t('Tasks')}
        columns={columns}
        rows={said?.data ?? []}
        rowId={({ taskid }) => taskid}
        standing={({ isProcessing, isDone, error }) => standingOf({ processing: isProcessing, done: isDone, error })}
      />
    </MonitorFrame>
  );
};
