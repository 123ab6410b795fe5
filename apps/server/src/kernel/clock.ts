// The clock port. Everything on the server that waits or asks for the time goes through it, so that tests can drive it.

export type Timer = { cancel(): void };

export interface Clock {
  /** UTC, milliseconds. May jump: use it for stamps, never for measuring. */
  now(): number;
  /** Milliseconds since some fixed moment; never goes back. Use it for durations and timeouts. */
  monotonic(): number;
  /** Runs `action` once after `ms`. The owner cancels it. Does not keep the process alive. */
  after(ms: number, action: () => void): Timer;
  /** Runs `action` each `ms` until cancelled. Does not keep the process alive. */
  every(ms: number, action: () => void): Timer;
}
