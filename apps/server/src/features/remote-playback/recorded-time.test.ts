// Stamps of every kind of device become the times of the recording.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RecordedTime } from './recorded-time.ts';

const START = 1_790_000_000_000;
const span = { startMs: START, endMs: START + 60_000, utcOffsetMinutes: 480 };
const place = (time: RecordedTime, stamps: readonly (number | undefined)[], kind: 'video' | 'audio' = 'video') =>
  stamps.map((stampMs) => time.place({ kind, stampMs }) - START);

test('times of day are believed, as UTC or as the wall clock of the device; other numbers count from what was asked for', () => {
  assert.deepEqual(place(new RecordedTime(span), [START - 800, START - 760, START]), [-800, -760, 0]);
  const local = 480 * 60_000;
  assert.deepEqual(place(new RecordedTime(span), [START + local, START + local + 40]), [0, 40]);
  assert.deepEqual(place(new RecordedTime(span), [123_456, 123_496, 133_496]), [0, 40, 10_040]);
});

test('sound and pictures share one base, whichever comes first', () => {
  const time = new RecordedTime(span);
  assert.deepEqual(place(time, [5000], 'audio'), [0]);
  assert.deepEqual(place(time, [5010, 5050]), [10, 50]);
  assert.deepEqual(place(time, [5040], 'audio'), [40]);
});

test('stamps that stand, fall, leap or are missing never turn the time back', () => {
  const time = new RecordedTime(span);
  assert.deepEqual(place(time, [1000, 1040, 1040, 1040, 1080]), [0, 40, 41, 42, 80]);
  assert.deepEqual(place(time, [1060]), [81], 'out of order by a little');
  assert.deepEqual(place(time, [10]), [121], 'a base that begins again');
  assert.deepEqual(place(time, [50, 90]), [161, 201]);
  assert.deepEqual(place(time, [99_999_999]), [241], 'later than anything that was asked for');
  assert.deepEqual(place(time, [undefined, undefined]), [281, 321]);
  const constant = place(
    new RecordedTime(span),
    Array.from({ length: 14 }, () => 7),
  );
  assert.deepEqual(constant.slice(9), [9, 49, 89, 129, 169], 'a device that does not count time');
});

test('after a jump relative stamps count from the new moment, times of day stay what they are', () => {
  const relative = new RecordedTime(span);
  place(relative, [1000, 1040]);
  relative.restart(START + 30_000);
  assert.deepEqual(place(relative, [50_000, 50_040]), [30_000, 30_040]);
  const ofDay = new RecordedTime(span);
  place(ofDay, [START]);
  assert.equal(ofDay.whereIs(START + 5), START + 5);
  ofDay.restart(START + 30_000);
  assert.deepEqual(place(ofDay, [START + 29_000]), [29_000]);
});
