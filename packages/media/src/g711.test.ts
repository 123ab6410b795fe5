// G.711 against the check values of the standard's tables and of JT/T 1078 practice.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decodeG711, encodeG711 } from './index.ts';

test('A-law check values', () => {
  const codes = Uint8Array.of(0xd5, 0x55, 0xaa, 0x2a, 0x80, 0x00, 0xff, 0x7f, 0xc5, 0x45);
  assert.deepEqual([...decodeG711('a', codes)], [8, -8, 32256, -32256, 5504, -5504, 848, -848, 264, -264]);
});

test('mu-law check values', () => {
  const codes = Uint8Array.of(0xff, 0x7f, 0x80, 0x00, 0xf0, 0x70, 0xaa, 0x2a, 0xd5, 0x55);
  assert.deepEqual([...decodeG711('u', codes)], [0, 0, 32124, -32124, 120, -120, 5372, -5372, 716, -716]);
});

test('every code comes back from its own sample; mu-law has two zeros', () => {
  const codes = Uint8Array.from({ length: 256 }, (_, i) => i);
  assert.deepEqual(encodeG711('a', decodeG711('a', codes)), codes);
  assert.deepEqual(encodeG711('u', decodeG711('u', codes)), codes.with(0x7f, 0xff));
});

test('silence is D5 and FF', () => {
  assert.deepEqual([...encodeG711('a', new Int16Array(2))], [0xd5, 0xd5]);
  assert.deepEqual([...encodeG711('u', new Int16Array(2))], [0xff, 0xff]);
});

test('no sample is further from its code than half a step of its segment', () => {
  const pcm = Int16Array.from({ length: 65536 }, (_, i) => i - 32768);
  for (const law of ['a', 'u'] as const) {
    const back = decodeG711(law, encodeG711(law, pcm));
    let worst = 0;
    for (let i = 0; i < pcm.length; i += 1) {
      const sample = pcm[i] ?? 0;
      if (Math.abs(sample) > 32256) continue; // beyond the last level both laws clip
      const halfStep = Math.max(8, (Math.abs(sample) + 132) / 32);
      worst = Math.max(worst, Math.abs(sample - (back[i] ?? 0)) / halfStep);
    }
    assert.ok(worst <= 1.0, `${law}-law is off by ${worst} half steps`);
  }
});
