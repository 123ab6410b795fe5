// The hand decoder against the contract's schema, which is the authority, and against rows that are none.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  device,
  extraInfo,
  liveUpdate,
  p02LiveUpdates,
  q05Device,
  q12ExtraInfo,
  toLiveColumns,
} from '@outrider/contract';
import type { DeviceWire } from '@outrider/contract';
import { channelsOf, decodeColumns, decodeDevice, decodeExtra, decodeRows, decodeUpdate } from './decode-device.ts';

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

  it('[F-DEVICE-021] reads 10 knots as 18.52 km/h, and what the server sends for 5 km/h as exactly 5', () => {
    const speed = (knots: number): number | undefined =>
      decodeDevice({
        ...full,
        gps_info: { data: { lat: 1, lng: 2, trackingAngle: 3, speedInKmh: knots }, time: 5 },
      })?.gps_info.data?.speedInKmh;
    assert.deepEqual([speed(10), speed(2.7)], [18.52, 5]);
  });

  it('[F-DEVICE-007] counts channels by the mask, and by chn_count where there is no mask', () => {
    assert.equal(decodeDevice({ ...full, chmask: '1111', chn_count: 9 })?.chn_count, 4);
    assert.equal(decodeDevice({ ...full, chmask: '', chn_count: 8 })?.chn_count, 8);
  });

  it('[F-DEVICE-005] [F-DEVICE-018] [F-DEVICE-020] [F-DEVICE-025] [F-DEVICE-026] [F-CONST-043] keeps what the list says of a device', () => {
    const daily = { distance: 1, oscount: 2, parkcount: 3, parktime: 4, totalDrivingtime: 5, driverDrivingtime: 6 };
    const told = {
      extid: 'EXT-7',
      recording_error: 1,
      recording_error_count: 3,
      driverlicense: 'B123',
      daily,
    } as const;
    const data = { lat: 24.5, lng: 120.25, trackingAngle: 271, speedInKmh: 10 };
    const read = decodeDevice({ ...full, ...told, loop: [251, null, -30], gps_info: { data, time: 5 } });
    assert.equal(read?.extid, 'EXT-7');
    assert.deepEqual([read?.recording_error, read?.recording_error_count], [true, 3]);
    assert.deepEqual(read?.gps_info.data, { ...data, speedInKmh: 18.52 });
    assert.equal(read?.driverlicense, 'B123');
    assert.deepEqual(read?.daily, daily);
    assert.deepEqual([read?.temperature, read?.loop], [30.5, [25.1, null, -3]]);
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

  it('reads columns as the rows that they were made of, and leaves out what names no device', () => {
    const rows = [
      ...p02LiveUpdates.example.Z,
      { i: 'a', s: 0, a: 3 },
      { i: 'b', s: 1, a: 0, la: -1.5, ln: 0, v: 0.1, d: 0, t: 0 },
    ];
    const T = 1_790_000_100;
    assert.deepEqual(decodeColumns({ T, Z: toLiveColumns(rows, T) }), rows);
    assert.deepEqual(decodeColumns({ T: 1, Z: { i: [7, '', 'x'], s: 'no', t: [1] } }), [{ i: 'x', s: 0, a: 0 }]);
    for (const Z of [null, [], 7, { i: 'x' }]) assert.deepEqual(decodeColumns({ Z }), []);
  });

  it('[F-XINFO-001] [F-XINFO-003] [F-XINFO-004] reads the seven of the extra info; talk is channel 1 and driver monitoring 2 unless told', () => {
    const row = q12ExtraInfo.example.reply.Z;
    const told = {
      icon: 3,
      chsort: [2, 1],
      chnames: ['Road', ''],
      plate: 'P-1',
      talkchannel: 4,
      extid: 'E-1',
      dsmchannel: 3,
    };
    const read = decodeExtra({ ...row, ...told });
    assert.deepEqual(read, { ...told, deviceid: row.deviceid, simnumber: row.simnumber });
    assert.equal(decodeExtra({ deviceid: 'a' })?.talkchannel, 1);
    assert.equal(decodeExtra({ deviceid: 'a' })?.dsmchannel, 2);
  });

  it('reads extra info as the schema does', () => {
    const row = q12ExtraInfo.example.reply.Z;
    assert.deepEqual(decodeExtra(row), extraInfo.decode(row));
  });
});
