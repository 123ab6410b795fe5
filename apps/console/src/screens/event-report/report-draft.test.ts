// The zone that a new report begins with, and the zones to choose from.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { postEventReport } from '@outrider/contract';
import { newDraft, reportZones } from './report-draft.ts';

const INDIA_S = 5.5 * 3600;
const LABRADOR_MINUTES = -2.5 * 60;

test('begins with the zone of the browser, to the quarter of an hour, as the server takes it', () => {
  const zones = [330, 345, LABRADOR_MINUTES, 480].map((minutes) => newDraft(minutes).eventReport.tz);
  assert.deepEqual(zones, [INDIA_S, 20_700, -9000, 28_800]);
  for (const minutes of [330, 345, LABRADOR_MINUTES]) {
    const { eventReport } = newDraft(minutes);
    assert.ok(postEventReport.input.safeParse({ eventReport: { ...eventReport, profile: 'Depot' } }).success);
  }
});

test('[E-CONST-024] offers whole hours, and at their places the zones of the browser and of the report where those are none', () => {
  const whole = reportZones(480, newDraft(480));
  assert.deepEqual([whole.length, whole.every((seconds) => seconds % 3600 === 0)], [27, true]);
  assert.deepEqual(reportZones(480, newDraft(330)).slice(16, 19), [14_400, 18_000, INDIA_S]);
  assert.equal(reportZones(345, newDraft(330)).length, 29);
});
