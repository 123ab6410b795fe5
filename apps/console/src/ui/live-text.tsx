// A value that changes under the operator's eyes: flashes softly once when it does. And a time told as its age.
import { useState } from 'react';
import type { ReactElement } from 'react';
import { t } from '../lib/i18n.ts';
import { useServerNow } from '../lib/server-clock.ts';
import { ageOf, formatDateTime, isoTime, localZone } from '../lib/time.ts';
import styles from './live-text.module.css';

/** The text; a new one flashes, the first one does not. */
export const LiveText = ({ text }: { text: string }): ReactElement => {
  const [first] = useState(text);
  return (
    <span key={text} className={text === first ? 'num' : `num ${styles.flash}`}>
      {text}
    </span>
  );
};

const ageText = (ms: number, now: number): string => {
  const { count, unit } = ageOf(ms, now);
  switch (unit) {
    case 'second':
      return t('{number} s ago', { number: count });
    case 'minute':
      return t('{number} min ago', { number: count });
    case 'hour':
      return t('{number} h ago', { number: count });
    case 'day':
      return t('{number} d ago', { number: count });
    default:
      return unit satisfies never;
  }
};

/** '5 s ago' by the server's clock, with the moment itself on hover. `timeMs` UTC ms. */
export const Age = ({ timeMs }: { timeMs: number }): ReactElement => {
  const now = useServerNow();
  return (
    <time className="num" dateTime={isoTime(timeMs)} title={`${formatDateTime(timeMs)} (${localZone(timeMs)})`}>
      {ageText(timeMs, now)}
    </time>
  );
};
