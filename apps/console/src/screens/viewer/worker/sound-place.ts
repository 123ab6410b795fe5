// Where blocks of sound belong on the time of a file: small jitter is ignored, holes become silence, repeats go. Pure.

/** A block may be so far behind the one before it before silence is put in between, seconds. */
const LATE_S = 0.12;
/** A block that begins so much before the one before it ended came twice, or its clock was set back. */
const EARLY_S = 0.3;

export class SoundPlace {
  readonly #rate: number;
  #nextS: number | undefined;

  constructor(rate: number) {
    this.#rate = rate;
  }

  /** Seconds at which the next block would follow without a hole. */
  get nextS(): number {
    return this.#nextS ?? 0;
  }

  /** Samples of silence to write before a block of `samples` that was recorded at `atS`; undefined: leave the block out. */
  put(atS: number, samples: number): number | undefined {
    const aheadS = atS - (this.#nextS ?? Math.max(0, atS));
    if (atS < 0 || aheadS < -EARLY_S) return undefined;
    const silence = aheadS > LATE_S ? Math.round(aheadS * this.#rate) : 0;
    this.#nextS = (this.#nextS ?? atS) + (silence + samples) / this.#rate;
    return silence;
  }
}
