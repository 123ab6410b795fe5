// Finds out rate and packing of G.726 audio, which payload type 8 leaves open (JT/T 1078 practice, clause 9.4 of our reference:
// rate from packet durations, packing by decoding both ways). Decodes meanwhile.
import { codeAt, G726Decoder, type G726Packing } from './g726.ts';
import type { G726Bits } from './g726-tables.ts';

const SAMPLES_PER_MS = 8;
const WINDOW_SAMPLES = 8000;
/** After this many samples a smaller difference decides: a loud tone looks alike both ways. */
const LONG_WINDOW_SAMPLES = 40_000;
const CLEAR_RATIO = 4; // 6 dB
const SLIGHT_RATIO = 1.6; // 2 dB
/** Zero code words never occur above 16 kbit/s in the right packing; this many in the wrong one settle it. */
const CLEAR_ZEROS = 8;
/** A lost packet doubles a duration; so many measurements in a row must agree before a measured rate is given up. */
const AGREEING = 3;

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
  readonly decoder: G726Decoder;
  energy = 0;
  zeroCodes = 0;

  constructor(bits: G726Bits, packing: G726Packing) {
    this.decoder = new G726Decoder(bits, packing);
  }

  decode(bytes: Uint8Array): Int16Array {
    const { bits, packing } = this.decoder;
    const pcm = this.decoder.decode(bytes);
    for (let i = 0; i < pcm.length; i += 1) {
      this.energy += (pcm[i] ?? 0) ** 2;
      if (codeAt(bytes, i, bits, packing) === 0) this.zeroCodes += 1;
    }
    return pcm;
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
    const packing = this.best()?.decoder.packing ?? this.known.packing ?? 'lsb';
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
    for (const candidate of this.candidates) candidate.decoder.reset();
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
    if (this.measured && this.disagreeing < AGREEING) return;
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
    if (lsb === undefined || msb === undefined) return lsb;
    return betterOf(lsb, msb, CLEAR_RATIO) === msb ? msb : lsb;
  }

  private settle(): void {
    const [lsb, msb] = this.candidates;
    if (lsb === undefined || msb === undefined || this.samples < WINDOW_SAMPLES) return;
    const long = this.samples >= LONG_WINDOW_SAMPLES;
    const better = betterOf(lsb, msb, long ? SLIGHT_RATIO : CLEAR_RATIO);
    if (better !== null) this.candidates = [better];
    else if (long) this.candidates = [lsb];
  }
}

/** Zero code words tell for certain where they can; else the quieter by `ratio` in energy; null when neither says. */
const betterOf = (a: Candidate, b: Candidate, ratio: number): Candidate | null => {
  if (a.decoder.bits !== 2) {
    if (a.zeroCodes === 0 && b.zeroCodes >= CLEAR_ZEROS) return a;
    if (b.zeroCodes === 0 && a.zeroCodes >= CLEAR_ZEROS) return b;
  }
  if (a.energy * ratio < b.energy) return a;
  return b.energy * ratio < a.energy ? b : null;
};
