// What stands in the toast of an alarm, a recovery or a call: device and driver, time, place. A click leads to the device.
import type { ReactElement } from 'react';
import { t } from '../../lib/i18n.ts';
import { formatDateTime, formatTime, localZone } from '../../lib/time.ts';
import type { Alarm } from '../../live/alarm-list.ts';
import { deviceNames } from '../../live/device-name.ts';
import { useDevice } from '../../live/hooks.ts';
import { coordinatesText } from '../../parts/device-place.ts';
import { PlaceName } from '../../parts/place-name/place-name.tsx';
import styles from './alarms.module.css';
import { PlayButton } from './play-button.tsx';

/** The device as people know it: by all its names, each in its own direction of writing. */
const DeviceNames = ({ id }: { id: string }): ReactElement => {
  const names = deviceNames(id, useDevice(id));
  return (
    <>
      {names.map((name, i) => (
        <span key={name}>
          {i > 0 && ' · '}
          <bdi>{name}</bdi>
        </span>
      ))}
    </>
  );
};

/** What somebody defined to be said of such an event, behind its colour. */
export const NotifyLine = ({ alarm: { notify, colour } }: { alarm: Alarm }): ReactElement | null =>
  notify === '' && colour === '' ? null : (
    <span className={styles.notify}>
      {colour !== '' && <span className={styles.colour} style={{ background: colour }} data-colour={colour} />}
      {notify}
    </span>
  );

type AlarmToastProps = {
  alarm: Alarm;
  /** Undefined: this user may look at the device neither live nor on the map. */
  onOpen: (() => void) | undefined;
  /** Where its footage plays. */
  onPlay: (address: string) => void;
};

export const AlarmToast = ({ alarm, onOpen, onPlay }: AlarmToastProps): ReactElement => {
  const device = useDevice(alarm.deviceId);
  return (
    <span className={styles.toast}>
      {onOpen === undefined ? (
        <span>
          <DeviceNames id={alarm.deviceId} />
        </span>
      ) : (
        <button type="button" className={styles.open} title={t('Look at this device')} onClick={onOpen}>
          <DeviceNames id={alarm.deviceId} />
        </button>
      )}
      <NotifyLine alarm={alarm} />
      <span className="num">
        <time title={`${formatDateTime(alarm.atMs)} ${localZone(alarm.atMs)}`}>{formatTime(alarm.atMs)}</time>
        {' · '}
        {alarm.place === undefined ? t('no position') : coordinatesText(alarm.place)}
      </span>
      {/* The name comes later: its line is there from the start, because toasts above this one do not move for it. */}
      {alarm.place !== undefined && (
        <span className={styles.place}>{device !== undefined && <PlaceName device={device} />}</span>
      )}
      <PlayButton alarm={alarm} go={onPlay} above />
    </span>
  );
};
