// Items 0x64-0x67 and 0x70 against bytes laid out by hand from the tables of the extension. Vectors: vectors.test.ts.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import * as fc from 'fast-check';
import { fromHex, toHex } from '../bytes.ts';
import { alarmSignKey, decodeAlarmSign, makeAlarmSign } from './alarm-sign.ts';
import { decodeActiveSafetyItem, encodeActiveSafetyItem } from './items.ts';

const NOON_2024_02_29 = Date.UTC(2024, 1, 29, 4, 0, 0);

const SIGN_16 = '41424300000000 240229120000 02 03 00'.replaceAll(' ', '');
const SIGN_40 = `414243${'00'.repeat(27)} 240229120000 02 03 0506`.replaceAll(' ', '');
const SIGN_39 = `414243${'00'.repeat(27)} 240229120000 02 03 07`.replaceAll(' ', '');
// speed 60, altitude 100, 31.5 N, 121.25 E, time, ACC and fix
const MOMENT = '3c 0064 01e0a6e0 073a20d0 240229120000 0401'.replaceAll(' ', '');

const momentFields = { speedKmh: 60, altitude: 100, latitude: 31.5, longitude: 121.25, vehicleStatus: 0x0401 };

const hex = (text: string): Uint8Array => fromHex(text.replaceAll(' ', ''));

describe('active-safety items', () => {
  const cases = [
    {
      name: 'ADAS lane departure with a 16-byte sign',
      id: 0x64,
      content: `00000007 01 02 01 32 0a 02 00 00 ${MOMENT} ${SIGN_16}`,
      fields: { alarmId: 7, flag: 1, type: 2, level: 1, frontSpeedKmh: 50, distance100ms: 10, deviation: 2 },
    },
    {
      name: 'ADAS road sign with a 40-byte sign',
      id: 0x64,
      content: `00000008 00 06 02 00 00 00 01 50 ${MOMENT} ${SIGN_40}`,
      fields: { alarmId: 8, flag: 0, type: 6, level: 2, signType: 1, signValue: 80 },
    },
    {
      name: 'fatigue with a 39-byte sign',
      id: 0x65,
      content: `00000009 00 01 02 08 01020304 ${MOMENT} ${SIGN_39}`,
      fields: { alarmId: 9, type: 1, level: 2, fatigue: 8, reserved: hex('01020304') },
    },
    {
      name: 'one tyre, 10-byte entry with a 40-byte sign',
      id: 0x66,
      content: `0000000a 00 ${MOMENT} ${SIGN_40} 01 0003 0006 0320 0055 0064`,
      fields: {
        alarmId: 10,
        tires: [{ position: 3, alarmBits: 6, pressureKpa: 800, temperatureC: 85, batteryPct: 100 }],
      },
    },
    {
      name: 'one tyre, 9-byte entry with a 16-byte sign',
      id: 0x66,
      content: `0000000a 00 ${MOMENT} ${SIGN_16} 01 03 0006 0320 0055 0064`,
      fields: {
        alarmId: 10,
        tires: [{ position: 3, alarmBits: 6, pressureKpa: 800, temperatureC: 85, batteryPct: 100 }],
      },
    },
    {
      name: 'blind spot with a 40-byte sign',
      id: 0x67,
      content: `0000000b 02 03 ${MOMENT} ${SIGN_40}`,
      fields: { alarmId: 11, flag: 2, type: 3 },
    },
    {
      name: 'harsh braking',
      id: 0x70,
      content: `0000000c 00 02 0005 005a 0000 ${MOMENT} ${SIGN_16}`,
      fields: { alarmId: 12, type: 2, timeThresholdS: 5, threshold1: 90, threshold2: 0 },
    },
  ];
  for (const { name, id, content, fields } of cases) {
    test(name, () => {
      const bytes = hex(content);
      const value = decodeActiveSafetyItem(id, bytes);
      assert.ok(value);
      assert.partialDeepStrictEqual(value, { ...fields, ...momentFields, time: NOON_2024_02_29 });
      assert.partialDeepStrictEqual(value.alarmSign, { terminalId: 'ABC', sequence: 2, attachments: 3 });
      assert.equal(toHex(encodeActiveSafetyItem(id, value)), toHex(bytes));
    });
  }

  test('a length that is not active safety stays undecoded', () => {
    for (const [id, length] of [[0x64, 4] as const, [0x65, 1] as const, [0x66, 40] as const, [0x67, 8] as const]) {
      assert.equal(decodeActiveSafetyItem(id, new Uint8Array(length)), undefined);
    }
    assert.equal(decodeActiveSafetyItem(0x70, new Uint8Array(71)), undefined);
    assert.equal(decodeActiveSafetyItem(0x01, new Uint8Array(47)), undefined);
  });

  test('a tyre count that disagrees with the length stays undecoded', () => {
    assert.equal(
      decodeActiveSafetyItem(0x66, hex(`0000000a 00 ${MOMENT} ${SIGN_16} 02 03 0006 0320 0055 0064`)),
      undefined,
    );
  });

  test('encoding refuses a value of another item', () => {
    const adas = decodeActiveSafetyItem(0x64, hex(`00000007 01 02 01 32 0a 02 00 00 ${MOMENT} ${SIGN_16}`));
    assert.ok(adas);
    for (const id of [0x65, 0x66, 0x67, 0x70, 0x01]) assert.throws(() => encodeActiveSafetyItem(id, adas), RangeError);
  });

  test('any content of any length is decoded or left alone, and decoded content is written back', () => {
    const lengths = fc.constantFrom(0, 1, 41, 46, 47, 50, 59, 65, 70, 71, 75);
    const content = lengths.chain((length) => fc.uint8Array({ minLength: length, maxLength: length }));
    fc.assert(
      fc.property(fc.constantFrom(0x64, 0x65, 0x66, 0x67, 0x70), content, fc.boolean(), (id, bytes, fewTires) => {
        if (fewTires && id === 0x66 && bytes.length > 40) bytes[40] = (bytes.length - 41) / 9;
        const value = decodeActiveSafetyItem(id, bytes);
        if (value) assert.equal(toHex(encodeActiveSafetyItem(id, value)), toHex(bytes));
      }),
      { numRuns: 20_000 },
    );
  });
});

describe('alarm sign', () => {
  test('is made in every length the extensions know and read back', () => {
    for (const length of [16, 32, 38, 39, 40]) {
      const sign = makeAlarmSign({ terminalId: 'ABC', time: NOON_2024_02_29, sequence: 2, attachments: 3 }, length);
      assert.equal(sign.raw.length, length);
      assert.deepEqual(decodeAlarmSign(sign.raw), sign);
    }
    assert.equal(toHex(makeAlarmSign(decodeAlarmSign(fromHex(SIGN_16)), 16).raw), SIGN_16);
  });

  test('keeps unprintable ids and times byte for byte', () => {
    const sign = decodeAlarmSign(fromHex('fefefefefefefe99139900000002030f'));
    assert.equal(sign.time, null);
    assert.equal(sign.timeBcd, '991399000000');
    assert.equal(toHex(sign.raw), 'fefefefefefefe99139900000002030f');
  });

  test('has the same key whatever the reserved bytes and the attachment count', () => {
    const key = alarmSignKey(decodeAlarmSign(fromHex(SIGN_16)));
    assert.equal(alarmSignKey(decodeAlarmSign(fromHex('41424300000000240229120000020101'))), key);
    assert.notEqual(alarmSignKey(decodeAlarmSign(fromHex('41424300000000240229120000030300'))), key);
  });
});
