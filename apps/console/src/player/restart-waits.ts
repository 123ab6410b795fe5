// How long a player that failed waits before it begins again: later when the ones before it failed as well. Pure.

const WAITS_MS = [2000, 5000, 15_000, 30_000] as const;
/** A failure so long ago does not count any more. */
const FORGIVEN_AFTER_MS = 60_000;

export class RestartWaits {
  #failures = 0;
  #failedMs = 0;

  /** A player failed at `nowMs`; gives the wait until the next, ms. */
  failed(nowMs: number): number {
    this.#failures = nowMs - this.#failedMs > FORGIVEN_AFTER_MS ? 1 : this.#failures + 1;
    this.#failedMs = nowMs;
    return WAITS_MS[this.#failures - 1] ?? 30_000;
  }
}
