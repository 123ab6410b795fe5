// A clock in another zone, as against late reports, drift and jumps.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testPosition } from '../../kernel/test-position.ts';
import type { Position } from '../../kernel/topics.ts';
import { ClockWatch } from './clock-watch.ts';

const HOUR_MS = 3_600_000;
const START_MS = Date.UTC(2026, 0, 1);

const report = (timeMs: number | null, receivedMs: number, replayed = false): Position =>
  testPosition({ timeMs, receivedMs, replayed });

/** So many reports, `everyMs` apart as they arrive, with a clock that is so far ahead. */
const hear = (watch: ClockWatch, count: number, aheadMs: (i: number) => number, everyMs = 30_000): void => {
  for (let i = 0; i < count; i += 1) {
    const receivedMs = START_MS + i * everyMs;
    watch.take(1, report(receivedMs + aheadMs(i), receivedMs));
  }
};

for (const hours of [-8, -5.5, 1, 3.5, 6]) {
  test(`a clock ${hours} hours ahead of GMT+8 is recognised, with its zone`, () => {
    const watch = new ClockWatch();
    hear(watch, 5, (i) => hours * HOUR_MS - 2000 - (i % 3) * 4000);
    assert.deepEqual(watch.finding(1, 480), { aheadMinutes: hours * 60, suggestedMinutes: 480 + hours * 60 });
    assert.deepEqual([...watch.keys()], [1]);
  });
}

test('one or two reports tell nothing, nor many within a moment', () => {
  const watch = new ClockWatch();
  hear(watch, 3, () => -8 * HOUR_MS);
  assert.equal(watch.finding(1, 480), undefined);
  const burst = new ClockWatch();
  hear(burst, 200, () => -8 * HOUR_MS, 10);
  assert.equal(burst.finding(1, 480), undefined);
});

test('stored reports that are sent late are no zone, whatever hour they cross', () => {
  const watch = new ClockWatch();
  // Ten seconds of the past with each second of now.
  hear(watch, 4000, (i) => -10 * HOUR_MS + i * 9000, 1000);
  assert.equal(watch.finding(1, 480), undefined);
  for (let i = 0; i < 10; i += 1)
    watch.take(2, report(START_MS + i * 30_000 - 8 * HOUR_MS, START_MS + i * 30_000, true));
  assert.equal(watch.finding(2, 480), undefined);
});

test('a clock that is wrong by something else is no zone', () => {
  for (const aheadMs of [20 * 60_000, -50 * 60_000, 7.75 * HOUR_MS]) {
    const watch = new ClockWatch();
    hear(watch, 10, () => aheadMs);
    assert.equal(watch.finding(1, 480), undefined);
  }
});

test('more than any zone is no zone', () => {
  const watch = new ClockWatch();
  hear(watch, 10, () => 24 * HOUR_MS);
  assert.equal(watch.finding(1, 480), undefined);
});

test('a clock that is right again, or whose zone was set, is not offered any more', () => {
  const watch = new ClockWatch();
  hear(watch, 5, () => -8 * HOUR_MS);
  watch.forget(1);
  assert.equal(watch.finding(1, 0), undefined);
  hear(watch, 5, () => -8 * HOUR_MS);
  hear(watch, 5, () => -3000);
  assert.equal(watch.finding(1, 480), undefined);
});

test('a clock that is set right, but minutes fast, ends what was found; a moment of other reports does not', () => {
  const watch = new ClockWatch();
  hear(watch, 5, () => -8 * HOUR_MS);
  hear(watch, 20, () => 4 * 60_000, 1000);
  assert.deepEqual([...watch.keys()], [1]);
  hear(watch, 1, () => -8 * HOUR_MS);
  hear(watch, 3, () => 4 * 60_000);
  assert.deepEqual([...watch.keys()], [1]);
  hear(watch, 5, () => 4 * 60_000);
  assert.deepEqual([...watch.keys()], []);
});
