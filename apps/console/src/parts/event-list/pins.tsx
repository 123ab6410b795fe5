// The headers that pin a value of their column: a press offers the values that are there; while one is pinned, a press lets it go. Which are
// pinned stands in the address.
import type { ReactElement } from 'react';
import { useAddressQuery } from '../../lib/address-query.ts';
import { t } from '../../lib/i18n.ts';
import { Icon } from '../../ui/icon.tsx';
import styles from './event-list.module.css';
import type { PinName, Pins } from './rows.ts';

const keys = { source: 'source', event: 'event', device: 'device', fence: 'fence' } as const;

export const usePins = (): { pins: Pins; pin: (name: PinName, value: string | undefined) => void } => {
  const [query, setQuery] = useAddressQuery();
  const pins: Partial<Record<PinName, string>> = {};
  for (const [name, key] of Object.entries(keys)) {
    const value = query.get(key);
    if (value !== null) pins[name as PinName] = value; // oxlint-disable-line typescript/no-unsafe-type-assertion -- the keys of `keys`
  }
  return {
    pins,
    pin: (name, value) =>
      setQuery((old) => {
        const next = new URLSearchParams(old);
        if (value === undefined) next.delete(keys[name]);
        else next.set(keys[name], value);
        return next;
      }),
  };
};

type PinHeadProps = {
  name: PinName;
  header: string;
  value: string | undefined;
  /** Asked for when the list opens. */
  values: readonly (readonly [value: string, count: number])[];
  onPin: (value: string | undefined) => void;
};

/** Sources are words of the contract; the name of an event is in the language of the page already, and all others are somebody's own. */
const textOf = (name: PinName, value: string): string => (name === 'source' ? t(value) : value);

export const PinHead = ({ name, header, value, values, onPin }: PinHeadProps): ReactElement =>
  value === undefined ? (
    <select
      className={styles.pin}
      aria-label={t('Show one {what} only', { what: header })}
      value=""
      onChange={(event) => onPin(event.target.value)}
    >
      <option value="" hidden>
        {header}
      </option>
      {values.map(([each, count]) => (
        <option key={each} value={each}>
          {`${textOf(name, each)} (${count})`}
        </option>
      ))}
    </select>
  ) : (
    <button
      type="button"
      className={styles.unpin}
      aria-pressed="true"
      aria-label={t('{what}: only {value}. Show all again', { what: header, value: textOf(name, value) })}
      title={t('Show all again')}
      onClick={() => onPin(undefined)}
    >
      <bdi>{textOf(name, value)}</bdi>
      <Icon name="close" />
    </button>
  );
