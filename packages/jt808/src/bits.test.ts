// Alarm and status bits by edition, written down a second time from sections 13.2 and 13.3.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ALARM_BITS, alarmsOf } from './alarm-bits.ts';
import { loadOf, STATUS_BITS, statusOf } from './status-bits.ts';

const EDITIONS = ['2011', '2013', '2019'] as const;
const range = (from: number, to: number): number[] => Array.from({ length: to - from + 1 }, (_, i) => from + i);

/** Bits that mean something in an edition. */
const ALARMS = {
  '2011': [...range(0, 11), ...range(18, 28)],
  '2013': [...range(0, 14), ...range(18, 31)],
  '2019': range(0, 30),
};
const STATUS = {
  '2011': [...range(0, 5), 10, 11, 12],
  '2013': [...range(0, 5), ...range(10, 21)],
  '2019': [...range(0, 7), ...range(10, 22)],
};

for (const edition of EDITIONS) {
  test(`${edition}: each bit alone is told, reserved ones are not`, () => {
    for (const bit of range(0, 31)) {
      const word = 2 ** bit;
      assert.deepEqual(
        alarmsOf(word, edition).map((alarm) => alarm.bit),
        ALARMS[edition].filter((one) => one === bit),
        `alarm ${bit}`,
      );
      assert.deepEqual(
        statusOf(word, edition).map((status) => status.bit),
        STATUS[edition].filter((one) => one === bit),
        `status ${bit}`,
      );
    }
    assert.deepEqual(
      alarmsOf(0xffffffff, edition).map(({ bit }) => bit),
      ALARMS[edition],
    );
    assert.deepEqual(
      statusOf(0xffffffff, edition).map(({ bit }) => bit),
      STATUS[edition],
    );
    assert.deepEqual([alarmsOf(0, edition), statusOf(0, edition)], [[], []]);
  });
}

test('alarms that a terminal clears after any answer', () => {
  const once = (edition: (typeof EDITIONS)[number]) =>
    alarmsOf(0xffffffff, edition).flatMap(({ bit, lifetime }) => (lifetime === 'once' ? [bit] : []));
  assert.deepEqual(once('2011'), [0, 3, 20, 21, 22, 27, 28]);
  assert.deepEqual(once('2013'), [0, 3, 20, 21, 22, 27, 28, 31]);
  assert.deepEqual(once('2019'), [0, 20, 21, 22, 27, 28]);
  for (const { lifetime } of ALARM_BITS) assert.ok(lifetime === 'once' || lifetime === 'kept');
});

test('every bit has a name of its own in camel case, and no bit two meanings in one edition', () => {
  for (const bits of [ALARM_BITS, STATUS_BITS]) {
    const names = bits.map(({ name }) => name);
    assert.equal(new Set(names).size, names.length);
    for (const name of names) assert.match(name, /^[a-z][A-Za-z]+$/);
    for (const edition of EDITIONS) {
      const meant = bits.filter(({ editions }) => editions.includes(edition)).map(({ bit }) => bit);
      assert.equal(new Set(meant).size, meant.length);
    }
  }
});

test('the load stands in bits 8 and 9', () => {
  assert.deepEqual(
    [0, 0x100, 0x200, 0x300].map((bits) => loadOf(bits)),
    ['empty', 'half', 'reserved', 'full'],
  );
  assert.equal(loadOf(0xfffffcff), 'empty');
  assert.equal(loadOf(0xffffffff), 'full');
});
