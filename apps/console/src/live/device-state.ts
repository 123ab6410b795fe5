// What a device is doing, decided from its live values: its state, its ring, the eight filters, the counters. Pure.
import { countMember, DRIVING_ABOVE_KMH, emptyCounters, OVER_SPEED_KMH } from '@outrider/contract';
import type { Device, FleetCounters } from '@outrider/contract';

export const filterModes = [
  'all',
  'online',
  'driving',
  'idle',
  'overSpeed',
  'recording',
  'unrecording',
  'offline',
] as const;
export type FilterMode = (typeof filterModes)[number];

/** km/h, 0 without a fix. */
export const speedOf = (device: Device): number => device.gps_info.data?.speedInKmh ?? 0;
/** Drives, whether or not it is online. */
export const isMoving = (device: Device): boolean => speedOf(device) > DRIVING_ABOVE_KMH;
/** Faster than the bound; at it a vehicle is over speed, but not shown as dangerous yet. */
export const isFast = (device: Device): boolean => speedOf(device) > OVER_SPEED_KMH;
export const isOnline = (device: Device): boolean => device.status > 0;
/** Online, but nobody has registered it yet. */
export const isNew = (device: Device): boolean => isOnline(device) && !device.registered;

/** The one state to show. An alarm outranks movement; an unregistered device has no other state until it is added. */
export const stateOf = (device: Device): 'driving' | 'idle' | 'offline' | 'alarm' | 'unregistered' => {
  if (!device.registered) return 'unregistered';
  if (!isOnline(device)) return 'offline';
  if (device.alarm !== 0) return 'alarm';
  return isMoving(device) ? 'driving' : 'idle';
};

/** The ring around the state: a fault outranks recording; an offline device has none. */
export const ringOf = (device: Device): 'recording' | 'fault' | undefined => {
  if (!isOnline(device)) return undefined;
  if (device.recording_error) return 'fault';
  return device.recording ? 'recording' : undefined;
};

/** `all` and `offline` speak of registered devices; the other filters cover new devices as well. */
export const inMode = (device: Device, mode: FilterMode): boolean => {
  switch (mode) {
    case 'all':
      return device.registered;
    case 'online':
      return isOnline(device);
    case 'offline':
      return !isOnline(device) && device.registered;
    case 'driving':
      return isOnline(device) && isMoving(device);
    case 'idle':
      return isOnline(device) && !isMoving(device);
    case 'overSpeed':
      return isOnline(device) && speedOf(device) >= OVER_SPEED_KMH;
    case 'recording':
      return isOnline(device) && device.recording;
    case 'unrecording':
      return isOnline(device) && !device.recording;
    default:
      return mode satisfies never;
  }
};

/** Whether the word, in any case, is part of id, driver, memo or plate. The empty word matches all. */
export const matchesWord = (device: Device, word: string): boolean => {
  if (word === '') return true;
  const wanted = word.toLowerCase();
  return (
    device.deviceid.toLowerCase().includes(wanted) ||
    device.drivername.toLowerCase().includes(wanted) ||
    device.vehicleid.toLowerCase().includes(wanted) ||
    device.plate.toLowerCase().includes(wanted)
  );
};

/** A choice of devices. `only`: ids of the chosen group, when one is chosen. */
export type DeviceFilter = { mode: FilterMode; word: string; only?: ReadonlySet<string> | undefined };

export const matches = (device: Device, filter: DeviceFilter): boolean =>
  (filter.only === undefined || filter.only.has(device.deviceid)) &&
  inMode(device, filter.mode) &&
  matchesWord(device, filter.word);

/** One number per filter, and the new devices: how many there are, and in `newOnes` what they do. */
export type Counters = FleetCounters & { readonly newOnes: Readonly<FleetCounters> };

/** Counts every filter over the devices of the chosen group. The word of the filter box does not count. */
export const countDevices = (devices: Iterable<Device>, only?: ReadonlySet<string>): Counters => {
  const counters = { ...emptyCounters(), newOnes: emptyCounters() };
  for (const device of devices) {
    if (only !== undefined && !only.has(device.deviceid)) continue;
    const { registered, recording } = device;
    const member = { registered, recording, online: isOnline(device), speedKmh: speedOf(device) };
    countMember(counters, member);
    if (!registered) countMember(counters.newOnes, member);
  }
  return counters;
};
