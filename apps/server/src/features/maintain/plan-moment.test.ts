process.env['TZ'] = 'Europe/Berlin';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nextRestart } from './plan-moment.ts';

const utc = (text: string): number => Date.parse(`${text}Z`);
const next = (plan: number, from: string): string =>
  new Date(nextRestart(plan, 4, utc(from)) ?? Number.NaN).toISOString().slice(0, 16);

test('[A-MAINT-003] unit: three plans for the machine and three for the process: each day, each Monday, each first of the month', () => {
  assert.equal(nextRestart(0, 4, 0), undefined);
  // Thursday; four o'clock is three by UTC.
  const from = '2026-01-15T02:59';
  for (const first of [1, 4])
    assert.deepEqual(
      [first, first + 1, first + 2].map((plan) => next(plan, from)),
      ['2026-01-15T03:00', '2026-01-19T03:00', '2026-02-01T03:00'],
    );
});

test('a moment that is now is over; the next one is by the clock of its own day', () => {
  assert.equal(next(4, '2026-01-15T03:00'), '2026-01-16T03:00');
  assert.equal(next(5, '2026-01-19T03:00'), '2026-01-26T03:00');
  assert.equal(next(6, '2026-12-01T03:00'), '2027-01-01T03:00');
  assert.equal(next(4, '2026-03-28T10:00'), '2026-03-29T02:00', 'summer time has begun');
  assert.equal(next(6, '2026-03-01T03:00'), '2026-04-01T02:00');
});

test('an hour that a day does not have is the one after it', () => {
  assert.equal(new Date(nextRestart(4, 2, utc('2026-03-28T10:00')) ?? 0).toISOString(), '2026-03-29T01:00:00.000Z');
});
