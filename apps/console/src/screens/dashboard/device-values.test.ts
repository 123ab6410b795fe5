// What the dashboard reads from a device.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { q05Device } from '@outrider/contract';
import type { Device } from '@outrider/contract';
import { decodeDevice } from '../../live/decode-device.ts';
import { diskToneOf, sdOf } from './badge-tones.ts';
import { recordingOf, stateRank } from './device-values.ts';

const fleet = new Map<string, Device>();
const add = (id: string, part: Partial<Device>): void => {
  const decoded = decodeDevice({ ...q05Device.example.reply.Z, deviceid: id });
  assert.ok(decoded !== undefined);
  fleet.set(id, { ...decoded, ...part });
};
add('a', { plate: 'X-10', voltage: 24, alarm: 0, status: 1 });
add('b', { plate: 'X-9', voltage: null, alarm: 4, status: 1 });
add('c', { plate: '', voltage: 12, status: 0 });
add('d', { plate: 'X-9', voltage: 24, status: 1, recording_error: true });
it('alarms come first and the offline last, faults before the faultless', () => {
  const ranked = [...fleet.values()].toSorted((a, b) => stateRank(a) - stateRank(b));
  assert.equal(ranked.map(({ deviceid }) => deviceid).join(''), 'bdac');
});

const withDisks = (smart1: number | null, smart2: number | null): Device => {
  const device = fleet.get('a');
  assert.ok(device !== undefined);
  return { ...device, smart1, smart2 };
};

it('[F-DEVICE-015] shows the lower of the two values of disks as they are, with the colour of each kind', () => {
  const decoded = decodeDevice({ ...q05Device.example.reply.Z, smart1: 90, smart2: 5 });
  assert.deepEqual([decoded?.smart1, decoded?.smart2], [90, 5]);
  assert.deepEqual(decoded === undefined ? undefined : sdOf(decoded), { value: 5, tone: 'bad' });
  assert.deepEqual(sdOf(withDisks(96, -2)), { value: -2, tone: 'dark' });
  assert.deepEqual(sdOf(withDisks(-1, 80)), { value: -1, tone: 'info' });
  assert.deepEqual(sdOf(withDisks(10, null)), { value: 10, tone: 'good' });
  assert.equal(sdOf(withDisks(null, null)), undefined);
});

it('a disk is filling from 85 percent on and full from 95', () =>
  assert.deepEqual([84, 85, 94, 95, 100].map(diskToneOf), ['', 'filling', 'filling', 'full', 'full']));

it('tells recording, not recording and a fault apart, and nothing of an offline device', () => {
  const device = { ...withDisks(null, null), recording: true, recording_error: false };
  assert.equal(recordingOf(device), 'recording');
  assert.equal(recordingOf({ ...device, recording: false }), 'not');
  assert.equal(recordingOf({ ...device, recording_error: true }), 'fault');
  assert.equal(recordingOf({ ...device, status: 0 }), undefined);
});
