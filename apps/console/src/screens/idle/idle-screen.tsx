// The idle page: dark and quiet, with what the deployment wants on it. A click anywhere goes back.
import type { ReactElement } from 'react';
import { deployment } from '../../lib/deployment.ts';
import { t } from '../../lib/i18n.ts';
import { useKeys } from '../../lib/use-keys.ts';
import { useBack } from './use-back.ts';
import { IdleClock } from './idle-clock.tsx';
import styles from './idle.module.css';

const Links = (): ReactElement => (
  <nav className={styles.links} aria-label={t('Links')}>
    {deployment.idleLinks.map(({ text, url }) => (
      <a key={`${text} ${url}`} href={url} target="_blank" rel="noreferrer">
        {text}
      </a>
    ))}
  </nav>
);

/** Escape goes back as well; the links keep their clicks. */
export const IdleScreen = (): ReactElement => {
  const back = useBack();
  useKeys({
    escape: ({ target }) => {
      // In a menu of the bar it closes that, and nothing more.
      if (!(target instanceof Element && target.closest('header') !== null)) back();
    },
  });
  return (
    <div className={styles.screen} data-bs-theme="dark">
      <h1 className="visually-hidden">{t('Idle')}</h1>
      <button type="button" className={styles.back} aria-label={t('Go back')} onClick={back} />
      <div className={styles.content}>
        {deployment.idleLogo !== '' && <img className={styles.logo} src={deployment.idleLogo} alt={t('Logo')} />}
        {deployment.idleClock && <IdleClock />}
        {deployment.idleLinks.length > 0 && <Links />}
        <p className={styles.hint}>{t('Click anywhere to go back')}</p>
      </div>
    </div>
  );
};
