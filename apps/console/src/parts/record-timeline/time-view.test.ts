// Zooming, panning and following of a timeline stay within a minute, 31 days and what may be shown; days have their true length.
import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import {
  dayOf,
  following,
  keyStepMs,
  lengthOf,
  LONGEST_VIEW_MS,
  momentAt,
  panned,
  placeOf,
  zoomed,
} from './time-view.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const bounds = { fromMs: 0, toMs: 400 * DAY };
const day = { fromMs: 100 * DAY, toMs: 101 * DAY };

before(() => {
  process.env['TZ'] = 'Europe/Berlin';
});

it('gives each moment a place and each place its moment', () => {
  assert.equal(placeOf(day, 1000, 100 * DAY + 6 * HOUR), 250);
  assert.equal(momentAt(day, 1000, 250), 100 * DAY + 6 * HOUR);
  assert.equal(momentAt(day, 1000, -20), day.fromMs);
  assert.equal(momentAt(day, 1000, 1020), day.toMs);
});
it('keeps the moment under the pointer in its place while it zooms', () => {
  const about = 100 * DAY + 6 * HOUR;
  for (const factor of [0.5, 0.9, 1.2, 2]) {
    const next = zoomed(day, factor, about, bounds);
    assert.equal(lengthOf(next), DAY * factor);
    assert.ok(Math.abs(placeOf(next, 1000, about) - 250) < 0.01);
  }
});
it('shows no less than a minute and no more than 31 days', () => {
  let near = day;
  let far = day;
  for (let i = 0; i < 40; i += 1) {
    near = zoomed(near, 0.5, 100 * DAY + HOUR, bounds);
    far = zoomed(far, 2, 100 * DAY + HOUR, bounds);
  }
  assert.equal(lengthOf(near), 60_000);
  assert.equal(lengthOf(far), LONGEST_VIEW_MS);
  assert.ok(LONGEST_VIEW_MS >= 31 * DAY);
});
it('pans up to the bounds and not beyond', () => {
  assert.deepEqual(panned(day, DAY, bounds), { fromMs: 101 * DAY, toMs: 102 * DAY });
  assert.deepEqual(panned(day, 900 * DAY, bounds), { fromMs: 399 * DAY, toMs: 400 * DAY });
  assert.deepEqual(panned(day, -900 * DAY, bounds), { fromMs: 0, toMs: DAY });
});
it('follows the playing time only when it leaves', () => {
  assert.equal(following(day, 100 * DAY + HOUR, bounds), day);
  const next = following(day, 101 * DAY + 1, bounds);
  assert.ok(next.fromMs < 101 * DAY && next.toMs > 101 * DAY);
  assert.equal(lengthOf(next), DAY);
});
it('moves by arrow keys in steps that fit what is shown', () => {
  assert.equal(keyStepMs({ fromMs: 0, toMs: 60_000 }), 1000);
  assert.equal(keyStepMs({ fromMs: 0, toMs: HOUR }), 30_000);
  assert.equal(keyStepMs({ fromMs: 0, toMs: DAY }), 600_000);
});
it('knows days of 23 and of 25 hours', () => {
  assert.equal(lengthOf(dayOf(new Date(2026, 2, 29, 12).getTime())), 23 * HOUR);
  assert.equal(lengthOf(dayOf(new Date(2026, 9, 25, 12).getTime())), 25 * HOUR);
  assert.equal(lengthOf(dayOf(new Date(2026, 9, 26, 12).getTime())), DAY);
});
