// The names of numbers on the task monitors, and the limits of what they set.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { coverDownloadTypes, coverMediaTypes, coverTaskTypes, db12SetCovers } from './task-monitor.ts';

test('[E-ENT-043] unit: the types of footage tasks by number', () => {
  assert.deepEqual(
    [...coverTaskTypes.entries()],
    [
      [0, 'DEFALUT'],
      [1, 'FOOTAGE'],
      [2, 'RELAY'],
      [3, 'PLAYER'],
    ],
  );
});

test('[E-ENT-044] unit: what is downloaded, by number', () => {
  assert.equal(
    coverDownloadTypes.join(' '),
    'NONE VIDEO AUDIO AVIDEO GPSAVIDEO EVENTFILE GPSFILE SYSLOG LOOP JPEG GSENSOR CARBOX 12 13',
  );
});

test('[E-ENT-045] unit: media by number', () => {
  assert.equal(coverMediaTypes.join(' '), 'NONE VIDEO NONE AVIDEO IMAGE V+IMAGE AV+IMAGE');
});

test('at least one piece of footage comes at a time, and never more than a hundred', () => {
  for (const [A, fits] of [
    [0, false],
    [1, true],
    [100, true],
    [101, false],
    [1.5, false],
  ] as const)
    assert.equal(db12SetCovers.input.safeParse({ A }).success, fits, String(A));
});
