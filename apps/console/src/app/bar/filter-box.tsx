// The device filter box: narrows every device list while typing. `/` brings the cursor here, Escape empties it.
import { useRef } from 'react';
import type { ReactElement } from 'react';
import { t } from '../../lib/i18n.ts';
import { useKeys } from '../../lib/use-keys.ts';
import { setFilterWord, useFilter } from '../../live/filter.ts';
import { Icon } from '../../ui/icon.tsx';
import styles from './bar.module.css';

export const FilterBox = (): ReactElement => {
  const { word } = useFilter();
  const input = useRef<HTMLInputElement>(null);
  useKeys({ '/': () => input.current?.focus() });
  return (
    <label className={styles.filter}>
      <Icon name="search" size={14} />
      <input
        ref={input}
        type="search"
        value={word}
        placeholder={t('Filter devices')}
        aria-label={t('Filter devices')}
        onChange={(event) => setFilterWord(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return;
          setFilterWord('');
          event.currentTarget.blur();
        }}
      />
      <kbd aria-hidden="true">/</kbd>
    </label>
  );
};
