// What waits for another platform on the link of one device, oldest first: bodies of reports, and the row of the journal that each stands in.
// No sockets and no clock.

export type WaitingReport = { readonly body: Uint8Array; readonly row: number; readonly sinceMs: number };
/** Over all links. Bytes are those of the bodies. */
export type WaitingTotal = { waiting: number; waitingBytes: number };

/** Of the bodies in one message. */
const BATCH_BYTES = 900;
/** A body's length stands before it, their number and kind before all of them. */
const [LENGTH_BYTES, HEAD_BYTES] = [2, 3];

export class WaitingReports {
  readonly #total: WaitingTotal;
  readonly #reports: WaitingReport[] = [];
  /** How many of the first came while nobody could be reached: they are from a 'blind area'. */
  #late = 0;

  constructor(total: WaitingTotal) {
    this.#total = total;
  }

  get length(): number {
    return this.#reports.length;
  }

  /** The row of the journal that the oldest stands in; undefined: nothing waits. */
  get firstRow(): number | undefined {
    return this.#reports[0]?.row;
  }

  push(report: WaitingReport, isLate: boolean): void {
    if (isLate && this.#late === this.#reports.length) this.#late += 1;
    this.#reports.push(report);
    this.#total.waiting += 1;
    this.#total.waitingBytes += report.body.length;
  }

  /** Everything that waits now is late. */
  areLate(): void {
    this.#late = this.#reports.length;
  }

  /** What fits into one message, late ones never together with others. Empty: nothing waits. */
  next(): { bodies: Uint8Array[]; isLate: boolean } {
    const isLate = this.#late > 0;
    const most = isLate ? this.#late : this.#reports.length;
    const bodies: Uint8Array[] = [];
    let bytes = HEAD_BYTES;
    for (const { body } of this.#reports) {
      bytes += LENGTH_BYTES + body.length;
      if (bodies.length === most || (bodies.length > 0 && bytes > BATCH_BYTES)) break;
      bodies.push(body);
    }
    return { bodies, isLate };
  }

  /** Takes the oldest away. */
  remove(count: number): void {
    for (const { body } of this.#reports.splice(0, count)) {
      this.#total.waiting -= 1;
      this.#total.waitingBytes -= body.length;
    }
    this.#late = Math.max(0, this.#late - count);
  }

  /** How many of the oldest have waited since before then. */
  countBefore(ms: number): number {
    return this.#countWhile(({ sinceMs }) => sinceMs <= ms);
  }

  /** How many of the oldest stand in rows up to this one. */
  countUpTo(row: number): number {
    return this.#countWhile((report) => report.row <= row);
  }

  #countWhile(fits: (report: WaitingReport) => boolean): number {
    const first = this.#reports.findIndex((report) => !fits(report));
    return first === -1 ? this.#reports.length : first;
  }
}
