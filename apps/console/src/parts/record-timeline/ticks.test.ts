// The axis by the clock on the wall, also on the days when clocks are changed, and the borders of days at local midnight.
import assert from 'node:assert/strict';
import { beforeEach, it } from 'node:test';
import { dayBordersOf, stepFor, ticksOf } from './ticks.ts';
import { dayOf } from './time-view.ts';

const zone = (name: string): void => {
  process.env['TZ'] = name;
};
const textOfDay = (ms: number): string => `${new Date(ms).getMonth() + 1}-${new Date(ms).getDate()}`;
const texts = (day: Date, width: number): string[] => ticksOf(dayOf(day.getTime()), width).map(({ text }) => text);

beforeEach(() => zone('Europe/Berlin'));

it('numbers hours, minutes or seconds as they fit', () => {
  const from = new Date(2026, 5, 1, 8, 0, 0).getTime();
  assert.equal(stepFor({ fromMs: from, toMs: from + 60_000 }, 1000), 5000);
  assert.equal(stepFor({ fromMs: from, toMs: from + 3_600_000 }, 1000), 300_000);
  assert.equal(stepFor({ fromMs: from, toMs: from + 3_600_000 }, 1000, 2), 600_000, 'in large text');
  assert.equal(stepFor({ fromMs: from, toMs: from + 31 * 86_400_000 }, 400), undefined);
  const ticks = ticksOf({ fromMs: from, toMs: from + 60_000 }, 1000);
  assert.deepEqual(
    ticks.slice(0, 3).map(({ text }) => text),
    ['08:00:00', '08:00:05', '08:00:10'],
  );
});
it('leaves out the hour that a day of 23 hours does not have', () => {
  const hours = texts(new Date(2026, 2, 29, 12), 1600);
  assert.equal(hours.length, 24);
  assert.deepEqual(hours.slice(0, 4), ['00:00', '01:00', '03:00', '04:00']);
});
it('writes the hour twice that a day of 25 hours has twice', () => {
  const hours = texts(new Date(2026, 9, 25, 12), 1600);
  assert.equal(hours.length, 26);
  assert.deepEqual(hours.slice(0, 5), ['00:00', '01:00', '02:00', '02:00', '03:00']);
});
it('keeps to the wall clock in steps of several hours after clocks were changed', () => {
  for (const day of [new Date(2026, 2, 29, 12), new Date(2026, 9, 25, 12)])
    assert.deepEqual(texts(day, 300), ['00:00', '06:00', '12:00', '18:00', '00:00']);
});
it('does the same where clocks are changed by half an hour', () => {
  zone('Australia/Lord_Howe');
  const hours = texts(new Date(2026, 3, 5, 12), 1600);
  assert.ok(
    hours.every((text) => text.endsWith(':00')),
    hours.join(' '),
  );
  assert.deepEqual(hours.slice(0, 4), ['00:00', '01:00', '02:00', '03:00']);
});
it('draws the borders of days at local midnight', () => {
  const view = { fromMs: new Date(2026, 9, 24, 12).getTime(), toMs: new Date(2026, 9, 27, 12).getTime() };
  const borders = dayBordersOf(view, 1200, textOfDay);
  assert.deepEqual(
    borders.map(({ text }) => text),
    ['10-24', '10-25', '10-26', '10-27'],
  );
  assert.deepEqual(
    borders.map(({ ms }) => new Date(ms).getHours()),
    [0, 0, 0, 0],
  );
  assert.ok((borders[0]?.x ?? 0) < 0, 'the day at the left edge began before');
});
it('leaves the day at the edge unnamed where the next begins at once, and names some days only where there are many', () => {
  const late = { fromMs: new Date(2026, 5, 1, 23, 50).getTime(), toMs: new Date(2026, 5, 2, 23, 50).getTime() };
  assert.deepEqual(
    dayBordersOf(late, 1000, textOfDay).map(({ text }) => text),
    ['', '6-2'],
  );
  const month = { fromMs: new Date(2026, 5, 1).getTime(), toMs: new Date(2026, 6, 1).getTime() };
  const named = dayBordersOf(month, 360, textOfDay).filter(({ text }) => text !== '');
  assert.ok(named.length <= 5 && named.length >= 3, String(named.length));
});
