// What the dashboard reads from a device.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { q05Device } from '@outrider/contract';
import type { Device } from '@outrider/contract';
import { decodeDevice } from '../../live/decode-device.ts';
import { cardTone, diskToneOf, recordDotOf, sdOf, signalTone } from './badge-tones.ts';
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

it('[F-DEVICE-015] [A-DASH-033] [A-DASH-034] shows the lower of the two values of disks as they are, with the colour of each kind', () => {
  const decoded = decodeDevice({ ...q05Device.example.reply.Z, smart1: 90, smart2: 5 });
  assert.deepEqual([decoded?.smart1, decoded?.smart2], [90, 5]);
  assert.deepEqual(decoded === undefined ? undefined : sdOf(decoded), { value: 5, tone: 'bad' });
  assert.deepEqual(sdOf(withDisks(96, -2)), { value: -2, tone: 'dark' });
  assert.deepEqual(sdOf(withDisks(-1, 80)), { value: -1, tone: 'info' });
  assert.deepEqual(sdOf(withDisks(10, null)), { value: 10, tone: 'good' });
  assert.deepEqual(
    [-2, -1, 0, 9, 10, 100].map((life) => sdOf(withDisks(life, null))?.tone),
    ['dark', 'info', 'bad', 'bad', 'good', 'good'],
  );
  assert.equal(sdOf(withDisks(null, null)), undefined);
});

it('[A-DASH-031] a signal is dark at nothing, bad below 30 per cent, fair below 60', () =>
  assert.deepEqual([0, 1, 29, 30, 59, 60, 100].map(signalTone), [
    'dark',
    'bad',
    'bad',
    'info',
    'info',
    'good',
    'good',
  ]));

it('a card has the colour of its speed, and none of an offline device', () => {
  const at = (speedInKmh: number, status = 1): string => {
    const data = { lat: 1, lng: 2, trackingAngle: 0, speedInKmh };
    return cardTone({ ...withDisks(null, null), status, gps_info: { data, time: 1 } });
  };
  assert.deepEqual(
    [0, 5, 5.1, 100, 100.1].map((kmh) => at(kmh)),
    ['primary', 'primary', 'success', 'success', 'danger'],
  );
  assert.equal(at(120, 0), 'light');
});

it('the dot of a recording is there while it is recorded only, in purple for a fault', () => {
  const dot = (recording: boolean, fault: boolean): string | undefined =>
    recordDotOf({ ...withDisks(null, null), recording, recording_error: fault });
  assert.deepEqual(
    [dot(true, false), dot(true, true), dot(false, true), dot(false, false)],
    ['recording', 'fault', undefined, undefined],
  );
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
