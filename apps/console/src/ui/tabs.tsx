// Sections of one screen, one in sight at a time: along the top, or down the side where there are many.
import { useId } from 'react';
import type { KeyboardEvent, ReactElement, ReactNode } from 'react';
import { t } from '../lib/i18n.ts';
import styles from './tabs.module.css';

export type Tab = {
  readonly id: string;
  readonly name: string;
  /** Something in it was changed and is not saved yet. */
  readonly changed?: boolean;
  readonly disabled?: boolean;
};

type TabsProps = {
  /** What the sections are of. */
  label: string;
  tabs: readonly Tab[];
  /** The id of the one in sight. */
  open: string;
  onOpen: (id: string) => void;
  /** Down the left side; along the top on a phone. */
  side?: boolean;
  /** Another choice in the place of the row of tabs; what is in the sections stays as it is. */
  choice?: ReactNode;
  /** The section in sight. */
  children: ReactNode;
};

/** To which of `count` tabs a key leads; undefined for a key that leads nowhere. Tabs down the side lie along the top on a phone. */
const stepOf = (key: string, at: number, count: number, side: boolean): number | undefined => {
  const next = (at + 1) % count;
  const before = (at + count - 1) % count;
  const steps: Record<string, number> = { ArrowRight: next, ArrowLeft: before, Home: 0, End: count - 1 };
  return { ...steps, ...(side && { ArrowDown: next, ArrowUp: before }) }[key];
};

type RowProps = Required<Pick<TabsProps, 'label' | 'tabs' | 'open' | 'onOpen' | 'side'>> & { id: string };

const Row = ({ id, label, tabs, open, onOpen, side }: RowProps): ReactElement => {
  const onKeyDown = (event: KeyboardEvent): void => {
    const usable = tabs.filter(({ disabled }) => disabled !== true);
    const step = stepOf(
      event.key,
      usable.findIndex((tab) => tab.id === open),
      usable.length,
      side,
    );
    const next = step === undefined ? undefined : usable[step];
    if (next === undefined) return;
    event.preventDefault();
    onOpen(next.id);
    document.getElementById(`${id}-${next.id}`)?.focus();
  };
  return (
    // oxlint-disable-next-line jsx-a11y/interactive-supports-focus -- the tabs in it take the focus
    <div
      role="tablist"
      aria-label={label}
      aria-orientation={side ? 'vertical' : 'horizontal'}
      className={styles.list}
      onKeyDown={onKeyDown}
    >
      {tabs.map((tab) => (
        <button
          key={tab.id}
          id={`${id}-${tab.id}`}
          type="button"
          role="tab"
          className={styles.tab}
          aria-selected={tab.id === open}
          aria-controls={tab.id === open ? `${id}-panel` : undefined}
          tabIndex={tab.id === open ? 0 : -1}
          disabled={tab.disabled}
          onClick={() => onOpen(tab.id)}
        >
          {tab.name}
          {tab.changed === true && (
            <span className={styles.changed} title={t('changed')}>
              <span className="visually-hidden">{t('changed')}</span>
            </span>
          )}
        </button>
      ))}
    </div>
  );
};

/** One stop of the Tab key; arrows, Home and End open the tab that they come to. */
export const Tabs = ({ label, tabs, open, onOpen, side = false, choice, children }: TabsProps): ReactElement => {
  const id = useId();
  // A section without a control of its own is reached by the Tab key too.
  const panel = { role: 'tabpanel', id: `${id}-panel`, 'aria-labelledby': `${id}-${open}`, tabIndex: 0 };
  return (
    <div className={`${styles.tabs} ${side && choice === undefined ? styles.side : ''}`}>
      {choice ?? <Row {...{ id, label, tabs, open, onOpen, side }} />}
      <div {...(choice === undefined && panel)} className={styles.panel}>
        {children}
      </div>
    </div>
  );
};
