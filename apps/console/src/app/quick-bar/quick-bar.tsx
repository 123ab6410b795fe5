// The quick bar: type a few letters of a device or a screen, or a moment of a device; Enter goes there. Ctrl K opens it.
import { useDeferredValue, useEffect, useId, useRef, useState } from 'react';
import type { KeyboardEvent, ReactElement } from 'react';
import Modal from 'react-bootstrap/Modal';
import { t } from '../../lib/i18n.ts';
import { DeviceGlyph } from '../../parts/device-glyph.tsx';
import { Icon } from '../../ui/icon.tsx';
import { useOnServer } from '../../parts/playback/source-line.tsx';
import styles from './quick-bar.module.css';
import type { Find } from './find.ts';
import { useFinder } from './use-finds.ts';
import { usePlaces } from './use-places.ts';

/** Where the footage lies, as far as the server can say: asked of the row that Enter is about only. */
const Whereabouts = ({ deviceId, ms, channels }: NonNullable<Find['footage']>): ReactElement | null => {
  const onServer = useOnServer(deviceId, channels, ms);
  if (onServer === undefined) return null;
  return <span className={styles.other}>{onServer ? t('On the server') : t('From the recorder')}</span>;
};

type RowProps = { find: Find; domId: string; active: boolean; onRun: (other: boolean) => void };

const Row = ({ find, domId, active, onRun }: RowProps): ReactElement => {
  const row = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (active) row.current?.scrollIntoView({ block: 'nearest' });
  }, [active]);
  const { deviceId, icon, text, detail, footage, other } = find;
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- the field has the focus and the keys
    <div
      ref={row}
      id={domId}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a real option holds nothing but text
      role="option"
      aria-selected={active}
      className={`${styles.row} ${active ? styles.active : ''}`}
      onClick={(event) => onRun(event.shiftKey)}
    >
      {deviceId !== undefined && <DeviceGlyph id={deviceId} />}
      {icon !== undefined && <Icon name={icon} size={16} />}
      <bdi className={`${styles.name} ${footage === undefined ? '' : styles.whole}`}>{text}</bdi>
      <bdi className={styles.detail}>{detail}</bdi>
      {active && footage !== undefined && <Whereabouts {...footage} />}
      {active && other !== undefined && (
        <span className={styles.other} aria-hidden="true">
          <kbd>⇧ ↵</kbd> {other.text}
        </span>
      )}
    </div>
  );
};

type FieldProps = {
  typed: string;
  listId: string;
  active: number;
  onType: (typed: string) => void;
  onKeyDown: (event: KeyboardEvent<HTMLInputElement>) => void;
};

const Field = ({ typed, listId, active, onType, onKeyDown }: FieldProps): ReactElement => (
  <label className={styles.field}>
    <Icon name="search" />
    <input
      // oxlint-disable-next-line jsx-a11y/no-autofocus -- the quick bar is opened to type
      autoFocus
      role="combobox"
      aria-expanded="true"
      aria-controls={listId}
      aria-activedescendant={active < 0 ? undefined : `${listId}-${active}`}
      aria-label={t('Find a device or a screen')}
      placeholder={t('Vehicle, plate, driver, place, screen, or 107 yesterday 14:32')}
      autoComplete="off"
      spellCheck={false}
      value={typed}
      onChange={(event) => onType(event.target.value)}
      onKeyDown={onKeyDown}
    />
    <kbd aria-hidden="true">Esc</kbd>
  </label>
);

/** Shown while it is mounted. */
export const QuickBar = ({ onClose }: { onClose: () => void }): ReactElement => {
  const [typed, setTyped] = useState('');
  const [at, setAt] = useState(0);
  const listId = useId();
  const find = useFinder();
  const drawn = useDeferredValue(typed);
  const { places, asking } = usePlaces(drawn);
  const { finds: own, note } = find(drawn);
  // Behind all else, so that nothing moves under the cursor when they come.
  const finds = [...own, ...places];
  const active = Math.min(at, finds.length - 1);
  const type = (text: string): void => {
    setTyped(text);
    setAt(0);
  };
  const run = (chosen: Find | undefined, other: boolean): void => {
    if (chosen === undefined) return;
    onClose();
    (other ? (chosen.other?.run ?? chosen.run) : chosen.run)();
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>): void => {
    if (event.nativeEvent.isComposing) return; // the key belongs to the input method
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && finds.length > 0) setAt((active + step + finds.length) % finds.length);
    else if (event.key === 'Enter') {
      // The list is drawn when there is time for it; Enter belongs to what was typed.
      const { value } = event.currentTarget;
      run(value === drawn ? finds[active] : find(value).finds[0], event.shiftKey);
    } else return;
    event.preventDefault();
  };
  return (
    <Modal
      show
      onHide={onClose}
      aria-label={t('Find a device or a screen')}
      animation={false}
      className={styles.modal ?? ''}
    >
      <Field typed={typed} listId={listId} active={active} onType={type} onKeyDown={onKeyDown} />
      {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a select cannot follow what is typed elsewhere */}
      <div className={styles.list} id={listId} role="listbox" aria-label={t('Found')}>
        {finds.map((each, index) => (
          <Row
            key={each.key}
            find={each}
            domId={`${listId}-${index}`}
            active={index === active}
            onRun={(other) => run(each, other)}
          />
        ))}
      </div>
      {(finds.length === 0 || note !== '') && (
        <output className={styles.nothing}>{note === '' ? (asking ? t('Loading') : t('Nothing fits')) : note}</output>
      )}
    </Modal>
  );
};
