// What footage has been asked for and how it stands, newest first.
import { getCustomEvents, WAITING_FOR_FOOTAGE } from '@outrider/contract';
import type { CustomEventTask } from '@outrider/contract';
import { useState } from 'react';
import type { ReactElement } from 'react';
import { JobProgress } from '../job/job-tools.tsx';
import { useCall } from '../../lib/calls.ts';
import { t } from '../../lib/i18n.ts';
import { formatDay, formatDateTime, formatTime, systemClock } from '../../lib/time.ts';
import { DeviceNames } from '../device-names.tsx';
import { DownloadList } from '../download/download-list.tsx';
import { Button } from '../../ui/button.tsx';
import { ErrorPanel, Skeleton } from '../../ui/states.tsx';
import styles from './custom-event.module.css';
import { RequestTools } from './request-tools.tsx';

const REFETCH_MS = 10_000;
/** While something may be fetched any moment. */
const SOON_MS = 2000;

const stateText = (state: CustomEventTask['state']): string =>
  ({
    waiting: t('Waiting'),
    fetching: t('Fetching'),
    done: t('Done'),
    partial: t('In part'),
    failed: t('Failed'),
    cancelled: t('Cancelled'),
  })[state];

const span = ({ start, end }: CustomEventTask): string =>
  `${formatDateTime(start)} – ${formatDay(start) === formatDay(end) ? formatTime(end) : formatDateTime(end)}`;

const channels = ({ downloadplan, streamtype }: CustomEventTask): string =>
  downloadplan.map((channel) => (streamtype.includes(channel) ? `${channel} (${t('main')})` : channel)).join(', ');

const Request = ({ task }: { task: CustomEventTask }): ReactElement => (
  <li className={styles.request}>
    <span className={styles.state} data-state={task.state} title={t(task.message)}>
      {stateText(task.state)}
    </span>
    <span className={styles.what}>
      <DeviceNames id={task.deviceid} /> <span className="num">{span(task)}</span>
    </span>
    <span className={`${styles.detail} soft`}>
      {t('Channels {channels}', { channels: channels(task) })}
      {task.audioout && ` · ${t('with sound')}`} · <bdi>{task.username}</bdi>,{' '}
      <time className="num" title={formatDateTime(task.time)}>
        {formatDay(task.time) === formatDay(systemClock.now()) ? formatTime(task.time) : formatDateTime(task.time)}
      </time>
      {task.message !== '' && task.message !== WAITING_FOR_FOOTAGE && ` · ${t(task.message)}`}
    </span>
    {task.state === 'fetching' && (
      <span className={styles.progress}>
        <JobProgress
          label={t('Footage of {device}: {progress} %', { device: task.deviceid, progress: task.progress })}
          value={task.progress}
        />
      </span>
    )}
    <RequestTools task={task} />
  </li>
);

const List = (): ReactElement => {
  const [refetchMs, setRefetchMs] = useState(REFETCH_MS);
  const { data, error, refetch } = useCall(getCustomEvents, {}, { refetchMs });
  const wantedMs =
    data?.some(({ state }) => state === 'fetching' || state === 'waiting') === true ? SOON_MS : REFETCH_MS;
  if (wantedMs !== refetchMs) setRefetchMs(wantedMs);
  if (error !== null && data === undefined) return <ErrorPanel error={error} retry={() => void refetch()} />;
  if (data === undefined) return <Skeleton rows={3} />;
  if (data.length === 0) return <p className={`${styles.none} soft`}>{t('No footage has been asked for yet.')}</p>;
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, so the keyboard must reach it
    <ul className={styles.requests} tabIndex={0} aria-label={t('Requests')}>
      {data.map((task) => (
        <Request key={task.id} task={task} />
      ))}
    </ul>
  );
};

export const Requests = (): ReactElement => {
  const { isFetching, refetch } = useCall(getCustomEvents, {});
  return (
    <section className={styles.section} aria-label={t('Requests')}>
      <div className={styles.sectionHead}>
        <h3>{t('Requests')}</h3>
        <Button look="bare" icon="refresh" busy={isFetching} onClick={() => void refetch()}>
          {t('Refresh')}
        </Button>
      </div>
      <List />
      <DownloadList />
    </section>
  );
};
