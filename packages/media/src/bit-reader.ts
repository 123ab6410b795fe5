// Bit-wise reading of parameter sets (u, ue and se of H.264 clause 9.1, H.265 clause 9.2). Knows no syntax structure.
import { MediaError } from './errors.ts';

/** A cursor over bits, most significant first. Reading past the end throws MediaError. */
export class BitReader {
  private readonly bytes: Uint8Array;
  private position = 0;

  /** `bytes` without emulation prevention (see `removeEmulation`). */
  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
  }

  bit(): number {
    const byte = this.bytes[this.position >> 3];
    if (byte === undefined) throw new MediaError(this.position >> 3, 'bits run past the end');
    const value = (byte >> (7 - (this.position & 7))) & 1;
    this.position += 1;
    return value;
  }

  flag(): boolean {
    return this.bit() === 1;
  }

  /** An unsigned number of `count` bits, at most 32. */
  bits(count: number): number {
    let value = 0;
    for (let i = 0; i < count; i += 1) value = value * 2 + this.bit();
    return value;
  }

  skip(count: number): void {
    this.position += count;
  }

  /** Unsigned Exp-Golomb. */
  ue(): number {
    let zeros = 0;
    while (this.bit() === 0) {
      zeros += 1;
      if (zeros > 31) throw new MediaError(this.position >> 3, 'Exp-Golomb code too long');
    }
    return 2 ** zeros - 1 + this.bits(zeros);
  }

  /** Unsigned Exp-Golomb that must not exceed `max`; a larger value would size a loop or an allocation. */
  ueAtMost(max: number, what: string): number {
    const value = this.ue();
    if (value > max) throw new MediaError(this.position >> 3, `${what} is ${value}, more than ${max}`);
    return value;
  }

  /** Signed Exp-Golomb. */
  se(): number {
    const code = this.ue();
    return code % 2 === 1 ? (code + 1) / 2 : -code / 2;
  }
}
