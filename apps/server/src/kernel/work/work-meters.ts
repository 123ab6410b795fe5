// Meters of the server's own work: how often each kind was done, how long it took in all and at most. A meter is a few numbers that are added to,
// so that frames and reports can be measured; who reads them starts them over.
import type { MeterName } from '@outrider/contract';
import type { Clock } from '../clock.ts';

/** Times in ms. */
export type MeterReading = { count: number; sumMs: number; maxMs: number };

export class WorkMeter {
  readonly #clock: Pick<Clock, 'monotonic'>;
  #count = 0;
  #sumMs = 0;
  #maxMs = 0;

  constructor(clock: Pick<Clock, 'monotonic'>) {
    this.#clock = clock;
  }

  /** For `ended`. */
  began(): number {
    return this.#clock.monotonic();
  }

  ended(began: number): void {
    const tookMs = this.#clock.monotonic() - began;
    this.#count += 1;
    this.#sumMs += tookMs;
    if (tookMs > this.#maxMs) this.#maxMs = tookMs;
  }

  /** For work that ends well or not: both took their time. */
  async around<T>(work: () => Promise<T>): Promise<T> {
    const began = this.began();
    try {
      return await work();
    } finally {
      this.ended(began);
    }
  }

  take(): MeterReading {
    const reading = { count: this.#count, sumMs: this.#sumMs, maxMs: this.#maxMs };
    this.#count = 0;
    this.#sumMs = 0;
    this.#maxMs = 0;
    return reading;
  }
}

export type WorkMeters = Readonly<Record<MeterName, WorkMeter>>;

export const createWorkMeters = (clock: Pick<Clock, 'monotonic'>): WorkMeters => ({
  'position report': new WorkMeter(clock),
  'report batch': new WorkMeter(clock),
  'database write': new WorkMeter(clock),
  'HTTP call': new WorkMeter(clock),
  command: new WorkMeter(clock),
  'frame fan-out': new WorkMeter(clock),
});
