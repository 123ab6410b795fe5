// The rules of remote playback: channels, segments of all three types, what is kept, where a moment lies.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { TOO_MANY_CHANNELS } from '@outrider/contract';
import type { DeviceRecord } from '@outrider/contract';
import * as rules from './logic.ts';
import { readLook, writeLook } from './look.ts';
import { spansOf } from '../../parts/record-list/spans.ts';

const sixteen = Array.from({ length: 16 }, (_, i) => i + 1);
const record = (channel: number, startS: number, endS: number, more: Partial<DeviceRecord> = {}): DeviceRecord => ({
  channel,
  start: startS * 1000,
  end: endS * 1000,
  type: 0,
  stream: 'main',
  sizeBytes: 1_500_000,
  storage: 'main',
  ...more,
});

it('begins several with the first four, goes back to the first', () => {
  const several = rules.withMulti(true, { multi: false, on: [7] }, sixteen);
  assert.deepEqual(several, { multi: true, on: [1, 2, 3, 4] });
  assert.deepEqual(rules.withMulti(true, { multi: false, on: [1] }, [2, 5]).on, [2, 5]);
  assert.deepEqual(rules.withMulti(false, several, sixteen), { multi: false, on: [1] });
});
it('takes nine channels and refuses the tenth in the words of the documents', () => {
  const nine = { multi: true, on: sixteen.slice(0, 9) };
  assert.equal(rules.withChannel(10, nine, sixteen), TOO_MANY_CHANNELS);
  assert.equal(TOO_MANY_CHANNELS, 'over max channels count(9)');
  assert.deepEqual(rules.withChannel(9, nine, sixteen), { multi: true, on: sixteen.slice(0, 8) });
  assert.deepEqual(rules.withChannel(2, { multi: true, on: [1, 3] }, sixteen), { multi: true, on: [1, 2, 3] });
  assert.deepEqual(
    rules.withChannel(3, { multi: true, on: [3] }, sixteen),
    { multi: true, on: [3] },
    'the last one stays',
  );
  assert.deepEqual(rules.withChannel(3, { multi: false, on: [1] }, sixteen), { multi: false, on: [3] });
});
it('lists segments by time, each once, without those that end before they begin', () => {
  const listed = rules.segmentsOf(
    [record(2, 300, 600), record(1, 300, 600), record(1, 0, 300), record(1, 0, 300), record(3, 9, 9)],
    [],
  );
  assert.deepEqual(
    listed.map(({ channel, start }) => [channel, start / 1000]),
    [
      [1, 0],
      [1, 300],
      [2, 300],
    ],
  );
});
it('says what of a segment was fetched before, and lists what only the server still has', () => {
  const records = [record(1, 0, 300), record(1, 300, 600), record(2, 0, 300)];
  const kept = [
    { channel: 1, start: 0, end: 300_000, stream: 'main' },
    { channel: 1, start: 300_000, end: 360_000, stream: 'main' },
    { channel: 2, start: 0, end: 300_000, stream: 'sub' },
    { channel: 5, start: 0, end: 60_000, stream: 'main' },
  ] as const;
  const listed = rules.segmentsOf(records, kept);
  assert.deepEqual(
    listed.map(({ channel, kept: much }) => [channel, much]),
    [
      [1, 'all'],
      [2, 'none'],
      [5, 'all'],
      [1, 'some'],
    ],
  );
});
it('filters by channel and type, and names the three types', () => {
  const listed = rules.segmentsOf(
    [record(1, 0, 300), record(1, 300, 600, { type: 2 }), record(2, 0, 300, { type: 1 })],
    [],
  );
  assert.equal(rules.filtered(listed, { channel: 1, type: undefined }).length, 2);
  assert.deepEqual(
    rules.filtered(listed, { channel: undefined, type: 1 }).map(({ channel }) => channel),
    [2],
  );
  assert.deepEqual([0, 1, 2].map(rules.typeName), ['Normal', 'GSensor', 'Alarm']);
  assert.deepEqual(
    spansOf(listed, [{ channel: 1, start: 0, end: 1000, stream: 'main' }]).map(({ source, type }) => [source, type]),
    [
      ['device', undefined],
      ['device', 'gsensor'],
      ['device', 'alarm'],
      ['server', undefined],
    ],
  );
});
it('finds the segment of a moment: first channel that is on and has one, in the wanted stream', () => {
  const listed = rules.segmentsOf([record(2, 0, 300), record(2, 0, 300, { stream: 'sub' }), record(3, 0, 600)], []);
  assert.equal(rules.segmentAt(listed, [1, 2, 3], 10_000, 'sub')?.stream, 'sub');
  assert.equal(rules.segmentAt(listed, [1, 2, 3], 10_000, 'main')?.channel, 2);
  assert.equal(rules.segmentAt(listed, [1, 2, 3], 400_000, 'main')?.channel, 3);
  assert.equal(rules.segmentAt(listed, [1, 2], 300_000, 'main'), undefined, 'the end belongs to no segment');
  assert.equal(rules.segmentAt(listed, [1], 10_000, 'main'), undefined);
});
it('writes sizes as people read them', () => {
  assert.deepEqual([0, 400, 1_500_000, 19_200_000, 2_340_000_000].map(rules.sizeText), [
    '',
    '1 kB',
    '1.5 MB',
    '19 MB',
    '2.3 GB',
  ]);
});
it('lays tiles out as squarely as it goes', () => {
  const all = [1, 2, 3, 4, 6, 9].map((tiles) => rules.playerGrid(tiles, false));
  assert.deepEqual(
    all.map(({ columns, rows }) => `${columns}x${rows}`),
    ['1x1', '2x1', '2x2', '2x2', '3x2', '3x3'],
  );
  assert.deepEqual(rules.playerGrid(9, true), { columns: 2, rows: 5 });
});
it('reads times of day as people type them', () => {
  assert.deepEqual(rules.typedTime('14:05:09'), { hour: 14, minute: 5, second: 9 });
  assert.deepEqual(rules.typedTime(' 7:05 '), { hour: 7, minute: 5, second: 0 });
  assert.deepEqual(rules.typedTime('140509'), { hour: 14, minute: 5, second: 9 });
  for (const text of ['', '14', '24:00', '14:60', '14:05:61', 'noon', '14:5'])
    assert.equal(rules.typedTime(text), undefined, text);
});
it('shows the time of the pictures, and that of the device where there are none', () => {
  assert.equal(rules.shownMs(50_000, false, undefined), 50_000);
  assert.equal(rules.shownMs(50_000, false, { currentTime: 51_000, speed: 1 }), 50_000);
  assert.equal(rules.shownMs(50_000, true, { currentTime: 51_000, speed: 1 }), 51_000);
  assert.equal(rules.shownMs(50_000, false, { currentTime: 80_000, speed: 1 }), 80_000);
  assert.equal(rules.shownMs(50_000, false, { currentTime: 60_000, speed: 8 }), 50_000);
});
it('keeps what is looked at in the URL, and takes nothing from it that makes no sense', () => {
  const nowMs = new Date(2026, 2, 10, 12).getTime();
  const look = readLook(
    new URLSearchParams('day=2026-03-09&multi=1&ch=3,1,3,99,x&stream=sub&minutes=5&map=0&at=1773000000'),
    nowMs,
  );
  assert.deepEqual(look, {
    day: '2026-03-09',
    multi: true,
    channels: [3, 1],
    stream: 'sub',
    minutes: 5,
    map: false,
    atMs: 1_773_000_000_000,
  });
  assert.deepEqual(readLook(writeLook(look), nowMs), look);
  const odd = readLook(new URLSearchParams('day=2026-03-11&minutes=9&at=99999999999&ch=0,65'), nowMs);
  assert.deepEqual(odd, {
    day: '2026-03-10',
    multi: false,
    channels: [],
    stream: 'main',
    minutes: 1,
    map: undefined,
    atMs: undefined,
  });
});
