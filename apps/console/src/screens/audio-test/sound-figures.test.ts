// Level and loudest frequency of a sound.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { levelDb, loudestHz, SILENCE_DB } from './sound-figures.ts';

it('measures a full sine at -3 dB and silence at the bottom', () => {
  const sine = Float32Array.from({ length: 800 }, (_, i) => Math.sin((2 * Math.PI * i) / 8));
  assert.ok(Math.abs(levelDb(sine) + 3.01) < 0.01);
  assert.equal(levelDb(new Float32Array(8)), SILENCE_DB);
  assert.equal(levelDb([]), SILENCE_DB);
});
it('finds the loudest frequency, and none in noise', () => {
  const bars = new Uint8Array(256).fill(20);
  assert.equal(loudestHz(bars, 8000), undefined);
  bars[64] = 200;
  assert.equal(loudestHz(bars, 8000), 1000);
});
