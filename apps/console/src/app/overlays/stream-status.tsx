// The stream status modal: disk and network rates, and device by device who watches it from where. What Q10 says is the contract's.
import type { StreamStatus } from '@outrider/contract';
import type { ReactElement } from 'react';
import { useStore } from 'zustand';
import { t } from '../../lib/i18n.ts';
import { formatDateTime, isoTime, localZone } from '../../lib/time.ts';
import { useNow } from '../../lib/use-now.ts';
import { streamStatusStore } from '../../live/index.ts';
import { DeviceGlyph } from '../../parts/device-glyph.tsx';
import { DeviceNames } from '../../parts/device-names.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Age } from '../../ui/live-text.tsx';
import { EmptyState, Skeleton } from '../../ui/states.tsx';
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

/** What a viewer does and with which channel and stream: 'Live ch1 sub'; a kind of a newer server as it is. */
const typeText = (type: string): string => {
  const [kind = '', ...rest] = type.split(' ');
  const known: Readonly<Record<string, string>> = {
    live: t('Live'),
    talk: t('Talk'),
    playback: t('Playback'),
    record: t('Recording'),
  };
  return [known[kind] ?? kind, ...rest].join(' ');
};

type Watched = StreamStatus['devices'][number];

const Moment = ({ ms }: { ms: number }): ReactElement => (
  <time className="num" dateTime={isoTime(ms)}>
    {formatDateTime(ms)}
  </time>
);

const Users = ({ users, name }: { users: Watched['users']; name: string }): ReactElement => (
  <table className={styles.users} aria-label={name}>
    <thead>
      <tr>
        {[t('Type'), t('User'), t('IP address'), t('Port'), t('Since')].map((head) => (
          <th key={head} scope="col">
            {head}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {users.map(({ type, user, ip, port, arrivedTime }, i) => (
        // oxlint-disable-next-line react/no-array-index-key -- one viewer may have several streams from one address and port
        <tr key={`${i} ${ip} ${port}`}>
          <td>{typeText(type)}</td>
          <td>
            <bdi>{user}</bdi>
          </td>
          <td className="num">{ip}</td>
          <td className="num">{port}</td>
          <td>
            <Moment ms={arrivedTime} />
          </td>
        </tr>
      ))}
    </tbody>
  </table>
);

const DeviceStreams = ({ watched }: { watched: Watched }): ReactElement => {
  const { deviceid, version, arrivedTime, users } = watched;
  return (
    <section className={styles.watched} aria-label={deviceid}>
      <header>
        <DeviceGlyph id={deviceid} />
        <h3>
          <DeviceNames id={deviceid} />
        </h3>
        <span className="soft">{version || t('Version not known')}</span>
        <span className="soft">
          {t('Connected since')} <Moment ms={arrivedTime} /> (<Age timeMs={arrivedTime} />)
        </span>
      </header>
      {users.length === 0 ? (
        <p className="soft">{t('Nobody watches it any more.')}</p>
      ) : (
        <Users users={users} name={t('Viewers of {device}', { device: deviceid })} />
      )}
    </section>
  );
};

const Body = (): ReactElement => {
  const status = useStore(streamStatusStore, (s) => s.status);
  const now = useNow();
  if (status === undefined) return <Skeleton rows={4} />;
  const rates = [
    [t('Disk'), status.hddBps],
    [t('From devices'), status.downloadBps],
    [t('To viewers'), status.uploadBps],
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
      {status.devices.length === 0 && (
        <EmptyState icon="live" title={t('Nobody is watching a device at the moment.')}>
          {t('Devices send video while somebody watches them, and while the server records them.')}
        </EmptyState>
      )}
      {status.devices.map((watched) => (
        <DeviceStreams key={watched.deviceid} watched={watched} />
      ))}
      {status.devices.length > 0 && <p className={styles.zone}>{t('Times in {zone}', { zone: localZone(now) })}</p>}
    </>
  );
};

export const StreamStatusModal = ({ onClose }: { onClose: () => void }): ReactElement => (
  <Dialog title={t('Stream status')} onClose={onClose} wide>
    <Body />
  </Dialog>
);
