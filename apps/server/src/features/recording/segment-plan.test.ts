// Which frames begin a segment, which belong to the one before, and which to none.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { WholeFrame } from '../../media/index.ts';
import { MAX_TIME_MS } from './segment-format.ts';
import { SegmentPlan } from './segment-plan.ts';

const frameAt = (timeMs: number, changes: Partial<WholeFrame> = {}): WholeFrame => ({
  kind: 'video',
  codec: 'h264',
  stream: 'main',
  key: false,
  newFormat: false,
  discontinuity: false,
  presentationUs: timeMs * 1000,
  captureMs: timeMs,
  body: new Uint8Array(100),
  ...changes,
});
const keyAt = (timeMs: number, changes: Partial<WholeFrame> = {}): WholeFrame =>
  frameAt(timeMs, { key: true, ...changes });
const soundAt = (timeMs: number): WholeFrame => frameAt(timeMs, { kind: 'audio', codec: 'g711a' });

/** Takes what has a place, and says of each frame whether a segment begins with it. */
const planOf = (
  limits = { segmentMs: 10_000, segmentBytes: 1e6 },
): { plan: SegmentPlan; put: (frame: WholeFrame) => boolean | string } => {
  const plan = new SegmentPlan(limits);
  return {
    plan,
    put: (frame) => {
      const place = plan.place(frame);
      if (typeof place === 'string') return place;
      plan.take(frame, place);
      return place.begin;
    },
  };
};

test('a segment begins at a key picture, and the next one where the first is full', () => {
  const { put } = planOf();
  assert.equal(put(frameAt(1000)), 'early');
  assert.equal(put(keyAt(1040)), true);
  assert.equal(put(keyAt(3000)), false);
  assert.equal(put(frameAt(5000)), false);
  assert.equal(put(keyAt(7000)), false);
  assert.equal(put(keyAt(9900)), false);
  assert.equal(put(frameAt(11_100)), false, 'full, but no decoder can begin here');
  assert.equal(put(keyAt(11_140)), true);
});

test('bytes fill a segment too', () => {
  const { put } = planOf({ segmentMs: 10_000, segmentBytes: 300 });
  assert.equal(put(keyAt(1000)), true);
  assert.equal(put(keyAt(1040)), false);
  assert.equal(put(keyAt(1080)), true);
});

test('sound begins a segment only where there are no pictures', () => {
  const { plan, put } = planOf();
  assert.equal(put(soundAt(1000)), true);
  assert.equal(put(soundAt(1020)), false);
  assert.equal(put(keyAt(1040)), false, 'the first key picture goes on behind sound');
  plan.cut();
  assert.equal(put(soundAt(1060)), false);
  assert.equal(put(keyAt(1080)), true);
});

test('sound goes on in segments of its own where its camera is lost for ten seconds, and pictures behind it where the camera is back', () => {
  const { put } = planOf({ segmentMs: 300_000, segmentBytes: 1e9 });
  const begun: number[] = [];
  const take = (frame: WholeFrame): void => {
    const placed = put(frame);
    assert.notEqual(typeof placed, 'string', `at ${frame.captureMs}`);
    if (placed === true) begun.push(frame.captureMs);
  };
  for (let timeMs = 0; timeMs < 60_000; timeMs += 1000) take(keyAt(timeMs));
  const endMs = 6 * 3_600_000;
  for (let timeMs = 60_000; timeMs < endMs; timeMs += 1000) take(soundAt(timeMs));
  assert.deepEqual(
    begun,
    Array.from({ length: endMs / 300_000 }, (_, i) => i * 300_000),
  );
  assert.equal(put(frameAt(endMs)), 'early', 'nothing was there that it goes on from');
  take(keyAt(endMs));
  assert.equal(begun.at(-1), endMs);
  const short = planOf({ segmentMs: 5000, segmentBytes: 1e9 });
  short.put(keyAt(0));
  for (let timeMs = 1000; timeMs <= 10_000; timeMs += 1000) assert.equal(short.put(soundAt(timeMs)), false);
  assert.equal(short.put(soundAt(10_001)), true);
});

test('behind sound that began a segment no picture is taken before the first key picture', () => {
  const { put } = planOf();
  assert.equal(put(soundAt(1000)), true);
  assert.equal(put(frameAt(1010)), 'early', 'it cannot be decoded');
  assert.equal(put(soundAt(1020)), false);
  assert.equal(put(keyAt(1040)), false);
  assert.equal(put(frameAt(1080)), false);
});

test('a pause, another time base, another format and an end each make another segment', () => {
  const { plan, put } = planOf();
  put(keyAt(1000));
  assert.equal(put(keyAt(4500)), true, 'after a pause');
  plan.restart();
  assert.equal(put(keyAt(4540)), true, 'after a break');
  assert.equal(put(keyAt(4580, { newFormat: true })), true);
  plan.end();
  assert.equal(put(frameAt(4620)), 'early');
  assert.equal(put(keyAt(4660)), true);
});

test('without another key picture a segment ends where its records can no longer say the time', () => {
  const { put } = planOf();
  put(keyAt(1000));
  let timeMs = 1000;
  for (; timeMs + 2000 <= 1000 + MAX_TIME_MS; timeMs += 2000) assert.equal(put(frameAt(timeMs)), false);
  assert.equal(put(frameAt(1001 + MAX_TIME_MS)), 'late');
  assert.equal(put(keyAt(1100 + MAX_TIME_MS)), true);
});
