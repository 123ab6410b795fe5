// Jobs: work in the background that somebody asked for and may give up, a few at a time, again after a failure, with a standing that
// can be looked at. Which is next is job-queue.ts. What must outlast a restart is in the room's own table, from which it adds it again.
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Clock, Timer } from '../clock.ts';
import { AppError } from '../errors.ts';
import type { Log } from '../log.ts';
import { type JobFacts, type JobKey, type JobOrder, JobQueue, type QueueInput, type QueueRules } from './job-queue.ts';

export type JobLimits = {
  /** Jobs that are not over, in all and of one user; `text` is the refusal. */
  inAll: { count: number; text: string };
  perUser?: { count: number; text: string };
} & Partial<QueueRules>;

export type JobContext<S> = {
  /** Aborted where the job is dropped (`conflict`) or the server stops (`unavailable`). */
  signal: AbortSignal;
  tell: (standing: S) => void;
};

export type JobsKit<J extends JobFacts, S> = {
  clock: Clock;
  log: Log;
  /** Of what, for the log: 'the end of a custom event not kept'. */
  what: string;
  limits: JobLimits;
  /** Whether jobs of the device can do anything now. `wake` says when that changes. */
  isReady?: (deviceKey: number, job: J) => boolean;
  /** Which of those that may start is first; asked at each step. */
  order?: () => JobOrder;
  /** Does the work and keeps what came of it. */
  run: (job: J, context: JobContext<S>) => Promise<'over' | 'again'>;
  /**
   * Keeps why there is nothing: it became too old, or `run` rejected with something that nobody asked for. Where it rejects, a job that
   * became too old is to be kept as such later, and another one is tried again.
   */
  failed: (job: J, standing: S, why: 'too-old' | 'broken', error: unknown) => Promise<void>;
};

type Entry<J, S> = {
  job: J;
  standing: S;
  stop: AbortController;
  work: Promise<void> | null;
  /** It was stopped to begin again later. */
  isHeld: boolean;
};

/** For what becomes due with time alone. */
const LOOK_MS = 10_000;
const ANY: QueueRules = {
  atOnce: Infinity,
  perDevice: Infinity,
  firstPauseMs: 60_000,
  longestPauseMs: 3_600_000,
  giveUpMs: Infinity,
};

export class Jobs<J extends JobFacts, S> {
  readonly #kit: JobsKit<J, S>;
  #rules: QueueRules;
  readonly #timer: Timer;
  readonly #entries = new Map<JobKey, Entry<J, S>>();
  readonly #working = new Set<Promise<void>>();
  /** Given up, and not kept as such yet. */
  readonly #givenUp = new Map<JobKey, Entry<J, S>>();
  #ending: Promise<void> | null = null;
  readonly #queue = new JobQueue<J>();
  #closed = false;

  constructor(kit: JobsKit<J, S>) {
    this.#kit = kit;
    this.#rules = { ...ANY, ...kit.limits };
    this.#timer = kit.clock.every(LOOK_MS, () => {
      this.look();
      if (this.#givenUp.size > 0) this.#keepEnds();
    });
  }

  get running(): number {
    return this.#working.size;
  }

  get waiting(): number {
    return Math.max(0, this.#entries.size - this.#working.size);
  }

  /** From now on so many run at the same time; those that run already go on. */
  limitAtOnce(atOnce: number): void {
    this.#rules = { ...this.#rules, atOnce };
    this.look();
  }

  /** Throws AppError `limit_reached` where `count` more of this user are too many. */
  check(userId: number, count = 1): void {
    const { inAll, perUser } = this.#kit.limits;
    if (this.#entries.size + count > inAll.count) throw new AppError('limit_reached', inAll.text);
    if (perUser === undefined) return;
    const own = [...this.#entries.values()].filter(({ job }) => job.userId === userId);
    if (own.length + count > perUser.count) throw new AppError('limit_reached', perUser.text);
  }

  /** Starts what may start now. A job whose key is known already goes on as it is: it must be dropped first. */
  add(given: readonly J[], standing: (job: J) => S): void {
    const jobs = given.filter(({ key }) => !this.#entries.has(key));
    for (const job of jobs) {
      this.#givenUp.delete(job.key);
      this.#entries.set(job.key, {
        job,
        standing: standing(job),
        stop: new AbortController(),
        work: null,
        isHeld: false,
      });
    }
    this.#step({ kind: 'added', jobs });
  }

  /** How a job stands that is not over; undefined: there is none. */
  standing(key: JobKey): S | undefined {
    return this.#entries.get(key)?.standing;
  }

  /** Those that are not over, in the order in which they were asked for. */
  list(): { job: J; standing: S; isRunning: boolean }[] {
    return [...this.#entries.values()].map(({ work, ...entry }) => ({ ...entry, isRunning: work !== null }));
  }

  runningKeys(): J['key'][] {
    return this.#queue.runningKeys();
  }

  /** Says how a job stands from outside of its work. */
  tell(key: JobKey, standing: S): void {
    const entry = this.#entries.get(key);
    if (entry !== undefined) entry.standing = standing;
  }

  /** Does no more of them. Resolves when their work has ended; what came of it is asked of nobody. */
  async drop(...keys: readonly JobKey[]): Promise<void> {
    const entries = keys.flatMap((key) => this.#entries.get(key) ?? []);
    for (const key of keys) this.#givenUp.delete(key);
    for (const { job, stop } of entries) {
      this.#entries.delete(job.key);
      stop.abort(new AppError('conflict', 'cancelled'));
    }
    this.#step({ kind: 'dropped', keys });
    await Promise.all(entries.flatMap(({ work }) => work ?? []));
  }

  /** Stops what runs of these; they wait to begin again. Resolves when their work has ended. */
  async hold(which: (job: J) => boolean): Promise<void> {
    const entries = [...this.#entries.values()].filter(({ job, work }) => work !== null && which(job));
    for (const entry of entries) {
      entry.isHeld = true;
      entry.stop.abort(new AppError('unavailable', 'held'));
    }
    await Promise.all(entries.flatMap(({ work }) => work ?? []));
  }

  /** Some may be ready that were not: they are looked at before it is time for that. Their pauses count. */
  look(): void {
    this.#step({ kind: 'looked' });
  }

  /** What kept jobs of all devices waiting is over: they are tried at once. */
  wakeAll(): void {
    this.#step({ kind: 'woken' });
  }

  /** Jobs of the device are tried at once. */
  wake(deviceKey: number): void {
    if (this.#queue.hasAny(deviceKey)) this.#step({ kind: 'woken', deviceKey }); // most devices have none
  }

  /** Stops what runs. What waits is left to the next start. */
  async close(): Promise<void> {
    this.#closed = true;
    this.#timer.cancel();
    for (const { stop } of this.#entries.values()) stop.abort(new AppError('unavailable', 'The server stops.'));
    await Promise.all([...this.#working, this.#ending]);
  }

  #step(input: QueueInput<J>): void {
    if (this.#closed) return;
    const { clock, isReady = () => true, order = () => 'asked' as const } = this.#kit;
    const now = {
      utcMs: clock.now(),
      monotonicMs: clock.monotonic(),
      isReady: (job: J): boolean => isReady(job.deviceKey, job),
      order: order(),
    };
    const { start, giveUp } = this.#queue.step(input, this.#rules, now);
    if (giveUp.length > 0) this.#giveUp(giveUp);
    for (const key of start) this.#start(key);
  }

  #giveUp(keys: readonly JobKey[]): void {
    for (const key of keys) {
      const entry = this.#entries.get(key);
      if (entry !== undefined) this.#givenUp.set(key, entry);
      this.#entries.delete(key);
    }
    this.#keepEnds();
  }

  #keepEnds(): void {
    this.#ending ??= this.#failGivenUp().finally(() => (this.#ending = null));
  }

  /**
   * One in a turn of the event loop: behind a long time without a server there may be thousands. Those that cannot be kept are tried again at
   * the next look, and what this server leaves is found by the next start.
   */
  async #failGivenUp(): Promise<void> {
    for (const [key, entry] of this.#givenUp) {
      if (this.#closed) return;
      const isKept = await this.#fail(entry, 'too-old', null);
      if (this.#givenUp.get(key) === entry) {
        this.#givenUp.delete(key);
        if (!isKept) this.#givenUp.set(key, entry); // behind the others
      }
      if (!isKept) return;
      await nextTurn();
    }
  }

  /** False where it could not be kept. Never rejects. */
  async #fail({ job, standing }: Entry<J, S>, why: 'too-old' | 'broken', error: unknown): Promise<boolean> {
    const { log, what, failed } = this.#kit;
    try {
      await failed(job, standing, why, error);
      return true;
    } catch (err) {
      log.error(`the end of a ${what} not kept`, { key: job.key, err });
      return false;
    }
  }

  #start(key: JobKey): void {
    const entry = this.#entries.get(key);
    if (entry === undefined) return;
    const work = this.#run(entry).finally(() => this.#working.delete(work));
    entry.work = work;
    this.#working.add(work);
  }

  async #run(entry: Entry<J, S>): Promise<void> {
    const { job, stop } = entry;
    entry.isHeld = false;
    const tell = (standing: S): void => {
      entry.standing = standing;
    };
    let again = false;
    try {
      again = (await this.#kit.run(job, { signal: stop.signal, tell })) === 'again';
    } catch (error) {
      // Stopped on purpose, or broken: that ends the job, not the server.
      again = !stop.signal.aborted && !(await this.#fail(entry, 'broken', error));
      again ||= entry.isHeld;
    }
    entry.work = null;
    if (this.#entries.get(job.key) !== entry) return; // dropped meanwhile
    if (entry.isHeld) entry.stop = new AbortController();
    if (!again) this.#entries.delete(job.key);
    this.#step({ kind: 'ended', key: job.key, again });
  }
}
