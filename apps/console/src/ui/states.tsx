// What a screen shows when it has nothing to show: empty, failed, loading, a plain notice. One of each for the whole console.
import type { ReactElement, ReactNode } from 'react';
import { t } from '../lib/i18n.ts';
import { refusalText } from '../lib/refusals.ts';
import { Button } from './button.tsx';
import { Icon } from './icon.tsx';
import type { IconName } from './icon.tsx';
import styles from './states.module.css';

type EmptyProps = { icon?: IconName; title: string; children?: ReactNode; action?: ReactNode };

/** Nothing here, why, and what to do about it. */
export const EmptyState = ({ icon = 'info', title, children, action }: EmptyProps): ReactElement => (
  <output className={styles.empty}>
    <span className={styles.mark}>
      <Icon name={icon} size={24} />
    </span>
    <h2>{title}</h2>
    {children !== undefined && <p className={styles.text}>{children}</p>}
    {action}
  </output>
);

/** Something failed: what, in words, and a way to try again. */
export const ErrorPanel = ({ error, retry }: { error: Error; retry?: () => void }): ReactElement => (
  <div className={styles.empty} role="alert">
    <span className={`${styles.mark} ${styles.bad}`}>
      <Icon name="warning" size={24} />
    </span>
    <h2>{t('This did not work')}</h2>
    <p className={styles.text}>{refusalText(error)}</p>
    {retry !== undefined && (
      <Button icon="refresh" onClick={retry}>
        {t('Try again')}
      </Button>
    )}
  </div>
);

/** Grey rows in the place of a table that is still coming. */
export const Skeleton = ({ rows = 8 }: { rows?: number }): ReactElement => (
  <output className={styles.skeleton} aria-label={t('Loading')}>
    {Array.from({ length: rows }, (_, i) => (
      <span key={i} style={{ width: `${96 - ((i * 17) % 30)}%` }} />
    ))}
  </output>
);

type NoticeProps = { tone?: 'calm' | 'warn' | 'bad'; icon?: IconName; children: ReactNode; onDismiss?: () => void };

/** One line across the screen: calm for advice, warn and bad for trouble. */
export const Notice = ({ tone = 'calm', icon = 'info', children, onDismiss }: NoticeProps): ReactElement => (
  <output className={`${styles.notice} ${styles[tone]}`}>
    <Icon name={icon} />
    <span className={styles.noticeText}>{children}</span>
    {onDismiss !== undefined && <Button look="bare" icon="close" aria-label={t('Dismiss')} onClick={onDismiss} />}
  </output>
);
