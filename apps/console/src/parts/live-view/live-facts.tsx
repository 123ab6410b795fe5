// What is known of the vehicle beside its pictures: how fast, where, who drives, and when it last said so.
import type { ReactElement } from 'react';
import { useLengthUnit } from '../../lib/preferences.ts';
import { speedIn, speedUnit } from '../../lib/units.ts';
import { useDevice } from '../../live/hooks.ts';
import { Age, LiveText } from '../../ui/live-text.tsx';
import { shownSpeed } from '../device-place.ts';
import { PlaceName } from '../place-name/place-name.tsx';
import styles from './live-view.module.css';

/** What is not known is left out. */
export const LiveFacts = ({ id }: { id: string }): ReactElement | null => {
  const device = useDevice(id);
  const unit = useLengthUnit();
  if (device === undefined) return null;
  const speed = shownSpeed(device);
  const timeMs = device.gps_info.time ?? device.status_time;
  return (
    <span className={styles.facts}>
      {speed !== undefined && <LiveText text={`${speedIn(speed, unit)} ${speedUnit(unit)}`} />}
      {device.drivername !== '' && <bdi>{device.drivername}</bdi>}
      <PlaceName device={device} className={styles.place} />
      {timeMs > 0 && <Age timeMs={timeMs} />}
    </span>
  );
};
