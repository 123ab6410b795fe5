import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Timeline } from './timeline.ts';

const frame = (presentedMs: number, captureMs: number, discontinuity = false) => ({
  presentationUs: presentedMs * 1000,
  captureMs,
  discontinuity,
});

test('the server clock at the first packet, the packets own times from there', () => {
  const timeline = new Timeline();
  assert.deepEqual(timeline.place(frame(500, 1_000_000)), { timeMs: 1_000_000, restarted: true });
  assert.deepEqual(
    timeline.place(frame(540, 1_000_900)),
    { timeMs: 1_000_040, restarted: false },
    'jitter does not count',
  );
});

test('5 s between packet time and server clock are kept, more take the server clock again', () => {
  const timeline = new Timeline();
  timeline.place(frame(0, 1_000_000));
  assert.deepEqual(timeline.place(frame(6000, 1_001_000)), { timeMs: 1_006_000, restarted: false });
  assert.deepEqual(timeline.place(frame(6001, 1_001_000)), { timeMs: 1_001_000, restarted: true });
  assert.deepEqual(timeline.place(frame(6041, 1_001_030)), { timeMs: 1_001_040, restarted: false });
});

test('a new time base, told or after a break, takes the server clock', () => {
  const timeline = new Timeline();
  timeline.place(frame(0, 1_000_000));
  assert.deepEqual(timeline.place(frame(0, 1_002_000, true)), { timeMs: 1_002_000, restarted: true });
  timeline.restart();
  assert.deepEqual(timeline.place(frame(40, 1_003_000)), { timeMs: 1_003_000, restarted: true });
});

test('a burst that ran ahead of the server clock: what starts over goes on behind it; after the server clock was set back it does not', () => {
  const timeline = new Timeline();
  const placed = (...at: Parameters<typeof frame>): number => timeline.place(frame(...at)).timeMs;
  assert.equal(placed(1000, 50_000), 50_000);
  assert.equal(placed(3000, 50_010), 52_000);
  assert.equal(placed(0, 50_020, true), 52_001);
  assert.equal(placed(40, 50_030), 52_041);
  timeline.restart();
  assert.equal(placed(0, 20_000), 20_000);
});
