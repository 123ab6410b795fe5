// The server's own log since it was started, newest lines last, as it stands in its file.
import { RUN_LOG_START, runLogLines } from '@outrider/contract';
import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { t } from '../../lib/i18n.ts';
import { askPath } from '../../lib/send.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState, Skeleton } from '../../ui/states.tsx';
import styles from './run-log.module.css';

export const RunLogTab = (): ReactElement => {
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: ['runlog'],
    queryFn: ({ signal }) =>
      askPath('/web.cgi', { type: 'runlog', search: RUN_LOG_START }, (body) => runLogLines.parse(body), signal),
  });
  return (
    <section className={styles.log}>
      <div className={styles.head}>
        <p className="soft">
          {t('What the server logged since it was started. Passwords and other secrets are left out.')}
        </p>
        <Button icon="refresh" busy={isFetching} onClick={() => void refetch()}>
          {t('Reload')}
        </Button>
      </div>
      {error !== null && <p role="alert">{t('Get logs error')}</p>}
      {error === null && data === undefined && <Skeleton rows={8} />}
      {data?.length === 0 && <EmptyState title={t('no records')} />}
      {data !== undefined && data.length > 0 && (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls by keys
        <ol className={styles.lines} aria-label={t('Run Log')} tabIndex={0}>
          {data.map(({ line }, at) => (
            // oxlint-disable-next-line react/no-array-index-key -- lines may be the same
            <li key={at}>{line}</li>
          ))}
        </ol>
      )}
    </section>
  );
};
