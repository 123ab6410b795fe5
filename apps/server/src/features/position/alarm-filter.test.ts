// What the alarm journal may leave out: only a report that follows one just like it which is kept, and surely on disk.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AlarmFilter } from './alarm-filter.ts';
import { type AlarmReport, decodeAlarmRow, encodeAlarmRows, toAlarmReport } from './alarm-report.ts';
import { testPosition } from '../../kernel/test-position.ts';
import type { Position } from '../../kernel/topics.ts';

const NOW_MS = Date.UTC(2026, 5, 1);
const SOS = 1;

const report = (changes: Partial<AlarmReport> = {}): AlarmReport => ({
  deviceKey: 1,
  story: 'live',
  timeMs: NOW_MS,
  orderMs: NOW_MS,
  receivedMs: NOW_MS,
  alarm: 0,
  lat: 24,
  lng: 120,
  speedKmh: 50,
  ...changes,
});

const position = (changes: Partial<Position> = {}): Position =>
  testPosition({ timeMs: NOW_MS, receivedMs: NOW_MS, speedKmh: 50, status: 3, coreHash: 1, ...changes });

/** A filter in whose journal the first report is on disk. */
const afterFirst = (first: AlarmReport): AlarmFilter => {
  const filter = new AlarmFilter();
  assert.ok(filter.matters(first), 'the first report of a device always matters');
  filter.onDisk(filter.seal());
  return filter;
};

test('a report like the one before it is left out; a change, an end and an active-safety alarm are not', () => {
  const filter = afterFirst(report());
  const asked = [
    report(),
    report({ alarm: SOS }),
    report({ alarm: SOS }),
    report(),
    report({ videoAlarm: 1 }),
    report(),
    report({ videoAlarm: 0 }),
    report({ safety: [] }),
  ];
  assert.deepEqual(
    asked.map((each) => filter.matters(each)),
    [false, true, false, true, true, false, true, true],
  );
});

test('devices do not hide each other, nor do live reports and those of a dead zone', () => {
  const filter = afterFirst(report());
  assert.ok(filter.matters(report({ deviceKey: 2 })));
  assert.ok(filter.matters(report({ story: 'replayed' })));
  assert.ok(filter.matters(report()));
  assert.ok(!filter.matters(report()));
});

test('what comes out of order is kept, so that it can be put into order', () => {
  const filter = afterFirst(report());
  assert.ok(filter.matters(report({ orderMs: NOW_MS - 1000 })));
});

test('a report on its way to the disk makes none of a later commit superfluous', () => {
  const filter = afterFirst(report());
  assert.ok(filter.matters(report({ alarm: SOS })));
  assert.ok(!filter.matters(report({ alarm: SOS })), 'the same commit');
  const first = filter.seal();
  assert.ok(filter.matters(report({ alarm: SOS })), 'the next one');
  filter.seal();
  filter.onDisk(first);
  assert.ok(filter.matters(report({ alarm: SOS })), 'the newest is still not sure');
});

test('after a failed commit everything matters again', () => {
  const filter = afterFirst(report());
  filter.clear();
  assert.ok(filter.matters(report()));
});

test('what a report says of alarms: its story, its order, its place', () => {
  const of = (changes: Partial<Position>, newestMs = 0) => toAlarmReport(1, position(changes), newestMs);
  assert.equal(of({}).story, 'live');
  assert.equal(of({}, NOW_MS).story, 'live');
  assert.equal(of({}, NOW_MS + 1000).story, 'late');
  assert.equal(of({ replayed: true }, NOW_MS + 1000).story, 'replayed');
  const noClock = of({ timeMs: Date.UTC(2000, 0, 1) }, NOW_MS);
  assert.deepEqual([noClock.story, noClock.orderMs, noClock.timeMs], ['live', NOW_MS, Date.UTC(2000, 0, 1)]);
  assert.equal(of({ timeMs: null }).timeMs, NOW_MS);
  assert.equal(of({ fixed: false }).lat, null);
  assert.equal('videoAlarm' in of({}), false);
});

test('rows hold a few hundred reports each and give them back', () => {
  const reports = Array.from({ length: 600 }, (_, i) => report({ alarm: i, deviceKey: i }));
  const rows = encodeAlarmRows(reports);
  assert.deepEqual(
    rows.map((row) => decodeAlarmRow(row).length),
    [256, 256, 88],
  );
  assert.deepEqual(rows.flatMap(decodeAlarmRow), reports);
  assert.throws(() => decodeAlarmRow(Uint8Array.of(1, 2, 3)), SyntaxError);
});
