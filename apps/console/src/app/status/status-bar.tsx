// The status line: server time, the counters that are filter buttons, the heartbeat, and for admin the server's version.
import { useEffect, useState } from 'react';
import type { ReactElement } from 'react';
import { t } from '../../lib/i18n.ts';
import { formatClockAt, formatZone, systemClock } from '../../lib/time.ts';
import type { Counters, FilterMode } from '../../live/device-state.ts';
import { setFilterMode, useFilter } from '../../live/filter.ts';
import { useCounters } from '../../live/hooks.ts';
import { useSession } from '../../live/session.ts';
import { Icon } from '../../ui/icon.tsx';
import styles from './status-bar.module.css';

/** The server's moment, again each second; right from the first drawing after the server told its clock. */
const useServerNow = (offsetMs: number): number => {
  const [now, setNow] = useState(() => systemClock.now());
  useEffect(() => systemClock.every(1000, () => setNow(systemClock.now())), []);
  return now + offsetMs;
};

const ServerTime = (): ReactElement | null => {
  const server = useSession((s) => s.server);
  const offset = useSession((s) => s.clockOffsetMs);
  const now = useServerNow(offset);
  if (server === undefined) return null;
  return (
    <span className={`${styles.time} num`} title={t('Server time')}>
      {formatClockAt(now, server.timezone)} <span className={styles.zone}>({formatZone(server.timezone)})</span>
    </span>
  );
};

const filterTexts = (): readonly (readonly [FilterMode, string, string])[] => [
  ['all', t('All'), 'var(--o-bar-ink)'],
  ['online', t('Online'), '#7fd8cd'],
  ['driving', t('Driving'), '#4ccb8f'],
  ['idle', t('Idle'), '#e9b949'],
  ['overSpeed', t('Over speed'), '#ff8087'],
  ['recording', t('Recording'), '#ff8087'],
  ['unrecording', t('Not recording'), '#cb9af2'],
  ['offline', t('Offline'), '#a9b4bd'],
];

/** The lists of these filters also hold new devices, which 'All' does not: they are said apart, so that the registered ones add up. */
const Count = ({ counters, name }: { counters: Counters; name: FilterMode }): ReactElement => {
  const number = counters.newOnes[name];
  if (number === 0) return <b className="num">{counters[name]}</b>;
  return (
    <>
      <b className="num">{counters[name] - number}</b>{' '}
      <span title={t('Connected recorders that nobody has added yet')}>
        {name === 'online' ? t('+ {number} new', { number }) : `+ ${number}`}
      </span>
    </>
  );
};

const Filters = (): ReactElement => {
  const counters = useCounters();
  const { mode } = useFilter();
  return (
    <fieldset className={styles.filters} aria-label={t('Device filters')}>
      {filterTexts().map(([name, text, colour]) => (
        <button key={name} type="button" aria-pressed={mode === name} onClick={() => setFilterMode(name)}>
          <span className={styles.dot} style={{ background: colour }} aria-hidden="true" />
          {text} <Count counters={counters} name={name} />
        </button>
      ))}
    </fieldset>
  );
};

const Heart = (): ReactElement => {
  const lit = useSession((s) => s.heartbeat);
  const down = useSession((s) => s.downSinceMs !== undefined);
  const word = down ? t('Disconnected') : t('Connected');
  return (
    <span
      className={`${styles.heart} ${lit ? styles.lit : ''} ${down ? styles.down : ''}`}
      data-heartbeat={lit}
      title={word}
    >
      <Icon name="heart" size={12} />
      <span className="visually-hidden">{word}</span>
    </span>
  );
};

const About = (): ReactElement | null => {
  const server = useSession((s) => s.server);
  const isAdmin = useSession((s) => s.userName === 'admin');
  if (server === undefined || !isAdmin) return null;
  const licence =
    server.maxlicense === 0 ? t('Licence: unlimited') : t('Licence: {number}', { number: server.maxlicense });
  const expire = server.expire === '' ? t('never expires') : t('until {day}', { day: server.expire });
  return (
    <span className={`${styles.about} num`}>
      {licence}, {expire} · v{server.version}
    </span>
  );
};

export const StatusBar = (): ReactElement => (
  <footer className={styles.line}>
    <ServerTime />
    <Filters />
    <Heart />
    <About />
  </footer>
);
