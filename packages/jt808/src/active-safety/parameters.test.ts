// Parameters 0xF364-0xF367 and 0xF370 laid out by hand from section 10 of the extension.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { fromHex, toHex } from '../bytes.ts';
import { decodeActiveSafetyParameter, encodeActiveSafetyParameter } from './parameters.ts';

const hex = (text: string): Uint8Array => fromHex(text.replaceAll(/\s/g, ''));

const HEAD = '1e 06 01 003c 00c8 03 02 05 03 000fffff 00000003';
const head = {
  alarmSpeedThresholdKmh: 30,
  volume: 6,
  photoStrategy: 1,
  photoIntervalS: 60,
  photoDistanceM: 200,
  photoCount: 3,
  photoSpacing100ms: 2,
  photoResolution: 5,
  videoResolution: 3,
  alarmEnable: 0x000fffff,
  eventEnable: 3,
};

const DRIVER = `${HEAD} 012c 0078 000000 01020304 05060708 090a0b0c 0d0e0f10 11121314 03`;
const driver = {
  ...head,
  smokingIntervalS: 300,
  phoneIntervalS: 120,
  reserved23: hex('000000'),
  fatigueLevelSpeed: 1,
  fatigueVideoS: 2,
  fatiguePhotos: 3,
  fatiguePhotoSpacing: 4,
  phoneLevelSpeed: 5,
  phoneVideoS: 6,
  phonePhotos: 7,
  phonePhotoSpacing: 8,
  smokingLevelSpeed: 9,
  smokingVideoS: 10,
  smokingPhotos: 11,
  smokingPhotoSpacing: 12,
  distractionLevelSpeed: 13,
  distractionVideoS: 14,
  distractionPhotos: 15,
  distractionPhotoSpacing: 16,
  abnormalLevelSpeed: 17,
  abnormalVideoS: 18,
  abnormalPhotos: 19,
  abnormalPhotoSpacing: 20,
  driverIdTrigger: 3,
};

const ADAS = `${HEAD} 00 1e3205 0302 3c05 32 050302 32050302 1b 32050302 1e32 050302 0a 32050302 0302`;
const adas = {
  ...head,
  reserved19: hex('00'),
  obstacleDistance100ms: 30,
  obstacleLevelSpeed: 50,
  obstacleVideoS: 5,
  obstaclePhotos: 3,
  obstaclePhotoSpacing: 2,
  laneChangeWindowS: 60,
  laneChangeCount: 5,
  laneChangeLevelSpeed: 50,
  laneChangeVideoS: 5,
  laneChangePhotos: 3,
  laneChangePhotoSpacing: 2,
  laneDepartLevelSpeed: 50,
  laneDepartVideoS: 5,
  laneDepartPhotos: 3,
  laneDepartPhotoSpacing: 2,
  fcwTime100ms: 27,
  fcwLevelSpeed: 50,
  fcwVideoS: 5,
  fcwPhotos: 3,
  fcwPhotoSpacing: 2,
  pedestrianTime100ms: 30,
  pedestrianEnableSpeed: 50,
  pedestrianVideoS: 5,
  pedestrianPhotos: 3,
  pedestrianPhotoSpacing: 2,
  headwayDistance100ms: 10,
  headwayLevelSpeed: 50,
  headwayVideoS: 5,
  headwayPhotos: 3,
  headwayPhotoSpacing: 2,
  signPhotos: 3,
  signPhotoSpacing: 2,
};

const TIRES = '393030523230000000000000 0003 008c 0014 0005 006e 00bd 0050 000a 003c 000000000000';
const tires = {
  tireSpec: '900R20',
  pressureUnit: 3,
  normalPressure: 140,
  imbalancePct: 20,
  slowLeakPct: 5,
  lowPressure: 110,
  highPressure: 189,
  highTempC: 80,
  lowBatteryPct: 10,
  reportIntervalS: 60,
  reserved30: hex('000000000000'),
};

describe('active-safety parameters', () => {
  const cases = [
    { name: 'ADAS, 56 bytes', id: 0xf364, text: `${ADAS} 00000000`, value: { ...adas, tail: hex('00000000') } },
    {
      name: 'ADAS, 64 bytes of Guangdong',
      id: 0xf364,
      text: `${ADAS} 32050302 32050302 00000000`,
      value: { ...adas, tail: hex('320503023205030200000000') },
    },
    { name: 'driver, 49 bytes', id: 0xf365, text: `${DRIVER} 0000`, value: { ...driver, tail: hex('0000') } },
    {
      name: 'driver, 66 bytes of Guangdong',
      id: 0xf365,
      text: `${DRIVER} ${'32'.repeat(17)} 0000`,
      value: { ...driver, tail: hex(`${'32'.repeat(17)}0000`) },
    },
    { name: 'tyres', id: 0xf366, text: TIRES, value: tires },
    { name: 'blind spot', id: 0xf367, text: '0203', value: { rearTimeS: 2, sideRearTimeS: 3 } },
    { name: 'version', id: 0xf370, text: '01', value: 1 },
  ];
  for (const { name, id, text, value } of cases) {
    test(name, () => {
      const decoded = decodeActiveSafetyParameter(id, hex(text));
      assert.deepEqual(decoded, value);
      assert.ok(decoded !== undefined);
      assert.equal(toHex(encodeActiveSafetyParameter(id, decoded)), toHex(hex(text)));
    });
  }

  test('a library’s 47 bytes of driver settings and other odd lengths stay raw', () => {
    for (const [id, length] of [[0xf364, 51] as const, [0xf365, 47] as const, [0xf366, 35] as const]) {
      assert.equal(decodeActiveSafetyParameter(id, new Uint8Array(length)), undefined);
    }
    assert.equal(decodeActiveSafetyParameter(0xf367, new Uint8Array(3)), undefined);
    assert.equal(decodeActiveSafetyParameter(0xf370, new Uint8Array(2)), undefined);
    assert.equal(decodeActiveSafetyParameter(0xf368, new Uint8Array(2)), undefined);
  });

  test('a value for another parameter is refused', () => {
    const value = decodeActiveSafetyParameter(0xf367, hex('0203'));
    assert.ok(value !== undefined);
    for (const id of [0xf364, 0xf366, 0xf370, 0x0001])
      assert.throws(() => encodeActiveSafetyParameter(id, value), RangeError);
    assert.throws(() => encodeActiveSafetyParameter(0xf367, 1), RangeError);
  });
});
