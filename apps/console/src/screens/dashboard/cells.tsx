// The live cells of the dashboard: each reads its own device, so that a change draws one cell and not the table.
import type { Device } from '@outrider/contract';
import type { ReactElement } from 'react';
import { t } from '../../lib/i18n.ts';
import { useLengthUnit } from '../../lib/preferences.ts';
import { speedIn } from '../../lib/units.ts';
import { useDevice } from '../../live/hooks.ts';
import { Age, LiveText } from '../../ui/live-text.tsx';
import { DeviceIcon } from '../../parts/device-icon.tsx';
import { diskToneOf, sdOf } from './badge-tones.ts';
import { recordingOf, reportedMs } from './device-values.ts';
import styles from './dashboard.module.css';
import { recordingWord } from './words.ts';

type CellProps = { id: string };

const NOTHING = '–';

/** The vehicle's kind and its id. A plain link, since a router's link in each of many rows makes scrolling dear. */
export const IdCell = ({ id, onOpen }: CellProps & { onOpen: (id: string) => void }): ReactElement => {
  const icon = useDevice(id)?.icon ?? 0;
  return (
    <span className={styles.named}>
      <span className={styles.kind}>
        <DeviceIcon index={icon} size={13} />
      </span>
      <a
        className={styles.id}
        title={id}
        href={`/liveview/${encodeURIComponent(id)}`}
        onClick={(event) => {
          event.stopPropagation();
          if (event.ctrlKey || event.metaKey || event.shiftKey) return;
          event.preventDefault();
          onOpen(id);
        }}
      >
        {id}
      </a>
    </span>
  );
};

/** A value of the device as text; '' shows as a dash. Flashes when it changes. */
export const ValueCell = ({ id, read }: CellProps & { read: (device: Device) => string }): ReactElement | null => {
  const device = useDevice(id);
  if (device === undefined) return null;
  const text = read(device);
  return text === '' ? <span className="soft">{NOTHING}</span> : <LiveText text={text} />;
};

export const SpeedCell = ({ id }: CellProps): ReactElement | null => {
  const device = useDevice(id);
  const unit = useLengthUnit();
  if (device === undefined) return null;
  const data = device.gps_info.data;
  if (data === null || device.status === 0) return <span className="soft">{NOTHING}</span>;
  return <LiveText text={String(speedIn(data.speedInKmh, unit))} />;
};

/** Mobile signal 0-31 as the standard counts it, drawn as four bars. */
export const SignalCell = ({ id }: CellProps): ReactElement | null => {
  const device = useDevice(id);
  if (device === undefined) return null;
  if (device.signal === null || device.status === 0) return <span className="soft">{NOTHING}</span>;
  const bars = Math.min(4, Math.ceil(device.signal / 8));
  return (
    <span className={styles.signal} title={t('Signal {value} of 31', { value: device.signal })}>
      {[1, 2, 3, 4].map((bar) => (
        <i key={bar} className={bar <= bars ? styles.on : undefined} style={{ height: 3 + bar * 2.5 }} />
      ))}
      <span className="visually-hidden">{device.signal}</span>
    </span>
  );
};

/** Disk usage: a little bar and the number. */
export const HealthCell = ({ id }: CellProps): ReactElement | null => {
  const device = useDevice(id);
  if (device === undefined) return null;
  const used = device.health;
  if (used === null) return <span className="soft">{NOTHING}</span>;
  const tone = diskToneOf(used);
  return (
    <span className={styles.health}>
      <span className={`${styles.meter} ${tone === '' ? '' : styles[tone]}`}>
        <i style={{ width: `${Math.min(100, used)}%` }} />
      </span>
      <LiveText text={`${used} %`} />
    </span>
  );
};

export const ReportCell = ({ id }: CellProps): ReactElement | null => {
  const device = useDevice(id);
  if (device === undefined) return null;
  const ms = reportedMs(device);
  return ms === 0 ? <span className="soft">{NOTHING}</span> : <Age timeMs={ms} />;
};

const lifeText = (life: number | null): string => {
  if (life === null || life === -1) return t('not told');
  return life === -2 ? t('none') : `${life} %`;
};

/** The lower of the two values that disks and cards tell of themselves; both in words on hover. */
export const SdCell = ({ id }: CellProps): ReactElement | null => {
  const device = useDevice(id);
  if (device === undefined) return null;
  const badge = sdOf(device);
  if (badge === undefined) return <span className="soft">{NOTHING}</span>;
  const words = t('Storage 1: {first}, storage 2: {second}', {
    first: lifeText(device.smart1),
    second: lifeText(device.smart2),
  });
  return (
    <span className={`${styles.badge} ${styles[badge.tone]}`} title={words}>
      <LiveText text={String(badge.value)} />
    </span>
  );
};

/** A ring and a word: red while the server records, purple for a fault with how many errors there were. */
export const RecordingCell = ({ id }: CellProps): ReactElement | null => {
  const device = useDevice(id);
  if (device === undefined) return null;
  const state = recordingOf(device);
  if (state === undefined) return <span className="soft">{NOTHING}</span>;
  const errors = t('{count} recording errors', { count: device.recording_error_count });
  return (
    <span className={styles.recording} title={device.recording_error_count > 0 ? errors : undefined}>
      <i aria-hidden="true" className={styles[`ring-${state}`]} />
      <LiveText text={recordingWord(state, device.recording_error_count)} />
    </span>
  );
};
