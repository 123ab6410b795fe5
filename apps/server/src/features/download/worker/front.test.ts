// What an export makes of sound that recorders describe badly.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Front } from './front.ts';

test('AAC whose header leaves the number of channels open has one that a file can say', () => {
  // AAC-LC, 8 kHz, channel configuration 0, a block that begins with one channel.
  const body = Uint8Array.of(0xff, 0xf1, 0x6c, 0x00, 0x01, 0x5f, 0xfc, 0x01, 0x22, 0x23);
  const [unit] = new Front(1).units({ kind: 'audio', codec: 'aacAdts', key: false, timeMs: 1000, body });
  assert.ok(unit?.seed.kind === 'aac');
  assert.equal(unit.seed.header.channels, 1);
});
