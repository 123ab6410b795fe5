// The adaptive core of ITU-T G.726: one difference code word in, one sample out, and the quantizer of the encoder. Block names in
// brackets are those of the recommendation. Packing of code words into bytes is in g726.ts.
import { FFMPEG_DECISIONS_40, G726_TABLES, type G726Bits, type G726Tables } from './g726-tables.ts';

/**
 * `itu` is the recommendation. `ffmpeg` is what that program computes, and only it decodes exactly what ffmpeg encoded: the
 * scale factor's mix is rounded down instead of towards zero, at 40 kbit/s the zeros leak as fast as at the other rates and
 * two decisions of the quantizer are off by one. At 40 kbit/s the two do not understand each other well.
 */
export type G726Arithmetic = 'itu' | 'ffmpeg';

const POLES = 2;
const ZEROS = 6;

const bitLength = (magnitude: number): number => 32 - Math.clz32(magnitude);
const signOf = (value: number): number => (value < 0 ? -1 : 1);
/** The recommendation's sums are modulo 2^16; only hostile input gets there. */
const wrap16 = (value: number): number => (value << 16) >> 16;
const clamp = (value: number, low: number, high: number): number => (value < low ? low : value > high ? high : value);

/** Past values as the recommendation's floating point (FLOATA, FLOATB): sign, 4-bit exponent, 6-bit mantissa; newest first. */
class FloatLine {
  readonly signs: Int32Array;
  readonly exponents: Int32Array;
  readonly mantissas: Int32Array;

  constructor(length: number) {
    this.signs = new Int32Array(length).fill(1);
    this.exponents = new Int32Array(length);
    this.mantissas = new Int32Array(length).fill(32);
  }

  push(magnitude: number, sign: number): void {
    for (let i = this.signs.length - 1; i > 0; i -= 1) {
      this.signs[i] = this.signs[i - 1] ?? 1;
      this.exponents[i] = this.exponents[i - 1] ?? 0;
      this.mantissas[i] = this.mantissas[i - 1] ?? 0;
    }
    const exponent = bitLength(magnitude);
    this.signs[0] = sign;
    this.exponents[0] = exponent;
    this.mantissas[0] = magnitude === 0 ? 32 : (magnitude << 6) >> exponent;
  }

  /** Coefficient (14 fractional bits) times the value at `index` (FMULT). */
  times(index: number, coefficient: number): number {
    const short = coefficient >> 2;
    const magnitude = Math.abs(short);
    const length = bitLength(magnitude);
    const mantissa = magnitude === 0 ? 32 : (magnitude << 6) >> length;
    const exponent = length + (this.exponents[index] ?? 0);
    const product = (mantissa * (this.mantissas[index] ?? 0) + 48) >> 4;
    const shifted = exponent > 19 ? (product << (exponent - 19)) & 0x7fff : product >> (19 - exponent);
    return signOf(short) * (this.signs[index] ?? 1) * shifted;
  }
}

export class G726State {
  readonly bits: G726Bits;
  /** The last quantized prediction difference, in quarters of a sample's unit; small where prediction works. */
  lastDifference = 0;
  private readonly tables: G726Tables;
  private readonly arithmetic: G726Arithmetic;
  private readonly decisions: readonly number[];
  private readonly pole = new Int32Array(POLES);
  private readonly zero = new Int32Array(ZEROS);
  private readonly reconstructed = new FloatLine(POLES);
  private readonly differences = new FloatLine(ZEROS);
  /** Signs of the last two partial reconstructions (PK). */
  private sign1 = 1;
  private sign2 = 1;
  /** Unlocked and locked scale factor, 9 and 15 fractional bits (YU, YL). */
  private fastScale = 544;
  private slowScale = 34816;
  /** Short and long term averages of F(I) (DMS, DML) and speed control (AP). */
  private shortAverage = 0;
  private longAverage = 0;
  private speed = 0;
  private tone = false;
  /** Quantizer scale factor, signal estimate and its part from the zeros, for the next sample (Y, SE, SEZ). */
  private scale = 544;
  private estimate = 0;
  private zeroEstimate = 0;

  constructor(bits: G726Bits, arithmetic: G726Arithmetic = 'itu') {
    this.bits = bits;
    this.arithmetic = arithmetic;
    this.tables = G726_TABLES[bits];
    this.decisions = arithmetic === 'ffmpeg' && bits === 5 ? FFMPEG_DECISIONS_40 : this.tables.decisions;
  }

  /** Takes one code word, gives one 16-bit sample. */
  decode(code: number): number {
    const magnitude = this.reconstruct(code);
    const negative = code >> (this.bits - 1) === 1;
    const difference = negative ? -magnitude : magnitude;
    this.lastDifference = difference;
    const sample = wrap16(this.estimate + difference); // ADDB
    const transition = this.isTransition(magnitude);
    this.adaptPredictor(difference, negative, transition);
    this.reconstructed.push(Math.abs(sample), signOf(sample));
    this.differences.push(magnitude, negative ? -1 : 1);
    this.tone = (this.pole[1] ?? 0) < -11776; // TONE, TRIGB
    this.adaptSpeed(code, transition);
    this.adaptScale(code);
    this.predict();
    return clamp(sample * 4, -32768, 32767);
  }

  /** Takes one 16-bit sample, gives its code word; the state advances as the decoder's will. */
  encode(sample: number): number {
    const code = this.quantize(Math.trunc(sample / 4) - this.estimate);
    this.decode(code);
    return code;
  }

  /** Logarithm, scaling, interval (LOG, SUBTB, QUAN). Code word 0 does not exist above 16 kbit/s: all ones stand for it. */
  private quantize(difference: number): number {
    const magnitude = Math.abs(difference);
    const exponent = Math.max(bitLength(magnitude) - 1, 0);
    const log = (exponent << 7) + (((magnitude << 7) >> exponent) & 0x7f) - (this.scale >> 2);
    let interval = 0;
    for (const decision of this.decisions) if (log > decision) interval += 1;
    const last = (1 << this.bits) - 1;
    if (difference < 0) return last - interval;
    return interval === 0 && this.bits !== 2 ? last : interval;
  }

  /** Magnitude of the quantized difference (RECONST, ADDA, ANTILOG). */
  private reconstruct(code: number): number {
    const log = (this.tables.magnitudes[code] ?? 0) + (this.scale >> 2);
    return log < 0 ? 0 : ((128 + (log & 127)) << ((log >> 7) & 15)) >> 7;
  }

  /** A partial band signal such as a modem's jumps (TRANS). */
  private isTransition(magnitude: number): boolean {
    const whole = this.slowScale >> 15;
    const fraction = (this.slowScale >> 10) & 31;
    const threshold = whole > 9 ? 31 << 10 : (32 + fraction) << whole;
    return this.tone && magnitude > (threshold + (threshold >> 1)) >> 1;
  }

  /** Both predictors' coefficients (UPA1, UPA2, LIMC, LIMD, UPB, XOR, TRIGB). */
  private adaptPredictor(difference: number, negative: boolean, transition: boolean): void {
    const partial = this.zeroEstimate + difference; // ADDC
    const sign = partial === 0 ? 0 : signOf(partial);
    if (transition) {
      this.pole.fill(0);
      this.zero.fill(0);
    } else {
      const a1 = this.pole[0] ?? 0;
      const a2 = this.pole[1] ?? 0;
      const a1Limited = clamp((-a1 * this.sign1 * sign) >> 5, -256, 255);
      const a2Next = clamp(a2 - (a2 >> 7) + 128 * sign * this.sign2 + a1Limited, -12288, 12288);
      const a1Bound = 15360 - a2Next;
      this.pole[0] = clamp(a1 - (a1 >> 8) + 192 * sign * this.sign1, -a1Bound, a1Bound);
      this.pole[1] = a2Next;
      this.adaptZeros(difference === 0 ? 0 : negative ? -128 : 128);
    }
    this.sign2 = this.sign1;
    this.sign1 = partial < 0 ? -1 : 1;
  }

  /** The sixth-order part leaks half as fast at 40 kbit/s (UPB). */
  private adaptZeros(step: number): void {
    const leak = this.bits === 5 && this.arithmetic === 'itu' ? 9 : 8;
    for (let i = 0; i < ZEROS; i += 1) {
      const old = this.zero[i] ?? 0;
      this.zero[i] = old - (old >> leak) + step * (this.differences.signs[i] ?? 1);
    }
  }

  /** How fast the scale factor may move (FUNCTF, FILTA, FILTB, SUBTC, FILTC, TRIGA). */
  private adaptSpeed(code: number, transition: boolean): void {
    const f = this.tables.speeds[code] ?? 0;
    this.shortAverage += ((f << 9) - this.shortAverage) >> 5;
    this.longAverage += ((f << 11) - this.longAverage) >> 7;
    const moving = Math.abs((this.shortAverage << 2) - this.longAverage) >= this.longAverage >> 3;
    const target = this.scale < 1536 || this.tone || moving ? 512 : 0;
    this.speed = transition ? 256 : this.speed + ((target - this.speed) >> 4);
  }

  /** Both scale factors and their mix (FUNCTW, FILTD, LIMB, FILTE, LIMA, MIX). */
  private adaptScale(code: number): void {
    const w = this.tables.multipliers[code] ?? 0;
    this.fastScale = clamp(this.scale + (((w << 5) - this.scale) >> 5), 544, 5120);
    this.slowScale += this.fastScale + (-this.slowScale >> 6);
    const slow = this.slowScale >> 6;
    const share = this.speed >= 256 ? 64 : this.speed >> 2;
    const change = (this.fastScale - slow) * share;
    this.scale = this.arithmetic === 'itu' ? slow + Math.trunc(change / 64) : (this.slowScale + change) >> 6;
  }

  /** The next sample's estimate (FMULT, ACCUM). */
  private predict(): void {
    let sum = 0;
    for (let i = 0; i < ZEROS; i += 1) sum += this.differences.times(i, this.zero[i] ?? 0);
    this.zeroEstimate = wrap16(sum) >> 1;
    for (let i = 0; i < POLES; i += 1) sum += this.reconstructed.times(i, this.pole[i] ?? 0);
    this.estimate = wrap16(sum) >> 1;
  }
}
