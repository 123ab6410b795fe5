// The last 200 connections that were refused or that nobody knew, newest first, with the reason and the first bytes.
import type { Refusal } from '@outrider/contract';
import type { ReactElement } from 'react';
import { t } from '../../lib/i18n.ts';
import { systemClock, formatDateTime, localZone } from '../../lib/time.ts';
import { Icon } from '../../ui/icon.tsx';
import { Age } from '../../ui/live-text.tsx';
import styles from './connect-recorder.module.css';
import { bytesText } from './recorder-entry.ts';
import { wordsFor } from './refusal-words.ts';

const Row = ({ row }: { row: Refusal }): ReactElement => {
  const { text, advice } = wordsFor(row.reason);
  return (
    <li>
      <details className={styles.refusal}>
        <summary>
          <span className={styles.when}>
            <Icon name="right" size={10} /> <Age timeMs={row.time} />
          </span>
          <span className={styles.why}>
            <b>{text}</b> {row.detail !== '' && <span className="soft">{row.detail}</span>}
          </span>
          <span className={`${styles.from} num`}>{row.address}</span>
          <span className={`${styles.port} num`}>
            {row.transport.toUpperCase()} {row.port}
          </span>
          <span className={`${styles.terminal} num`}>{row.terminal}</span>
          <span className={`${styles.count} num`}>{row.count > 1 ? `×${row.count}` : ''}</span>
        </summary>
        <p className={styles.advice}>{advice}</p>
        <div className={styles.facts}>
          <span className="num">{formatDateTime(row.time)}</span>
          {row.bytes === '' ? (
            <span className="soft">{t('It sent nothing.')}</span>
          ) : (
            <code>{bytesText(row.bytes)}</code>
          )}
        </div>
      </details>
    </li>
  );
};

export const Refusals = ({ rows }: { rows: readonly Refusal[] }): ReactElement => (
  <section className={styles.panel}>
    <h2>
      {t('Refused, unknown or odd connections')} <span className="soft num">{rows.length}</span>
    </h2>
    <p className="soft">
      {t(
        'The last 200, newest first. Times in {zone}. A recorder that does not appear on the dashboard, or of which something is missing, says here why.',
        {
          zone: localZone(systemClock.now()),
        },
      )}
    </p>
    {rows.length === 0 ? (
      <p>{t('None so far.')}</p>
    ) : (
      <ul className={styles.refusals}>
        {rows.map((row) => (
          // Not of its time: one that comes again stays open while it is read.
          <Row key={[row.transport, row.port, row.address, row.terminal, row.reason].join(' ')} row={row} />
        ))}
      </ul>
    )}
  </section>
);
