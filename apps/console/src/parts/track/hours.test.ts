// A day hour by hour: where positions land, days of 23 and 25 hours, the minute past midnight.
import assert from 'node:assert/strict';
import { it } from 'node:test';

process.env['TZ'] = 'Europe/Berlin';
const { chartPlace, dayDataOf, daysWith, momentAt } = await import('./hours.ts');
const { trackOf } = await import('./track.ts');

const at = (text: string): number => Date.parse(text);
const track = (...times: string[]) =>
  trackOf(times.map((text) => ({ time: at(text), lat: 52, lng: 13, speedInKmh: 50, trackingAngle: 90 })));

it('[A-GPSPB-010] a position at 08:00:05 lands in hour 8 with seconds 5, with all it says', () => {
  const hours = dayDataOf(track('2026-06-10T08:00:05+02:00', '2026-06-10T23:59:59+02:00'), '2026-06-10');
  assert.equal(hours.length, 24);
  assert.deepEqual(hours[8], [
    { seconds: 5, time: at('2026-06-10T08:00:05+02:00'), lat: 52, lng: 13, speedInKmh: 50, trackingAngle: 90 },
  ]);
  assert.deepEqual(
    hours[23]?.map(({ seconds }) => seconds),
    [3599],
  );
  assert.equal(hours.flat().length, 2);
});

it('keeps to its day: neither the evening before nor the minute past midnight', () => {
  const hours = dayDataOf(
    track('2026-06-09T23:59:59+02:00', '2026-06-10T12:00:00+02:00', '2026-06-11T00:00:30+02:00'),
    '2026-06-10',
  );
  assert.deepEqual(
    hours.map((entries) => entries.length).filter((count) => count > 0),
    [1],
  );
});

it('shows both runs of an hour that clocks repeat, and goes to the first of them', () => {
  const [first, second] = ['2026-10-25T02:30:00+02:00', '2026-10-25T02:30:00+01:00'];
  const hours = dayDataOf(track(first, second), '2026-10-25');
  assert.deepEqual(
    hours[2]?.map(({ seconds, time }) => [seconds, time]),
    [
      [1800, at(first)],
      [1800, at(second)],
    ],
  );
  assert.equal(momentAt('2026-10-25', 2, 1800), at(first));
});

it('leaves an hour empty that clocks skip', () => {
  const hours = dayDataOf(track('2026-03-29T01:59:59+01:00', '2026-03-29T03:00:00+02:00'), '2026-03-29');
  assert.deepEqual(
    [1, 2, 3].map((hour) => hours[hour]?.length),
    [1, 0, 1],
  );
});

it('a place in the chart is a moment and back', () => {
  const moment = momentAt('2026-06-10', 17, 1234);
  assert.deepEqual(chartPlace(moment ?? 0), { hour: 17, seconds: 1234 });
  assert.deepEqual(chartPlace(momentAt('2026-06-10', 17, 9999) ?? 0), { hour: 17, seconds: 3599 });
});

it('hours of UTC mark the local days they touch', () => {
  const hours = ['2026-06-10T21:00:00Z', '2026-06-10T22:00:00Z', '2026-06-12T09:00:00Z'].map(at);
  assert.deepEqual(daysWith(hours), ['2026-06-10', '2026-06-11', '2026-06-12']);
  assert.deepEqual(daysWith([]), []);
});
