// Decides what a broken decoder means: bad luck that the next key frame mends, or data that no decoder takes. Pure.

/** A second failure within so long is no bad luck. */
export const AGAIN_WITHIN_MS = 30_000;

export class DecoderTrust {
  #lastMs: number | undefined;

  /** A decoder broke at `nowMs`. */
  failed(nowMs: number): 'try-again' | 'give-up' {
    const again = this.#lastMs !== undefined && nowMs - this.#lastMs <= AGAIN_WITHIN_MS;
    this.#lastMs = nowMs;
    return again ? 'give-up' : 'try-again';
  }
}
