// The idle countdown in the bar: seconds left, a click starts it again, its menu freezes it and lets it run again.
import type { ReactElement } from 'react';
import Dropdown from 'react-bootstrap/Dropdown';
import { t } from '../../lib/i18n.ts';
import { Icon } from '../../ui/icon.tsx';
import styles from '../bar/bar.module.css';
import { freezeCountdown, resetCountdown, useCountdown } from './use-idle-watch.ts';

const minutes = (seconds: number): string => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;

/** Nothing where the countdown is switched off. */
export const Stopwatch = (): ReactElement | null => {
  const { running, leftS, frozen } = useCountdown();
  if (!running) return null;
  const until = t('The idle page comes in {time}. Click to start over.', { time: minutes(leftS) });
  return (
    <Dropdown align="end" className={styles.split ?? ''}>
      <button
        type="button"
        className={`${styles.item} ${styles.stopwatch} num`}
        title={frozen ? t('The countdown is frozen.') : until}
        onClick={resetCountdown}
      >
        <Icon name="stopwatch" size={18} />
        <span className="visually-hidden">{t('Idle countdown')}</span> <span data-countdown>{leftS}</span>
      </button>
      <Dropdown.Toggle
        as="button"
        type="button"
        className={`${styles.item} ${styles.arrow}`}
        aria-label={t('Idle countdown menu')}
        bsPrefix="o-toggle"
      >
        <Icon name="down" size={10} />
      </Dropdown.Toggle>
      <Dropdown.Menu>
        <Dropdown.Item
          as="button"
          className={frozen ? 'active' : ''}
          aria-pressed={frozen}
          onClick={() => freezeCountdown(true)}
        >
          {t('Freeze')}
        </Dropdown.Item>
        <Dropdown.Item
          as="button"
          className={frozen ? '' : 'active'}
          aria-pressed={!frozen}
          onClick={() => freezeCountdown(false)}
        >
          {t('Run')}
        </Dropdown.Item>
      </Dropdown.Menu>
    </Dropdown>
  );
};
