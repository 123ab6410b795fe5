// What components get of the fleet: the lists of the documented state, in the order of ids, and the same array while it is equal.
import { q05Device } from '@outrider/contract';
import type { Device } from '@outrider/contract';
import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { decodeDevice } from './decode-device.ts';
import { setFilterMode, setFilterWord } from './filter.ts';
import { readListState, useCounters, useDeviceIds, useNewDeviceIds } from './hooks.ts';
import { devices } from './stores.ts';

const device = (deviceid: string, part: Partial<Device>): Device => {
  const decoded = decodeDevice(q05Device.example.reply.Z);
  if (decoded === undefined) throw new Error('the example of the contract is a device');
  return { ...decoded, deviceid, registered: true, status: 1, ...part };
};
const fleet = [
  device('d-new', { registered: false }),
  device('c-here', {}),
  device('b-gone', { registered: false, status: 0 }),
  device('a-away', { status: 0 }),
];
const publish = (list: readonly Device[]): Promise<void> =>
  act(async () => {
    devices.replaceAll(list);
    await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
  });

beforeEach(() => publish(fleet));
afterEach(() => {
  cleanup();
  devices.clear();
});

it('[F-STATE-001] [F-STATE-002] [F-STATE-003] anyone who reads the fleet as it stands gets the lists of the state', () => {
  const { data, allList, onlineList, newDevices } = readListState();
  const ids = [data, allList, onlineList, newDevices].map((list) => list.map(({ deviceid }) => deviceid));
  expect(ids).toEqual([['a-away', 'b-gone', 'c-here', 'd-new'], ['a-away', 'c-here'], ['c-here', 'd-new'], ['d-new']]);
});

it('[F-STATE-001] the filtered list is that of the filter as it stands, with its word', () => {
  setFilterMode('online');
  setFilterWord('HERE');
  const state = readListState();
  expect([state.filtedList.map(({ deviceid }) => deviceid), state.filterword]).toEqual([['c-here'], 'HERE']);
  setFilterMode('all');
  setFilterWord('');
});

it('components follow the filtered and the new devices, and hear nothing while the same ones are in', async () => {
  const { result } = renderHook(() => ({
    all: useDeviceIds({ mode: 'all', word: '' }),
    online: useDeviceIds({ mode: 'online', word: 'new' }),
    fresh: useNewDeviceIds(),
    counters: useCounters(),
  }));
  const first = result.current;
  expect([first.all, first.online, first.fresh]).toEqual([['a-away', 'c-here'], ['d-new'], ['d-new']]);
  expect([first.counters.all, first.counters.online, first.counters.fresh]).toEqual([2, 2, 1]);
  await publish(fleet.map((each) => ({ ...each, voltage: 11 })));
  expect(result.current.all).toBe(first.all);
  expect(result.current.fresh).toBe(first.fresh);
  await publish([...fleet, device('e-new', { registered: false })]);
  expect(result.current.fresh).toEqual(['d-new', 'e-new']);
});
