// ITU-T G.726 ADPCM at 8 kHz: streams of code words in bytes, both packings, both ways. The adaptive core is in g726-state.ts.
import { G726State, type G726Arithmetic } from './g726-state.ts';
import type { G726Bits } from './g726-tables.ts';

/**
 * Order of code words in a byte: `lsb` puts the first sample into the lowest bits (RFC 3551, ffmpeg's g726le, most recorders),
 * `msb` into the highest (ffmpeg's g726, some Hisilicon settings).
 */
export type G726Packing = 'lsb' | 'msb';

/** Decodes packets of one stream in order; the state runs on over packets, as the recommendation's does. Never throws. */
export class G726Decoder {
  readonly bits: G726Bits;
  readonly packing: G726Packing;
  private readonly arithmetic: G726Arithmetic;
  private state: G726State;

  constructor(bits: G726Bits, packing: G726Packing, arithmetic: G726Arithmetic = 'itu') {
    this.bits = bits;
    this.packing = packing;
    this.arithmetic = arithmetic;
    this.state = new G726State(bits, arithmetic);
  }

  /** Forgets the past: after a gap of a second or more. */
  reset(): void {
    this.state = new G726State(this.bits, this.arithmetic);
  }

  /** As many 16-bit samples as whole code words fit `bytes`; left-over bits are dropped. */
  decode(bytes: Uint8Array): Int16Array {
    const pcm = new Int16Array(Math.floor((bytes.length * 8) / this.bits));
    for (let i = 0; i < pcm.length; i += 1) pcm[i] = this.state.decode(codeAt(bytes, i, this.bits, this.packing));
    return pcm;
  }
}

/** Code word `index` of packed bytes. */
export const codeAt = (bytes: Uint8Array, index: number, bits: G726Bits, packing: G726Packing): number => {
  const bit = index * bits;
  const byte = bit >> 3;
  const offset = bit & 7;
  const first = bytes[byte] ?? 0;
  const second = bytes[byte + 1] ?? 0;
  const mask = (1 << bits) - 1;
  if (packing === 'lsb') return ((first | (second << 8)) >> offset) & mask;
  return (((first << 8) | second) >> (16 - offset - bits)) & mask;
};

/** Encodes blocks of one stream in order. */
export class G726Encoder {
  readonly bits: G726Bits;
  readonly packing: G726Packing;
  private readonly state: G726State;

  constructor(bits: G726Bits, packing: G726Packing, arithmetic: G726Arithmetic = 'itu') {
    this.bits = bits;
    this.packing = packing;
    this.state = new G726State(bits, arithmetic);
  }

  /** 16-bit samples to packed code words. Blocks should be a multiple of 8 samples: else the last byte is filled with zero bits. */
  encode(pcm: Int16Array): Uint8Array {
    const bytes = new Uint8Array(Math.ceil((pcm.length * this.bits) / 8));
    for (let i = 0; i < pcm.length; i += 1) {
      const code = this.state.encode(pcm[i] ?? 0);
      const byte = (i * this.bits) >> 3;
      const offset = (i * this.bits) & 7;
      const spread = this.packing === 'lsb' ? code << offset : code << (16 - offset - this.bits);
      const [here, next] = this.packing === 'lsb' ? [spread & 0xff, spread >> 8] : [spread >> 8, spread & 0xff];
      bytes[byte] = (bytes[byte] ?? 0) | here;
      if (next !== 0) bytes[byte + 1] = (bytes[byte + 1] ?? 0) | next;
    }
    return bytes;
  }
}
