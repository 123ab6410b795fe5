// Media connections whose frames can wait are left unread for a while: what they bring then comes in one read and not in a dozen, and
// reading is half of what a recorded stream costs. The system keeps it meanwhile. Knows no protocol.
import type { Clock, Timer } from '../../kernel/clock.ts';

/** What can be left unread; a TCP socket. */
type Restful = { readonly destroyed: boolean; pause(): unknown; resume(): unknown };

/** Rests end together at these steps: connections that are read in one go cost less than one by one. */
const STEP_MS = 20;

export class Rests {
  private readonly clock: Clock;
  private resting: { connection: Restful; untilMs: number }[] = [];
  private timer: Timer | null = null;

  constructor(clock: Clock) {
    this.clock = clock;
  }

  get size(): number {
    return this.resting.length;
  }

  /** Reads the connection no further for about so long. One that rests already is not put here again. */
  begin(connection: Restful, restMs: number): void {
    connection.pause();
    this.resting.push({ connection, untilMs: this.clock.monotonic() + restMs });
    this.timer ??= this.clock.every(STEP_MS, () => this.step());
  }

  /** Nothing rests any longer. */
  close(): void {
    this.timer?.cancel();
    this.timer = null;
    for (const { connection } of this.resting.splice(0)) connection.resume();
  }

  private step(): void {
    const nowMs = this.clock.monotonic();
    const over = this.resting.filter(({ untilMs }) => untilMs <= nowMs);
    if (over.length === 0) return;
    this.resting = this.resting.filter(({ untilMs }) => untilMs > nowMs);
    for (const { connection } of over) if (!connection.destroyed) connection.resume();
    if (this.resting.length > 0) return;
    this.timer?.cancel();
    this.timer = null;
  }
}
