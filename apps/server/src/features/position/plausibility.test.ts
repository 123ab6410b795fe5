// Which positions are drawn and which one moves the marker, told as journeys.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testPosition } from '../../kernel/test-position.ts';
import type { Position } from '../../kernel/topics.ts';
import { initialMemory, judge, type DeviceMemory } from './plausibility.ts';

const startMs = 1_800_000_000_000;
const at = (seconds: number, latitude: number, longitude: number, more: Partial<Position> = {}): Position => {
  const timeMs = startMs + seconds * 1000;
  return testPosition({ timeMs, receivedMs: timeMs + 500, latitude, longitude, ...more });
};
const drive = (...positions: Position[]): { impossible: boolean; current: boolean }[] => {
  let memory: DeviceMemory = initialMemory;
  return positions.map((p) => {
    const verdict = judge(memory, p);
    memory = verdict.memory;
    return { impossible: verdict.impossible, current: verdict.current };
  });
};
const good = { impossible: false, current: true };

test('an ordinary drive is drawn and current throughout', () => {
  assert.deepEqual(drive(at(0, 24, 120), at(10, 24.002, 120), at(20, 24.004, 120.001)), [good, good, good]);
});

test('a jump of 50 km in ten seconds is impossible, and the next good fix is not', () => {
  assert.deepEqual(drive(at(0, 24, 120), at(10, 24.5, 120), at(20, 24.004, 120)), [
    good,
    { impossible: true, current: true },
    good,
  ]);
});

test('two fixes that agree after a jump are believed: the first one was wrong, or the vehicle was shipped', () => {
  assert.deepEqual(drive(at(0, 0.1, 0.1), at(10, 24, 120), at(20, 24.001, 120)), [
    good,
    { impossible: true, current: true },
    good,
  ]);
});

test('outside the globe, before 2010 and more than a day ahead are impossible and never current', () => {
  const wrong = { impossible: true, current: false };
  assert.deepEqual(drive(at(0, 91, 0)), [wrong]);
  assert.deepEqual(drive(at(0, 0, 181)), [wrong]);
  assert.deepEqual(drive(at(0, 24, 120, { timeMs: Date.UTC(2000, 0, 1) })), [wrong]);
  assert.deepEqual(drive(at(0, 24, 120, { timeMs: startMs + 25 * 3_600_000 })), [wrong]);
});

test('a position older than the newest is kept but does not move the marker', () => {
  assert.deepEqual(drive(at(100, 24, 120), at(0, 24.01, 120)), [good, { impossible: false, current: false }]);
});

test('a device whose clock was an hour ahead and is corrected does not freeze for an hour', () => {
  const ahead = at(0, 24, 120, { timeMs: startMs + 3_600_000 });
  assert.deepEqual(drive(ahead, at(70, 24.001, 120)), [good, good]);
});

test('a report without a fix is current but moves no fix, so that no jump is seen afterwards', () => {
  assert.deepEqual(drive(at(0, 24, 120), at(10, 0, 0, { fixed: false }), at(20, 24.002, 120)), [good, good, good]);
});
