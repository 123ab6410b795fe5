// Which periods are over, by the clock of a zone.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { endedPeriods, periodStamp, zoneName } from './periods.ts';

const EIGHT = 8 * 3600;
const spans = (periodMinutes: number, zoneSeconds: number, nowMs: number, sinceMs = 0, most = 2): string[] =>
  endedPeriods({ periodMinutes, zoneSeconds }, { sinceMs, nowMs, most }).map(
    ({ startMs, endMs }) =>
      `${new Date(startMs).toISOString().slice(0, 13)} ${new Date(endMs).toISOString().slice(0, 13)}`,
  );
const NOW = Date.UTC(2026, 4, 12, 3, 30);

test('hours, days, weeks from Monday and months of the calendar end by the clock of the zone', () => {
  assert.deepEqual(spans(60, EIGHT, NOW), ['2026-05-12T02 2026-05-12T03', '2026-05-12T01 2026-05-12T02']);
  assert.deepEqual(spans(1440, EIGHT, NOW), ['2026-05-10T16 2026-05-11T16', '2026-05-09T16 2026-05-10T16']);
  assert.deepEqual(spans(1440, -EIGHT, NOW), ['2026-05-10T08 2026-05-11T08', '2026-05-09T08 2026-05-10T08']);
  assert.deepEqual(spans(10_080, 0, NOW), ['2026-05-04T00 2026-05-11T00', '2026-04-27T00 2026-05-04T00']);
  assert.deepEqual(spans(43_200, EIGHT, NOW), ['2026-03-31T16 2026-04-30T16', '2026-02-28T16 2026-03-31T16']);
  assert.deepEqual(spans(43_200, 0, Date.UTC(2026, 0, 31)), [
    '2025-12-01T00 2026-01-01T00',
    '2025-11-01T00 2025-12-01T00',
  ]);
});

test('a period that ends at this moment is over, one that ended before the report was there is not looked at', () => {
  const midnight = Date.UTC(2026, 4, 12);
  assert.deepEqual(spans(1440, 0, midnight, midnight - 1), ['2026-05-11T00 2026-05-12T00']);
  assert.deepEqual(spans(1440, 0, midnight - 1, midnight - 1), []);
  assert.deepEqual(spans(1440, 0, midnight, midnight), []);
});

test('names say the first day in the zone, the hour, or the month', () => {
  const startMs = Date.UTC(2026, 4, 10, 16);
  const period = { startMs, endMs: startMs + 1 };
  assert.deepEqual(
    [60, 1440, 10_080, 43_200].map((minutes) => periodStamp(period, minutes, EIGHT)),
    ['2026-05-11 00h', '2026-05-11', '2026-05-11', '2026-05'],
  );
});

test('days and hours of a zone between the hours end by its clock, and it is named with its minutes', () => {
  const INDIA = 5.5 * 3600;
  const ends = (periodMinutes: number): string[] =>
    endedPeriods({ periodMinutes, zoneSeconds: INDIA }, { sinceMs: 0, nowMs: NOW, most: 1 }).flatMap((period) =>
      [period.startMs, period.endMs].map((ms) => new Date(ms).toISOString().slice(0, 16)),
    );
  assert.deepEqual(ends(1440), ['2026-05-10T18:30', '2026-05-11T18:30']);
  assert.deepEqual(ends(60), ['2026-05-12T02:30', '2026-05-12T03:30']);
  const names = [INDIA, -3.5 * 3600, 5.75 * 3600, EIGHT, 0].map((seconds) => zoneName(seconds));
  assert.deepEqual(names, ['UTC+5:30', 'UTC-3:30', 'UTC+5:45', 'UTC+8', 'UTC']);
});
