// A list of which several are ticked, drawn only where it is seen. Arrows move, Space ticks, letters find. What an option shows is its owner's.
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useId, useRef } from 'react';
import type { KeyboardEvent, MouseEvent, ReactElement, ReactNode } from 'react';
import { usePhone } from '../lib/device-kind.ts';
import { useScaled } from '../lib/text-scale.ts';
import { Icon } from './icon.tsx';
import styles from './option-list.module.css';
import { useActive } from './use-active.ts';

type OptionListProps = {
  label: string;
  ids: readonly string[];
  chosen: ReadonlySet<string>;
  /** What an option is called; letters find it by this. */
  nameOf: (id: string) => string;
  /** Drawn beside the tick, in place of the name; the columns are the owner's. */
  draw?: (id: string) => ReactNode;
  onToggle: (id: string) => void;
  /** Ticks are shown and cannot be changed. */
  fixed?: boolean;
  /** What Control and A do. */
  onToggleAll?: () => void;
  /** It has the focus when it comes up. */
  focused?: boolean;
};

const PAGE = 8;
/** How far a key moves; undefined for a key that does not. */
const stepOf = (key: string, count: number): number | undefined =>
  ({ ArrowDown: 1, ArrowUp: -1, PageDown: PAGE, PageUp: -PAGE, Home: -count, End: count })[key];

/** The next option after `from` that begins with a letter, round the end. */
const foundBy = (letter: string, names: readonly string[], from: number): number | undefined => {
  const after = names.map((_, i) => (from + 1 + i) % names.length);
  return after.find((i) => names[i]?.toLowerCase().startsWith(letter.toLowerCase()) === true);
};

type OptionProps = {
  domId: string;
  name: string;
  place: { index: number; of: number; top: number; height: number };
  ticked: boolean;
  active: boolean;
  onClick: (event: MouseEvent) => void;
  children: ReactNode;
};

const Option = ({ domId, name, place, ticked, active, onClick, children }: OptionProps): ReactElement => (
  // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- the listbox has the focus and the keys
  <div
    id={domId}
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a real option holds nothing but text
    role="option"
    aria-label={name}
    aria-selected={ticked}
    aria-setsize={place.of}
    aria-posinset={place.index + 1}
    className={`${styles.option} ${active ? styles.active : ''}`}
    style={{ height: place.height, transform: `translateY(${place.top}px)` }}
    onClick={onClick}
  >
    <span className={styles.tick} aria-hidden="true">
      {ticked && <Icon name="check" size={12} />}
    </span>
    {children}
  </div>
);

/** What a key in the list does: moves to an option, or ticks. Gives undefined for a key that is not the list's. */
const keyStep = (
  event: KeyboardEvent,
  names: readonly string[],
  active: number,
): number | 'tick' | 'all' | undefined => {
  const { key } = event;
  const step = stepOf(key, names.length);
  if (step !== undefined) return active + step;
  if (key === ' ') return 'tick';
  if (event.ctrlKey || event.metaKey) return key === 'a' ? 'all' : undefined;
  return key.length === 1 ? foundBy(key, names, active) : undefined;
};

const useVisible = (count: number, focused: boolean) => {
  const frame = useRef<HTMLDivElement>(null);
  const rowHeight = useScaled(usePhone() ? 44 : 32);
  // oxlint-disable-next-line react/incompatible-library -- the React Compiler, which could not follow it, is not in use
  const virtual = useVirtualizer({
    count,
    getScrollElement: () => frame.current,
    estimateSize: () => rowHeight,
    overscan: 6,
  });
  useEffect(() => virtual.measure(), [virtual, rowHeight]);
  useEffect(() => {
    if (focused) frame.current?.focus();
  }, [focused]);
  return { frame, virtual };
};

/** Scrolls inside its parent. */
export const OptionList = (props: OptionListProps): ReactElement => {
  const { label, ids, chosen, nameOf, draw, onToggle, fixed = false, onToggleAll, focused = false } = props;
  const listId = useId();
  const { frame, virtual } = useVisible(ids.length, focused);
  /** The option of the last click. */
  const hit = useRef<string>(undefined);
  const { active, goTo: setActive } = useActive(ids);
  const goTo = (index: number): void => {
    const next = Math.max(0, Math.min(ids.length - 1, index));
    setActive(next);
    virtual.scrollToIndex(next);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const id = ids[active];
    const step = keyStep(event, ids.map(nameOf), active);
    if (step === undefined || (step === 'all' && onToggleAll === undefined)) return;
    if (typeof step === 'number') goTo(step);
    else if (step === 'all') onToggleAll?.();
    else if (id !== undefined && !fixed && !event.repeat) onToggle(id); // held down it is one press
    event.preventDefault();
  };
  return (
    <div
      ref={frame}
      className={styles.options}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a real select draws all of its ten thousand options
      role="listbox"
      aria-label={label}
      aria-multiselectable="true"
      aria-readonly={fixed}
      aria-activedescendant={active >= 0 ? `${listId}-${active}` : undefined}
      tabIndex={0}
      onKeyDown={onKeyDown}
    >
      <div style={{ height: virtual.getTotalSize(), position: 'relative' }}>
        {virtual.getVirtualItems().map(({ index, start, size }) => {
          const id = ids[index];
          if (id === undefined) return null;
          return (
            <Option
              key={id}
              domId={`${listId}-${index}`}
              name={nameOf(id)}
              place={{ index, of: ids.length, top: start, height: size }}
              ticked={chosen.has(id)}
              active={index === active}
              onClick={({ detail }) => {
                setActive(index);
                // The second click of two is meant for what the first one hit, which may have made room for this option.
                const isMeant = detail <= 1 || hit.current === id;
                hit.current = id;
                if (!fixed && isMeant) onToggle(id);
              }}
            >
              {draw === undefined ? <bdi>{nameOf(id)}</bdi> : draw(id)}
            </Option>
          );
        })}
      </div>
    </div>
  );
};
