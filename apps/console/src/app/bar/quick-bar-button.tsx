// Opens the quick bar, and says by which key it opens.
import type { ReactElement } from 'react';
import { t } from '../../lib/i18n.ts';
import { Icon } from '../../ui/icon.tsx';
import { openPanel } from '../keys/panel-store.ts';
import styles from './bar.module.css';

export const QuickBarButton = (): ReactElement => (
  <button
    type="button"
    className={`${styles.item} ${styles.quick}`}
    aria-label={t('Find a device or a screen')}
    aria-keyshortcuts="Control+K"
    title={t('Vehicle, plate, driver, place, screen, or 107 yesterday 14:32')}
    onClick={() => openPanel('quick')}
  >
    <Icon name="search" size={14} />
    <kbd>Ctrl K</kbd>
  </button>
);
