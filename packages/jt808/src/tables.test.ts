// The tables of numbers and names that JT/T 808 fixes, written down a second time from its tables: parameters (section 11.2), controls,
// results, and the settings of the vendor block.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { messages } from './messages/index.ts';
import { GENERAL_RESULT } from './messages/p8001-general-reply.ts';
import { CONTROL } from './messages/p8105-control.ts';
import { decodeParameter, makeParameter, parameterRow, PARAMETERS } from './parameters.ts';
import { VENDOR_BLOCK_TERMINAL_BIT, VENDOR_COMMANDS, VENDOR_RESULT, vendorCommandCode } from './vendor-block.ts';
import { VENDOR_SETTINGS } from './vendor-settings.ts';

const range = (from: number, to: number): number[] => Array.from({ length: to - from + 1 }, (_, i) => from + i);
const idsOf = (type: string): number[] => PARAMETERS.flatMap((row) => (row.type === type ? [row.id] : []));

test('parameters of four bytes, two, one, text and a period', () => {
  assert.deepEqual(idsOf('D'), [
    ...range(0x01, 0x07),
    0x18,
    0x19,
    0x1b,
    0x1c,
    ...range(0x20, 0x22),
    ...range(0x27, 0x29),
    ...range(0x2c, 0x30),
    ...range(0x45, 0x47),
    ...range(0x50, 0x5a),
    0x64,
    0x65,
    ...range(0x70, 0x74),
    0x7a,
    0x80,
    0x93,
    0x95,
    0x100,
    0x102,
  ]);
  assert.deepEqual(idsOf('W'), [0x31, ...range(0x5b, 0x5e), 0x81, 0x82, 0x101, 0x103]);
  assert.deepEqual(idsOf('B'), [0x84, ...range(0x90, 0x92), 0x94]);
  assert.deepEqual(idsOf('STR'), [
    ...range(0x10, 0x17),
    0x1a,
    0x1d,
    ...range(0x23, 0x26),
    ...range(0x40, 0x44),
    0x48,
    0x49,
    0x83,
  ]);
  assert.deepEqual(idsOf('PERIOD'), [0x32]);
  assert.deepEqual(idsOf('B8'), []);
});

test('parameters that not every edition has', () => {
  const only = (...editions: readonly string[]) =>
    PARAMETERS.filter((row) => row.editions.join() === editions.join()).map(({ id }) => id);
  assert.deepEqual(only('2011', '2013'), [0x18, 0x19]);
  assert.deepEqual(only('2019'), [...range(0x23, 0x26), 0x32]);
  assert.deepEqual(only('2013', '2019'), [
    ...range(0x1a, 0x1d),
    0x31,
    ...range(0x5b, 0x5e),
    0x64,
    0x65,
    0x7a,
    ...range(0x90, 0x95),
    ...range(0x100, 0x103),
  ]);
  const rest = PARAMETERS.length - 2 - 5 - only('2013', '2019').length;
  assert.equal(only('2011', '2013', '2019').length, rest);
});

test('a parameter has a name in camel case, with its unit', () => {
  for (const { name } of PARAMETERS) assert.match(name, /^[a-z][A-Za-z0-9]+$/);
});

test('single CAN ids lie from 0x0110 to 0x01FF, eight bytes each, without a reading', () => {
  assert.equal(parameterRow(0x010f), undefined);
  for (const id of [0x0110, 0x01ff]) {
    const row = parameterRow(id);
    assert.deepEqual([row?.id, row?.type, row?.name], [id, 'B8', 'singleCanId']);
    assert.equal(decodeParameter(id, new Uint8Array(8)), undefined);
  }
  assert.equal(parameterRow(0x0200), undefined);
});

test('every parameter of the table is written in its bytes and read again; 2011 has three wider ones', () => {
  for (const { id, type } of PARAMETERS) {
    const value =
      type === 'STR' ? 'a.b' : type === 'PERIOD' ? { startHour: 1, startMinute: 2, endHour: 3, endMinute: 4 } : 7;
    for (const edition of ['2011', '2013', '2019'] as const) {
      const wide = edition === '2011' && [0x81, 0x82, 0x84].includes(id);
      const bytes = { D: 4, W: wide ? 4 : 2, B: wide ? 4 : 1, STR: 3, PERIOD: 4, B8: 8 }[type];
      const made = makeParameter(id, value, edition);
      assert.equal(made.raw.length, bytes, `${id.toString(16)} ${edition}`);
      assert.deepEqual(decodeParameter(id, made.raw), value, `${id.toString(16)} ${edition}`);
      assert.deepEqual([made.id, made.value], [id, value]);
    }
    if (type === 'STR') continue;
    for (const length of [0, 3, 5]) assert.equal(decodeParameter(id, new Uint8Array(length)), undefined, String(id));
  }
  assert.equal(makeParameter(0x13, 'a'.repeat(255)).raw.length, 255);
});

test('results and controls have the numbers of the standard', () => {
  assert.deepEqual(Object.entries(GENERAL_RESULT), [
    ['done', 0],
    ['failed', 1],
    ['malformed', 2],
    ['notSupported', 3],
    ['alarmHandled', 4],
  ]);
  assert.deepEqual(Object.entries(CONTROL), [
    ['wirelessUpgrade', 1],
    ['connectTo', 2],
    ['powerOff', 3],
    ['restart', 4],
    ['factoryReset', 5],
    ['closeData', 6],
    ['closeRadio', 7],
  ]);
});

test('a message has a name in kebab case of its own', () => {
  const names = messages.map(({ name }) => name);
  for (const name of names) assert.match(name, /^[a-z]+(?:-[a-z]+)*$/);
  // Both directions have a general reply, a request to send again and transparent data.
  const ofDirection = messages.map(({ name, direction }) => `${direction} ${name}`);
  assert.equal(new Set(ofDirection).size, names.length);
});

test('commands of the vendor block: numbers, and what is asked and answered', () => {
  const codes: Record<string, number> = Object.fromEntries(VENDOR_COMMANDS.map(({ name, code }) => [name, code]));
  assert.deepEqual(codes, {
    hello: 0,
    'read-settings': 1,
    'write-settings': 2,
    storage: 3,
    format: 4,
    syslog: 5,
    'wake-up': 6,
    'list-faces': 7,
    'write-face': 8,
    'remove-face': 9,
    'read-face': 10,
    'read-own': 20,
    'write-own': 21,
  });
  for (const { name, code } of VENDOR_COMMANDS) assert.equal(vendorCommandCode(name), code);
  const silent = VENDOR_COMMANDS.flatMap(({ name, asks }) => (asks === '' ? [name] : []));
  assert.deepEqual(silent, ['hello', 'storage', 'wake-up', 'list-faces', 'read-own']);
  const without = VENDOR_COMMANDS.flatMap(({ name, answers }) => (answers === '' ? [name] : []));
  assert.deepEqual(without, ['format', 'wake-up']);
  assert.deepEqual(VENDOR_RESULT, { done: 0, failed: 1, malformed: 2, notSupported: 3, busy: 4 });
  assert.equal(VENDOR_BLOCK_TERMINAL_BIT, 0x8000);
});

const inside = ({ low, high }: { low: number; high: number }, value: number): boolean =>
  Number.isInteger(value) && low <= value && value <= high;

test('a setting of the vendor block has a name, a type, bounds, what it is from the factory and what it does', () => {
  const names = VENDOR_SETTINGS.map(({ name }) => name);
  assert.equal(new Set(names).size, names.length);
  for (const setting of VENDOR_SETTINGS) {
    const { name, of, does } = setting;
    assert.match(name, /^(?:[a-z]+_[a-z0-9_]+|MotovisAdas)$/);
    assert.match(does, /^[^ ].*[^ ]$/, name);
    const type = of.replace('list of ', '');
    if (type === 'number') {
      assert.ok('low' in setting && setting.low < setting.high, name);
      assert.ok(inside(setting, setting.factory), name);
    } else if (type === 'text') {
      assert.ok('most' in setting && setting.factory.length <= setting.most, name);
    } else {
      assert.equal(type, 'boolean', name);
      assert.equal(typeof setting.factory, 'boolean', name);
    }
    if ('count' in setting) assert.ok(of.startsWith('list of '), name);
  }
});

test('ids of the messages, up and down', () => {
  const ids = messages.map(({ id }) => id.toString(16).padStart(4, '0'));
  assert.deepEqual(
    ids,
    `0001 0002 0003 0004 0005 0100 0102 0104 0107 0108 0200 0201 0301 0302 0303 0500 0608 0700 0701 0702 0704 0705 0800 0801 0802
    0805 0900 0901 0a00 1210 1211 1212 1300 1fc4 6006 8001 8003 8004 8100 8103 8104 8105 8106 8107 8108 8201 8202 8203 8204 8300
    8301 8302 8303 8304 8400 8401 8500 8600 8601 8602 8603 8604 8605 8606 8607 8608 8700 8701 8702 8800 8801 8802 8803 8804 8805
    8900 8a00 9208 9212`.split(/\s+/),
  );
});
