// Lists of receivers, points of drivers, and what a report may say.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  defaultPoints,
  driverPointsLine,
  driverPointsOf,
  eventReportTypes,
  isPoints,
  postEventReport,
  receiverLine,
} from './event-report.ts';

test('[E-REPORT-016] unit: in a list of receivers semicolons become commas and each item is trimmed', () => {
  assert.equal(receiverLine('a@x ; b@y,c@z '), 'a@x,b@y,c@z');
  assert.equal(receiverLine(' ;, '), '');
});

test('[E-REPORT-015] unit: points are from -100 to 0 in tenths, and go through their line unchanged', () => {
  for (const fits of [0, -0.1, -99.9, -100]) assert.ok(isPoints(fits), String(fits));
  for (const wrong of [1, 0.1, -101, -100.1, -0.25, Number.NaN]) assert.ok(!isPoints(wrong), String(wrong));
  assert.deepEqual(driverPointsOf(driverPointsLine(defaultPoints)), defaultPoints);
  assert.deepEqual(driverPointsOf('13=-1.5,16,x=1,17=-2x'), [{ code: 13, points: -1.5 }]);
});

const parsed = (changes: object) =>
  postEventReport.input.safeParse({ eventReport: { profile: 'P', type: 'event detail', ...changes } });

test('[E-REPORT-014] unit: six types are known, any other is taken, and each has its own events', () => {
  assert.deepEqual(
    [...eventReportTypes],
    ['event detail', 'event summary', 'sdcard alarm', 'usage alarm', 'idle alarm', 'driver score'],
  );
  assert.ok(parsed({ type: 'my own', events: '13, 16' }).success);
  for (const wrong of [
    { events: '13=-1' },
    { type: 'idle alarm', events: '1,2' },
    { type: 'driver score', events: '13' },
    { type: 'driver score', events: '13=-1,13=-2' },
    { type: 'driver score', events: '13=-1', period: 60 },
    { receivers: Array.from({ length: 21 }, (_, i) => `a${i}@x`).join(',') },
    { receivers: 'ann@example.org,b:c@example.org' },
    { receivers: `${'a'.repeat(65)}@example.org` },
    { devices: 'a b' },
    { script: 'POST http://example.org' },
    { profile: '   ' },
  ])
    assert.ok(!parsed(wrong).success, JSON.stringify(wrong));
});
