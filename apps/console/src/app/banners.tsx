// The lines between bar and screen: the main channel is down since when; a server that is not the page's; what plain http leaves out.
import { mainVersion } from '@outrider/contract';
import type { ReactElement } from 'react';
import { deployment } from '../lib/deployment.ts';
import { isSecurePage } from '../lib/device-kind.ts';
import { t } from '../lib/i18n.ts';
import { usePreference } from '../lib/preferences.ts';
import { formatDateTime, formatTime, localZone } from '../lib/time.ts';
import { live } from '../live/index.ts';
import { useSession } from '../live/session.ts';
import { Button } from '../ui/button.tsx';
import { Notice } from '../ui/states.tsx';
import styles from './banners.module.css';

/** Shown while the connection is down; what is on screen is from before. */
export const OfflineBanner = (): ReactElement | null => {
  const since = useSession((s) => s.downSinceMs);
  const signedIn = useSession((s) => s.loginFlag === 1);
  if (since === undefined) return null;
  const values = { time: formatTime(since) };
  return (
    <Notice tone="warn" icon="offline">
      <span title={`${formatDateTime(since)} ${localZone(since)}`}>
        {signedIn
          ? t('No connection to the server since {time}. What you see is from before. Trying again every 10 s.', values)
          : t('The server cannot be reached since {time}. Trying again every 10 s.', values)}
      </span>{' '}
      <Button look="bare" className={styles.link ?? ''} onClick={() => live().connection.retryNow()}>
        {t('Try now')}
      </Button>
    </Notice>
  );
};

/** The server was replaced under this page by one of another main version: what they say to each other may not fit any more. */
export const OtherVersionBanner = (): ReactElement | null => {
  const version = useSession((s) => s.server?.version ?? '');
  const [page, server] = [mainVersion(deployment.version), mainVersion(version)];
  if (Number.isNaN(page) || Number.isNaN(server) || page === server) return null;
  return (
    <Notice tone="warn" icon="refresh">
      {t('The server has version {server} now, this page is of {page}.', { server: version, page: deployment.version })}{' '}
      <Button look="bare" className={styles.link ?? ''} onClick={() => globalThis.location.reload()}>
        {t('Reload the page')}
      </Button>
    </Notice>
  );
};

/** Shown while the server answers otherwise than this console expects. */
export const OlderServerBanner = (): ReactElement | null =>
  useSession((s) => s.otherVersion) ? (
    <Notice tone="warn" icon="warning">
      {t('This server answers otherwise than this console expects: it may be older. Some things may be missing.')}
    </Notice>
  ) : null;

const NAME = 'plain-http';

/** Once per browser, until dismissed: why microphone and installing are missing, and how to get them. */
export const PlainHttpNotice = (): ReactElement | null => {
  const [dismissed, setDismissed] = usePreference('dismissedNotices');
  const signedIn = useSession((s) => s.loginFlag === 1);
  if (isSecurePage() || !signedIn || dismissed.split(',').includes(NAME)) return null;
  return (
    <Notice
      icon="info"
      onDismiss={() => setDismissed([...dismissed.split(',').filter((n) => n !== ''), NAME].join(','))}
    >
      {t('Over plain http browsers allow no microphone and no installing as an app. For both, start the server with')}{' '}
      <code className={styles.option}>--tls self-signed</code>
    </Notice>
  );
};
