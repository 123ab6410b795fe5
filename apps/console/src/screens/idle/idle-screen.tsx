// The idle page: dark and quiet, with what the deployment wants on it. A click anywhere goes back.
import { useLayoutEffect } from 'react';
import type { ReactElement } from 'react';
import { deployment } from '../../lib/deployment.ts';
import { t } from '../../lib/i18n.ts';
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
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      // Escape in a menu or a dialog closes that, and nothing more.
      const elsewhere = event.target instanceof Element && event.target.closest('header, .modal, .offcanvas') !== null;
      if (event.key === 'Escape' && !elsewhere && document.querySelector('.modal') === null) back();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [back]);
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
