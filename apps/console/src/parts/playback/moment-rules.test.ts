// Where a moment is played, and from when on.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DEFAULT_DOWNLOAD_SECONDS, downloadSeconds } from '@outrider/contract';
import {
  firstOnServer,
  goingOn,
  onServer,
  recorderAddress,
  recorderRequest,
  savedSeconds,
  serverAddress,
} from './moment-rules.ts';

const AT = 1_790_000_000_000;
const span = (channel: number, fromS: number, toS: number) => ({
  channel,
  start: AT + fromS * 1000,
  end: AT + toS * 1000,
});

test('the server plays ten seconds before it, of the channels that have the moment', () => {
  assert.deepEqual(onServer([span(3, -60, 60), span(1, -60, 60), span(2, -60, -20)], AT + 400), {
    atMs: AT - 10_000,
    channels: [1, 3],
  });
});

test('a recording that begins in between is played from its beginning, one of just before is played into it', () => {
  assert.deepEqual(onServer([span(1, -4, 60)], AT), { atMs: AT - 4000, channels: [1] });
  assert.deepEqual(onServer([span(1, 0, 60)], AT + 999), { atMs: AT, channels: [1] });
  assert.deepEqual(onServer([span(1, -60, -3), span(1, -2, 60)], AT), { atMs: AT - 10_000, channels: [1] });
});

test('what ended before or begins after is not of the server', () => {
  assert.equal(onServer([], AT), undefined);
  assert.equal(onServer([span(1, -60, 0), span(2, 1, 60)], AT), undefined);
});

test('what is being recorded has the moment of just now, though its end is not on the disk yet', () => {
  const [asked, now] = [AT + 5000, [span(1, -600, -2), span(2, -600, -30)]];
  assert.equal(onServer(now, AT), undefined, 'as it was told');
  assert.deepEqual(onServer(goingOn(now, asked), AT), { atMs: AT - 10_000, channels: [1] });
  assert.equal(onServer(goingOn(now, AT + 60_000), AT), undefined, 'it ended a minute ago');
});

test('the addresses carry device, second and channels', () => {
  assert.equal(serverAddress('TRK 1', AT - 9_600, [1, 3]), '/splayback/TRK%201?at=1789999990&ch=1.3&multi=1');
  assert.equal(serverAddress('1', AT, []), '/splayback/1?at=1790000000');
  const query = new URLSearchParams(recorderAddress('TRK 1', AT + 700, [2], true).split('?')[1]);
  assert.deepEqual([query.get('at'), query.get('ch'), query.get('play')], ['1790000000', '2', '1']);
  assert.match(query.get('day') ?? '', /^2026-09-2\d$/);
  assert.equal(recorderAddress('1', AT, []).includes('play='), false);
});

const request = (fromS: number, toS?: number, channel?: number) => ({
  deviceId: '7',
  fromMs: AT + fromS * 1000,
  toMs: toS === undefined ? undefined : AT + toS * 1000,
  channel,
});

test('what was asked for begins at its second, of a range at the first that the server has of it', () => {
  const spans = [span(2, 30, 60), span(1, 20, 90), span(1, 120, 180)];
  assert.deepEqual(firstOnServer(spans, request(40)), { atMs: AT + 40_000, channels: [1, 2] });
  assert.deepEqual(firstOnServer(spans, request(40, undefined, 2)), { atMs: AT + 40_000, channels: [2] });
  assert.deepEqual(firstOnServer(spans, request(20)), { atMs: AT + 20_000, channels: [1] });
  assert.equal(firstOnServer(spans, request(90)), undefined, 'between two recordings');
  assert.deepEqual(firstOnServer(spans, request(95, 150)), { atMs: AT + 120_000, channels: [1] });
  assert.equal(firstOnServer(spans, request(95, 120)), undefined, 'the end is not part of a range');
  assert.equal(firstOnServer(spans, request(40, undefined, 3)), undefined);
});

test('a range is saved in the next length there is, a second as a minute; a recorder plays at most five minutes of it', () => {
  assert.deepEqual(
    [request(0), request(0, 61), request(0, 900), request(0, 9000)].map(savedSeconds),
    [60, 120, 900, 1800],
  );
  assert.match(serverAddress('7', AT, [1], 900), /&length=900$/);
  assert.match(recorderRequest(request(0, undefined, 3), true), /&ch=3&play=1&save=1$/);
  assert.match(recorderRequest(request(0, 121), false), /&play=1&minutes=3$/);
  assert.match(recorderRequest(request(0, 900), false), /&minutes=5$/);
});
test('at the very second: a span holds its start and not its end, and is reached ten seconds back', () => {
  const S = 1000;
  const of = (channel: number, start: number, end: number) => ({ channel, start: start * S, end: end * S });
  const at = (spans: readonly ReturnType<typeof of>[], second: number) => {
    const found = onServer(spans, second * S + 999);
    return found && [found.atMs / S, ...found.channels];
  };
  assert.deepEqual(at([of(1, 100, 200)], 100), [100, 1]);
  assert.deepEqual(at([of(1, 100, 200)], 199), [189, 1]);
  assert.deepEqual([at([of(1, 100, 200)], 200), at([of(1, 100, 200)], 99)], [undefined, undefined]);
  assert.deepEqual(at([of(1, 100, 200)], 105), [100, 1]);
  assert.deepEqual(at([of(1, 100, 200)], 110), [100, 1]);
  assert.deepEqual(at([of(1, 100, 200)], 111), [101, 1]);
  assert.deepEqual(at([of(2, 90, 104), of(1, 104, 200)], 105), [95, 1], 'a span before it reaches back further');
  assert.deepEqual(at([of(2, 90, 95), of(1, 104, 200)], 105), [104, 1], 'one that ended ten seconds before does not');
  assert.deepEqual(at([of(9, 0, 300), of(2, 0, 300), of(9, 100, 200)], 150), [140, 2, 9]);
});
test('finds the first second of a range, of all channels or of one', () => {
  const S = 1000;
  const of = (channel: number, start: number, end: number) => ({ channel, start: start * S, end: end * S });
  const spans = [of(1, 100, 200), of(3, 150, 250)];
  const first = (from: number, to?: number, channel?: number) => {
    const found = firstOnServer(spans, {
      fromMs: from * S + 500,
      toMs: to === undefined ? undefined : to * S,
      channel,
    });
    return found && [found.atMs / S, ...found.channels];
  };
  assert.deepEqual([first(100), first(99), first(199), first(160)], [[100, 1], undefined, [199, 1, 3], [160, 1, 3]]);
  assert.deepEqual([first(249), first(250)], [[249, 3], undefined]);
  assert.deepEqual([first(50, 100), first(50, 101), first(50, 300)], [undefined, [100, 1], [100, 1]]);
  assert.deepEqual([first(50, 300, 3), first(50, 150, 3), first(50, 300, 2)], [[150, 3], undefined, undefined]);
});
test('what ended within fifteen seconds before the server was asked reaches beyond', () => {
  const ends = (end: number) => goingOn([{ channel: 1, start: 0, end }], 100_000)[0]?.end;
  assert.deepEqual([ends(84_999), ends(85_000), ends(100_000)], [84_999, 115_000, 115_000]);
});
test('saves the shortest length that holds the range, and plays at most five minutes from a recorder', () => {
  const saved = (ms: number | undefined) => savedSeconds({ fromMs: 0, toMs: ms });
  const lengths = [...downloadSeconds.mp4];
  for (const [i, length] of lengths.entries()) {
    assert.equal(saved(length * 1000), length);
    assert.equal(saved(length * 1000 + 1), lengths[i + 1] ?? length);
  }
  assert.equal(saved(undefined), DEFAULT_DOWNLOAD_SECONDS);
  const minutes = (toMs: number | undefined) =>
    /minutes=(\d+)/.exec(recorderRequest({ deviceId: 'D', fromMs: 0, toMs, channel: undefined }, false))?.[1];
  assert.deepEqual([undefined, 60_000, 60_001, 120_000, 300_000, 300_001, 900_000].map(minutes), [
    undefined,
    undefined,
    '2',
    '2',
    '5',
    '5',
    '5',
  ]);
});
