// The downloads of this page as lines: how far each is, why one failed, a way to give it up.
import type { ReactElement } from 'react';
import { t } from '../../lib/i18n.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import type { Download, DownloadState } from './download.ts';
import styles from './download-list.module.css';
import { removeDownload, startDownload, useDownloads, useDownloadState } from './downloads.ts';

const resultText = ({ phase, result, progress }: DownloadState): string => {
  if (phase === 'failed') return t('Download fail');
  if (phase === 'saved') return t('Saved by the browser');
  if (phase === 'cancelled') return t('Cancelled');
  if (phase === 'asked') return t('Asking the server');
  if (result === 'CREATE OK') return t('Taken on');
  return t('In the making, {progress} %', { progress: Math.floor(progress) });
};

const Line = ({ download }: { download: Download }): ReactElement => {
  const state = useDownloadState(download);
  const { phase, progress, message, fileName, result } = state;
  const going = phase === 'asked' || phase === 'making';
  return (
    <li className={styles.line} data-phase={phase} data-result={result}>
      <span className={styles.name} title={fileName}>
        {phase === 'failed' && <Icon name="warning" />}
        {phase === 'saved' && <Icon name="check" />}
        {fileName}
      </span>
      <output className={`${styles.result} ${phase === 'failed' ? styles.bad : ''}`}>{resultText(state)}</output>
      {going && <progress aria-label={fileName} max={100} value={phase === 'asked' ? undefined : progress} />}
      {message !== '' && <span className={styles.message}>{t(message)}</span>}
      <span className={styles.tools}>
        {(phase === 'failed' || phase === 'cancelled') && (
          <Button look="bare" icon="refresh" onClick={() => startDownload(download.wish)}>
            {t('Try again')}
          </Button>
        )}
        {going ? (
          <Button look="bare" onClick={() => download.cancel()}>
            {t('Cancel')}
          </Button>
        ) : (
          <Button
            look="bare"
            icon="close"
            aria-label={t('Remove {name} from the list', { name: fileName })}
            onClick={() => removeDownload(download)}
          />
        )}
      </span>
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
        <Line key={JSON.stringify(download.wish)} download={download} />
      ))}
    </ul>
  );
};
