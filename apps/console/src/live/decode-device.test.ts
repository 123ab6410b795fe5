// The hand decoder against the contract's schema, which is the authority, and against rows that are none.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { device, extraInfo, liveUpdate, p02LiveUpdates, q05Device, q12ExtraInfo } from '@outrider/contract';
import type { DeviceWire } from '@outrider/contract';
import { channelsOf, decodeDevice, decodeExtra, decodeRows, decodeUpdate } from './decode-device.ts';

const full: DeviceWire = q05Device.example.reply.Z;

/** Rows that the schema accepts and that differ from the example in one respect each. */
const variants: Record<string, DeviceWire> = {
  'the example': full,
  offline: { ...full, status: 0 },
  'without a fix': { ...full, gps_info: { data: null, time: null } },
  'with unknown values': {
    ...full,
    voltage: null,
    voltage_percent: null,
    temperature: null,
    health: null,
    acc_on: null,
  },
  'with a manual place': { ...full, maplocation: { lat: -33.5, lng: 151.25 } },
  'with missing channels': { ...full, chmask: '1011', chn_count: 4 },
  unregistered: { ...full, registered: 0, alarm: 5, recording: 1, recording_error: 1, recording_error_count: 3 },
  'with daily sums': {
    ...full,
    daily: { distance: 1, oscount: 2, parkcount: 3, parktime: 4, totalDrivingtime: 5, driverDrivingtime: 6 },
  },
};

describe('decodeDevice', () => {
  for (const [name, wire] of Object.entries(variants)) {
    it(`reads a device ${name} as the schema does`, () => {
      assert.deepEqual(decodeDevice(wire), device.decode(wire));
    });
  }

  it('reads 10 knots as 18.52 km/h, and what the server sends for 5 km/h as exactly 5', () => {
    const speed = (knots: number): number | undefined =>
      decodeDevice({
        ...full,
        gps_info: { data: { lat: 1, lng: 2, trackingAngle: 3, speedInKmh: knots }, time: 5 },
      })?.gps_info.data?.speedInKmh;
    assert.deepEqual([speed(10), speed(2.7)], [18.52, 5]);
  });

  it('counts channels by the mask, and by chn_count where there is no mask', () => {
    assert.equal(decodeDevice({ ...full, chmask: '1111', chn_count: 9 })?.chn_count, 4);
    assert.equal(decodeDevice({ ...full, chmask: '', chn_count: 8 })?.chn_count, 8);
  });

  it('leaves out what is no device', () => {
    assert.deepEqual(decodeRows([null, 7, 'x', {}, { deviceid: 5 }, []], decodeDevice), []);
    assert.deepEqual(decodeRows('fin', decodeDevice), []);
  });
});

describe('the other rows', () => {
  it('reads channels 1, 3 and 4 from 1011', () => assert.deepEqual(channelsOf('1011'), [1, 3, 4]));

  it('reads live updates as the schema does', () => {
    for (const row of p02LiveUpdates.example.Z) assert.deepEqual(decodeUpdate(row), liveUpdate.decode(row));
    assert.deepEqual(decodeUpdate({ i: 'a', s: 0, a: 0 }), liveUpdate.decode({ i: 'a', s: 0, a: 0 }));
  });

  it('reads extra info as the schema does', () => {
    const row = q12ExtraInfo.example.reply.Z;
    assert.deepEqual(decodeExtra(row), extraInfo.decode(row));
  });
});
