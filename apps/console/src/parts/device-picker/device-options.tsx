// The list of the device picker: a listbox of many, drawn only where it is seen. Arrows move, Space ticks.
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useId, useRef, useState } from 'react';
import type { KeyboardEvent, ReactElement } from 'react';
import { usePhone } from '../../lib/device-kind.ts';
import { t } from '../../lib/i18n.ts';
import { useScaled } from '../../lib/text-scale.ts';
import { useDevice } from '../../live/hooks.ts';
import { Icon } from '../../ui/icon.tsx';
import { DeviceGlyph } from '../device-glyph.tsx';
import styles from './device-picker.module.css';

type OptionsProps = {
  ids: readonly string[];
  chosen: ReadonlySet<string>;
  onToggle: (id: string) => void;
  onToggleAll: () => void;
};

const Names = ({ id }: { id: string }): ReactElement => {
  const device = useDevice(id);
  return (
    <>
      <bdi className={`${styles.id} num`}>{id}</bdi>
      <bdi>{device?.vehicleid}</bdi>
      <bdi className="soft">{device?.drivername}</bdi>
    </>
  );
};

type OptionProps = {
  id: string;
  domId: string;
  place: { index: number; of: number; top: number; height: number };
  ticked: boolean;
  active: boolean;
  onClick: () => void;
};

const Option = ({ id, domId, place, ticked, active, onClick }: OptionProps): ReactElement => (
  // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- the listbox has the focus and the keys
  <div
    id={domId}
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a real option holds nothing but text
    role="option"
    aria-label={id}
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
    <DeviceGlyph id={id} />
    <Names id={id} />
  </div>
);

const PAGE = 8;
/** How far a key moves; undefined for a key that does not. */
const stepOf = (key: string, count: number): number | undefined =>
  ({ ArrowDown: 1, ArrowUp: -1, PageDown: PAGE, PageUp: -PAGE, Home: -count, End: count })[key];

export const DeviceOptions = ({ ids, chosen, onToggle, onToggleAll }: OptionsProps): ReactElement => {
  const frame = useRef<HTMLDivElement>(null);
  const listId = useId();
  const rowHeight = useScaled(usePhone() ? 44 : 32);
  const [at, setAt] = useState(0);
  const active = Math.min(at, ids.length - 1);
  // oxlint-disable-next-line react/incompatible-library -- the React Compiler, which could not follow it, is not in use
  const virtual = useVirtualizer({
    count: ids.length,
    getScrollElement: () => frame.current,
    estimateSize: () => rowHeight,
    overscan: 6,
  });
  useEffect(() => virtual.measure(), [virtual, rowHeight]);
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = stepOf(event.key, ids.length);
    const id = ids[active];
    if (step !== undefined) {
      const next = Math.max(0, Math.min(ids.length - 1, active + step));
      setAt(next);
      virtual.scrollToIndex(next);
    } else if (event.key === ' ' && id !== undefined) onToggle(id);
    else if (event.key === 'a' && (event.ctrlKey || event.metaKey)) onToggleAll();
    else return;
    event.preventDefault();
  };
  return (
    <div
      ref={frame}
      className={styles.options}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a real select draws all of its ten thousand options
      role="listbox"
      aria-label={t('Devices')}
      aria-multiselectable="true"
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
              id={id}
              domId={`${listId}-${index}`}
              place={{ index, of: ids.length, top: start, height: size }}
              ticked={chosen.has(id)}
              active={index === active}
              onClick={() => {
                setAt(index);
                onToggle(id);
              }}
            />
          );
        })}
      </div>
    </div>
  );
};
