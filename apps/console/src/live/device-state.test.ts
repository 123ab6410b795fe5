// The exact bounds of the eight filters, the word filter, the counters, the state to show.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { q05Device } from '@outrider/contract';
import type { Device } from '@outrider/contract';
import { decodeDevice } from './decode-device.ts';
import {
  countDevices,
  filterModes,
  inMode,
  isFast,
  isMoving,
  isNew,
  isOnline,
  matches,
  matchesWord,
  ringOf,
  stateOf,
} from './device-state.ts';
import type { FilterMode } from './device-state.ts';

const example = decodeDevice(q05Device.example.reply.Z);
const deviceAt = (speedKmh: number | null, part: Partial<Device> = {}): Device => {
  assert.ok(example !== undefined);
  const data = speedKmh === null ? null : { lat: 1, lng: 2, trackingAngle: 0, speedInKmh: speedKmh };
  return { ...example, gps_info: { data, time: 1 }, ...part };
};
const offline = { status: 0 };

it('[A-DASH-023] is online from status 1 on, offline at 0', () =>
  assert.deepEqual(
    [0, 1, 2].map((status) => isOnline(deviceAt(0, { status }))),
    [false, true, true],
  ));

it('[E-DEVLIST-001] [A-DASH-035] [A-DASH-036] [A-DASH-037] each filter gives exactly its devices', () => {
  const seeded = [
    deviceAt(0, { deviceid: 'off', status: 0 }),
    deviceAt(120, { deviceid: 'off-fast', status: 0 }),
    deviceAt(5, { deviceid: 'at-5' }),
    deviceAt(5.1, { deviceid: 'above-5', recording: true }),
    deviceAt(6, { deviceid: 'at-6' }),
    deviceAt(null, { deviceid: 'no-gps' }),
    deviceAt(99.9, { deviceid: 'below-100' }),
    deviceAt(100, { deviceid: 'at-100' }),
  ];
  const given = (mode: Parameters<typeof inMode>[1]): string =>
    seeded
      .filter((device) => inMode(device, mode))
      .map(({ deviceid }) => deviceid)
      .join(' ');
  assert.equal(given('all'), 'off off-fast at-5 above-5 at-6 no-gps below-100 at-100');
  assert.equal(given('online'), 'at-5 above-5 at-6 no-gps below-100 at-100');
  assert.equal(given('offline'), 'off off-fast');
  assert.equal(given('driving'), 'above-5 at-6 below-100 at-100');
  assert.equal(given('idle'), 'at-5 no-gps');
  assert.equal(given('overSpeed'), 'at-100');
  assert.equal(given('recording'), 'above-5');
  assert.equal(given('unrecording'), 'at-5 at-6 no-gps below-100 at-100');
});

describe('filters', () => {
  const cases: [Parameters<typeof inMode>[1], Device, boolean, string][] = [
    ['online', deviceAt(0), true, 'status 1'],
    ['online', deviceAt(0, offline), false, 'status 0'],
    ['offline', deviceAt(0, offline), true, 'status 0'],
    ['offline', deviceAt(0), false, 'status 1'],
    ['driving', deviceAt(5.1), true, '5.1 km/h'],
    ['driving', deviceAt(5), false, '5 km/h'],
    ['driving', deviceAt(50, offline), false, 'offline at 50'],
    ['idle', deviceAt(5), true, '5 km/h'],
    ['idle', deviceAt(5.1), false, '5.1 km/h'],
    ['idle', deviceAt(null), true, 'online without a fix'],
    ['idle', deviceAt(0, offline), false, 'offline'],
    ['overSpeed', deviceAt(100), true, '100 km/h'],
    ['overSpeed', deviceAt(99.9), false, '99.9 km/h'],
    ['overSpeed', deviceAt(120, offline), false, 'offline at 120'],
    ['recording', deviceAt(0, { recording: true }), true, 'recording'],
    ['recording', deviceAt(0, { recording: true, status: 0 }), false, 'offline'],
    ['unrecording', deviceAt(0, { recording: false }), true, 'not recording'],
    ['unrecording', deviceAt(0, { recording: false, status: 0 }), false, 'offline'],
    ['all', deviceAt(0, offline), true, 'registered and offline'],
    ['all', deviceAt(0, { registered: false }), false, 'not registered'],
  ];
  for (const [mode, device, expected, what] of cases)
    it(`${mode}: ${what} is ${expected ? 'in' : 'out'}`, () => assert.equal(inMode(device, mode), expected));
});

it('[F-DEVICE-016] counts an online device without the registered flag among the new ones', () => {
  const { registered: _, ...unflagged } = q05Device.example.reply.Z;
  const fresh = decodeDevice({ ...unflagged, deviceid: 'n', status: 1 });
  assert.ok(fresh !== undefined);
  assert.equal(isNew(fresh), true);
  assert.equal(isNew(deviceAt(0, { registered: true })), false);
  assert.equal(countDevices([fresh, deviceAt(0)]).fresh, 1);
});

it('[F-FILTER-007] [F-FILTER-008] tells recording from not recording devices, both of them online', () => {
  const modes = (part: Partial<Device>): readonly boolean[] =>
    (['recording', 'unrecording'] as const).map((mode) => inMode(deviceAt(0, part), mode));
  assert.deepEqual(modes({ recording: true }), [true, false]);
  assert.deepEqual(modes({ recording: false }), [false, true]);
  assert.deepEqual(modes({ recording: true, status: 0 }), [false, false]);
});

it('[F-CONST-036] [E-CONST-028] [A-DASH-046] moves above 5 km/h and is over speed from 100 km/h on', () => {
  assert.deepEqual(
    [5, 5.1].map((kmh) => isMoving(deviceAt(kmh))),
    [false, true],
  );
  assert.deepEqual(
    [99.9, 100].map((kmh) => inMode(deviceAt(kmh), 'overSpeed')),
    [false, true],
  );
  // Colours and counters have the same two bounds; at the upper one itself a card is not dangerous yet.
  assert.deepEqual(
    [100, 100.1].map((kmh) => isFast(deviceAt(kmh))),
    [false, true],
  );
  const { driving, idle, overSpeed } = countDevices([deviceAt(5), deviceAt(5.1), deviceAt(99.9), deviceAt(100)]);
  assert.deepEqual([driving, idle, overSpeed], [3, 1, 1]);
});

it('[E-DEVLIST-002] a piece of id, driver, memo or plate finds the device in any case, and no other field does', () => {
  const device = deviceAt(0, {
    deviceid: 'Dev-1',
    drivername: 'Chen',
    vehicleid: 'Bus-7',
    plate: 'ABc',
    extid: 'Ext',
    driverlicense: 'Licence',
  });
  for (const word of ['dEV', 'hEN', 'uS-7', 'aBC']) assert.equal(matchesWord(device, word), true, word);
  for (const word of ['ext', 'licence', '27']) assert.equal(matchesWord(device, word), false, word);
});

describe('the word', () => {
  const device = deviceAt(0, { deviceid: 'D-1', drivername: 'Chen', vehicleid: 'Bus-7', plate: 'ABC', extid: 'zzz' });
  for (const word of ['d-1', 'CHEN', 'bus', 'abc'])
    it(`finds ${word} in any case`, () => assert.equal(matchesWord(device, word), true));
  it('does not look into the external id', () => assert.equal(matchesWord(device, 'zzz'), false));
  it('narrows together with mode and group', () => {
    assert.equal(matches(device, { mode: 'online', word: 'bus' }), true);
    assert.equal(matches(device, { mode: 'online', word: 'bus', only: new Set(['other']) }), false);
    assert.equal(matches(device, { mode: 'offline', word: 'bus' }), false);
  });
});

describe('counters', () => {
  const registered = (n: number, part: Partial<Device>): Device[] =>
    Array.from({ length: n }, (_, i) => deviceAt(0, { deviceid: `r${i}-${part.status}`, ...part }));
  const fleet = [
    ...registered(3, { status: 1 }),
    ...registered(7, offline),
    deviceAt(0, { deviceid: 'n', registered: false }),
  ];

  it('[A-DASH-038] counts offline as all minus online plus new: 10, 4 of which 1 new, gives 7', () => {
    const counters = countDevices(fleet);
    assert.deepEqual([counters.all, counters.online, counters.fresh, counters.offline], [10, 4, 1, 7]);
  });

  it('agrees with what each filter lets through', () => {
    const mixed = [...fleet, deviceAt(50, { deviceid: 'a', recording: true }), deviceAt(100, { deviceid: 'b' })];
    const counters = countDevices(mixed);
    for (const mode of filterModes) assert.equal(counters[mode], mixed.filter((d) => inMode(d, mode)).length, mode);
  });

  it('knows what the new devices do: without them online is driving and idle, recording and not', () => {
    const newOnes = [
      deviceAt(80, { deviceid: 'm', registered: false }),
      deviceAt(0, { deviceid: 'o', registered: false }),
    ];
    const counters = countDevices([...fleet, ...newOnes, deviceAt(50, { deviceid: 'a', recording: true })]);
    const own = (mode: FilterMode): number => counters[mode] - counters.newOnes[mode];
    assert.deepEqual([counters.fresh, counters.newOnes.driving, counters.newOnes.idle], [3, 1, 2]);
    assert.deepEqual([own('all'), own('online'), own('driving'), own('idle'), own('offline')], [11, 4, 1, 3, 7]);
    assert.equal(own('recording') + own('unrecording'), own('online'));
  });

  it('covers the chosen group only', () => assert.equal(countDevices(fleet, new Set(['n'])).online, 1));
});

describe('the state to show', () => {
  it('puts an alarm above movement and nothing above being unregistered', () => {
    assert.equal(stateOf(deviceAt(50, { alarm: 2 })), 'alarm');
    assert.equal(stateOf(deviceAt(50, { alarm: 2, registered: false })), 'unregistered');
    assert.equal(stateOf(deviceAt(50, { alarm: 2, status: 0 })), 'offline');
    assert.equal(stateOf(deviceAt(5.1)), 'driving');
    assert.equal(stateOf(deviceAt(5)), 'idle');
  });
  it('rings a fault above recording, and nothing that is offline', () => {
    assert.equal(ringOf(deviceAt(0, { recording: true })), 'recording');
    assert.equal(ringOf(deviceAt(0, { recording: true, recording_error: true })), 'fault');
    assert.equal(ringOf(deviceAt(0, { recording: true, status: 0 })), undefined);
  });
});
