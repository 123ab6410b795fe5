// ADPCM blocks and the Hisilicon header: values worked out by hand from the step table, and a round trip.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  addHisiliconHeader,
  decodeImaBlock,
  hasHisiliconHeader,
  ImaEncoder,
  MediaError,
  stripHisiliconHeader,
} from './index.ts';

test('codes are applied high nibble first from the state in the head', () => {
  // Step 7: 7/8 + 7 + 3 + 1 = 11; index 8, step 16: 2 + 16 + 8 + 4 = 30; index 16, step 34, code 8: -4; code 0: index 15, step 31: +3.
  assert.deepEqual([...decodeImaBlock(Uint8Array.of(0, 0, 0, 0, 0x77, 0x80))], [11, 41, 37, 40]);
  // Predictor 0x0102 little-endian is not itself a sample.
  assert.deepEqual([...decodeImaBlock(Uint8Array.of(0x02, 0x01, 0, 0, 0x0f))], [258, 247]);
  assert.deepEqual([...decodeImaBlock(Uint8Array.of(0, 0x80, 88, 0, 0xff))], [-32768, -32768]);
  assert.deepEqual([...decodeImaBlock(Uint8Array.of(0xff, 0x7f, 88, 0, 0x77))], [32767, 32767]);
});

test('a cut head and an impossible step index are malformed', () => {
  assert.throws(() => decodeImaBlock(Uint8Array.of(0, 0, 0)), MediaError);
  assert.throws(() => decodeImaBlock(Uint8Array.of(0, 0, 89, 0, 0)), /step index 89/);
  assert.equal(decodeImaBlock(Uint8Array.of(0, 0, 88, 0)).length, 0);
});

test('an encoded tone comes back with little noise, block by block', () => {
  const pcm = Int16Array.from({ length: 3200 }, (_, i) => Math.round(9000 * Math.sin((2 * Math.PI * 440 * i) / 8000)));
  const encoder = new ImaEncoder();
  let error = 0;
  for (let at = 0; at < pcm.length; at += 320) {
    const block = encoder.encode(pcm.subarray(at, at + 320));
    assert.equal(block.length, 164);
    const back = decodeImaBlock(block);
    assert.equal(back.length, 320);
    if (at > 0) for (let i = 0; i < 320; i += 1) error += ((back[i] ?? 0) - (pcm[at + i] ?? 0)) ** 2;
  }
  const rms = Math.sqrt(error / 2880);
  assert.ok(rms < 9000 / 30, `noise of ${rms}`);
  assert.equal(new ImaEncoder().encode(Int16Array.of(5, 6, 7)).length, 6);
});

test('the Hisilicon header is exact: three fixed bytes and the length in words', () => {
  const body = Uint8Array.of(0, 1, 2, 0, 9, 8, 7, 6);
  assert.deepEqual([...stripHisiliconHeader(body)], [9, 8, 7, 6]);
  for (const [at, value] of [
    [0, 1],
    [1, 0],
    [2, 3],
    [3, 1],
  ] as const) {
    assert.equal(hasHisiliconHeader(body.with(at, value)), false, `byte ${at}`);
  }
  assert.equal(hasHisiliconHeader(body.subarray(0, 7)), false);
  assert.equal(stripHisiliconHeader(body.subarray(0, 7)).length, 7);
  assert.deepEqual(addHisiliconHeader(Uint8Array.of(9, 8, 7, 6)), body);
  assert.deepEqual([...addHisiliconHeader(new Uint8Array(164)).subarray(0, 4)], [0, 1, 0x52, 0]);
  assert.throws(() => addHisiliconHeader(new Uint8Array(3)), RangeError);
  assert.throws(() => addHisiliconHeader(new Uint8Array(512)), RangeError);
});
