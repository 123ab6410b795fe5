// The list of time zones to choose from.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { timeZoneChoices, zoneChoicesMinutes, zoneChoicesSeconds, zonesBetweenHours } from './time-zones.ts';

test('[F-UNIT-001] the time zones to choose from are the whole hours -12 to +12, and 5.5', () => {
  assert.equal(timeZoneChoices.length, 26);
  const whole = timeZoneChoices.filter((hours) => Number.isInteger(hours));
  assert.deepEqual(
    whole,
    [-12, -11, -10, -9, -8, -7, -6, -5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12],
  );
  assert.deepEqual(timeZoneChoices.slice(16, 20), [4, 5, 5.5, 6]);
});

test('[F-UNIT-001] in minutes they are the same, and one that is suggested beyond them stands at its place once', () => {
  assert.deepEqual(
    zoneChoicesMinutes(480),
    timeZoneChoices.map((hours) => hours * 60),
  );
  assert.deepEqual(zoneChoicesMinutes(345).slice(16, 21), [240, 300, 330, 345, 360]);
  assert.deepEqual([zoneChoicesMinutes(345).length, zoneChoicesMinutes(840).at(-1)], [27, 840]);
});

test('in seconds they are the whole hours -12 to +14, and what is chosen or lived in between them at its place once', () => {
  const hours = zoneChoicesSeconds();
  assert.deepEqual([hours.length, hours.at(0), hours.at(-1)], [27, -43_200, 50_400]);
  assert.ok(hours.every((seconds) => seconds % 3600 === 0));
  assert.deepEqual(
    zoneChoicesSeconds(19_800, 19_800, 20_700, 3600).slice(16, 21),
    [14_400, 18_000, 19_800, 20_700, 21_600],
  );
  const most = zoneChoicesSeconds(...zonesBetweenHours);
  assert.equal(most.length, 27 + zonesBetweenHours.length);
  assert.ok(most.every((seconds) => seconds % 900 === 0));
});
