// What is entered as day and time is the moment of that local time, and nothing that is no date passes for one.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { dayDate, momentMs, momentOf, offsetSpans } from './local-moment.ts';

const zoneBefore = process.env['TZ'];
after(() => {
  if (zoneBefore === undefined) delete process.env['TZ'];
  else process.env['TZ'] = zoneBefore;
});

test('day, hour, minute and second make the moment of that local time', () => {
  const entered = { day: '2024-05-06', hour: 7, minute: 8, second: 9 };
  const ms = momentMs(entered);
  assert.equal(ms, new Date(2024, 4, 6, 7, 8, 9).getTime());
  assert.deepEqual(momentOf(ms ?? 0), entered);
});

test('what is no day or no time of day is none', () => {
  for (const day of ['', '2024-02-30', '2024-13-01', '06.05.2024', 'tomorrow']) assert.equal(dayDate(day), undefined);
  const good = { day: '2024-02-29', hour: 23, minute: 59, second: 59 };
  assert.notEqual(momentMs(good), undefined);
  for (const part of [{ hour: 24 }, { minute: 60 }, { second: -1 }, { hour: NaN }, { minute: 1.5 }])
    assert.equal(momentMs({ ...good, ...part }), undefined);
});

test('a span is cut at the second in which the clocks of its zone change', () => {
  process.env['TZ'] = 'Europe/Berlin';
  const [fromMs, toMs] = [Date.UTC(2026, 0, 10, 12), Date.UTC(2026, 11, 1)];
  const [summer, winter] = [Date.UTC(2026, 2, 29, 1), Date.UTC(2026, 9, 25, 1)];
  assert.deepEqual(offsetSpans(fromMs, toMs), [
    { fromMs, toMs: summer, offsetS: 3600 },
    { fromMs: summer, toMs: winter, offsetS: 7200 },
    { fromMs: winter, toMs, offsetS: 3600 },
  ]);
  process.env['TZ'] = 'Asia/Kolkata';
  assert.deepEqual(offsetSpans(fromMs, toMs), [{ fromMs, toMs, offsetS: 19_800 }]);
});
