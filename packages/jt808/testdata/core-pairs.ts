// Bodies laid out by hand from the tables of the standard, each with its reading: sections 6, 7 and 10 to 13 of the protocol
// reference, and 0x0500. Never from our own encoder. Spaces separate the fields.
// oxlint-disable max-lines -- a table of rows
import type { Edition } from '../src/message.ts';

export type Pair = {
  readonly name: string;
  readonly id: number;
  readonly edition: Edition;
  readonly body: string;
  readonly message: unknown;
  /** Said when the body is a deviation that is read but never written. */
  readonly readOnly?: true;
};

const hex = (text: string): Uint8Array => {
  const digits = text.replaceAll(' ', '');
  return Uint8Array.from({ length: digits.length / 2 }, (_, i) => Number.parseInt(digits.slice(2 * i, 2 * i + 2), 16));
};

const z = (count: number): string => '00'.repeat(count);

// SOS; ACC, fix, south, west; 33.8688 S, 151.2093 W; 58 m, 65.4 km/h, 270 degrees, 2024-02-29 23:59:59 +08:00
const BASE = '00000001 0000000f 0204cc00 09034554 003a 028e 010e 240229235959';
const base = {
  alarm: 1,
  status: 0xf,
  latitude: -33.8688,
  longitude: -151.2093,
  altitude: 58,
  speedKmh: 65.4,
  direction: 270,
  time: Date.UTC(2024, 1, 29, 15, 59, 59),
};
const mileage = { id: 1, raw: hex('000004d2'), value: { mileageKm: 123.4 } };

export const corePairs: readonly Pair[] = [
  {
    name: 'general answer of the terminal',
    id: 0x0001,
    edition: '2013',
    body: '1234 8103 02',
    message: { replySerial: 0x1234, replyId: 0x8103, result: 2 },
  },
  { name: 'empty heartbeat', id: 0x0002, edition: '2019', body: '', message: {} },
  { name: 'heartbeat with content', id: 0x0002, edition: '2013', body: '5f1301', message: { raw: hex('5f1301') } },
  { name: 'logout', id: 0x0003, edition: '2013', body: '', message: {} },
  { name: 'time request', id: 0x0004, edition: '2019', body: '', message: {} },
  {
    name: 'resend request of the terminal',
    id: 0x0005,
    edition: '2019',
    body: 'fffe 0002 0001 0100',
    message: { firstSerial: 0xfffe, packages: [1, 256] },
  },
  {
    name: 'register of 2011, model padded with spaces',
    id: 0x0100,
    edition: '2011',
    body: '002c 012f 4142434445 4d31202020202020 31323334353637 01 d4c1413132333435',
    message: {
      province: 44,
      city: 303,
      manufacturer: 'ABCDE',
      model: 'M1',
      terminalId: '1234567',
      plateColor: 1,
      plate: '粤A12345',
    },
  },
  {
    name: 'register of 2011 with a VIN is longer than the shortest of 2013',
    id: 0x0100,
    edition: '2011',
    body: '0000 0000 4142434445 4d31202020202020 31323334353637 00 4c534a41313645383043473030303031 31',
    message: {
      province: 0,
      city: 0,
      manufacturer: 'ABCDE',
      model: 'M1',
      terminalId: '1234567',
      plateColor: 0,
      plate: 'LSJA16E80CG000011',
    },
  },
  {
    name: 'register of 2013',
    id: 0x0100,
    edition: '2013',
    body: `0000 0000 3730313100 4d52393830340000${z(12)} 41310000000000 02 41424331323334`,
    message: {
      province: 0,
      city: 0,
      manufacturer: '7011',
      model: 'MR9804',
      terminalId: 'A1',
      plateColor: 2,
      plate: 'ABC1234',
    },
  },
  {
    name: 'register of 2013 whose model shows a colour where 2011 has it, and no 00',
    id: 0x0100,
    edition: '2013',
    body: '0000 0000 4142434445 4142434445464748494a4b4c4d4e4f5d51525354 31323334353637 02 41',
    message: {
      province: 0,
      city: 0,
      manufacturer: 'ABCDE',
      model: 'ABCDEFGHIJKLMNO]QRST',
      terminalId: '1234567',
      plateColor: 2,
      plate: 'A',
    },
  },
  {
    name: 'register of 2019, padded in front',
    id: 0x0100,
    edition: '2019',
    body: `0001 0002 ${z(7)}41424344 ${z(28)}4d31 ${z(28)}5431 05 58`,
    message: {
      province: 1,
      city: 2,
      manufacturer: 'ABCD',
      model: 'M1',
      terminalId: 'T1',
      plateColor: 5,
      plate: 'X',
    },
    readOnly: true,
  },
  {
    name: 'register that ends early',
    id: 0x0100,
    edition: '2013',
    body: '0001 0002 4142',
    message: { province: 1, city: 2, manufacturer: 'AB', model: '', terminalId: '', plateColor: 0, plate: '' },
    readOnly: true,
  },
  { name: 'authentication of 2013', id: 0x0102, edition: '2013', body: '6b6579', message: { authCode: 'key' } },
  {
    name: 'authentication of 2013, ended by 00 against the standard',
    id: 0x0102,
    edition: '2013',
    body: '6b657900',
    message: { authCode: 'key' },
    readOnly: true,
  },
  {
    name: 'authentication of 2019',
    id: 0x0102,
    edition: '2019',
    body: `03 6b6579 383633393231303331323334353637 56312e32${z(16)}`,
    message: { authCode: 'key', imei: '863921031234567', softwareVersion: 'V1.2' },
  },
  {
    name: 'authentication of 2013 behind a header of 2019',
    id: 0x0102,
    edition: '2019',
    body: '6b6579',
    message: { authCode: 'key' },
    readOnly: true,
  },
  {
    name: 'parameter values with a number, a text and an unknown one',
    id: 0x0104,
    edition: '2013',
    body: '0007 03 00000001 04 0000003c 00000013 03 412e42 0000e000 02 beef',
    message: {
      replySerial: 7,
      count: 3,
      params: [
        { id: 1, raw: hex('0000003c'), value: 60 },
        { id: 0x13, raw: hex('412e42'), value: 'A.B' },
        { id: 0xe000, raw: hex('beef') },
      ],
    },
  },
  {
    name: 'parameter values of 2011, counted twice',
    id: 0x0104,
    edition: '2011',
    body: '0007 01 01 00000081 04 0000002c',
    message: { replySerial: 7, count: 1, params: [{ id: 0x81, raw: hex('0000002c'), value: 44 }] },
  },
  {
    name: 'parameter values with zeros behind',
    id: 0x0104,
    edition: '2013',
    body: '0007 02 00000031 02 01f4 000000000000',
    message: {
      replySerial: 7,
      count: 2,
      params: [{ id: 0x31, raw: hex('01f4'), value: 500 }],
      paramsError: { offset: 7, leftover: hex('000000000000') },
    },
    readOnly: true,
  },
  {
    name: 'attributes of 2013',
    id: 0x0107,
    edition: '2013',
    body: `0045 4142000000 4d31${z(18)} 54310000000000 89860012345678901234 02 4831 03 463130 03 20`,
    message: {
      terminalType: 0x45,
      manufacturer: 'AB',
      model: 'M1',
      terminalId: 'T1',
      iccid: '89860012345678901234',
      hardware: 'H1',
      firmware: 'F10',
      gnss: 3,
      comm: 32,
    },
  },
  {
    name: 'attributes of 2019 with a manufacturer of 11 bytes',
    id: 0x0107,
    edition: '2019',
    body: `0001 4142${z(9)} 4d31${z(28)} 5431${z(28)} ${z(10)} 00 01 46 01 02`,
    message: {
      terminalType: 1,
      manufacturer: 'AB',
      model: 'M1',
      terminalId: 'T1',
      iccid: '0'.repeat(20),
      hardware: '',
      firmware: 'F',
      gnss: 1,
      comm: 2,
    },
    readOnly: true,
  },
  { name: 'upgrade result', id: 0x0108, edition: '2013', body: '0c 01', message: { type: 12, result: 1 } },
  {
    name: 'location in the south and west with mileage',
    id: 0x0200,
    edition: '2013',
    body: `${BASE} 01 04 000004d2`,
    message: { ...base, items: [mileage] },
  },
  {
    name: 'location with an impossible time, a repeated item and a tail that runs past the end',
    id: 0x0200,
    edition: '2013',
    body: '00000000 00000000 00000000 00000000 8001 0000 0000 000000000000 31 01 07 31 01 08 e1 05 0102',
    message: {
      alarm: 0,
      status: 0,
      latitude: 0,
      longitude: 0,
      altitude: 0x8001,
      speedKmh: 0,
      direction: 0,
      time: null,
      timeBcd: '000000000000',
      items: [
        { id: 0x31, raw: hex('07'), value: { satellites: 7 } },
        { id: 0x31, raw: hex('08'), value: { satellites: 8 } },
      ],
      itemsError: { offset: 6, leftover: hex('e1050102') },
    },
  },
  {
    name: 'answer with the location',
    id: 0x0201,
    edition: '2013',
    body: `0102 ${BASE}`,
    message: { replySerial: 0x0102, location: { ...base, items: [] } },
  },
  {
    name: 'answer with the location in the form of 2011',
    id: 0x0201,
    edition: '2011',
    body: `${BASE} 01 04 000004d2`,
    message: { replySerial: null, location: { ...base, items: [mileage] } },
  },
  {
    name: 'answer to vehicle control',
    id: 0x0500,
    edition: '2019',
    body: `0009 ${BASE} 01 04 000004d2`,
    message: { replySerial: 9, location: { ...base, items: [mileage] } },
  },
  {
    name: 'batch of two from a blind area',
    id: 0x0704,
    edition: '2013',
    body: `0002 01 001c ${BASE} 0022 ${BASE} 01 04 000004d2`,
    message: {
      count: 2,
      type: 1,
      items: [
        { ...base, items: [] },
        { ...base, items: [mileage] },
      ],
    },
  },
  {
    name: 'batch with a short item and a last one that announces too much',
    id: 0x0704,
    edition: '2013',
    body: `0009 00 0002 ffff 00ff ${BASE}`,
    message: { count: 9, type: 0, items: [{ ...base, items: [] }], skipped: 1, truncated: true },
    readOnly: true,
  },
  {
    name: 'batch that ends inside a length',
    id: 0x0704,
    edition: '2013',
    body: `0001 00 001c ${BASE} 00`,
    message: { count: 1, type: 0, items: [{ ...base, items: [] }], truncated: true },
    readOnly: true,
  },
  {
    name: 'general answer of the platform',
    id: 0x8001,
    edition: '2013',
    body: 'ffff 0200 04',
    message: { replySerial: 0xffff, replyId: 0x0200, result: 4 },
  },
  {
    name: 'resend request of 2013 counts in a byte',
    id: 0x8003,
    edition: '2013',
    body: '0102 02 0003 0004',
    message: { firstSerial: 0x0102, packages: [3, 4] },
  },
  {
    name: 'resend request of 2019 counts in a word',
    id: 0x8003,
    edition: '2019',
    body: '0102 0001 0003',
    message: { firstSerial: 0x0102, packages: [3] },
  },
  {
    name: 'time of the server',
    id: 0x8004,
    edition: '2019',
    body: '260131120005',
    message: { timeUtc: Date.UTC(2026, 0, 31, 12, 0, 5) },
  },
  {
    name: 'register answer with a code',
    id: 0x8100,
    edition: '2013',
    body: '0001 00 61626331',
    message: { replySerial: 1, result: 0, authCode: 'abc1' },
  },
  {
    name: 'register answer without a code',
    id: 0x8100,
    edition: '2013',
    body: '0001 03',
    message: { replySerial: 1, result: 3 },
  },
  {
    name: 'set parameters',
    id: 0x8103,
    edition: '2019',
    body: '02 00000032 04 1632 0a1e 00000084 01 02',
    message: {
      count: 2,
      params: [
        {
          id: 0x32,
          raw: hex('16320a1e'),
          value: { startHour: 22, startMinute: 50, endHour: 10, endMinute: 30 },
        },
        { id: 0x84, raw: hex('02'), value: 2 },
      ],
    },
  },
  {
    name: 'set parameters of 2011 counts twice',
    id: 0x8103,
    edition: '2011',
    body: '01 01 00000055 04 00000064',
    message: { count: 1, params: [{ id: 0x55, raw: hex('00000064'), value: 100 }] },
  },
  { name: 'query all parameters', id: 0x8104, edition: '2013', body: '', message: {} },
  { name: 'restart', id: 0x8105, edition: '2013', body: '04', message: { command: 4 } },
  {
    name: 'connect to another server',
    id: 0x8105,
    edition: '2019',
    body: '02 303b6b3b3b3b3b612e623b313b323b30',
    message: {
      command: 2,
      parameters: '0;k;;;;a.b;1;2;0',
      parametersRaw: hex('303b6b3b3b3b3b612e623b313b323b30'),
    },
  },
  {
    name: 'query given parameters',
    id: 0x8106,
    edition: '2013',
    body: '02 00000001 0000f364',
    message: { ids: [1, 0xf364] },
  },
  { name: 'query attributes', id: 0x8107, edition: '2013', body: '', message: {} },
  {
    name: 'upgrade packet',
    id: 0x8108,
    edition: '2013',
    body: '00 4142434445 04 56312e30 00000003 010203',
    message: { type: 0, manufacturer: 'ABCDE', version: 'V1.0', dataLength: 3, data: hex('010203') },
  },
  { name: 'query location', id: 0x8201, edition: '2013', body: '', message: {} },
  {
    name: 'track each 5 s for an hour',
    id: 0x8202,
    edition: '2013',
    body: '0005 00000e10',
    message: { intervalS: 5, validityS: 3600 },
  },
  { name: 'stop tracking', id: 0x8202, edition: '2013', body: '0000', message: { intervalS: 0 } },
  {
    name: 'confirm an SOS',
    id: 0x8203,
    edition: '2013',
    body: '0011 00000001',
    message: { alarmSerial: 17, alarmType: 1 },
  },
  { name: 'link check', id: 0x8204, edition: '2019', body: '', message: {} },
];
