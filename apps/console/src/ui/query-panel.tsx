// The left column of a screen that searches: what is asked for, and the button that asks. What was found stands beside it.
import { useEffect, useRef } from 'react';
import type { ReactElement, ReactNode } from 'react';
import { usePhone } from '../lib/device-kind.ts';
import { t } from '../lib/i18n.ts';
import { localZone, systemClock } from '../lib/time.ts';
import styles from './query-panel.module.css';

type QueryPanelProps = { title: string; onAsk: () => void; children: ReactNode };

/** Put it first into a `QueryScreen`, or into a row of one's own. */
export const QueryPanel = ({ title, onAsk, children }: QueryPanelProps): ReactElement => (
  <form
    className={styles.panel}
    aria-label={t('Query')}
    onSubmit={(event) => {
      event.preventDefault();
      onAsk();
    }}
  >
    <h1>{title}</h1>
    {children}
  </form>
);

/** The panel beside what was found; one above the other on a phone, where the whole scrolls. */
export const QueryScreen = ({ children }: { children: ReactNode }): ReactElement => (
  <div className={styles.screen}>{children}</div>
);

/** Beside the panel: what there is to say before the answer, or the answer. */
export const QueryResult = ({ children }: { children: ReactNode }): ReactElement => (
  <div className={styles.result}>{children}</div>
);

/** In a result: what was found. On a phone it comes below the panel, and into sight. */
export const QueryFound = ({ children }: { children: ReactNode }): ReactElement => {
  const phone = usePhone();
  const frame = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (phone) frame.current?.scrollIntoView({ block: 'start' });
  }, [phone]);
  return (
    <div ref={frame} className={styles.found}>
      {children}
    </div>
  );
};

/** In a panel: why the question cannot be asked as it stands. */
export const QueryProblem = ({ children }: { children: ReactNode }): ReactElement => (
  <p role="alert" className={styles.problem}>
    {children}
  </p>
);

/** In a panel: which zone the days and times are of that one chooses here. */
export const TimesNote = (): ReactElement => (
  <p className="soft">{t('Times are those of this browser, {zone}.', { zone: localZone(systemClock.now()) })}</p>
);
