// What a report says of alarms: its story, its time, and rows that come back as they were.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Position } from '../../kernel/topics.ts';
import { decodeAlarmRow, encodeAlarmRows, toAlarmReport, type AlarmReport } from './alarm-report.ts';

const NOW_MS = Date.UTC(2026, 0, 1);
const DAY_MS = 86_400_000;
const position = (change: Partial<Position> = {}): Position =>
  // What these tests do not look at is left out.
  ({
    timeMs: NOW_MS,
    receivedMs: NOW_MS + 1000,
    alarm: 5,
    fixed: true,
    latitude: 1.5,
    longitude: 2.5,
    speedKmh: 40,
    accOn: true,
    replayed: false,
    ...change,
  }) as Position;

test('a report is live, late or replayed', () => {
  const story = (change: Partial<Position>, newestMs: number) => toAlarmReport(1, position(change), newestMs).story;
  assert.equal(story({}, NOW_MS), 'live', 'as new as the newest');
  assert.equal(story({}, NOW_MS + 1), 'late');
  assert.equal(story({ replayed: true }, 0), 'replayed');
  assert.equal(story({ replayed: true }, NOW_MS + 1), 'replayed');
  assert.equal(story({ timeMs: Date.UTC(2000, 0, 1) }, NOW_MS), 'live', 'a time that cannot be true says nothing');
});

test('it is ordered by device time, where that can be true', () => {
  const times = (change: Partial<Position>) => {
    const { timeMs, orderMs, receivedMs } = toAlarmReport(1, position(change), 0);
    return [timeMs, orderMs, receivedMs].map((ms) => ms - NOW_MS);
  };
  assert.deepEqual(times({}), [0, 0, 1000]);
  assert.deepEqual(times({ timeMs: null }), [1000, 1000, 1000]);
  assert.deepEqual(times({ timeMs: NOW_MS + 1000 + DAY_MS }), [DAY_MS + 1000, DAY_MS + 1000, 1000]);
  assert.deepEqual(times({ timeMs: NOW_MS + 1001 + DAY_MS }), [DAY_MS + 1001, 1000, 1000]);
});

test('what it does not say is left out, and a place without a fix is none', () => {
  const safety = [{ source: 'driver' }] as unknown as NonNullable<Position['safety']>;
  const whole = toAlarmReport(7, position({ videoAlarm: 0, safety }), 0);
  assert.deepEqual(whole, {
    deviceKey: 7,
    story: 'live',
    timeMs: NOW_MS,
    orderMs: NOW_MS,
    receivedMs: NOW_MS + 1000,
    alarm: 5,
    videoAlarm: 0,
    safety,
    lat: 1.5,
    lng: 2.5,
    speedKmh: 40,
    accOn: true,
  });
  const bare = toAlarmReport(7, position({ safety: [], fixed: false }), 0);
  assert.deepEqual([bare.lat, bare.lng, 'videoAlarm' in bare, 'safety' in bare], [null, null, false, false]);
});

test('rows hold 256 reports each, in order', () => {
  const report = (timeMs: number): AlarmReport => toAlarmReport(1, position({ timeMs: NOW_MS - timeMs }), 0);
  for (const [count, sizes] of [
    [0, []],
    [1, [1]],
    [256, [256]],
    [257, [256, 1]],
    [600, [256, 256, 88]],
  ] as const) {
    const reports = Array.from({ length: count }, (_, i) => report(i));
    const rows = encodeAlarmRows(reports).map(decodeAlarmRow);
    assert.deepEqual(
      rows.map(({ length }) => length),
      sizes,
    );
    assert.deepEqual(rows.flat(), reports);
  }
  assert.throws(() => decodeAlarmRow(Uint8Array.of(0x7b)), SyntaxError);
});
