// One device out of many, as a field: typed at, found by id, memo, driver or plate, picked by pointer or keys.
import { useId, useState } from 'react';
import type { KeyboardEvent, ReactElement } from 'react';
import { t } from '../../lib/i18n.ts';
import { deviceName } from '../../live/device-name.ts';
import { useFilter } from '../../live/filter.ts';
import { useDevice, useDeviceIds } from '../../live/hooks.ts';
import { DeviceGlyph } from '../device-glyph.tsx';
import { DeviceNames } from '../device-names.tsx';
import { Field } from '../../ui/field.tsx';
import { useActive } from '../../ui/use-active.ts';
import styles from './device-choice.module.css';

/** More are found by typing on. */
const SHOWN = 50;

type OptionProps = { id: string; domId: string; active: boolean; chosen: boolean; onPick: () => void };

const Option = ({ id, domId, active, chosen, onPick }: OptionProps): ReactElement => (
  // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the field above it has the keys, as a combobox has
  <div
    id={domId}
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an option of a list of our own
    role="option"
    aria-selected={chosen}
    tabIndex={-1}
    className={`${styles.option} ${active ? styles.active : ''}`}
    // Before the field loses the focus, which closes the list.
    onMouseDown={(event) => event.preventDefault()}
    onClick={onPick}
  >
    <DeviceGlyph id={id} />
    <DeviceNames id={id} />
  </div>
);

const textOf = (id: string, name: string): string => (name === id ? id : `${name} · ${id}`);

/** The list under the field: what is offered, which one the keys stand on. */
const useOffers = (word: string, onPick: (id: string) => void, close: () => void) => {
  const { only } = useFilter();
  const all = useDeviceIds({ mode: 'all', word: word.trim(), only });
  const ids = all.slice(0, SHOWN);
  const { active, goTo, goFirst } = useActive(ids);
  const onKey = (event: KeyboardEvent, open: boolean, show: () => void): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const id = ids[active];
    if (event.nativeEvent.isComposing) return; // the key belongs to the input method
    if (step !== undefined) {
      if (open) goTo(Math.max(0, Math.min(ids.length - 1, active + step)));
      else show();
    } else if (event.key === 'Enter' && open) {
      // It belongs to the list, even an empty one: a form around it would be sent with the device of before.
      if (id !== undefined) onPick(id);
    } else if (event.key === 'Escape' && open) {
      event.stopPropagation();
      close();
    } else return;
    event.preventDefault();
  };
  return { ids, more: all.length - ids.length, active, goFirst, onKey };
};

type DeviceChoiceProps = { label: string; deviceId: string; onChoose: (deviceId: string) => void };

/** `deviceId` '' while none is chosen. */
export const DeviceChoice = ({ label, deviceId, onChoose }: DeviceChoiceProps): ReactElement => {
  const listId = useId();
  const name = deviceName(deviceId, useDevice(deviceId));
  /** Undefined while nobody types. */
  const [word, setWord] = useState<string>();
  const open = word !== undefined;
  const close = (): void => setWord(undefined);
  const pick = (id: string): void => {
    onChoose(id);
    close();
  };
  const { ids, more, active, goFirst, onKey } = useOffers(word ?? '', pick, close);
  const show = (): void => {
    setWord('');
    goFirst();
  };
  return (
    <div className={styles.frame}>
      <Field
        label={label}
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- it is an input: the field makes it
        role="combobox"
        aria-expanded={open}
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={open && active >= 0 ? `${listId}-${active}` : undefined}
        autoComplete="off"
        spellCheck={false}
        placeholder={t('Choose a device')}
        value={word ?? (deviceId === '' ? '' : textOf(deviceId, name))}
        onClick={() => !open && show()}
        onBlur={close}
        onChange={(event) => {
          setWord(event.target.value);
          goFirst();
        }}
        onKeyDown={(event) => onKey(event, open, show)}
      />
      {open && (
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a real select cannot be typed at
        <div id={listId} role="listbox" aria-label={label} tabIndex={-1} className={styles.list}>
          {ids.map((id, i) => (
            <Option
              key={id}
              id={id}
              domId={`${listId}-${i}`}
              active={i === active}
              chosen={id === deviceId}
              onPick={() => pick(id)}
            />
          ))}
          {ids.length === 0 && <p className={styles.note}>{t('No device matches the filter')}</p>}
          {more > 0 && <p className={styles.note}>{t('{number} more: type to find them', { number: more })}</p>}
        </div>
      )}
    </div>
  );
};
