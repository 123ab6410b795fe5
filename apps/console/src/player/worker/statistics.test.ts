// The figures of a stream: rates of the last two seconds, and a delay that does not trust two clocks to agree.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { CodedFrame } from './frame-gate.ts';
import { Statistics } from './statistics.ts';

const about = { codec: 'H.264', width: 352, height: 288, decoder: 'WebCodecs', transport: '', audio: '' };
const taken = (captureMs: number, replay = false): CodedFrame => ({
  bytes: new Uint8Array(1),
  key: false,
  timestampUs: 0,
  captureMs,
  replay,
});

it('counts frames and bits of the last two seconds', () => {
  const figures = new Statistics();
  for (let at = 0; at < 10_000; at += 50) {
    figures.took(taken(0));
    figures.showed(taken(0), at);
    figures.bytes(500, at);
  }
  figures.took(taken(0, true));
  const { framesPerSecond, kbitPerSecond, shown, received } = figures.read(about, 0, 9950);
  assert.deepEqual([framesPerSecond, kbitPerSecond, shown, received], [20, 80, 200, 200]);
  assert.equal(figures.read(about, 0, 20_000).framesPerSecond, 0);
});
it('measures the delay from the moment of the picture, the element behind included', () => {
  const figures = new Statistics();
  assert.equal(figures.read(about, 0, 0).latencyMs, undefined);
  figures.showed(taken(1000), 1120);
  figures.showed(taken(200, true), 1121);
  figures.behindMs = 80;
  assert.equal(figures.read(about, 0, 1200).latencyMs, 200, 'frames of the past say nothing');
});
it('corrects for a browser whose clock is wrong, and leaves the way of the words in the delay', () => {
  const wrong = new Statistics();
  wrong.serverTime(100_000, 40_030);
  wrong.serverTime(110_000, 50_000);
  wrong.showed(taken(110_500), 50_700);
  assert.equal(wrong.read(about, 0, 50_700).latencyMs, 200);
  const right = new Statistics();
  right.serverTime(1000, 1090);
  right.showed(taken(1000), 1150);
  assert.equal(right.read(about, 0, 1150).latencyMs, 150);
});
it('adds what the server dropped for this viewer', () => {
  const figures = new Statistics();
  figures.serverDropped = 4;
  assert.equal(figures.read(about, 3, 0).dropped, 7);
});
