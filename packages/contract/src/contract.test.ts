// Holds every call, command and push to its own example, and the codecs to values worked out by hand.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { calls, commands, pushes } from './catalogue.ts';
import { device } from './device/device.ts';
import { errorCodes } from './speak/errors.ts';
import { formatRights, parseRights, rights } from './speak/rights.ts';
import {
  channelString,
  deviceId,
  kmhOfKnots,
  knotsOfKmh,
  wireFlag,
  wireKnots,
  wireSeconds,
  wireTenths,
} from './speak/wire.ts';

for (const each of calls) {
  test(`the example of ${each.method} ${each.path} fits its schemas`, () => {
    assert.ok(each.input.safeParse(each.example.input).success, 'input');
    assert.ok(each.reply.safeParse(each.example.reply).success, 'reply');
  });
}

for (const each of commands) {
  test(`the example of command ${each.code} fits its schemas and has single-letter fields`, () => {
    assert.ok(each.input.safeParse(each.example.input).success, 'input');
    assert.ok(each.reply.safeParse(each.example.reply).success, 'reply');
    for (const key of [...Object.keys(each.example.input), ...Object.keys(each.example.reply)])
      assert.equal(key.length, 1, key);
  });
}

for (const each of pushes) {
  test(`the example of push ${each.code} fits its schema`, () => {
    assert.ok(each.payload.safeParse(each.example).success);
  });
}

test('no two calls share a method and path, no two commands a code', () => {
  const paths = calls.map((c) => `${c.method} ${c.path}`);
  assert.equal(new Set(paths).size, paths.length);
  const codes = [...commands.map((c) => c.code), ...pushes.map((p) => p.code)];
  assert.equal(new Set(codes).size, codes.length);
});

test('[F-DEVICE-006] chmask 1011 gives channels 1, 3 and 4 as present', () => {
  assert.deepEqual(channelString.parse('1011'), [1, 3, 4]);
  assert.equal(channelString.encode([1, 3, 4]), '1011');
  assert.ok(!channelString.safeParse('10x1').success);
});

test('[F-DEVICE-021] 10 knots give 18.52 km/h, and speeds keep hundredths of a km/h and thousandths of a knot', () => {
  for (const [knots, kmh] of [
    [0, 0],
    [10, 18.52],
    [2.7, 5],
    [1.234, 2.29],
    [162, 300.02],
  ] as const)
    assert.deepEqual([kmhOfKnots(knots), wireKnots.parse(knots)], [kmh, kmh]);
  for (const [kmh, knots] of [
    [18.52, 10],
    [5, 2.7],
    [50, 26.998],
    [100.1, 54.05],
  ] as const)
    assert.deepEqual([knotsOfKmh(kmh), wireKnots.encode(kmh)], [knots, knots]);
});

test('every speed a recorder can send comes back from knots as it was, so that 5 km/h is not above 5', () => {
  for (let tenths = 0; tenths <= 3000; tenths += 1)
    assert.equal(wireKnots.parse(wireKnots.encode(tenths / 10)), tenths / 10);
});

test('[F-DEVICE-014] loop data 251 and -30 are 25.1 and -3 degrees', () => {
  assert.deepEqual(
    [251, -30].map((t) => wireTenths.parse(t)),
    [25.1, -3],
  );
});

test('flags are 0 and 1 on the wire, and nothing else', () => {
  assert.deepEqual([wireFlag.parse(0), wireFlag.parse(1)], [false, true]);
  assert.deepEqual([wireFlag.encode(false), wireFlag.encode(true)], [0, 1]);
  for (const bad of [2, -1, true, '1', null]) assert.ok(!wireFlag.safeParse(bad).success, String(bad));
});

test('unix seconds on the wire are milliseconds inside', () => {
  assert.equal(wireSeconds.parse(1_790_000_000), 1_790_000_000_000);
  assert.equal(wireSeconds.encode(1_790_000_000_999), 1_790_000_000);
});

test('a time on the wire is one of the years 0 to 9999; another one is refused, and said as the nearest of them', () => {
  for (const text of ['0000-01-01T00:00:00Z', '9999-12-31T23:59:59Z'])
    assert.equal(wireSeconds.parse(Date.parse(text) / 1000), Date.parse(text));
  const [early, late] = [Date.parse('0000-01-01T00:00:00Z') / 1000 - 1, Date.parse('9999-12-31T23:59:59Z') / 1000 + 1];
  for (const bad of [early, late, 1_790_000_000_000_000, Number.MIN_SAFE_INTEGER, 1.5])
    assert.ok(!wireSeconds.safeParse(bad).success, String(bad));
  assert.match(wireSeconds.safeParse(late).error?.message ?? '', /years 0 to 9999/);
  assert.deepEqual(
    [Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER].map((ms) => wireSeconds.encode(ms)),
    [early + 1, late - 1],
  );
});

test('a device id is refused with the rule when it is too long, starts with a dot, is reserved or holds other characters', () => {
  assert.ok(deviceId.safeParse('A.b_c-1234567890123456789012345').success);
  for (const bad of ['', '.a', 'broadcast', 'GLOBAL', 'ALL', '*', 'a b', 'ä', 'x'.repeat(32)]) {
    const result = deviceId.safeParse(bad);
    assert.ok(!result.success, bad);
    assert.match(result.error?.message ?? '', /1 to 31 characters/);
  }
});

test('[F-RIGHTS-030] the page rights come first: 100000 gives P_dash only, and so on for the six', () => {
  const pages = ['P_dash', 'P_tree', 'P_live', 'P_gppb', 'P_lopb', 'P_repb'];
  pages.forEach((page, i) => {
    const flags = pages.map((_, j) => (i === j ? '1' : '0')).join('');
    assert.deepEqual([...parseRights(flags)], [page]);
  });
});

test('flags past the end of the string read 0, unknown further ones are ignored, writing and reading agree', () => {
  assert.equal(parseRights('').size, 0);
  const all = new Set(rights);
  assert.equal(formatRights(all), '1'.repeat(rights.length));
  assert.deepEqual(parseRights(`${formatRights(all)}111`), all);
});

test('[F-DEVICE-022] a parsed device keeps maplocation as numbers, and its position in km/h', () => {
  const wire = structuredClone(commandExample('Q05'));
  wire.maplocation = { lat: 24.5, lng: 120.25 };
  const parsed = device.parse(wire);
  assert.deepEqual(parsed.maplocation, { lat: 24.5, lng: 120.25 });
  assert.equal(parsed.gps_info.data?.speedInKmh, 50);
  assert.equal(parsed.status_time, 1_790_000_000_000);
});

test('every failure leaves as a result that is not 1', () => {
  for (const { result } of Object.values(errorCodes)) assert.notEqual(result, '1');
});

const commandExample = (code: string): ReturnType<typeof device.encode> => {
  const found = commands.find((c) => c.code === code);
  assert.ok(found && 'Z' in found.example.reply);
  return device.encode(device.parse(found.example.reply.Z));
};
