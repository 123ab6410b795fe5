// What is recorded on a day, which channels play, what stands in the address.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { firstPlayed, pressed } from '../../parts/playback/channel-rules.ts';
import { readLook, writeLook } from './look.ts';
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
it('what is known of a day stays when it cannot be asked for anew', () => {
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
it('multi mode begins with up to four channels, else with the first; more than nine are refused', () => {
  const eight = [1, 2, 3, 4, 5, 6, 7, 8];
  assert.deepEqual(
    [firstPlayed(eight, true), firstPlayed([1, 2], true), firstPlayed(eight, false)],
    [[1, 2, 3, 4], [1, 2], [1]],
  );
  const twelve = Array.from({ length: 12 }, (_, i) => i + 1);
  const nine = twelve.slice(0, 9);
  assert.equal(pressed(nine, 10, { multi: true, order: twelve }), undefined);
  assert.deepEqual(pressed(nine, 9, { multi: true, order: twelve }), nine.slice(0, 8));
  assert.deepEqual(pressed([3, 1], 2, { multi: true, order: [3, 2, 1] }), [3, 2, 1], "in the device's own order");
  assert.deepEqual(pressed([3], 5, { multi: false, order: twelve }), [5]);
});
it('the address keeps what is looked at, and what makes no sense in it is left out', () => {
  const now = new Date(2026, 2, 10, 12).getTime();
  const at = new Date(2026, 2, 9, 14, 5, 30).getTime();
  const look = { day: '2026-03-09', hour: 14, atMs: at, channels: [2, 5], multi: true, map: false };
  assert.deepEqual(readLook(writeLook(look), now, true), look);
  const chosen = { ...look, atMs: undefined, hour: 9, channels: undefined, map: true };
  assert.deepEqual(readLook(writeLook(chosen), now, false), chosen);
  const wild = readLook(new URLSearchParams('at=soon&day=2026-13-40&h=99&ch=0.2.x.70.2.1e1'), now, true);
  assert.deepEqual(wild, {
    day: '2026-03-10',
    hour: undefined,
    atMs: undefined,
    channels: [2, 10],
    multi: true,
    map: true,
  });
});
