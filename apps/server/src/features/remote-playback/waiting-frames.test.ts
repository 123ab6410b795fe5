// What waits to be sent of one channel: in order, counted, and what was shown before is only decoded.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { streamCodecs, streamKinds } from '@outrider/contract';
import { type Encoded, encodeFrame } from '../../media/index.ts';
import { WaitingFrames } from './waiting-frames.ts';

const BYTES = 100;
/** Of a WebSocket frame and of the stream message. */
const HEAD_BYTES = 2 + 32;
const header = {
  kind: streamKinds.video,
  codec: streamCodecs.h264,
  flags: 0,
  channel: 1,
  presentationUs: 0,
  captureMs: 0,
  sequence: 1,
  detail: 0,
};

const encoded = (kind: 'video' | 'audio', timeMs: number, key = false): Encoded => ({
  frame: encodeFrame(header, new Uint8Array(BYTES - HEAD_BYTES), { key, video: kind === 'video' }),
  format: null,
  whole: {
    kind,
    codec: kind === 'video' ? 'h264' : 'g711a',
    stream: 'main',
    key,
    newFormat: false,
    discontinuity: false,
    body: new Uint8Array(BYTES),
    presentationUs: timeMs * 1000,
    captureMs: timeMs,
  },
});

const setUp = (wantedMs: number) => {
  const waiting = new WaitingFrames(wantedMs);
  const put = (kind: 'video' | 'audio', timeMs: number, { key = false, keysOnly = false } = {}): void =>
    waiting.put({ encoded: encoded(kind, timeMs, key), timeMs, from: 'device' }, keysOnly);
  /** Times of what is given out up to a moment, those that are only decoded in brackets; `room` for so many. */
  const given = (upToMs: number, room = Infinity): string => {
    const times: string[] = [];
    const hasRoom = (): boolean => times.length < room;
    waiting.giveOut(upToMs, hasRoom, ({ timeMs, replay }) => void times.push(replay ? `(${timeMs})` : `${timeMs}`));
    return times.join(' ');
  };
  return { waiting, put, given };
};

test('gives out what is due, as long as there is room, and counts what is left', () => {
  const { waiting, put, given } = setUp(1000);
  for (const timeMs of [1000, 1040, 1080]) put('video', timeMs);
  assert.equal(waiting.bytes, 3 * BYTES);
  assert.equal(given(1040, 1), '1000');
  assert.equal(waiting.oldestMs, 1040);
  assert.equal(given(1060), '1040');
  assert.equal(waiting.bytes, BYTES);
  assert.equal(given(1060), '');
  assert.equal(given(2000), '1080');
  assert.equal(waiting.empty, true);
  assert.equal(waiting.newestMs, 1080, 'how far it came stays');
});

test('what lies before the wanted moment, or was there already, is only decoded; sound that was there is left out', () => {
  const { put, given } = setUp(1000);
  put('video', 960, { key: true });
  put('video', 1000);
  put('audio', 1000);
  put('video', 960, { key: true });
  put('audio', 990);
  put('video', 1040);
  assert.equal(given(2000), '(960) 1000 1000 (960) 1040');
});

test('with key frames alone the others move the newest moment and wait for nobody', () => {
  const { waiting, put, given } = setUp(0);
  put('video', 1000, { key: true, keysOnly: true });
  put('video', 1040, { keysOnly: true });
  assert.equal(waiting.newestMs, 1040);
  assert.equal(given(2000), '1000');
});

test('another moment begins with nothing', () => {
  const { waiting, put, given } = setUp(0);
  put('video', 5000);
  waiting.begin(1000);
  assert.equal(waiting.newestMs, null);
  assert.equal(waiting.bytes, 0);
  put('video', 1000, { key: true });
  assert.equal(given(2000), '1000', 'earlier than before, and shown');
});
