// The external settings: the pages and services of others that this deployment is wired to, and by which keys. They are set in the
// system settings or in the configuration of the server, which alone may say whom the console trusts.
import { getIframes } from '@outrider/contract';
import type { ReactElement } from 'react';
import { Link } from 'react-router';
import { useCall } from '../../../lib/calls.ts';
import { t } from '../../../lib/i18n.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { ErrorPanel, Skeleton } from '../../../ui/states.tsx';
import styles from './external-settings.module.css';

const Pages = ({ onClose }: { onClose: () => void }): ReactElement => {
  const pages = useCall(getIframes, {});
  if (pages.error !== null) return <ErrorPanel error={pages.error} retry={() => void pages.refetch()} />;
  if (pages.data === undefined) return <Skeleton rows={2} />;
  if (pages.data.length === 0) return <p className="soft">{t('No external pages.')}</p>;
  return (
    <ul className={styles.list}>
      {pages.data.map(({ title, url }, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- the index is the page's address, and two pages may have the same url
        <li key={index}>
          <Link to={`/iframe/${index}`} onClick={onClose}>
            {title}
          </Link>
          <span className="soft">{url}</span>
        </li>
      ))}
    </ul>
  );
};

export const ExternalSettingsModal = ({ onClose }: { onClose: () => void }): ReactElement => (
  <Dialog title={t('External settings')} onClose={onClose}>
    <h3 className={styles.title}>{t('External pages')}</h3>
    <Pages onClose={onClose} />
    <p className={styles.note}>
      {t('They are set in the system settings, under Iframes, or in the configuration of the server:')}{' '}
      <code>iframes</code>
    </p>
  </Dialog>
);
