// Time for the whole fleet: one timer drives a wheel of jobs, however many vehicles and streams there are.

export type Timer = { readonly cancel: () => void };

/** What everything in the simulator takes its time from. */
export interface Clock {
  /** UTC ms. */
  now(): number;
  /** Runs `job` once after `delayMs`, to within a tick of the wheel. */
  after(delayMs: number, job: () => void): Timer;
}

type Job = { run: () => void; cancelled: boolean };

/** Jobs in slots of one tick. Knows no clock: who owns it calls `advance` with a time that never goes back. */
export class TimerWheel {
  readonly tickMs: number;
  private readonly slots = new Map<number, Job[]>();
  private doneTick: number;
  private pending = 0;

  constructor(startMs: number, tickMs: number) {
    this.tickMs = tickMs;
    this.doneTick = Math.floor(startMs / tickMs);
  }

  /** Jobs not yet run nor cancelled. */
  get size(): number {
    return this.pending;
  }

  /** Puts a job into the slot of `dueMs`, at the earliest the one that comes next. */
  add(dueMs: number, run: () => void): Timer {
    const tick = Math.max(this.doneTick + 1, Math.ceil(dueMs / this.tickMs));
    const job: Job = { run, cancelled: false };
    const slot = this.slots.get(tick);
    if (slot === undefined) this.slots.set(tick, [job]);
    else slot.push(job);
    this.pending += 1;
    return { cancel: () => this.drop(job) };
  }

  /** Runs every job due until `nowMs`, slot by slot, in the order they were added. */
  advance(nowMs: number): void {
    const until = Math.floor(nowMs / this.tickMs);
    while (this.doneTick < until) {
      this.doneTick += 1;
      const slot = this.slots.get(this.doneTick);
      this.slots.delete(this.doneTick);
      for (const job of slot ?? []) this.runOnce(job);
    }
  }

  private runOnce(job: Job): void {
    if (job.cancelled) return;
    this.drop(job);
    job.run();
  }

  private drop(job: Job): void {
    if (job.cancelled) return;
    job.cancelled = true;
    this.pending -= 1;
  }
}

const TICK_MS = 5;

/** The real clock. Its one interval runs while a job waits, so an idle or stopped fleet keeps no process alive. */
export class WheelClock implements Clock {
  private readonly wheel = new TimerWheel(performance.now(), TICK_MS);
  private interval: ReturnType<typeof setInterval> | null = null;

  /** Jobs not yet run nor cancelled: none after everything that uses the clock has stopped. */
  get waiting(): number {
    return this.wheel.size;
  }

  now(): number {
    return Date.now();
  }

  after(delayMs: number, job: () => void): Timer {
    if (this.interval === null) {
      this.wheel.advance(performance.now());
      this.interval = setInterval(() => this.tick(), TICK_MS);
    }
    return this.wheel.add(performance.now() + delayMs, job);
  }

  private tick(): void {
    this.wheel.advance(performance.now());
    if (this.wheel.size > 0 || this.interval === null) return;
    clearInterval(this.interval);
    this.interval = null;
  }
}

/** Runs `job` every `periodMs` until cancelled; a late run does not shift the next ones. */
export const repeat = (clock: Clock, periodMs: number, job: () => void): Timer => {
  let due = clock.now() + periodMs;
  let cancelled = false;
  const next = (): void => {
    if (cancelled) return;
    due = Math.max(due + periodMs, clock.now());
    timer = clock.after(due - clock.now(), next);
    job();
  };
  let timer = clock.after(periodMs, next);
  return {
    cancel: () => {
      cancelled = true;
      timer.cancel();
    },
  };
};

/** A clock that moves only when told, for tests of pacing. */
export class ManualClock implements Clock {
  private timeMs: number;
  private readonly wheel: TimerWheel;

  constructor(startMs: number) {
    this.timeMs = startMs;
    this.wheel = new TimerWheel(startMs, 1);
  }

  now(): number {
    return this.timeMs;
  }

  after(delayMs: number, job: () => void): Timer {
    return this.wheel.add(this.timeMs + delayMs, job);
  }

  /** Moves on in steps of a millisecond, so that jobs see the time they were due at. */
  advance(ms: number): void {
    for (let i = 0; i < ms; i += 1) {
      this.timeMs += 1;
      this.wheel.advance(this.timeMs);
    }
  }
}
