// What an operator says: sound messages of the browser to 8 kHz PCM. Takes no more than a microphone can give.
import {
  MAX_VOICE_BYTES,
  VOICE_G726,
  VOICE_RATE_HZ,
  decodeStreamMessage,
  streamKinds,
  voiceCodecOf,
  type VoiceCodec,
} from '@outrider/contract';
import { decodeG711, G726Decoder } from '@outrider/media';
import type { Clock } from '../../kernel/clock.ts';

/** Faster than life by this much is a browser catching up; more is decoded for nobody. */
const CATCH_UP = 1.25;
const BURST_SAMPLES = 2 * VOICE_RATE_HZ;

export class Microphone {
  /** Messages that are no sound, or come faster than anybody can speak. */
  refused = 0;
  private readonly clock: Clock;
  private readonly g726 = new G726Decoder(VOICE_G726.bits, VOICE_G726.packing);
  private allowance = BURST_SAMPLES;
  private lastMs: number;

  constructor(clock: Clock) {
    this.clock = clock;
    this.lastMs = clock.monotonic();
  }

  /** Null for a message that is not taken. */
  take(message: Uint8Array): Int16Array | null {
    const read = decodeStreamMessage(message);
    const codec = read?.header.kind === streamKinds.audio ? voiceCodecOf(read.header.codec) : undefined;
    if (read === undefined || codec === undefined || read.body.length === 0 || read.body.length > MAX_VOICE_BYTES) {
      this.refused += 1;
      return null;
    }
    if (!this.allows(samplesOf(codec, read.body.length))) {
      this.refused += 1;
      return null;
    }
    return this.decode(codec, read.body);
  }

  private allows(samples: number): boolean {
    const nowMs = this.clock.monotonic();
    const gained = ((nowMs - this.lastMs) * VOICE_RATE_HZ * CATCH_UP) / 1000;
    this.lastMs = nowMs;
    this.allowance = Math.min(BURST_SAMPLES, this.allowance + gained);
    if (samples > this.allowance) return false;
    this.allowance -= samples;
    return true;
  }

  private decode(codec: VoiceCodec, body: Uint8Array): Int16Array {
    switch (codec) {
      case 'g726':
        return this.g726.decode(body);
      case 'g711a':
        return decodeG711('a', body);
      case 'g711u':
        return decodeG711('u', body);
      case 'pcm16le': {
        const view = new DataView(body.buffer, body.byteOffset, body.byteLength);
        return Int16Array.from({ length: body.length >> 1 }, (_, i) => view.getInt16(i * 2, true));
      }
    }
  }
}

const samplesOf = (codec: VoiceCodec, bytes: number): number => {
  if (codec === 'g726') return (bytes * 8) / VOICE_G726.bits;
  return codec === 'pcm16le' ? bytes >> 1 : bytes;
};
