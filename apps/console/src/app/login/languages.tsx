// The languages on offer at sign-in, each with its flag and its own name.
import type { ReactElement } from 'react';
import { chooseLocale, offeredLocales, t, useLocale } from '../../lib/i18n.ts';
import styles from './login.module.css';

export const Languages = (): ReactElement => {
  const locale = useLocale();
  return (
    <nav className={styles.languages} aria-label={t('Language')}>
      {offeredLocales().map(({ id, name, icon, tag }) => (
        <button key={id} type="button" lang={tag} aria-pressed={id === locale} onClick={() => void chooseLocale(id)}>
          {icon !== '' && <img src={icon} alt="" width="18" height="12" />} {name}
        </button>
      ))}
    </nav>
  );
};
