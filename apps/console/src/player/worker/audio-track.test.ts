// AAC of recorders that a browser does not take: the picture goes on. The browser's decoder is the test's own.
import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import { streamCodecs } from '@outrider/contract';
import { AudioTrack } from './audio-track.ts';

/** AAC-LC, 8 kHz, 7 bytes of header, a block that begins with one channel. */
const MONO = Uint8Array.of(0xff, 0xf1, 0x6c, 0x40, 0x01, 0x5f, 0xfc, 0x01, 0x22, 0x23);
/** The header leaves the channels to the block. */
const OPEN = MONO.with(3, 0x00);

/** As browsers do: what makes no sense is thrown, and who is not configured cannot decode. */
const installed = (refuses: (channels: number) => boolean) => {
  const made: number[] = [];
  let decoded = 0;
  class Decoder {
    state = 'unconfigured';
    configure({ numberOfChannels }: { numberOfChannels: number }): void {
      made.push(numberOfChannels);
      if (refuses(numberOfChannels)) throw new TypeError('Invalid audio config');
      this.state = 'configured';
    }
    decode(): void {
      if (this.state !== 'configured') throw new Error('InvalidStateError');
      decoded += 1;
    }
    close(): void {
      this.state = 'closed';
    }
  }
  Object.assign(globalThis, { AudioDecoder: Decoder, EncodedAudioChunk: Object });
  return { made, decoded: () => decoded };
};
afterEach(() => {
  for (const name of ['AudioDecoder', 'EncodedAudioChunk']) Reflect.deleteProperty(globalThis, name);
});

const take = (...bodies: readonly Uint8Array[]): void => {
  const track = new AudioTrack(
    () => {},
    () => {},
  );
  bodies.forEach((body, i) => track.take(streamCodecs.aacAdts, i * 128_000, 8000, body));
  track.close();
};

test('AAC whose header leaves the number of channels open is decoded', () => {
  const { made, decoded } = installed((channels) => channels < 1);
  take(OPEN, OPEN);
  assert.deepEqual([made, decoded()], [[1], 2]);
});

test('a format that the browser does not take is tried once, and throws at nobody', () => {
  const { made, decoded } = installed((channels) => channels === 1);
  take(MONO, MONO, MONO);
  assert.deepEqual([made, decoded()], [[1], 0]);
  take(MONO, MONO.with(3, 0x80), MONO);
  assert.deepEqual([made, decoded()], [[1, 1, 2, 1], 1], 'another one is tried');
});
