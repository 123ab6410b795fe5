// Alarms: which last, which end with an answer, how often chance raises them, and signs that never repeat.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeParameter } from '@outrider/jt808';
import { Dice } from '../drive/dice.ts';
import { loadRoadNetwork } from '../drive/road-network.ts';
import { ALARM_BITS, AlarmDesk } from './alarm-desk.ts';
import { ParameterStore } from './parameter-store.ts';
import { Trip } from './trip.ts';

const network = loadRoadNetwork();
const START = 1_790_000_000_000;
const tripAt = (seed: number): Trip => new Trip({ network, seed, parked: false }, START);
const desk = (): AlarmDesk => new AlarmDesk('0000101', new Dice(1));

test('SOS ends with the answer, a lost supply does not', () => {
  const alarms = desk();
  const trip = tripAt(1);
  alarms.raise('sos', trip, START);
  alarms.raise('power-lost', trip, START);
  assert.equal(alarms.forReport().alarm, (1 << ALARM_BITS.sos) | (1 << ALARM_BITS['power-lost']));
  alarms.answered();
  assert.equal(alarms.forReport().alarm, 1 << ALARM_BITS['power-lost']);
  alarms.clear('power-lost');
  assert.equal(alarms.forReport().alarm, 0);
});

test('overspeed follows the parameters for limit and duration, and ends by itself', () => {
  const alarms = desk();
  const trip = tripAt(2);
  const strict = new ParameterStore([makeParameter(0x0055, 20), makeParameter(0x0056, 10)]);
  const seen: { second: number; over: boolean; fast: boolean }[] = [];
  for (let second = 1; second <= 900; second += 1) {
    const elapsed = trip.advance(START + second * 1000);
    alarms.step(trip, strict, elapsed, false);
    seen.push({ second, over: (alarms.bitsNow() & 2) !== 0, fast: trip.motion.speedKmh > 20 });
  }
  assert.ok(seen.some(({ over }) => over) && seen.some(({ over }) => !over));
  for (const [i, { over }] of seen.entries()) {
    const lastTen = seen.slice(Math.max(0, i - 9), i + 1);
    assert.equal(over, lastTen.length === 10 && lastTen.every(({ fast }) => fast), `second ${i + 1}`);
  }
});

test('chance raises some events in ten hours of driving, none while it is off', () => {
  const parameters = new ParameterStore([]);
  for (const [chances, low, high] of [
    [true, 30, 180],
    [false, 0, 0],
  ] as const) {
    const alarms = desk();
    const trip = tripAt(3);
    let events = 0;
    for (let i = 1; i <= 3600; i += 1) {
      const elapsed = trip.advance(START + i * 10_000);
      if (alarms.step(trip, parameters, elapsed, chances) !== null) events += 1;
    }
    assert.ok(events >= low && events <= high, `${events} events`);
  }
});

test('alarms of one second have different signs, and their items come once', () => {
  const alarms = desk();
  const trip = tripAt(4);
  const first = alarms.raise('lane-departure', trip, START);
  const second = alarms.raise('too-close', trip, START + 400);
  assert.ok(first && second);
  assert.notDeepEqual(first.sign.raw, second.sign.raw);
  assert.deepEqual(
    alarms.forReport().items.map(({ id }) => id),
    [0x64, 0x64],
  );
  assert.deepEqual(alarms.forReport().items, []);
});

test('a lost camera is told by items 0x14 and 0x15 until it is back', () => {
  const alarms = desk();
  const trip = tripAt(5);
  alarms.raise('video-loss', trip, START);
  assert.deepEqual(
    alarms.forReport().items.map(({ id }) => id),
    [0x14, 0x15],
  );
  alarms.step(trip, new ParameterStore([]), 91_000, false);
  assert.deepEqual(alarms.forReport().items, []);
});

test('only so many alarms of a day have files, and the next day as many again', () => {
  const alarms = new AlarmDesk('0000101', new Dice(1), 2);
  const trip = tripAt(5);
  const filesOf = (atMs: number): number | undefined => alarms.raise('smoking', trip, atMs)?.sign.attachments;
  const hours = [0, 1, 2, 3].map((hour) => filesOf(START + hour * 1000));
  assert.deepEqual(hours, [3, 3, 0, 0]);
  assert.equal(filesOf(START + 86_400_000), 3);
});
