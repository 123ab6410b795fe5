// The clock of the idle page: a face with three hands, and the time in digits with its zone.
import { useSyncExternalStore } from 'react';
import type { ReactElement } from 'react';
import { t } from '../../lib/i18n.ts';
import { formatDay, formatTime, isoTime, localZone } from '../../lib/time.ts';
import { useNow } from '../../lib/use-now.ts';
import styles from './idle.module.css';
import { clockSize, handsAt } from './clock-face.ts';

const subscribe = (tell: () => void): (() => void) => {
  window.addEventListener('resize', tell);
  return () => window.removeEventListener('resize', tell);
};
const readSize = (): number => clockSize(Math.min(window.innerWidth, window.innerHeight));

const hours = Array.from({ length: 12 }, (_, i) => i * 30);

const Hand = ({ angle, length, className }: { angle: number; length: number; className: string | undefined }) => (
  <line x1="0" y1="12" x2="0" y2={-length} className={className} transform={`rotate(${angle})`} />
);

/** In the browser's zone. */
export const IdleClock = (): ReactElement => {
  const size = useSyncExternalStore(subscribe, readSize);
  const now = useNow();
  const time = formatTime(now);
  const { hour, minute, second } = handsAt(time);
  return (
    <>
      <svg
        className={styles.clock}
        width={size}
        height={size}
        viewBox="-100 -100 200 200"
        role="img"
        aria-label={t('Clock')}
      >
        <circle r="97" className={styles.rim} />
        {hours.map((angle) => (
          <line key={angle} x1="0" y1="-90" x2="0" y2={angle % 90 === 0 ? -80 : -85} transform={`rotate(${angle})`} />
        ))}
        <Hand angle={hour} length={50} className={styles.hour} />
        <Hand angle={minute} length={74} className={styles.minute} />
        <Hand angle={second} length={80} className={styles.second} />
        <circle r="4" className={styles.pin} />
      </svg>
      <time className={`${styles.digits} num`} dateTime={isoTime(now)}>
        {time}
      </time>
      <p className={`${styles.day} num`}>
        {formatDay(now)} ({localZone(now)})
      </p>
    </>
  );
};
