// Spaces out live requests to one device: recorders lose requests that come too close together (JT/T 1078 reference, 7.4).
import type { Clock } from '../kernel/clock.ts';

const START_GAP_MS = 300;

export class StartGate {
  private readonly clock: Clock;
  private readonly nextMs = new Map<number, number>();

  constructor(clock: Clock) {
    this.clock = clock;
  }

  /** Runs `action` at once when the device was left alone for the gap, else after its turn in the row. */
  run(deviceKey: number, action: () => void): void {
    const nowMs = this.clock.monotonic();
    for (const [key, freeMs] of this.nextMs) if (freeMs <= nowMs) this.nextMs.delete(key);
    const turnMs = Math.max(nowMs, this.nextMs.get(deviceKey) ?? 0);
    this.nextMs.set(deviceKey, turnMs + START_GAP_MS);
    if (turnMs <= nowMs) action();
    else this.clock.after(turnMs - nowMs, action);
  }
}
