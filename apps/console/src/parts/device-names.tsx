// How a vehicle is named wherever one is chosen or listed: the name people use, then plate and driver, the number last and softer. What
// counts as its name is live/device-name.ts.
import type { ReactElement } from 'react';
import { deviceName, deviceNames, deviceTitle, otherNames } from '../live/device-name.ts';
import { useDevice } from '../live/hooks.ts';
import { devices } from '../live/stores.ts';
import styles from './device-names.module.css';

/** `lines`: one below the other, where there is no room beside. */
export const DeviceNames = ({ id, lines = false }: { id: string; lines?: boolean }): ReactElement => {
  const device = useDevice(id);
  const others = otherNames(id, device);
  return (
    <span className={lines ? styles.lines : styles.line}>
      <bdi className={styles.name}>{deviceName(id, device)}</bdi>
      {others !== '' && <bdi className={`soft num ${styles.others}`}>{others}</bdi>}
    </span>
  );
};

/** What people call it, alone: where its number stands in a column of its own. */
export const VehicleName = ({ id }: { id: string }): ReactElement => <bdi>{deviceName(id, useDevice(id))}</bdi>;

/** In a column of numbers: the name first, the number softer behind it. */
export const NamedNumber = ({ id }: { id: string }): ReactElement => {
  const device = useDevice(id);
  const name = deviceName(id, device);
  if (name === id)
    return (
      <bdi className="num" title={id}>
        {id}
      </bdi>
    );
  return (
    <span title={deviceTitle(id, device)}>
      <bdi>{name}</bdi> <bdi className="num soft">{id}</bdi>
    </span>
  );
};

/** The name that people gave it, none where it has only its number: beside a column of numbers. */
export const GivenName = ({ id }: { id: string }): ReactElement => <bdi>{useDevice(id)?.vehicleid ?? ''}</bdi>;

/** What the dialogs about it are titled with. */
export const useDeviceTitle = (id: string): string => deviceTitle(id, useDevice(id));
/** The same for a notice, as it is now. */
export const titleNow = (id: string): string => deviceTitle(id, devices.get(id));

/** All names in one text, as they are now: for who cannot see it, and for letters that find it. */
export const namesText = (id: string): string => deviceNames(id, devices.get(id)).join(' · ');
