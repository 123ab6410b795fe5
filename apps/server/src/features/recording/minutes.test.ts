import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  DAY_MS,
  dayOf,
  daysOfSpan,
  emptyMinutes,
  joinMinutes,
  markSpan,
  MINUTE_MS,
  minutesFrom,
  runsOf,
} from './minutes.ts';

const bitsOf = (spans: readonly (readonly [number, number])[]): Map<number, Uint8Array> => {
  const days = new Map<number, Uint8Array>();
  for (const [startMs, endMs] of spans)
    for (const day of daysOfSpan(startMs, endMs)) {
      const own = emptyMinutes();
      markSpan(own, day, startMs, endMs);
      const known = days.get(day) ?? emptyMinutes();
      joinMinutes(known, own);
      days.set(day, known);
    }
  return days;
};

test('the minutes of any day, also across UTC midnight and with 25 hours, are those that spans touch', () => {
  const at = fc.integer({ min: 0, max: 4 * DAY_MS });
  const span = fc.tuple(at, fc.integer({ min: 0, max: 3 * 3_600_000 }));
  fc.assert(
    fc.property(
      fc.array(span, { maxLength: 5 }),
      fc.integer({ min: 0, max: 4 * 96 }),
      fc.constantFrom(1380, 1440, 1500),
      (lengths, quarter, count) => {
        const spans = lengths.map(([startMs, ms]) => [startMs, startMs + ms] as const);
        const startMs = quarter * 15 * MINUTE_MS;
        const flags = minutesFrom(bitsOf(spans), startMs, count);
        const expected = Array.from({ length: count }, (_, i) => {
          const from = startMs + i * MINUTE_MS;
          return spans.some(([a, b]) => a < from + MINUTE_MS && b >= from) ? 1 : 0;
        });
        assert.deepEqual([...flags], expected);
      },
    ),
    { numRuns: 60 },
  );
});

test('a span over midnight belongs to both days', () => {
  assert.deepEqual(daysOfSpan(DAY_MS - 1, DAY_MS), [0, 1]);
  assert.equal(dayOf(DAY_MS - 1), 0);
});

test('runs of minutes: none, one, over whole bytes, to the end of the day', () => {
  const minutes = emptyMinutes();
  assert.deepEqual(runsOf(minutes, 3), []);
  const mark = (from: number, to: number): void => markSpan(minutes, 0, from * MINUTE_MS, to * MINUTE_MS);
  mark(5, 5);
  mark(13, 42);
  mark(1436, 1439);
  const inMinutes = runsOf(minutes, 0).map(({ startMs, endMs }) => [startMs / MINUTE_MS, endMs / MINUTE_MS]);
  assert.deepEqual(inMinutes, [
    [5, 6],
    [13, 43],
    [1436, 1440],
  ]);
  assert.deepEqual(runsOf(new Uint8Array(180).fill(255), 1), [{ startMs: DAY_MS, endMs: 2 * DAY_MS }]);
});
