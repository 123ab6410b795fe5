// The device list's state under the documented names, each narrowed list made when it is looked at. Not: what keeps it fresh (devices.ts).
import type { Device, UserGroup } from '@outrider/contract';
import { isNew, isOnline, matches } from './device-state.ts';
import type { DeviceFilter } from './device-state.ts';
import type { GroupState } from './groups.ts';

export type DeviceListState = {
  /** Every device the server told of. */
  readonly data: readonly Device[];
  /** Those that group, mode and word let through. */
  readonly filtedList: readonly Device[];
  /** Registered. */
  readonly allList: readonly Device[];
  /** Status above 0. */
  readonly onlineList: readonly Device[];
  /** Online, not registered. */
  readonly newDevices: readonly Device[];
  /** Sorted by name. */
  readonly usergroup: readonly UserGroup[];
  readonly filterword: string;
  /** '' for all. */
  readonly filterGroupid: string;
};

/** Lists in the order the devices came in. */
export const deviceListState = (
  devices: readonly Device[],
  filter: DeviceFilter,
  { usergroup, filterGroupid }: Pick<GroupState, 'usergroup' | 'filterGroupid'>,
): DeviceListState => {
  const where = (keep: (device: Device) => boolean): readonly Device[] => devices.filter(keep);
  return {
    data: devices,
    get filtedList() {
      return where((device) => matches(device, filter));
    },
    get allList() {
      return where((device) => device.registered);
    },
    get onlineList() {
      return where(isOnline);
    },
    get newDevices() {
      return where(isNew);
    },
    usergroup,
    filterword: filter.word,
    filterGroupid,
  };
};
