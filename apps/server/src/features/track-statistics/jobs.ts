// Long questions that are asked again until they are answered: each runs once, tells how far it is, and ends when nobody asks any more.
import type { Clock, Timer } from '../../kernel/clock.ts';
import { AppError } from '../../kernel/errors.ts';

export type Progress = { done: number; total: number };
/** Adds to what is done; throws when the job was given up. */
export type Report = (done: number) => void;

type Job = Pick<JobStart, 'owner' | 'total' | 'deviceKeys'> & {
  done: number;
  askedMs: number;
  givenUp: boolean;
  result: Promise<string>;
};

const MAX_JOBS = 16;
const MAX_JOBS_OF_ONE = 3;
/** An answer that comes so soon needs no progress. */
const AT_ONCE_MS = 800;
/** Consoles ask each second or two. */
const FORGOTTEN_MS = 20_000;
/** Anyone who pressed Cancel does not ask again: such a job makes room for the next one of the same account. */
const LEFT_MS = 5000;

export type JobStart = {
  /** The account that asks. */
  owner: number;
  total: number;
  /** Whom the answer tells of: those that this account sees as it asks. */
  deviceKeys: readonly number[];
  run: (report: Report) => Promise<string>;
};

export class Jobs {
  private readonly clock: Clock;
  private readonly jobs = new Map<string, Job>();
  private readonly sweeping: Timer;
  private nextName = 1;

  constructor(clock: Clock) {
    this.clock = clock;
    this.sweeping = clock.every(FORGOTTEN_MS / 4, () => this.sweep());
  }

  /**
   * The answer of the job with this key, begun unless it runs; or how far it is. One that runs over devices that were taken away from this
   * account since begins again; those that came to it are in the next answer. Throws AppError limit_reached where too many run.
   */
  async ask(key: string, start: JobStart): Promise<string | Progress> {
    this.dropUnseen(key, start);
    const job = this.jobs.get(key) ?? this.begin(key, start);
    job.askedMs = this.clock.monotonic();
    try {
      const answer = await this.soon(job);
      if (answer === undefined) return { done: job.done, total: job.total };
      this.over(key, job);
      return answer;
    } catch (error) {
      this.over(key, job);
      throw error;
    }
  }

  /** The answer, however long it takes; given up when the signal says so. */
  async wait(start: JobStart, signal: AbortSignal | undefined): Promise<string> {
    const key = `waited for ${this.nextName}`;
    this.nextName += 1;
    const job = this.begin(key, start);
    job.askedMs = Infinity;
    const giveUp = (): void => {
      job.givenUp = true;
    };
    signal?.addEventListener('abort', giveUp, { once: true });
    try {
      return await job.result;
    } finally {
      signal?.removeEventListener('abort', giveUp);
      this.jobs.delete(key);
    }
  }

  get running(): number {
    return this.jobs.size;
  }

  async close(): Promise<void> {
    this.sweeping.cancel();
    const all = [...this.jobs.values()];
    for (const job of all) job.givenUp = true;
    await Promise.allSettled(all.map(({ result }) => result));
  }

  private dropUnseen(key: string, { deviceKeys }: JobStart): void {
    const job = this.jobs.get(key);
    if (job === undefined) return;
    const seen = new Set(deviceKeys);
    if (job.deviceKeys.every((deviceKey) => seen.has(deviceKey))) return;
    job.givenUp = true;
    this.jobs.delete(key);
  }

  /** Another one may be at its place by now. */
  private over(key: string, job: Job): void {
    if (this.jobs.get(key) === job) this.jobs.delete(key);
  }

  private begin(key: string, { owner, total, deviceKeys, run }: JobStart): Job {
    const own = [...this.jobs].filter(([, job]) => job.owner === owner);
    const ahead = own.length < MAX_JOBS_OF_ONE ? own.length : own.length - this.giveUpUnasked(own, LEFT_MS);
    if (this.jobs.size >= MAX_JOBS || ahead >= MAX_JOBS_OF_ONE)
      throw new AppError('limit_reached', 'Too many reports are being worked out, try again');
    const job: Job = { owner, total, deviceKeys, done: 0, askedMs: 0, givenUp: false, result: Promise.resolve('') };
    this.jobs.set(key, job);
    job.result = run((done) => {
      if (job.givenUp) throw new AppError('unavailable', 'The report was given up');
      job.done += done;
    });
    job.result.catch(() => undefined); // anyone who asks sees it
    return job;
  }

  /** The answer if it comes within a moment. */
  private async soon(job: Job): Promise<string | undefined> {
    const { promise, resolve } = Promise.withResolvers<undefined>();
    const timer = this.clock.after(AT_ONCE_MS, () => resolve(undefined));
    try {
      return await Promise.race([job.result, promise]);
    } finally {
      timer.cancel();
    }
  }

  private sweep(): void {
    this.giveUpUnasked([...this.jobs], FORGOTTEN_MS);
  }

  /** Those of `jobs` that nobody asked for so long; gives how many. */
  private giveUpUnasked(jobs: readonly [string, Job][], afterMs: number): number {
    const left = jobs.filter(([, { askedMs }]) => this.clock.monotonic() - askedMs >= afterMs);
    for (const [key, job] of left) {
      job.givenUp = true;
      this.jobs.delete(key);
    }
    return left.length;
  }
}
