// The stream status modal: disk and network rates, who watches what.
import type { ReactElement } from 'react';
import { useStore } from 'zustand';
import { t } from '../../lib/i18n.ts';
import { formatDateTime } from '../../lib/time.ts';
import { streamStatusStore } from '../../live/index.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { EmptyState } from '../../ui/states.tsx';
import styles from './stream-status.module.css';

const steps = ['B/s', 'KB/s', 'MB/s', 'GB/s'];

/** A rate in steps of 1024: '1.4 MB/s'. */
const rateText = (bytesPerSecond: number): string => {
  let rate = bytesPerSecond;
  let step = 0;
  while (rate >= 1024 && step < steps.length - 1) {
    rate /= 1024;
    step += 1;
  }
  return `${step === 0 ? Math.round(rate) : rate.toFixed(1)} ${steps[step] ?? ''}`;
};

const Body = (): ReactElement => {
  const status = useStore(streamStatusStore, (s) => s.status);
  if (status === undefined) return <EmptyState title={t('The server has not reported yet')} />;
  const rates = [
    [t('Disk'), status.hddBps],
    [t('From devices'), status.uploadBps],
    [t('To viewers'), status.downloadBps],
  ] as const;
  return (
    <>
      <dl className={styles.rates}>
        {rates.map(([name, rate]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd className="num">{rateText(rate)}</dd>
          </div>
        ))}
      </dl>
      {status.devices.length === 0 && <p className="soft">{t('Nobody is watching a device at the moment.')}</p>}
      {status.devices.map((device) => (
        <section key={device.deviceid} className={styles.watched}>
          <h3>{device.deviceid}</h3>
          {device.users.map((user) => (
            <p key={`${user.ip}:${user.port}:${user.type}`} className="num">
              {user.user} · {user.type} · {user.ip} · {formatDateTime(user.arrivedTime)}
            </p>
          ))}
        </section>
      ))}
    </>
  );
};

export const StreamStatusModal = ({ onClose }: { onClose: () => void }): ReactElement => (
  <Dialog title={t('Stream status')} onClose={onClose}>
    <Body />
  </Dialog>
);
