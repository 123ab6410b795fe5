// What a vehicle is called, everywhere: by the name people gave it (the memo), else by its number; plate and driver stand behind it, the
// number last. Pure.
import type { Device } from '@outrider/contract';

type Named = Pick<Device, 'vehicleid' | 'plate' | 'drivername'>;

/** What stands where there is room for one name. */
export const deviceName = (id: string, device: Pick<Named, 'vehicleid'> | undefined): string => device?.vehicleid || id;

/** Where a dialog or a notice must leave no doubt: 'TRK-104 (13800000104)'. */
export const deviceTitle = (id: string, device: Pick<Named, 'vehicleid'> | undefined): string => {
  const name = deviceName(id, device);
  return name === id ? id : `${name} (${id})`;
};

/** Every name once and in order; the number is always among them. */
export const deviceNames = (id: string, device: Named | undefined): readonly string[] => [
  ...new Set([deviceName(id, device), device?.plate ?? '', device?.drivername ?? '', id].filter((name) => name !== '')),
];

/** The others in one line, '' for a vehicle that has a number only. */
export const otherNames = (id: string, device: Named | undefined): string =>
  deviceNames(id, device).slice(1).join(' · ');
