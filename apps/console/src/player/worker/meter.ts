// Counts what passes in the last second or two: frames, bytes. Pure; the caller brings the time.

const SPAN_MS = 2000;

/** A rate over the last two seconds. Holds at most two seconds of entries. */
export class Meter {
  #entries: { atMs: number; amount: number }[] = [];

  add(amount: number, nowMs: number): void {
    this.#entries.push({ atMs: nowMs, amount });
    this.#expire(nowMs);
  }

  perSecond(nowMs: number): number {
    this.#expire(nowMs);
    const total = this.#entries.reduce((sum, { amount }) => sum + amount, 0);
    return (total * 1000) / SPAN_MS;
  }

  #expire(nowMs: number): void {
    const first = this.#entries.findIndex(({ atMs }) => nowMs - atMs < SPAN_MS);
    this.#entries = first === -1 ? [] : first === 0 ? this.#entries : this.#entries.slice(first);
  }
}
