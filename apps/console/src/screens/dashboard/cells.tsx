// The live cells of the dashboard: each reads its own device, so that a change draws one cell and not the table.
import { MOST_SIGNAL, signalCount } from '@outrider/contract';
import type { Device } from '@outrider/contract';
import type { ReactElement } from 'react';
import { t } from '../../lib/i18n.ts';
import { useLengthUnit } from '../../lib/preferences.ts';
import { speedIn } from '../../lib/units.ts';
import { deviceName } from '../../live/device-name.ts';
import { useDevice } from '../../live/hooks.ts';
import { Age, LiveText } from '../../ui/live-text.tsx';
import { DeviceIcon } from '../../parts/device-icon.tsx';
import { coordinatesText, placeOf } from '../../parts/device-place.ts';
import { usePlaceName } from '../../parts/place-name/use-place-name.ts';
import { diskToneOf, recordDotOf, sdOf, signalTone } from './badge-tones.ts';
import { recordingOf, reportedMs } from './device-values.ts';
import styles from './dashboard.module.css';
import { recordingWord } from './words.ts';

type CellProps = { id: string };

const NOTHING = '–';

/** The vehicle's kind, with a dot while the server records it: red, purple for a fault. */
export const KindIcon = ({ device }: { device: Device | undefined }): ReactElement => {
  const dot = device === undefined ? undefined : recordDotOf(device);
  return (
    <span className={styles.kind}>
      <DeviceIcon index={device?.icon ?? 0} size={13} />
      {dot !== undefined && (
        <i className={styles[`dot-${dot}`]} title={dot === 'fault' ? t('Recording fault') : t('Recording')}>
          <span className="visually-hidden">{dot === 'fault' ? t('Recording fault') : t('Recording')}</span>
        </i>
      )}
    </span>
  );
};

/**
 * The vehicle's kind, what it is called, and its number where that is not its name. A plain link, since a router's link in each of many
 * rows makes scrolling dear.
 */
export const NameCell = ({ id, onOpen }: CellProps & { onOpen: (id: string) => void }): ReactElement => {
  const device = useDevice(id);
  const name = deviceName(id, device);
  return (
    <span className={styles.named} data-device={id}>
      <KindIcon device={device} />
      <a
        className={styles.id}
        title={name === id ? id : `${name} · ${id}`}
        href={`/liveview/${encodeURIComponent(id)}`}
        onClick={(event) => {
          event.stopPropagation();
          if (event.ctrlKey || event.metaKey || event.shiftKey) return;
          event.preventDefault();
          onOpen(id);
        }}
      >
        <bdi>{name}</bdi>
      </a>
      {name !== id && <span className={`${styles.number} soft num`}>{id}</span>}
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

/** Mobile signal in per cent; on hover as the modem counts it. That of an offline device is not known any more. */
export const SignalCell = ({ id }: CellProps): ReactElement | null => {
  const device = useDevice(id);
  if (device === undefined) return null;
  const { signal } = device;
  if (signal === null) return <span className={`${styles.badge} soft`}>{t('N/A')}</span>;
  if (device.status === 0) return <span className="soft">{NOTHING}</span>;
  const title = t('Signal {value} of {most}', { value: signalCount(signal), most: MOST_SIGNAL });
  return (
    <span className={`${styles.badge} ${styles[signalTone(signal)]}`} title={title}>
      <LiveText text={`${signal} %`} />
    </span>
  );
};

/** The place by its name, else as coordinates; and that there is no fix. */
export const PlaceCell = ({ id }: CellProps): ReactElement | null => {
  const device = useDevice(id);
  return device === undefined ? null : <Place device={device} />;
};

const Place = ({ device }: { device: Device }): ReactElement => {
  const name = usePlaceName(device);
  const place = placeOf(device);
  if (place === undefined) return <NoGps device={device} />;
  const text = name === undefined || name === '' ? coordinatesText(place) : name;
  return (
    <bdi className={styles.place} title={text}>
      {text}
    </bdi>
  );
};

/** Red of an offline device, green of one that is there and only sees no sky. */
export const NoGps = ({ device }: { device: Device }): ReactElement => (
  <span className={device.status === 0 ? styles.noGpsOffline : styles.noGps}>{t('GPS signal not found')}</span>
);

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

/** What the badge says of the lower value: in words where the number is a code. */
const badgeText = (life: number): string => {
  if (life === -2) return t('none');
  return life === -1 ? t('N/A') : `${life} %`;
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
      <LiveText text={badgeText(badge.value)} />
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
