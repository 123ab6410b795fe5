// A thumbnail of a face. Without its picture it says so.
import { useState } from 'react';
import type { ReactElement } from 'react';
import { t } from '../../lib/i18n.ts';
import styles from './face.module.css';

export const Photo = ({ address, label }: { address: string; label: string }): ReactElement => {
  const [failed, setFailed] = useState('');
  if (failed === address) return <span className="soft">{t('no picture')}</span>;
  return (
    <img
      className={styles.thumb}
      src={address}
      alt={label}
      loading="lazy"
      referrerPolicy="no-referrer"
      onError={() => setFailed(address)}
    />
  );
};
