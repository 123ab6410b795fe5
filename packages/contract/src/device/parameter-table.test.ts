// What holds for every row of the table of parameters: where it lies, what it may be, and what it is called.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { rights } from '../speak/rights.ts';
import {
  isStandardRow,
  type ItemControl,
  parameterFault,
  parameterIdText,
  parameterPanels,
  type ParameterPlace,
  type ParameterRow,
  parameterSource,
  type ParameterValue,
} from './parameter.ts';
import { parameterOf, parametersOfId, parameterTable, vendorRows } from './parameter-table.ts';
import { parameterPresets } from './parameter-vendor.ts';

const BYTES = { D: 4, W: 2, B: 1, HM: 2, BCD: 2, STR: undefined } as const;
const itemOf = ({ control }: ParameterRow): ItemControl => (control.kind === 'each' ? control.of : control);
const words = /^[A-Z][^ ]*(?: [^ ]+)*$/;

test('a row has a key of its own, a panel, a right and a name in words', () => {
  assert.equal(new Set(parameterTable.map(({ key }) => key)).size, parameterTable.length);
  for (const row of parameterTable) {
    assert.match(row.key, /^(?:[a-z]+_[a-z0-9_]+|MotovisAdas)$/);
    assert.ok(parameterPanels.includes(row.panel), row.key);
    assert.match(row.right, /^F_rmdvrs_/, row.key);
    assert.ok(rights.includes(row.right), row.key);
    assert.match(row.label, /^[A-Za-z][^ ]*(?: [^ ]+)*$/, row.key);
    if (row.part !== undefined) assert.match(row.part, words, row.key);
    assert.equal(parameterOf(row.key), row);
    if (row.secret !== undefined) assert.ok(['hidden', 'unlogged'].includes(row.secret), row.key);
  }
});

test('within one part of a panel no two rows have the same name', () => {
  for (const panel of parameterPanels) {
    const names = parameterTable.filter((row) => row.panel === panel).map(({ part, label }) => `${part}: ${label}`);
    assert.deepEqual(names, [...new Set(names)], panel);
  }
});

test('what the factory sets is something that may be set', () => {
  for (const row of parameterTable)
    if (row.factory !== undefined) assert.equal(parameterFault(row, row.factory), undefined, row.key);
});

/** The bits of the longer value that a field lies in. */
const bitsOf = ({ wire, at = 0, bit }: ParameterPlace): number[] => {
  const size = BYTES[wire] ?? 0;
  if (bit !== undefined) return [at * 8 + bit];
  return Array.from({ length: size * 8 }, (_, i) => at * 8 + i);
};

test('a whole value has one row; fields of a longer one lie inside of it, none over another', () => {
  for (const [id, rows] of Map.groupBy(parameterTable.filter(isStandardRow), ({ place }) => place.id)) {
    assert.deepEqual(parametersOfId(id), rows);
    const what = parameterIdText(id);
    const whole = rows.filter(({ place }) => place.at === undefined);
    assert.ok(whole.length === 0 || rows.length === 1, what);
    const lengths = new Set(rows.map(({ place }) => String(place.bytes)));
    assert.equal(lengths.size, 1, what);
    const taken = new Set<number>();
    for (const { key, place } of rows) {
      assert.ok(place.wire in BYTES, key);
      if (place.at === undefined) continue;
      const [least = 0, most = 0] = place.bytes ?? [];
      assert.ok(least > 1 && least <= most && most <= 255, key);
      for (const bit of bitsOf(place)) {
        assert.ok(bit < least * 8, `${key} lies behind the end`);
        assert.ok(!taken.has(bit), `${key} lies over another field`);
        taken.add(bit);
      }
    }
  }
});

test('a number fits the bytes it is sent in', () => {
  for (const row of parameterTable.filter(isStandardRow)) {
    const { wire } = row.place;
    const control = itemOf(row);
    const most = 2 ** (8 * (BYTES[wire] ?? 0)) - 1;
    if (control.kind === 'number' || control.kind === 'slider')
      assert.ok(control.min >= 0 && control.max <= most, row.key);
    if (control.kind === 'select')
      for (const [value] of control.options) assert.ok(value >= 0 && value <= most, row.key);
    if (control.kind === 'bits') assert.ok(control.names.length <= 8 * (BYTES[wire] ?? 0), row.key);
    assert.equal(wire === 'STR', control.kind === 'text', row.key);
    assert.equal(wire === 'HM' || wire === 'BCD', control.kind === 'minutes', row.key);
  }
});

test('limits are in order, options differ in value and name, and bits fit their number', () => {
  for (const row of parameterTable) {
    const control = itemOf(row);
    if (control.kind === 'number' || control.kind === 'slider') assert.ok(control.min < control.max, row.key);
    if (control.kind === 'number' || control.kind === 'slider') assert.doesNotMatch(control.unit, /^ | $/);
    if (control.kind === 'select') {
      const { options } = control;
      assert.equal(new Set(options.map(([value]) => value)).size, options.length, row.key);
      assert.equal(new Set(options.map(([, name]) => name)).size, options.length, row.key);
      for (const [, name] of options) assert.match(name, /^[A-Za-z0-9]+/, row.key);
      assert.ok(options.length > 1, row.key);
    }
    if (control.kind === 'bits') {
      const named = control.names.filter((name) => name !== '');
      assert.equal(new Set(named).size, named.length, row.key);
      assert.notEqual(control.names.at(-1), '', row.key);
      assert.ok(2 ** (control.names.length - 1) <= control.max, row.key);
    }
    if (control.kind === 'text') assert.ok(control.most >= 8, row.key);
  }
});

test('only the bits that no standard names are without a name', () => {
  const nameless = parameterTable.flatMap((row) => {
    const control = itemOf(row);
    const at = control.kind === 'bits' ? control.names.flatMap((name, bit) => (name === '' ? [bit] : [])) : [];
    return at.length === 0 ? [] : [[row.key, ...at]];
  });
  assert.deepEqual(nameless, [
    ['event_adasen', 12, 13, 14, 15],
    ['cam_timedphotos', 5, 6, 7],
    ['cam_distancephotos', 5, 6, 7],
  ]);
});

/** A value of each kind that may be, and some that may not. */
const values: Readonly<Record<ItemControl['kind'], { good: ParameterValue; bad: readonly ParameterValue[] }>> = {
  number: { good: 50, bad: ['50', 1.5] },
  slider: { good: 20, bad: ['20', -1] },
  temperature: { good: -500, bad: [-501, 1501] },
  switch: { good: 1, bad: [2, '1'] },
  select: { good: 1, bad: [999, ''] },
  bits: { good: 1, bad: [-1, 2 ** 32] },
  text: { good: 'abc', bad: [7, 'a\u007f', 'x'.repeat(256)] },
  minutes: { good: '23:59', bad: ['24:00', '1:00', 60] },
  time: { good: '23:59:59', bad: ['24:00:00', '23:60:00', '23:59', '23:59:60', 0] },
  days: { good: '2026-03-29/2026-10-25', bad: ['2026-10-25/2026-03-29', '2026-02-30/2026-03-29', '2026-03-29', 'a/b'] },
  points: { good: '', bad: ['1,1', 4] },
};

test('every row takes a value of its kind and refuses others', () => {
  for (const row of parameterTable) {
    const control = itemOf(row);
    assert.ok(control.kind in values, row.key);
    const { good, bad } = values[control.kind];
    const number = control.kind === 'number' ? [control.min, control.max] : [good];
    const wrap = (value: ParameterValue): ParameterValue => {
      if (row.control.kind !== 'each') return value;
      const { count, unique } = row.control;
      return Array.from({ length: typeof count === 'number' ? count : 1 }, (_, i) =>
        unique && i > 0 ? 0 : value,
      ) as never;
    };
    const option = control.kind === 'select' ? control.options.map(([value]) => value) : number;
    for (const value of option)
      assert.equal(parameterFault(row, wrap(value)), undefined, `${row.key} ${String(value)}`);
    for (const value of bad)
      assert.ok(parameterFault(row, wrap(value)) !== undefined, `${row.key} may not be ${String(value)}`);
    if (control.kind === 'number')
      for (const value of [control.min - 1, control.max + 1]) assert.ok(parameterFault(row, wrap(value)), row.key);
  }
});

test('a list has a value for each camera or numbered thing, and says what it counts', () => {
  const lists = parameterTable.flatMap(({ key, control }) => (control.kind === 'each' ? [{ key, ...control }] : []));
  for (const { key, name } of lists) assert.match(name, words, key);
  const counts = (count: unknown) => lists.filter((list) => list.count === count).map(({ key }) => key);
  assert.deepEqual(counts('any'), ['MotovisAdas']);
  assert.deepEqual(counts(4), ['event_comalmno', 'event_comalmpri']);
  assert.deepEqual(counts('cameras'), ['preosd_chname', 'event_mden', 'cam_rec', 'cam_mirror', 'cam_campos']);
});

test('where a row is from follows from where it lies', () => {
  const from = (id: number) => parameterSource({ id, wire: 'D' });
  assert.deepEqual([0x74, 0x75, 0x7c, 0x7d].map(from), ['JT/T 808', 'JT/T 1078', 'JT/T 1078', 'JT/T 808']);
  assert.deepEqual([0xefff, 0xf000].map(from), ['JT/T 808', 'active safety']);
  for (const { key, place } of vendorRows) {
    assert.equal(place.setting, key);
    assert.equal(parameterSource(place), 'vendor block');
  }
  assert.equal(parameterIdText(0x7c), '0x007C');
});

test('a preset of its panel sets values that may be', () => {
  for (const { panel, name, values: set } of parameterPresets) {
    assert.match(name, words);
    for (const [key, value] of Object.entries(set)) {
      const row = parameterOf(key);
      assert.ok(row?.panel === panel, key);
      assert.equal(parameterFault(row, value), undefined, `${name} ${key}`);
    }
  }
  assert.deepEqual(
    parameterPresets.map(({ name, values: set }) => [name, ...Object.values(set)]),
    [
      ['Car', 77, 102, 128],
      ['Bus', 77, 77, 154],
      ['Truck', 384, 384, 435],
    ],
  );
});
