// The zone that a search of events begins with, and the zones to choose from.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { noCriteria, questionOf, zonesAround } from './criteria.ts';

test('asks by the clock of the browser also where that is between the hours', () => {
  const sent = [330, 345, -210, 480].map((minutes) => questionOf(noCriteria(minutes))?.timeZone);
  assert.deepEqual(sent, [19_800, 20_700, -12_600, 28_800]);
});

test('offers the zones between the hours, and the one that is chosen', () => {
  for (const minutes of [330, 345, -210, 480, 60, 435]) {
    const criteria = noCriteria(minutes);
    assert.ok(zonesAround(criteria).includes(criteria.timeZone), `${minutes} minutes`);
  }
  const zones = zonesAround(noCriteria(480));
  assert.ok(zones.includes(19_800) && zones.includes(20_700));
  assert.deepEqual(
    zones.toSorted((a, b) => a - b),
    zones,
  );
});
