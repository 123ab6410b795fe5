// The list of segments: all three types, what is kept, where a moment lies.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { DeviceRecord } from '@outrider/contract';
import { spansOf } from '../../parts/record-list/spans.ts';
import { filtered, mayStillCome, segmentAt, segmentsOf, sizeText, typeName } from './segments.ts';

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

it('lists segments by time, each once, without those that end before they begin', () => {
  const listed = segmentsOf(
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
  const listed = segmentsOf(records, kept);
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
  const listed = segmentsOf([record(1, 0, 300), record(1, 300, 600, { type: 2 }), record(2, 0, 300, { type: 1 })], []);
  assert.equal(filtered(listed, { channel: 1, type: undefined }).length, 2);
  assert.deepEqual(
    filtered(listed, { channel: undefined, type: 1 }).map(({ channel }) => channel),
    [2],
  );
  assert.deepEqual([0, 1, 2].map(typeName), ['Normal', 'GSensor', 'Alarm']);
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
  const listed = segmentsOf([record(2, 0, 300), record(2, 0, 300, { stream: 'sub' }), record(3, 0, 600)], []);
  assert.equal(segmentAt(listed, [1, 2, 3], 10_000, 'sub')?.stream, 'sub');
  assert.equal(segmentAt(listed, [1, 2, 3], 10_000, 'main')?.channel, 2);
  assert.equal(segmentAt(listed, [1, 2, 3], 400_000, 'main')?.channel, 3);
  assert.equal(segmentAt(listed, [1, 2], 300_000, 'main'), undefined, 'the end belongs to no segment');
  assert.equal(segmentAt(listed, [1], 10_000, 'main'), undefined);
});
it('writes sizes as people read them', () => {
  assert.deepEqual([0, 400, 1_500_000, 19_200_000, 2_340_000_000].map(sizeText), [
    '',
    '1 kB',
    '1.5 MB',
    '19 MB',
    '2.3 GB',
  ]);
});

it('waits for a file that a recorder may be writing still, and no longer than files are', () => {
  const atMs = 1_790_000_000_000;
  assert.deepEqual(
    [1, 14, 16].map((minutes) => mayStillCome(atMs, atMs + minutes * 60_000)),
    [true, true, false],
  );
});
