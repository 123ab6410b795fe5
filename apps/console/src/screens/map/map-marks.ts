// What the map screen makes of a device: its label, its place, its marker, its page in the list. Pure.
import type { Device } from '@outrider/contract';
import { deviceName } from '../../live/device-name.ts';
import { stateOf } from '../../live/device-state.ts';
import type { Marker } from '../../map/marker.ts';
import { placeOf } from '../../parts/device-place.ts';

/** What stands beside a marker. */
export const labelKinds = ['id', 'driver', 'memo'] as const;
export type LabelKind = (typeof labelKinds)[number];
export const isLabelKind = (text: string): text is LabelKind => labelKinds.some((kind) => kind === text);

/** The label; a device that has no such text is called as everywhere, so that no marker is nameless. */
export const labelOf = (device: Device, kind: LabelKind): string => {
  const text = { id: device.deviceid, driver: device.drivername, memo: device.vehicleid }[kind];
  return text === '' ? deviceName(device.deviceid, device) : text;
};

/** The marker of a device; undefined where it has no place. */
export const markerOf = (device: Device, kind: LabelKind): Marker | undefined => {
  const place = placeOf(device);
  if (place === undefined) return undefined;
  return {
    id: device.deviceid,
    lat: place.lat,
    lng: place.lng,
    heading: device.gps_info.data?.trackingAngle ?? 0,
    state: stateOf(device),
    fault: device.status > 0 && device.recording_error,
    label: labelOf(device, kind),
    timeMs: device.gps_info.time ?? 0,
  };
};

/** Devices on one page of the side list. */
export const PAGE_SIZE = 6;

export const pageCount = (devices: number): number => Math.max(1, Math.ceil(devices / PAGE_SIZE));

/** The page, from 0, that holds the id; undefined when the list does not. */
export const pageOf = (ids: readonly string[], id: string): number | undefined => {
  const index = ids.indexOf(id);
  return index === -1 ? undefined : Math.floor(index / PAGE_SIZE);
};

/** The id `step` places further in the list; without a start the first or last one. */
export const neighbour = (ids: readonly string[], id: string | undefined, step: 1 | -1): string | undefined => {
  const index = id === undefined ? -1 : ids.indexOf(id);
  if (index === -1) return step === 1 ? ids[0] : ids.at(-1);
  return ids[index + step];
};
