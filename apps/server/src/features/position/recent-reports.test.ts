// What is remembered of each device's newest reports: by device, so many, and gone when it is forgotten.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Position } from '../../kernel/topics.ts';
import { RecentReports } from './recent-reports.ts';

const report = (timeMs: number | null, coreHash: number): Position => ({
  timeMs,
  receivedMs: 1,
  latitude: 0,
  longitude: 0,
  altitudeM: 0,
  speedKmh: 0,
  headingDeg: 0,
  alarm: 0,
  status: 0,
  fixed: true,
  accOn: true,
  replayed: false,
  coreHash,
  items: new Uint8Array(0),
});

test('a report is a repeat when its device sent the same second with the same content', () => {
  const recent = new RecentReports();
  assert.equal(recent.isRepeat(1, report(1000, 7)), false);
  assert.equal(recent.isRepeat(1, report(1000, 7)), true);
  assert.equal(recent.isRepeat(1, report(1000, 8)), false, 'the content differs');
  assert.equal(recent.isRepeat(1, report(2000, 7)), false, 'the second differs');
  assert.equal(recent.isRepeat(2, report(1000, 7)), false, 'another device');
  assert.equal(recent.isRepeat(1, report(null, 7)), false);
  assert.equal(recent.isRepeat(1, report(null, 7)), true, 'no time at all is a time too');
});

test('the newest 32 are remembered, of each of many devices by itself', () => {
  const recent = new RecentReports();
  const devices = Array.from({ length: 600 }, (_, i) => i + 1);
  for (let n = 0; n < 33; n += 1)
    for (const key of devices) assert.equal(recent.isRepeat(key, report(1000 * key + n, key)), false);
  for (const key of devices) {
    assert.equal(recent.isRepeat(key, report(1000 * key + 1, key)), true, 'the oldest of the 32');
    assert.equal(recent.isRepeat(key, report(1000 * key, key)), false, 'the one before them');
  }
});

test('a device that is forgotten leaves nothing to the one that gets its room, and nothing changes for others', () => {
  const recent = new RecentReports();
  recent.isRepeat(1, report(1000, 7));
  recent.isRepeat(2, report(2000, 7));
  recent.forget(1);
  recent.forget(9);
  assert.equal(recent.isRepeat(3, report(1000, 7)), false, 'in the room of the first');
  assert.equal(recent.isRepeat(1, report(1000, 7)), false);
  assert.equal(recent.isRepeat(2, report(2000, 7)), true);
  recent.clear();
  assert.equal(recent.isRepeat(2, report(2000, 7)), false);
  assert.equal(recent.isRepeat(2, report(2000, 7)), true);
});
