// Values of parameters in words, their bits, and speeds in both units.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parameterOf, type ParameterValue } from '@outrider/contract';
import { kmhOfMph, mphOfKmh } from './speed.ts';
import {
  alarmsIn,
  bitsIn,
  namedBits,
  numberedText,
  parameterText,
  pointsWords,
  troubleText,
  valueText,
  withBits,
} from './words.ts';

const text = (key: string, value: ParameterValue): string => {
  const row = parameterOf(key);
  assert.ok(row, key);
  return valueText(row, value);
};

test('[A-PARAMS-005] miles an hour become km/h and back by the two factors, whole', () => {
  assert.equal(kmhOfMph(50), 80);
  assert.equal(mphOfKmh(100), 62);
  assert.equal(kmhOfMph(mphOfKmh(80)), 80);
});

test('values as a reader sees them', () => {
  assert.equal(text('preosd_pl_en', 1), 'On');
  assert.equal(text('enc_sres', 5), '720P');
  assert.equal(text('enc_sres', 77), 'invalid - 77');
  assert.equal(text('gnss_systems', 0b101), 'GPS, GLONASS');
  assert.equal(text('sys_spdlimit', 90), '90 km/h');
  assert.equal(text('net_pass', '********'), 'hidden');
  assert.equal(text('event_dsmen', 0b10), 'Fatigue 2');
});

test('only named bits are ticked and changed: those in between stay as the device has them', () => {
  const control = { kind: 'bits', names: ['a', '', 'c'], max: 0xffffffff } as const;
  const named = namedBits(control);
  assert.deepEqual(named, [0, 2]);
  assert.deepEqual(bitsIn(0b111, named), [0, 2]);
  assert.equal(withBits(0b1000_0010, named, [0]), 0b1000_0011);
  assert.equal(withBits(0x80000007, named, []), 0x80000002, 'the highest bit is one like the others');
});

test('what has two levels is one thing with two bits; points are read as pairs', () => {
  const control = {
    kind: 'bits',
    names: ['Lane 1', 'Lane 2', '', 'Headway 1', 'Sign'],
    max: 31,
    levels: true,
  } as const;
  assert.deepEqual(alarmsIn(control), [
    { name: 'Lane', bits: [0, 1] },
    { name: 'Headway', bits: [3] },
    { name: 'Sign', bits: [4] },
  ]);
  assert.equal(pointsWords('10,50 10,710'), '10, 50 · 10, 710');
  assert.equal(pointsWords(''), 'as from the factory');
  assert.equal(pointsWords('10;50'), '10;50');
});

test('names with a number, with what they are a part of, and what came wrong', () => {
  assert.equal(numberedText('Fatigue 2'), 'Fatigue 2');
  assert.equal(parameterText({ label: 'Address', part: 'Server' }), 'Server: Address');
  assert.equal(
    troubleText({ id: '0x0075', trouble: 'length', bytes: 20 }),
    '0x0075 (Text on the picture, Streams and recording): its 20 B are not its length.',
  );
});
