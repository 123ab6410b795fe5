// The list of time zones to choose from.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { timeZoneChoices } from './time-zones.ts';

test('[F-UNIT-001] the time zones to choose from are the whole hours -12 to +12, and 5.5', () => {
  assert.equal(timeZoneChoices.length, 26);
  const whole = timeZoneChoices.filter((hours) => Number.isInteger(hours));
  assert.deepEqual(
    whole,
    [-12, -11, -10, -9, -8, -7, -6, -5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12],
  );
  assert.deepEqual(timeZoneChoices.slice(16, 20), [4, 5, 5.5, 6]);
});
