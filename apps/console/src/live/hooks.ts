// How components read the device store: each hook draws anew only when its own answer changed.
import type { Device, ExtraInfo } from '@outrider/contract';
import { useMemo, useSyncExternalStore } from 'react';
import { countDevices, isNew, matches } from './device-state.ts';
import type { Counters, DeviceFilter } from './device-state.ts';
import { readFilter, useFilter } from './filter.ts';
import { devices, groups } from './index.ts';
import { deviceListState } from './list-state.ts';
import type { DeviceListState } from './list-state.ts';
import { remembered } from './remembered.ts';

const subscribe = (tell: () => void): (() => void) => devices.subscribe(tell);

/** One device; undefined when it is not in the list. */
export const useDevice = (id: string): Device | undefined => useSyncExternalStore(subscribe, () => devices.get(id));

/** Channel names, icon and order of one device; undefined until they came. */
export const useExtra = (id: string): ExtraInfo | undefined => useSyncExternalStore(subscribe, () => devices.extra(id));

/** False until the first list is complete. */
export const useDevicesLoaded = (): boolean => useSyncExternalStore(subscribe, () => devices.loaded);

const sameIds = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((id, i) => id === b[i]);

const idsWhere = (keep: (device: Device) => boolean): string[] => {
  const ids: string[] = [];
  for (const id of devices.orderedIds()) {
    const device = devices.get(id);
    if (device !== undefined && keep(device)) ids.push(id);
  }
  return ids;
};

/** The ids a filter lets through, sorted; the same array as long as the same ids are in. */
export const useDeviceIds = ({ mode, word, only }: DeviceFilter): readonly string[] => {
  const read = useMemo(
    () => remembered(devices, () => idsWhere((device) => matches(device, { mode, word, only })), sameIds),
    [mode, word, only],
  );
  return useSyncExternalStore(subscribe, read);
};

const readNew = remembered(devices, () => idsWhere(isNew), sameIds);
/** Online devices that nobody has registered. */
export const useNewDeviceIds = (): readonly string[] => useSyncExternalStore(subscribe, readNew);

const sameCounters = (a: Counters, b: Counters): boolean =>
  Object.entries(a).every(([name, count]) => Object.entries(b).some(([n, c]) => n === name && c === count));
/** One number per filter over all devices of this user, or over those of the chosen group. */
export const useCounters = (): Counters => {
  const { only } = useFilter();
  const read = useMemo(() => remembered(devices, () => countDevices(devices.all(), only), sameCounters), [only]);
  return useSyncExternalStore(subscribe, read);
};

/** The whole list state for what looks at it once, as it stands: no component follows it. */
export const readListState = (): DeviceListState =>
  deviceListState(devices.all(), readFilter(), groups.state.getState());

/** Goes up with every publication of the store: for what must be sorted by live values. */
export const useDevicesVersion = (): number => useSyncExternalStore(subscribe, () => devices.version);
