// In which order passwords are checked, and how fast: known browsers first, then strangers by how often their address failed. Bounds
// what guessing may cost the machine. Knows no account.
import type { Clock, Timer } from '../../kernel/clock.ts';
import { AppError } from '../../kernel/errors.ts';

const MINUTE_MS = 60_000;

export type CheckLimits = {
  /** Slow checks at once, and those of strangers among them. */
  running: number;
  runningStrangers: number;
  /** Waiting checks; past that the last in order is refused. */
  waiting: number;
  /** Wrong checks that strangers have free; they come back one by one in this time. */
  strangersFree: number;
  strangerEveryMs: number;
  /** So many wrong ones of strangers within the time, and they come back at the slow pace. */
  slowAfter: number;
  slowWithinMs: number;
  slowEveryMs: number;
};

/** For all accounts and addresses together. */
export const checkLimits: CheckLimits = {
  running: 2,
  runningStrangers: 1,
  waiting: 64,
  strangersFree: 100,
  strangerEveryMs: 100,
  slowAfter: 200,
  slowWithinMs: 15 * MINUTE_MS,
  slowEveryMs: 500,
};

/** Whose turn it is: somebody known to the account, or a stranger whose address has failed so often of late. */
export type CheckTurn = { known: true; by: 'browser' | 'place' } | { known: false; failures: number };

type Waiting = { rank: number; begin: () => void; refuse: () => void };

const KNOWN_RANK = -1;

export class CheckQueue {
  readonly #clock: Clock;
  readonly #limits: CheckLimits;
  readonly #waiting: Waiting[] = [];
  #running = 0;
  #strangers = 0;
  #free: number;
  #freedAt: number;
  #wrong = 0;
  #wrongSince: number;
  #refused = 0;
  #timer: Timer | null = null;

  constructor(clock: Clock, limits: CheckLimits) {
    this.#clock = clock;
    this.#limits = limits;
    this.#free = limits.strangersFree;
    this.#freedAt = this.#wrongSince = clock.monotonic();
  }

  /**
   * Runs the check in its turn and gives what it gives; undefined is a wrong password. Rejects with AppError `limit_reached` when
   * too many wait and this one is the last of them.
   */
  run<T>(turn: CheckTurn, check: () => Promise<T | undefined>): Promise<T | undefined> {
    const { promise, resolve, reject } = Promise.withResolvers<T | undefined>();
    const begin = (): void => {
      this.#running += 1;
      if (!turn.known) this.#strangers += 1;
      void check()
        .then(
          (result) => {
            this.#count(turn, result !== undefined);
            resolve(result);
          },
          (error: unknown) => reject(error),
        )
        .finally(() => {
          this.#running -= 1;
          if (!turn.known) this.#strangers -= 1;
          this.#next();
        });
    };
    const refuse = (): void => reject(new AppError('limit_reached', 'Too many sign-ins at once. Try again.'));
    this.#enqueue({ rank: turn.known ? KNOWN_RANK : turn.failures, begin, refuse });
    this.#next();
    return promise;
  }

  metrics(): Record<string, number> {
    return { sign_in_checks_waiting: this.#waiting.length, sign_in_checks_refused_total: this.#refused };
  }

  /** Refuses what waits. */
  close(): void {
    this.#timer?.cancel();
    for (const { refuse } of this.#waiting.splice(0)) refuse();
  }

  #enqueue(entry: Waiting): void {
    const behind = this.#waiting.findIndex(({ rank }) => rank > entry.rank);
    this.#waiting.splice(behind === -1 ? this.#waiting.length : behind, 0, entry);
    if (this.#waiting.length <= this.#limits.waiting) return;
    this.#refused += 1;
    this.#waiting.pop()?.refuse();
  }

  #next(): void {
    while (this.#running < this.#limits.running) {
      const [first] = this.#waiting;
      if (first === undefined || (first.rank !== KNOWN_RANK && !this.#mayStranger())) return;
      this.#waiting.shift();
      first.begin();
    }
  }

  #mayStranger(): boolean {
    if (this.#strangers >= this.#limits.runningStrangers) return false;
    const now = this.#clock.monotonic();
    const everyMs = this.#everyMs(now);
    const freed = Math.floor((now - this.#freedAt) / everyMs);
    this.#free = Math.min(this.#limits.strangersFree, this.#free + freed);
    this.#freedAt += freed * everyMs;
    if (this.#free > 0) {
      this.#free -= 1;
      return true;
    }
    this.#timer ??= this.#clock.after(Math.max(1, this.#freedAt + everyMs - now), () => {
      this.#timer = null;
      this.#next();
    });
    return false;
  }

  /** The global slow-down: how long a stranger's free check takes to come back. */
  #everyMs(now: number): number {
    const { slowWithinMs, slowAfter, slowEveryMs, strangerEveryMs } = this.#limits;
    if (now - this.#wrongSince >= slowWithinMs) {
      this.#wrong = 0;
      this.#wrongSince = now;
    }
    return this.#wrong >= slowAfter ? slowEveryMs : strangerEveryMs;
  }

  /** A right one costs a stranger nothing. A known place has others in it: the wrong ones from there count as those of strangers. */
  #count(turn: CheckTurn, right: boolean): void {
    if (turn.known && (turn.by === 'browser' || right)) return;
    if (right) this.#free = Math.min(this.#limits.strangersFree, this.#free + 1);
    else this.#wrong += 1;
  }
}
