// When a day is read again from its track, and what comes while it is being read.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { silentLog } from '../../kernel/log.ts';
import { createManualClock } from '../../kernel/manual-clock.ts';
import { testPosition } from '../../kernel/test-position.ts';
import type { Position } from '../../kernel/topics.ts';
import { addFix, type Day } from './daily.ts';
import { DayBook } from './day-book.ts';
import { type DeviceRecord, newDevice } from './record.ts';

const NOON_MS = Date.UTC(2026, 2, 2, 4);
const RECOUNT_MS = 20_000;
type Point = { lat: number; lng: number; speed: number; time: number };

const setUp = () => {
  const clock = createManualClock(NOON_MS);
  const device: DeviceRecord = { ...newDevice(1, 'D', NOON_MS), registered: true };
  /** What the track has, and readings that wait to be answered. */
  const track: Point[] = [];
  const readings: (() => void)[] = [];
  const told = { complete: 0 };
  const days = new DayBook({
    clock,
    log: silentLog,
    at: (key) => (key === 1 ? device : undefined),
    all: () => [device],
    trackOf: async (_key, from, to) => {
      const points = track.filter(({ time }) => time >= from && time <= to);
      await new Promise<void>((resolve) => readings.push(resolve));
      return new TextEncoder().encode(JSON.stringify(points));
    },
    changed: (of, day) => {
      of.day = day;
    },
    keeper: { changed: () => undefined, complete: () => (told.complete += 1) },
  });
  const positionAt = (second: number): Position => {
    const timeMs = NOON_MS + second * 1000;
    return testPosition({ timeMs, receivedMs: timeMs, latitude: 24 + second / 1e5, longitude: 120, speedKmh: 50 });
  };
  const report = (second: number): void => {
    track.push({ time: NOON_MS / 1000 + second, lat: 24 + second / 1e5, lng: 120, speed: 50 });
    track.sort((a, b) => a.time - b.time);
    device.fix = positionAt(second);
    days.add(device, device.fix);
  };
  /** Answers readings until none is asked for. */
  const readAll = async (): Promise<void> => {
    for (let idle = 0; idle < 5; idle += 1) {
      for (const answer of readings.splice(0)) {
        answer();
        idle = 0;
      }
      await turn();
    }
  };
  /** From scratch. */
  const whole = (): Day | undefined => {
    let day: Day | undefined;
    for (const { time, lat, lng, speed } of track)
      day = addFix(day, { timeMs: time * 1000, lat, lng, speedKmh: speed }, device.utcOffsetMinutes);
    return day;
  };
  return { clock, days, device, report, readings, readAll, whole, told };
};

test('a fix that comes while its day is being read is counted, also when it is late', async () => {
  const { clock, device, report, readings, readAll, whole } = setUp();
  for (const second of [0, 60, 30]) report(second);
  assert.equal(device.day?.stale, true);
  clock.advance(RECOUNT_MS);
  // It is noon: of the pieces of four hours the fourth has the fixes.
  for (let piece = 1; piece < 4; piece += 1) {
    for (const answer of readings.splice(0)) answer();
    await turn();
  }
  assert.equal(readings.length, 1);
  report(120);
  const behind = whole();
  report(100);
  await readAll();
  assert.deepEqual(device.day, { ...behind, stale: true });
  clock.advance(RECOUNT_MS);
  await readAll();
  assert.deepEqual(device.day, whole());
});

test('after a start only days that are off are read, and all of them where nothing was kept', async () => {
  const exact = setUp();
  exact.report(0);
  exact.days.restored(true);
  exact.clock.advance(RECOUNT_MS);
  assert.equal(exact.readings.length, 0);
  exact.device.day = exact.device.day && { ...exact.device.day, stale: true };
  exact.days.restored(true);
  exact.clock.advance(RECOUNT_MS);
  assert.equal(exact.readings.length, 1);
  await exact.readAll();
  assert.deepEqual([exact.device.day, exact.told.complete], [exact.whole(), 0]);

  const unknown = setUp();
  unknown.report(0);
  unknown.device.day = undefined;
  unknown.days.restored(false);
  assert.equal(unknown.told.complete, 0);
  unknown.clock.advance(RECOUNT_MS);
  await unknown.readAll();
  assert.deepEqual([unknown.device.day, unknown.told.complete], [unknown.whole(), 1]);

  const empty = setUp();
  empty.device.registered = false;
  empty.days.restored(false);
  assert.equal(empty.told.complete, 1, 'there is nothing to read');
});

test('a clock that is read in another zone begins its day at another moment', async () => {
  const { clock, days, device, report, readAll, whole } = setUp();
  for (const second of [0, 60]) report(second);
  device.utcOffsetMinutes = 0;
  days.zoneChanged(device);
  clock.advance(RECOUNT_MS);
  await readAll();
  assert.equal(device.day?.startMs, Date.UTC(2026, 2, 2));
  assert.deepEqual(device.day, whole());
});

test('yesterday is no day of now after a start', () => {
  const { clock, days, device, report } = setUp();
  report(0);
  const { day } = device;
  clock.advance(24 * 3_600_000);
  device.day = day;
  days.restored(true);
  assert.equal(device.day, undefined);
});
