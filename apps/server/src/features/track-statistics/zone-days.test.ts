// Days of zones: 23 and 25 hours, clocks that skip midnight, quarters of an hour, cut at the ends of a span.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { zoneDays } from './zone-days.ts';

const at = (text: string): number => Date.parse(text) / 1000;
const hoursOf = (zone: string, from: string, to: string): [string, number][] =>
  zoneDays(zone, at(from), at(to)).map((day) => [day.date, (day.to - day.from) / 3600]);

test('days have 23 and 25 hours where clocks are changed', () => {
  assert.deepEqual(hoursOf('Europe/Berlin', '2026-03-27T23:00:00Z', '2026-03-30T22:00:00Z'), [
    ['2026-03-28', 24],
    ['2026-03-29', 23],
    ['2026-03-30', 24],
  ]);
  assert.deepEqual(hoursOf('America/New_York', '2026-11-01T04:00:00Z', '2026-11-02T05:00:00Z'), [['2026-11-01', 25]]);
});

test('clocks that skip midnight begin the day at one, quarters of an hour are kept, a span cuts its first and last day', () => {
  // In Beirut the clocks went from 00:00 to 01:00 on 27 March 2022.
  assert.deepEqual(hoursOf('Asia/Beirut', '2022-03-25T22:00:00Z', '2022-03-27T21:00:00Z'), [
    ['2022-03-26', 24],
    ['2022-03-27', 23],
  ]);
  assert.deepEqual(hoursOf('Asia/Kathmandu', '2026-03-09T18:15:00Z', '2026-03-10T18:15:00Z'), [['2026-03-10', 24]]);
  assert.deepEqual(hoursOf('Asia/Taipei', '2026-03-09T20:00:00Z', '2026-03-10T17:30:00Z'), [
    ['2026-03-10', 20],
    ['2026-03-11', 1.5],
  ]);
});

test('every day of a year follows the one before, in any zone', () => {
  for (const zone of [
    'UTC',
    'Asia/Taipei',
    'Europe/Lisbon',
    'Australia/Lord_Howe',
    'America/St_Johns',
    'Pacific/Apia',
  ]) {
    const days = zoneDays(zone, at('2025-01-01T00:00:00Z'), at('2026-01-01T00:00:00Z'));
    assert.ok(days.length === 365 || days.length === 366, `${zone}: ${days.length}`);
    days.slice(1).forEach((day, i) => assert.equal(day.from, days[i]?.to, `${zone} ${day.date}`));
    assert.equal(new Set(days.map(({ date }) => date)).size, days.length, zone);
  }
});

test('a zone that nobody knows is refused', () => {
  assert.throws(() => zoneDays('Mars/Crater', 0, 1), { code: 'invalid', message: 'Unknown time zone Mars/Crater' });
});
