// Locations: items by length, hemispheres, the lean reading against the whole one. Golden bodies: messages/core-messages.test.ts.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { vectors } from '../testdata/vectors.ts';
import { alarmsOf } from './alarm-bits.ts';
import { ByteWriter, fromHex, toHex } from './bytes.ts';
import { DecodeError } from './errors.ts';
import { decodeItem, decodeItems, itemValue, standardItem } from './items.ts';
import type { StandardItemId } from './items.ts';
import { decodeLocationCore } from './location-core.ts';
import { altitudeM, decodeLocation, encodeLocation, hasFix } from './location.ts';
import { loadOf, statusOf } from './status-bits.ts';

/** One item of each standard id and length by hand: id, content, value. */
const ITEMS: readonly (readonly [number, string, object])[] = [
  [0x01, '00000064', { mileageKm: 10 }],
  [0x02, '0199', { fuelL: 40.9 }],
  [0x03, '028f', { recorderSpeedKmh: 65.5 }],
  [0x04, '0101', { manualAlarmEventId: 257 }],
  [0x05, 'aa'.repeat(30), { tirePressureRaw: fromHex('aa'.repeat(30)) }],
  [0x06, '0019', { temperatureC: 25 }],
  [0x06, '8019', { temperatureC: -25 }],
  [0x11, '00', { positionType: 0, areaId: null }],
  [0x11, '0100000007', { positionType: 1, areaId: 7 }],
  [0x12, '030000000801', { positionType: 3, areaId: 8, direction: 1 }],
  [0x13, '00000009003c01', { segmentId: 9, seconds: 60, result: 1 }],
  [0x14, '00000041', { videoAlarm: 0x41 }],
  [0x15, '80000001', { videoLoss: 0x80000001 }],
  [0x16, '00000002', { videoCover: 2 }],
  [0x17, '1001', { storageFault: 0x1001 }],
  [0x18, '0003', { abnormalDriving: 3 }],
  [0x18, '000132', { abnormalDriving: 1, fatiguePct: 50 }],
  [0x25, '0000000c', { signals: 12 }],
  [0x2a, '0002', { io: 2 }],
  [0x2b, '00020001', { ad0: 1, ad1: 2 }],
  [0x30, '1f', { signalStrength: 31 }],
  [0x31, '0c', { satellites: 12 }],
];

test('each standard item is read by its id and length', () => {
  for (const [id, content, value] of ITEMS) {
    assert.deepEqual(decodeItem(id, fromHex(content)), value);
    assert.equal(decodeItem(id, fromHex(`${content}0000000000`)), undefined, `${id} with five bytes too many`);
  }
});

test('each standard item is written', () => {
  for (const [id, content, value] of ITEMS) {
    // Rows pair ids with values of their type; the list does not carry the pairing.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    assert.equal(toHex(standardItem(id as StandardItemId, value as never).raw), content);
  }
});

test('a standard id of a length it does not have stays raw, and the next one counts', () => {
  const { items } = decodeItems(fromHex('06013e 0102ffff 010400000064 010400000065'.replaceAll(' ', '')));
  assert.deepEqual(
    items.map((item) => [item.id, item.value]),
    [
      [6, undefined],
      [1, undefined],
      [1, { mileageKm: 10 }],
      [1, { mileageKm: 10.1 }],
    ],
  );
  assert.deepEqual(itemValue(items, 0x01), { mileageKm: 10 });
  assert.equal(itemValue(items, 0x06), undefined);
});

test('one byte left over and a length past the end stop the reading', () => {
  const left = fromHex('31010731');
  assert.deepEqual(decodeItems(left).itemsError, { offset: 3, leftover: left.subarray(3) });
  const past = fromHex('3101073102ff');
  assert.deepEqual(decodeItems(past).itemsError, { offset: 3, leftover: past.subarray(3) });
  assert.equal(decodeItems(past).items.length, 1);
});

const place = { alarm: 0, altitude: 0, speedKmh: 0, direction: 0, time: null, items: [] };

test('the hemisphere bits follow the sign of the degrees', () => {
  const south = decodeLocation(encodeLocation({ ...place, status: 3, latitude: -1.5, longitude: 2.5 }));
  assert.deepEqual([south.status, south.latitude, south.longitude], [7, -1.5, 2.5]);
  const north = decodeLocation(encodeLocation({ ...place, status: 0xf, latitude: 1.5, longitude: 2.5 }));
  assert.equal(north.status, 3);
  const zero = decodeLocation(encodeLocation({ ...place, status: 0xf, latitude: 0, longitude: 0 }));
  assert.deepEqual([zero.status, Object.is(zero.latitude, 0)], [0xf, true]);
});

test('a fix at 0/0 is none, an altitude above 32767 is below the sea', () => {
  assert.equal(hasFix({ ...place, status: 2, latitude: 0, longitude: 0 }), false);
  assert.equal(hasFix({ ...place, status: 2, latitude: 0, longitude: 0.000001 }), true);
  assert.equal(hasFix({ ...place, status: 1, latitude: 1, longitude: 1 }), false);
  assert.deepEqual([altitudeM(0xffff), altitudeM(0x7fff)], [-1, 32767]);
});

test('alarm and status bits are named by edition', () => {
  assert.deepEqual(
    alarmsOf(0x80000009, '2013').map(({ name }) => name),
    ['sos', 'dangerWarning', 'illegalDoorOpening'],
  );
  assert.deepEqual(
    alarmsOf(0x80000008, '2019').map(({ name, lifetime }) => [name, lifetime]),
    [['dangerousDriving', 'kept']],
  );
  assert.deepEqual(alarmsOf(0xe003f000, '2011'), []);
  assert.deepEqual(
    statusOf(0x00400043, '2013').map(({ name }) => name),
    ['accOn', 'fixed'],
  );
  assert.deepEqual(
    statusOf(0x00400040, '2019').map(({ name }) => name),
    ['forwardCollisionWarning', 'moving'],
  );
  assert.deepEqual([0, 0x100, 0x200, 0x300].map(loadOf), ['empty', 'half', 'reserved', 'full']);
});

/** The lean reading must say what the whole one says. */
const compare = (body: Uint8Array): void => {
  const { alarm, status, latitude, longitude, altitude, speedKmh, direction, time, items, itemsError } =
    decodeLocation(body);
  const core = decodeLocationCore(body);
  const quiet = new Set([1, 2, 3, 0x30, 0x31]);
  const seen = new Set<number>();
  const others = items.filter(({ id, raw, value }) => {
    if (id >= 0x14 && id <= 0x18) return raw.some((byte) => byte !== 0);
    const isQuiet = quiet.has(id) && value !== undefined && !seen.has(id);
    if (isQuiet) seen.add(id);
    return !isQuiet;
  });
  assert.deepEqual(core, {
    alarm,
    status,
    latitude,
    longitude,
    altitude,
    speedKmh,
    direction,
    time,
    mileageKm: itemValue(items, 0x01)?.mileageKm ?? null,
    fuelL: itemValue(items, 0x02)?.fuelL ?? null,
    recorderSpeedKmh: itemValue(items, 0x03)?.recorderSpeedKmh ?? null,
    signalStrength: itemValue(items, 0x30)?.signalStrength ?? null,
    satellites: itemValue(items, 0x31)?.satellites ?? null,
    noVideoAlarm: items.some(({ id, raw }) => id === 0x14 && raw.length === 4 && raw.every((byte) => byte === 0)),
    hasOtherItems: others.length > 0 || itemsError !== undefined,
  });
};

const BASE = '00000000 00000003 02000000 04000000 0010 0100 0020 240229120000'.replaceAll(' ', '');

test('the lean reading agrees with the whole one on 100,000 bodies of any items', () => {
  const item = fc.tuple(fc.constantFrom(...ITEMS), fc.nat(9)).map(([[id, content], odd]) => {
    const raw = odd === 0 ? new Uint8Array(3) : fromHex(content);
    return new ByteWriter().u8(id).u8(raw.length).raw(raw).finish();
  });
  const tail = fc.oneof(fc.constant(new Uint8Array(0)), fc.uint8Array({ maxLength: 4 }));
  const base = fc.oneof(fc.constant(fromHex(BASE)), fc.uint8Array({ minLength: 28, maxLength: 28 }));
  fc.assert(
    fc.property(base, fc.array(item, { maxLength: 4 }), tail, (head, items, end) => {
      compare(Uint8Array.from([...head, ...items.flatMap((one) => [...one]), ...end]));
    }),
    { numRuns: 100_000 },
  );
  assert.throws(() => decodeLocationCore(new Uint8Array(27)), DecodeError);
});

test(
  'the lean reading agrees on the vectors too',
  { skip: vectors.length === 0 && 'no vectors beside this checkout' },
  () => {
    const frames = vectors.filter(
      ({ kind, message_id: id, hex }) => kind === 'frame' && id === '0x0200' && !hex.includes('7d0'),
    );
    for (const { hex } of frames) {
      const start = (Number.parseInt(hex.slice(6, 8), 16) & 0x40) === 0 ? 13 : 18;
      compare(fromHex(hex.slice(2 * start, -4)));
    }
    assert.ok(frames.length > 15, `${frames.length} frames`);
  },
);
