// Finds out rate and packing of G.726 audio, which payload type 8 leaves open: the rate from packet durations, the packing by
// decoding both ways and looking where the predictor works. Decodes meanwhile, LSB first until something else is clear.
import { codeAt, type G726Packing } from './g726.ts';
import { G726State } from './g726-state.ts';
import type { G726Bits } from './g726-tables.ts';

const SAMPLES_PER_MS = 8;
/** The first second is listened to before a packing is given up. */
const WINDOW_SAMPLES = 8000;
/**
 * How much better, in dB of prediction gain, the right packing must be, by bits per sample. Comparing loudness instead would be
 * wrong at 2 and 4 bits, where the other packing is a swap of neighbours and often quieter. Noise differs by less than this.
 */
const CLEAR_GAIN_DB: Readonly<Record<G726Bits, number>> = { 2: 5, 3: 3, 4: 2.5, 5: 3 };
/** Zero code words never occur above 16 kbit/s in the right packing; this many in the wrong one settle it. */
const CLEAR_ZEROS = 8;
/** A lost packet doubles a duration; so many measurements in a row must agree before a guessed or a measured rate is given up. */
const AGREEING_WITH_GUESS = 2;
const AGREEING_WITH_MEASURE = 3;

/** Bits per sample for common packet sizes when no duration is known: 40 ms first, then 20 ms. */
const guessBits = (sizeBytes: number): G726Bits => {
  for (const samples of [320, 160]) {
    for (const bits of [2, 3, 4, 5] as const) if (sizeBytes * 8 === samples * bits) return bits;
  }
  return 4;
};

/** Bits per sample from a duration; null when it gives no whole number in range, as with jitter or loss. */
const measureBits = (sizeBytes: number, durationMs: number | undefined): G726Bits | null => {
  if (durationMs === undefined || durationMs <= 0) return null;
  const exact = (sizeBytes * 8) / (durationMs * SAMPLES_PER_MS);
  const found = ([2, 3, 4, 5] as const).find((bits) => Math.abs(exact - bits) <= 0.2);
  return found ?? null;
};

class Candidate {
  readonly bits: G726Bits;
  readonly packing: G726Packing;
  zeroCodes = 0;
  private state: G726State;
  private signal = 1;
  private residue = 1;

  constructor(bits: G726Bits, packing: G726Packing) {
    this.bits = bits;
    this.packing = packing;
    this.state = new G726State(bits);
  }

  decode(bytes: Uint8Array): Int16Array {
    const pcm = new Int16Array(Math.floor((bytes.length * 8) / this.bits));
    for (let i = 0; i < pcm.length; i += 1) {
      const code = codeAt(bytes, i, this.bits, this.packing);
      const sample = this.state.decode(code);
      pcm[i] = sample;
      this.signal += sample * sample;
      this.residue += 16 * this.state.lastDifference ** 2;
      if (code === 0) this.zeroCodes += 1;
    }
    return pcm;
  }

  reset(): void {
    this.state = new G726State(this.bits);
  }

  /** Prediction gain in dB so far: how much smaller the differences are than the signal. */
  gainDb(): number {
    return 10 * Math.log10(this.signal / this.residue);
  }
}

export type G726Choice = {
  readonly bits?: G726Bits;
  readonly packing?: G726Packing;
};

/** One audio stream of unknown rate and packing. What the device profile knows can be given and is then not searched for. */
export class G726Detector {
  private readonly known: G726Choice;
  private bits: G726Bits | null;
  private measured = false;
  private disagreeing = 0;
  private lastMeasure: G726Bits | null = null;
  private candidates: Candidate[] = [];
  private samples = 0;

  constructor(known: G726Choice = {}) {
    this.known = known;
    this.bits = known.bits ?? null;
  }

  /** Rate and packing so far; `settled` says whether the packing is still being watched. */
  choice(): { bits: G726Bits | null; packing: G726Packing; settled: boolean } {
    const packing = this.best()?.packing ?? this.known.packing ?? 'lsb';
    return { bits: this.bits, packing, settled: this.candidates.length === 1 };
  }

  /** `durationMs` is the timestamp difference to the packet before, when usable. */
  decode(bytes: Uint8Array, durationMs?: number): Int16Array {
    this.chooseBits(bytes.length, durationMs);
    const decoded = this.candidates.map((candidate) => candidate.decode(bytes));
    const best = this.best();
    const pcm = decoded[best === undefined ? 0 : this.candidates.indexOf(best)] ?? new Int16Array(0);
    this.samples += pcm.length;
    this.settle();
    return pcm;
  }

  /** Forgets the decoders' past, not what was found out. */
  reset(): void {
    for (const candidate of this.candidates) candidate.reset();
  }

  private chooseBits(sizeBytes: number, durationMs: number | undefined): void {
    if (this.candidates.length === 0) this.start(this.known.bits ?? guessBits(sizeBytes));
    if (this.known.bits !== undefined) return;
    const measure = measureBits(sizeBytes, durationMs);
    if (measure === null) return;
    if (measure === this.bits) {
      this.measured = true;
      this.disagreeing = 0;
      return;
    }
    this.disagreeing = measure === this.lastMeasure ? this.disagreeing + 1 : 1;
    this.lastMeasure = measure;
    if (this.disagreeing < (this.measured ? AGREEING_WITH_MEASURE : AGREEING_WITH_GUESS)) return;
    this.measured = true;
    this.start(measure);
  }

  private start(bits: G726Bits): void {
    this.bits = bits;
    this.disagreeing = 0;
    this.samples = 0;
    const packings: readonly G726Packing[] = this.known.packing === undefined ? ['lsb', 'msb'] : [this.known.packing];
    this.candidates = packings.map((packing) => new Candidate(bits, packing));
  }

  /** Of two candidates the one that is clearly better so far, else LSB first. */
  private best(): Candidate | undefined {
    const [lsb, msb] = this.candidates;
    return lsb === undefined || msb === undefined ? lsb : (betterOf(lsb, msb) ?? lsb);
  }

  private settle(): void {
    const [lsb, msb] = this.candidates;
    if (lsb === undefined || msb === undefined || this.samples < WINDOW_SAMPLES) return;
    const better = betterOf(lsb, msb);
    if (better !== null) this.candidates = [better];
  }
}

/** The one that must be the right packing; null when nothing says so yet. */
const betterOf = (a: Candidate, b: Candidate): Candidate | null => {
  if (a.bits === 3 || a.bits === 5) {
    if (a.zeroCodes === 0 && b.zeroCodes >= CLEAR_ZEROS) return a;
    if (b.zeroCodes === 0 && a.zeroCodes >= CLEAR_ZEROS) return b;
  }
  const gain = a.gainDb() - b.gainDb();
  if (Math.abs(gain) < CLEAR_GAIN_DB[a.bits]) return null;
  return gain > 0 ? a : b;
};
