// The device list's state: its eight members, and which device is in which list.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { q05Device } from '@outrider/contract';
import type { Device } from '@outrider/contract';
import { decodeDevice } from './decode-device.ts';
import { deviceListState } from './list-state.ts';

const device = (deviceid: string, part: Partial<Device>): Device => {
  const decoded = decodeDevice(q05Device.example.reply.Z);
  assert.ok(decoded !== undefined);
  return { ...decoded, deviceid, registered: true, status: 1, ...part };
};
const fleet = [
  device('here', {}),
  device('away', { status: 0 }),
  device('new', { registered: false }),
  device('new-and-gone', { registered: false, status: 0 }),
  device('sleeping', { status: 2 }),
];
const group = { groupid: '7', parentid: null, name: 'north', updatetime: 0 };
const state = deviceListState(
  fleet,
  { mode: 'online', word: 'HERE', only: new Set(['here', 'away']) },
  { usergroup: [group], filterGroupid: '7' },
);
const ids = (list: readonly Device[]): string[] => list.map(({ deviceid }) => deviceid);

test('[F-STATE-001] the device list state has data, filtedList, allList, onlineList, newDevices, usergroup, filterword, filterGroupid', () => {
  assert.deepEqual(
    Object.keys(state).toSorted(),
    [
      'allList',
      'data',
      'filterGroupid',
      'filterword',
      'filtedList',
      'newDevices',
      'onlineList',
      'usergroup',
    ].toSorted(),
  );
  assert.deepEqual(ids(state.data), ids(fleet));
  assert.deepEqual(ids(state.filtedList), ['here']);
  assert.deepEqual([state.usergroup, state.filterword, state.filterGroupid], [[group], 'HERE', '7']);
});

test('[F-STATE-002] allList is the registered devices', () => {
  assert.deepEqual(ids(state.allList), ['here', 'away', 'sleeping']);
});

test('[F-STATE-003] onlineList is the devices with status above 0', () => {
  assert.deepEqual(ids(state.onlineList), ['here', 'new', 'sleeping']);
});

test('newDevices is the devices online but not registered', () => {
  assert.deepEqual(ids(state.newDevices), ['new']);
});
