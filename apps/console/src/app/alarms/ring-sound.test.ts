// The ring is a sound: a file that players accept, loud in its bursts, silent in its pause, never cut off.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ringSound } from './ring-sound.ts';

const RATE = 8000;

test('the ring is a WAV file with two bursts and a pause', () => {
  const bytes = ringSound();
  const view = new DataView(bytes);
  assert.equal(
    Buffer.from(bytes, 0, 16).toString('latin1'),
    `RIFF${Buffer.from(bytes, 4, 4).toString('latin1')}WAVEfmt `,
  );
  assert.deepEqual([view.getUint32(4, true), view.getUint32(40, true)], [bytes.byteLength - 8, bytes.byteLength - 44]);
  const loudest = (from: number, to: number): number => {
    let most = 0;
    for (let i = from * RATE; i < to * RATE; i += 1) most = Math.max(most, Math.abs(view.getInt16(44 + i * 2, true)));
    return most;
  };
  assert.ok(loudest(0.1, 0.3) > 8000 && loudest(0.7, 0.9) > 8000);
  assert.ok(loudest(0, 2) < 32_767, 'it is not cut off');
  assert.deepEqual([loudest(0.45, 0.55), loudest(1.1, 2)], [0, 0]);
});
