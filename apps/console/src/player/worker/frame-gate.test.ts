// Which frames reach the decoder: whole groups of pictures, nothing unseen, nothing that would only add delay.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { FrameGate, MAX_QUEUE } from './frame-gate.ts';
import type { CodedFrame } from './frame-gate.ts';

const frame = (n: number, key = false, more: Partial<CodedFrame> = {}): CodedFrame => ({
  bytes: new Uint8Array(1000),
  key,
  timestampUs: n,
  replay: false,
  captureMs: 0,
  ...more,
});
const times = (frames: readonly CodedFrame[]): number[] => frames.map(({ timestampUs }) => timestampUs);

it('lets nothing through before a key frame', () => {
  const gate = new FrameGate();
  assert.deepEqual(gate.offer(frame(1), 0), []);
  assert.deepEqual(times(gate.offer(frame(2, true), 0)), [2]);
  assert.deepEqual(times(gate.offer(frame(3), 0)), [3]);
  assert.equal(gate.dropped, 1);
});

it('drops to the next key frame when the decoder falls behind', () => {
  const gate = new FrameGate();
  gate.offer(frame(1, true), 0);
  assert.deepEqual(times(gate.offer(frame(2), MAX_QUEUE)), [2]);
  assert.deepEqual(gate.offer(frame(3), MAX_QUEUE + 1), []);
  assert.deepEqual(gate.offer(frame(4), 0), [], 'what refers to a dropped frame is of no use');
  assert.deepEqual(times(gate.offer(frame(5, true), 0)), [5]);
  assert.equal(gate.dropped, 2);
});

it('does not drop what a joiner gets at once to catch up', () => {
  const gate = new FrameGate();
  gate.offer(frame(1, true, { replay: true }), 0);
  for (let n = 2; n < 100; n += 1)
    assert.deepEqual(times(gate.offer(frame(n, false, { replay: true }), n)), [n], `frame ${n}`);
});

it('keeps the newest group of pictures while hidden and gives it when seen, only its last frame to be drawn', () => {
  const gate = new FrameGate();
  gate.offer(frame(1, true), 0);
  assert.deepEqual(gate.setVisible(false), []);
  for (const hidden of [frame(2), frame(3, true), frame(4), frame(5, true), frame(6), frame(7)])
    assert.deepEqual(gate.offer(hidden, 0), []);
  const kept = gate.setVisible(true);
  assert.deepEqual(times(kept), [5, 6, 7]);
  assert.deepEqual(
    kept.map(({ replay }) => replay),
    [true, true, false],
  );
  assert.deepEqual(times(gate.offer(frame(8), 0)), [8]);
});

it('holds no more than it may while hidden, and waits for a key frame then', () => {
  const gate = new FrameGate();
  gate.setVisible(false);
  gate.offer(frame(1, true), 0);
  for (let n = 2; n < 1000; n += 1) gate.offer(frame(n), 0);
  assert.deepEqual(gate.setVisible(true), []);
  assert.deepEqual(gate.offer(frame(1000), 0), []);
  assert.deepEqual(times(gate.offer(frame(1001, true), 0)), [1001]);
});

it('a decoder that is gone while nobody looks takes nothing of what is kept for the next one', () => {
  const gate = new FrameGate();
  gate.offer(frame(1, true), 0);
  gate.decoderGone();
  assert.deepEqual(gate.offer(frame(2), 0), [], 'seen, it waits for a key frame');
  gate.setVisible(false);
  gate.offer(frame(3, true), 0);
  gate.offer(frame(4), 0);
  gate.decoderGone();
  assert.deepEqual(times(gate.setVisible(true)), [3, 4]);
});
