// The device filter box: narrows every device list while typing. `/` brings the cursor here, Escape empties it.
import { useLayoutEffect, useRef } from 'react';
import type { ReactElement } from 'react';
import { t } from '../../lib/i18n.ts';
import { setFilterWord, useFilter } from '../../live/filter.ts';
import { Icon } from '../../ui/icon.tsx';
import styles from './bar.module.css';

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || /^(?:INPUT|TEXTAREA|SELECT)$/.test(target.tagName));

export const FilterBox = (): ReactElement => {
  const { word } = useFilter();
  const input = useRef<HTMLInputElement>(null);
  // Heard as soon as the box is seen.
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      event.preventDefault();
      input.current?.focus();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
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
