// How components read the device store: each hook draws again only when its own answer changed.
import type { Device, ExtraInfo, FleetCounters } from '@outrider/contract';
import { useMemo, useSyncExternalStore } from 'react';
import { countDevices, filterModes } from './device-state.ts';
import type { Counters, DeviceFilter } from './device-state.ts';
import { readFilter, useFilter } from './filter.ts';
import { deviceListState } from './list-state.ts';
import type { DeviceListState } from './list-state.ts';
import { remembered } from './remembered.ts';
import { devices, groupStore } from './stores.ts';

const subscribe = (tell: () => void): (() => void) => devices.subscribe(tell);

/** One device; undefined when it is not in the list. */
export const useDevice = (id: string): Device | undefined => useSyncExternalStore(subscribe, () => devices.get(id));

/** Channel names, icon and order of one device; undefined until they came. */
export const useExtra = (id: string): ExtraInfo | undefined => useSyncExternalStore(subscribe, () => devices.extra(id));

/** False until the first list is complete. */
export const useDevicesLoaded = (): boolean => useSyncExternalStore(subscribe, () => devices.loaded);

const sameIds = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((id, i) => id === b[i]);

/** The list state through any filter, its lists in the order of ids. */
const listState = (filter: DeviceFilter): DeviceListState =>
  deviceListState(devices.inOrder(), filter, groupStore.getState());

const idsOf = (list: readonly Device[]): string[] => list.map(({ deviceid }) => deviceid);

/** The ids a filter lets through, sorted; the same array as long as the same ids are in. */
export const useDeviceIds = ({ mode, word, only }: DeviceFilter): readonly string[] => {
  const read = useMemo(
    () => remembered(devices, () => idsOf(listState({ mode, word, only }).filtedList), sameIds),
    [mode, word, only],
  );
  return useSyncExternalStore(subscribe, read);
};

const readNew = remembered(devices, () => idsOf(listState(readFilter()).newDevices), sameIds);
/** Online devices that nobody has registered. */
export const useNewDeviceIds = (): readonly string[] => useSyncExternalStore(subscribe, readNew);

const sameCounts = (a: FleetCounters, b: FleetCounters): boolean =>
  a.fresh === b.fresh && filterModes.every((name) => a[name] === b[name]);
const sameCounters = (a: Counters, b: Counters): boolean => sameCounts(a, b) && sameCounts(a.newOnes, b.newOnes);
/** One number per filter over all devices of this user, or over those of the chosen group. */
export const useCounters = (): Counters => {
  const { only } = useFilter();
  const read = useMemo(() => remembered(devices, () => countDevices(devices.all(), only), sameCounters), [only]);
  return useSyncExternalStore(subscribe, read);
};

/** The whole list state for what looks at it once, as it stands: no component follows it. */
export const readListState = (): DeviceListState => listState(readFilter());

/** Goes up with every publication of the store: for what must be sorted by live values. */
export const useDevicesVersion = (): number => useSyncExternalStore(subscribe, () => devices.version);
