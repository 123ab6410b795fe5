// Where a device is and how fast, as operators read it: its fix or its entered place, its speed while that is known. Pure.
import type { Device } from '@outrider/contract';
import { speedOf } from '../live/device-state.ts';

/** Degrees WGS84; `manual`: someone entered it, no fix was ever received. */
export type DevicePlace = { lat: number; lng: number; manual: boolean };

/** Where a device is: its newest fix, or else the place someone entered for it (`manual`). Undefined without either. */
export const placeOf = (device: Device): DevicePlace | undefined => {
  const { data } = device.gps_info;
  if (data !== null) return { lat: data.lat, lng: data.lng, manual: false };
  const { maplocation } = device;
  return maplocation === null ? undefined : { ...maplocation, manual: true };
};

/** '24.07860, 120.52853': five digits are one metre. */
export const coordinatesText = ({ lat, lng }: { lat: number; lng: number }): string =>
  `${lat.toFixed(5)}, ${lng.toFixed(5)}`;

/** km/h to show: that of an offline vehicle is not known any more. */
export const shownSpeed = (device: Device): number | undefined =>
  device.status > 0 && device.gps_info.data !== null ? speedOf(device) : undefined;
