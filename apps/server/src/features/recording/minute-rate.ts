// How many bytes went to each folder of recordings in the last minute.
import type { Clock } from '../../kernel/clock.ts';

const STEP_MS = 5000;
const STEPS = 12;

export class MinuteRates {
  private readonly clock: Pick<Clock, 'monotonic'>;
  /** By folder and step of five seconds. */
  private readonly written = new Map<string, Map<number, number>>();

  constructor(clock: Pick<Clock, 'monotonic'>) {
    this.clock = clock;
  }

  /** A removal is nothing that was written. */
  add(folder: string, bytes: number): void {
    if (bytes <= 0) return;
    const step = this.step();
    const steps = this.written.get(folder) ?? new Map<number, number>();
    this.written.set(folder, steps);
    steps.set(step, (steps.get(step) ?? 0) + bytes);
    for (const old of steps.keys()) if (old <= step - STEPS) steps.delete(old);
  }

  /** Bytes of the last minute. */
  perMinute(folder: string): number {
    const since = this.step() - STEPS;
    let sum = 0;
    for (const [step, bytes] of this.written.get(folder) ?? []) if (step > since) sum += bytes;
    return sum;
  }

  private step(): number {
    return Math.floor(this.clock.monotonic() / STEP_MS);
  }
}
