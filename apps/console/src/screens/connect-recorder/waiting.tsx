// Recorders that registered a number which other hardware has: what they say of themselves, and the way to let one in.
import { getWaitingRecorders, postAllowAgain } from '@outrider/contract';
import type { WaitingRecorder } from '@outrider/contract';
import type { ReactElement } from 'react';
import { useCall, useSave } from '../../lib/calls.ts';
import { t } from '../../lib/i18n.ts';
import { formatTime } from '../../lib/time.ts';
import { Button } from '../../ui/button.tsx';
import { Age } from '../../ui/live-text.tsx';
import { showFailure, showToast } from '../../ui/toast.ts';
import styles from './connect-recorder.module.css';
import { hardwareText } from './recorder-entry.ts';

const REFRESH_MS = 5000;

const Row = ({ row }: { row: WaitingRecorder }): ReactElement => {
  const allow = useSave(postAllowAgain, [getWaitingRecorders]);
  const press = (): void =>
    allow.mutate(
      { id: row.id },
      {
        onSuccess: () =>
          showToast('success', t('Allow again'), t('{device}: the next attempt is let in', { device: row.deviceid })),
        onError: (error) => showFailure(t('Allow again'), error),
      },
    );
  return (
    <li className={styles.waiting}>
      <span className="num">
        <b>{row.deviceid}</b>
        {row.terminal !== row.deviceid && <span className="soft"> {row.terminal}</span>}
      </span>
      <span className="num">{row.address}</span>
      <span className="num">{row.plate === '' ? '–' : row.plate}</span>
      <span className="soft">
        <Age timeMs={row.last} /> {row.attempts > 1 && `×${row.attempts}`}
      </span>
      <dl className={styles.hardware}>
        <dt>{t('This one says')}</dt>
        <dd className="num">{hardwareText(row)}</dd>
        <dt>{t('The known one')}</dt>
        <dd className="num">{hardwareText(row.known)}</dd>
      </dl>
      {row.alloweduntil === null ? (
        <Button
          busy={allow.isPending}
          onClick={press}
          aria-label={t('Allow again: {device} from {address}', { device: row.deviceid, address: row.address })}
        >
          {t('Allow again')}
        </Button>
      ) : (
        <span className={styles.allowed}>{t('Allowed until {time}', { time: formatTime(row.alloweduntil) })}</span>
      )}
    </li>
  );
};

/** Nothing while nobody waits. */
export const Waiting = (): ReactElement | null => {
  const rows = useCall(getWaitingRecorders, {}, { refetchMs: REFRESH_MS }).data?.waiting ?? [];
  if (rows.length === 0) return null;
  return (
    <section className={styles.panel} id="waiting">
      <h2>
        {t('Waiting to be allowed again')} <span className="soft num">{rows.length}</span>
      </h2>
      <p className="soft">
        {t(
          'These registered a number that belongs to other hardware. Allow the one that was exchanged or that you know: it is let in once, within half an hour, and takes the place of the known one. Leave the others.',
        )}
      </p>
      <div className={styles.waitingTable}>
        <div className={styles.waitingHead} aria-hidden="true">
          <span>{t('Device ID')}</span>
          <span>{t('IP address')}</span>
          <span>{t('Plate')}</span>
          <span>{t('Last attempt')}</span>
          <span>{t('Hardware')}</span>
        </div>
        <ul className={styles.waitingRows}>
          {rows.map((row) => (
            <Row key={row.id} row={row} />
          ))}
        </ul>
      </div>
    </section>
  );
};
