// Gives a stream whose timestamps may jump, stand still or start over a time that always rises. Pure.

/** A step larger than this is a break, not a pause. */
const LONGEST_STEP_US = 10_000_000;

/** Presentation times of a recorder to a rising timeline from 0, microseconds. */
export class Timeline {
  #at = 0;
  #lastUs: number | undefined;
  #lastArrivalMs = 0;
  #steps: number[] = [];

  /** The time of a frame. Where its own time is of no use, the distance of the arrivals stands in. */
  place(presentationUs: number, arrivalMs: number, discontinuity: boolean): number {
    if (this.#lastUs !== undefined) {
      const own = presentationUs - this.#lastUs;
      const usable = !discontinuity && own > 0 && own <= LONGEST_STEP_US;
      const step = usable ? own : Math.max(1000, Math.min(1_000_000, (arrivalMs - this.#lastArrivalMs) * 1000));
      this.#at += step;
      if (usable) this.#steps = [...this.#steps.slice(-15), step];
    }
    this.#lastUs = presentationUs;
    this.#lastArrivalMs = arrivalMs;
    return this.#at;
  }

  /** How long a picture may have to stand until the next: the longest of the recent steps, 20 to 500 ms. */
  get longestStepUs(): number {
    return Math.min(500_000, Math.max(20_000, ...(this.#steps.length === 0 ? [66_000] : this.#steps)));
  }
}
