// What footage has been asked for and how it stands, newest first.
import { getCustomEvents } from '@outrider/contract';
import type { CustomEventTask } from '@outrider/contract';
import type { ReactElement } from 'react';
import { useCall } from '../../../lib/calls.ts';
import { t } from '../../../lib/i18n.ts';
import { formatDay, formatDateTime, formatTime } from '../../../lib/time.ts';
import { Button } from '../../../ui/button.tsx';
import { ErrorPanel, Skeleton } from '../../../ui/states.tsx';
import styles from './custom-event.module.css';

const REFETCH_MS = 10_000;

const stateText = (state: CustomEventTask['state']): string => ({ waiting: t('Waiting') })[state];

const span = ({ start, end }: CustomEventTask): string =>
  `${formatDateTime(start)} – ${formatDay(start) === formatDay(end) ? formatTime(end) : formatDateTime(end)}`;

const channels = ({ downloadplan, streamtype }: CustomEventTask): string =>
  downloadplan.map((channel) => (streamtype.includes(channel) ? `${channel} (${t('main')})` : channel)).join(', ');

const Request = ({ task }: { task: CustomEventTask }): ReactElement => (
  <li className={styles.request}>
    <span className={styles.state} title={t(task.message)}>
      {stateText(task.state)}
    </span>
    <span className={styles.what}>
      <b className="num">{task.deviceid}</b> <span className="num">{span(task)}</span>
    </span>
    <span className={`${styles.detail} soft`}>
      {t('Channels {channels}', { channels: channels(task) })}
      {task.audioout && ` · ${t('with sound')}`} · <bdi>{task.username}</bdi>,{' '}
      <time className="num" title={formatDateTime(task.time)}>
        {formatTime(task.time)}
      </time>
    </span>
  </li>
);

const List = (): ReactElement => {
  const { data, error, refetch } = useCall(getCustomEvents, {}, { refetchMs: REFETCH_MS });
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
    </section>
  );
};
