// Sound that no recorder sends: what it is must not be looked for, and nobody gets it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { MediaFrame } from '../gateway/index.ts';
import { FlowEncoder } from './flow-encoder.ts';

const sound = (bytes: number, codec: MediaFrame['codec'] = 'unknown', payloadType = 98): MediaFrame => ({
  kind: 'audio',
  codec,
  payloadType,
  body: new Uint8Array(bytes).fill(0xd5),
  presentationUs: 0,
  discontinuity: false,
  damagedBefore: false,
  arrivalMs: 0,
});

test('sound of more than 64 KiB a frame is dropped and counted, in whatever coding, and tells nothing of what follows', () => {
  const encoder = new FlowEncoder(1);
  const given = (frame: MediaFrame): number => encoder.encode(frame, 'sub').length;
  // As much as a frame may have, in whole packets of G.711.
  for (let i = 0; i < 4; i += 1) assert.equal(given(sound(4_194_240)), 0);
  assert.deepEqual([given(sound(65_537, 'aacAdts', 19)), given(sound(65_537, 'g711a', 6))], [0, 0]);
  assert.equal(encoder.unusable, 6);
  assert.equal(encoder.takeNote(), null);
  assert.deepEqual(
    Array.from({ length: 4 }, () => given(sound(320))),
    [0, 0, 0, 1],
    'as many bodies decide as ever',
  );
  assert.equal(given(sound(65_536)), 1);
});
