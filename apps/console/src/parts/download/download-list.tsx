// The downloads of this page as lines: how far each is, why one failed, a way to give it up.
import type { ReactElement } from 'react';
import { t } from '../../lib/i18n.ts';
import { Icon } from '../../ui/icon.tsx';
import { isOver, useJob } from '../job/followed-job.ts';
import { JobProgress, JobTools } from '../job/job-tools.tsx';
import type { Download, DownloadState } from './download.ts';
import styles from './download-list.module.css';
import { removeDownload, startDownload, useDownloads } from './downloads.ts';

const resultText = ({ phase, result, progress }: DownloadState): string => {
  if (phase === 'failed') return t('Download fail');
  if (phase === 'done') return t('Saved by the browser');
  if (phase === 'cancelled') return t('Cancelled');
  if (phase === 'asked') return t('Asking the server');
  if (result === 'CREATE OK') return t('Taken on');
  return t('In the making, {progress} %', { progress: Math.floor(progress) });
};

const Line = ({ download }: { download: Download }): ReactElement => {
  const state = useJob(download);
  const { phase, progress, message, fileName, result } = state;
  return (
    <li className={styles.line} data-phase={phase} data-result={result}>
      <span className={styles.name} title={fileName}>
        {phase === 'failed' && <Icon name="warning" />}
        {phase === 'done' && <Icon name="check" />}
        {fileName}
      </span>
      <output className={`${styles.result} ${phase === 'failed' ? styles.bad : ''}`}>{resultText(state)}</output>
      {!isOver(state) && <JobProgress label={fileName} value={phase === 'asked' ? undefined : progress} />}
      {message !== '' && <span className={styles.message}>{t(message)}</span>}
      <JobTools
        className={styles.tools}
        name={fileName}
        isOver={isOver(state)}
        stopText={t('Cancel')}
        onStop={() => download.cancel()}
        onRetry={phase === 'done' ? undefined : () => startDownload(download.request)}
        onRemove={isOver(state) ? () => removeDownload(download) : undefined}
      />
    </li>
  );
};

/** Nothing while there is none. */
export const DownloadList = (): ReactElement | null => {
  const downloads = useDownloads();
  if (downloads.length === 0) return null;
  return (
    <ul className={styles.list} aria-label={t('Downloads')}>
      {downloads.map((download) => (
        <Line key={JSON.stringify(download.request)} download={download} />
      ))}
    </ul>
  );
};
