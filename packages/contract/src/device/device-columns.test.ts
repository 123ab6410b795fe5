// Rows become columns and the same rows again, whatever devices call themselves; columns that are none are refused.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { MAX_COLUMN_ROWS } from '../speak/columns.ts';
import { readPlainJson } from '../speak/plain-text.ts';
import { fromDeviceColumns, toDeviceColumns } from './device-columns.ts';
import { type DeviceWire, device, deviceColumns, q03DeviceList, q05Device } from './device.ts';

const example: DeviceWire = q05Device.example.reply.Z;

/** As a client reads it. */
const overTheWire = (value: unknown): unknown => readPlainJson(JSON.stringify(value));

const finite = fc.double({ noNaN: true, noDefaultInfinity: true });
/** What devices tell, with an odd one in between. */
const numberOf = (perUnit: number): fc.Arbitrary<number> =>
  fc.oneof(
    { weight: 8, arbitrary: fc.integer({ min: -200 * perUnit, max: 200 * perUnit }).map((units) => units / perUnit) },
    { weight: 1, arbitrary: finite },
  );
const whole = fc.oneof(
  { weight: 8, arbitrary: fc.integer({ min: 0, max: 2 ** 32 }) },
  { weight: 1, arbitrary: fc.maxSafeInteger() },
);
const maybe = <T>(some: fc.Arbitrary<T>): fc.Arbitrary<T | null> => fc.option(some, { freq: 4 });
const flag = fc.constantFrom<(0 | 1)[]>(0, 1);
const text = fc.oneof(
  fc.integer({ min: 0, max: 2000 }).map((n) => `Truck ${n}`),
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.string({ unit: 'grapheme', maxLength: 12 }),
  fc.constantFrom(
    '',
    '\u202egnp.exe',
    'a\r\nb',
    'x'.repeat(100),
    '😀1',
    '😀2',
    '\u{e0041}',
    '\u{e0002}a',
    '\u{e0002}b',
    '\\u0000',
    'é\u200b',
  ),
);
const row: fc.Arbitrary<DeviceWire> = fc.record({
  deviceid: fc.oneof(
    fc.integer({ min: 0, max: 9999 }).map((n) => String(13_800_000_000 + n)),
    text,
  ),
  drivername: text,
  vehicleid: text,
  plate: text,
  extid: text,
  chmask: fc.string({ unit: fc.constantFrom('0', '1'), maxLength: 64 }),
  chn_count: whole,
  status: whole,
  status_time: whole,
  voltage: maybe(numberOf(10)),
  voltage_percent: maybe(numberOf(1)),
  temperature: maybe(numberOf(1)),
  health: maybe(numberOf(1)),
  acc_on: maybe(flag),
  loop: fc.array(maybe(numberOf(1)), { maxLength: 4 }),
  smart1: maybe(numberOf(1)),
  smart2: maybe(numberOf(1)),
  registered: flag,
  recording: flag,
  recording_error: flag,
  recording_error_count: whole,
  timezone: maybe(numberOf(4)),
  gps_info: fc.record({
    data: maybe(
      fc.record({
        lat: numberOf(1e6),
        lng: numberOf(1e6),
        trackingAngle: numberOf(1),
        speedInKmh: numberOf(1000),
      }),
    ),
    time: maybe(whole),
  }),
  maplocation: maybe(fc.record({ lat: numberOf(1e6), lng: numberOf(1e6) })),
  signal: maybe(numberOf(1)),
  satellites: maybe(numberOf(1)),
  icon: whole,
  driverlicense: text,
  alarm: whole,
  daily: maybe(
    fc.record({
      distance: numberOf(1),
      oscount: whole,
      parkcount: whole,
      parktime: whole,
      totalDrivingtime: whole,
      driverDrivingtime: whole,
    }),
  ),
});

test('any rows come out of their columns as they come out of their JSON, and keep the schema', () => {
  fc.assert(
    fc.property(fc.array(row, { maxLength: 12 }), fc.nat({ max: 3 }), (some, again) => {
      // The same one after another: constant columns, and texts that are those of the row before.
      const rows = some.flatMap((each) => Array.from({ length: again + 1 }, () => each));
      const columns = toDeviceColumns(rows);
      assert.deepEqual(fromDeviceColumns(overTheWire(columns)), overTheWire(rows));
      assert.ok(deviceColumns.safeParse(JSON.parse(JSON.stringify(columns))).success);
    }),
    { numRuns: 400 },
  );
});

test('what every device has in common stands once or not at all, and neighbours cost a character or two', () => {
  const rows = Array.from({ length: 1000 }, (_, n) => ({
    ...example,
    deviceid: String(13_800_000_000 + n),
    gps_info: { data: null, time: null },
    loop: [],
    status_time: 1_790_000_000 + n,
  }));
  const { n, deviceid, plate, extid, lat, status_time: times, loop, ...rest } = toDeviceColumns(rows);
  assert.equal(n, 1000);
  assert.ok(Array.isArray(deviceid));
  assert.deepEqual(deviceid.slice(0, 3), ['013800000000', ':1', ':2']);
  assert.ok(Array.isArray(times));
  assert.deepEqual(times.slice(0, 3), [1_790_000_000, 1, 1]);
  assert.deepEqual([plate, extid, lat, loop, rest.chn_count], ['ABC-1234', undefined, undefined, undefined, 4]);
});

test('a value that is not whole in its unit is not rounded', () => {
  const at = (lat: number): DeviceWire => ({ ...example, maplocation: { lat, lng: 1 } });
  const rows = [at(24.078_605_123_456_7), at(24)];
  assert.deepEqual(toDeviceColumns(rows).maplat, { p: [24.078_605_123_456_7, 24] });
  assert.deepEqual(fromDeviceColumns(overTheWire(toDeviceColumns(rows))), rows);
});

const columns = toDeviceColumns([example, { ...example, deviceid: '13800000102', plate: 'ABC-9', alarm: 3 }]);

const refused: Record<string, unknown> = {
  'no object': null,
  rows: [example],
  'no count': { deviceid: ['0a'] },
  'a count below none': { ...columns, n: -1 },
  'a count that is no whole number': { ...columns, n: 1.5 },
  'more rows than a piece has': { n: MAX_COLUMN_ROWS + 1, deviceid: 'a' },
  'a column of another length': { ...columns, n: 3 },
  'a number among texts': { ...columns, plate: ['0a', 1] },
  'a text without a count': { ...columns, plate: ['0a', ''] },
  'more characters taken over than there are': { ...columns, plate: ['0a', '2b'] },
  'characters taken over from nothing': { ...columns, plate: ['1a', '0b'] },
  'a text among numbers': { ...columns, alarm: [1, '2'] },
  'half a step': { ...columns, alarm: [1, 0.5] },
  'steps to where numbers are not exact': { ...columns, alarm: [Number.MAX_SAFE_INTEGER, 1] },
  'no number where each has one': { ...columns, alarm: [1, null] },
  'a list of other things': { ...columns, voltage: { p: [1, {}] } },
  'an object that is no column': { ...columns, voltage: {} },
  'temperatures that are none': { ...columns, loop: [[1], ['2']] },
};
for (const [what, piece] of Object.entries(refused))
  test(`columns with ${what} are refused`, () => {
    assert.equal(fromDeviceColumns(columns).length, 2);
    assert.throws(() => fromDeviceColumns(piece), RangeError);
  });

test('whatever stands in a piece, it is refused or gives as many rows as it says', () => {
  const names = Object.keys(deviceColumns.shape);
  const piece = fc.dictionary(fc.constantFrom(...names), fc.jsonValue(), { maxKeys: names.length });
  fc.assert(
    fc.property(piece, fc.nat({ max: 4 }), (some, n) => {
      let rows: DeviceWire[];
      try {
        rows = fromDeviceColumns({ ...some, n });
      } catch (error) {
        assert.ok(error instanceof RangeError);
        return;
      }
      assert.equal(rows.length, n);
    }),
    { numRuns: 500 },
  );
});

test('columns of a newer version, which are not known here, are left alone', () => {
  assert.deepEqual(fromDeviceColumns({ ...columns, mood: ['0good', '4'] }), fromDeviceColumns(columns));
});

test('the schema of Q03 has both forms, and each row of columns is a row', () => {
  for (const Z of [[example], columns]) assert.ok(q03DeviceList.reply.safeParse({ Z }).success);
  for (const each of fromDeviceColumns(columns)) assert.ok(device.safeParse(each).success);
  assert.ok(q03DeviceList.input.safeParse({ D: 1 }).success);
});
