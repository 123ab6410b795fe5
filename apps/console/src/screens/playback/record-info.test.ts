// What is recorded on a day.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { failedInfo, minutesOfDay, readRecordInfo, secondSteps } from './record-info.ts';

process.env.TZ = 'Europe/Berlin';

const flagsAt = (...minutes: number[]): string =>
  Array.from({ length: 1500 }, (_, i) => (minutes.includes(i) ? '1' : '0')).join('');

it('[A-PLAYBACK-009] a day has hasData, hasError, message and 24 hours of hourLabel and 60 flags', () => {
  const day = new Date(2026, 2, 10);
  const info = readRecordInfo(flagsAt(13 * 60 + 5), day.getTime());
  assert.deepEqual(Object.keys(info).toSorted(), ['data', 'hasData', 'hasError', 'message']);
  assert.deepEqual([info.hasData, info.hasError, info.message, info.data.length], [true, false, '', 24]);
  assert.ok(info.data.every(({ raw }) => raw.length === 60));
  assert.equal(info.data[13]?.raw.indexOf(true), 5);
  const failed = failedInfo(undefined, 'Unknow device');
  assert.deepEqual(
    [failed.hasData, failed.hasError, failed.message, failed.data.length],
    [false, true, 'Unknow device', 24],
  );
  assert.equal(readRecordInfo('0'.repeat(1440), day.getTime()).hasData, false);
});
it('what is known of a day stays when it cannot be asked for again', () => {
  const known = readRecordInfo(flagsAt(13 * 60), new Date(2026, 2, 10).getTime());
  assert.deepEqual(failedInfo(known, 'The disk is away'), { ...known, hasError: true, message: 'The disk is away' });
});
it('[A-PLAYBACK-010] one flag at 13:59 labels hour 13 only', () => {
  const info = readRecordInfo(flagsAt(13 * 60 + 59), new Date(2026, 2, 10).getTime());
  assert.deepEqual(
    info.data.flatMap(({ hourLabel }, hour) => (hourLabel ? [hour] : [])),
    [13],
  );
});
it('days with 23 and 25 hours have wall-clock hours; the repeated one is the union', () => {
  const short = new Date(2026, 2, 29);
  assert.equal(minutesOfDay(short), 1380);
  assert.equal(readRecordInfo(flagsAt(2 * 60), short.getTime()).data[3]?.raw[0], true, 'the hour after one is three');
  const long = new Date(2026, 9, 25);
  assert.equal(minutesOfDay(long), 1500);
  const both = readRecordInfo(flagsAt(2 * 60 + 5, 3 * 60 + 6), long.getTime());
  assert.deepEqual([both.data[2]?.raw[5], both.data[2]?.raw[6], both.data[3]?.hourLabel], [true, true, false]);
});
it('seconds are offered in steps of five', () => {
  assert.deepEqual(secondSteps, [0, 5, 10, 15, 20, 25, 30, 35, 40, 45, 50, 55]);
});
