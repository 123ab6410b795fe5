// The queue of uploads: so many at a time, again after pauses that grow, over restarts; a server that is away holds all that is for it. The
// table is the truth.
// How long the pauses are, and when it is given up, stands here.
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { UploadLimits } from '@outrider/contract';
import { AppError, errorText } from '../../kernel/errors.ts';
import type { Clock, Timer } from '../../kernel/clock.ts';
import type { Log } from '../../kernel/log.ts';
import type { JobFacts } from '../../kernel/work/job-queue.ts';
import { type JobContext, Jobs } from '../../kernel/work/jobs.ts';
import { AwayTargets, TargetAwayError } from './away-targets.ts';
import type { StoredUpload, UploadPlace, UploadStore, WantedUpload } from './store.ts';

export type UploadDeskKit = {
  clock: Clock;
  log: Log;
  store: UploadStore;
  /** Where the plan of now has it go: a wrong address or password may have been mended since. Undefined: no plan has. */
  placeOf: (upload: StoredUpload) => UploadPlace | undefined;
  /** The target of that alone, which costs nothing. */
  targetOf: (upload: StoredUpload) => string | undefined;
  /** Rejects with AppError; `invalid`, `forbidden` and `not_found` are for good, TargetAwayError is no matter of this file. */
  send: (upload: StoredUpload, context: { signal: AbortSignal; bytesPerSecond: () => number }) => Promise<void>;
};

const FOR_GOOD: ReadonlySet<string> = new Set(['invalid', 'forbidden', 'not_found']);
/** The most that may be allowed to wait. */
const MOST = 100_000;
const MAX_MESSAGE = 400;
/** Rows that are added in one turn of the event loop. */
const ROWS_AT_ONCE = 10;
const LOOK_MS = 10_000;
const pauses = { firstPauseMs: 30_000, longestPauseMs: 3_600_000, giveUpMs: 7 * 86_400_000 };
const MESSAGES = { 'too-old': 'It was tried for too long.', broken: 'It could not be sent, see the log.' };
const ELSEWHERE = 'It goes where the plan says now, by another task.';

type Standing = Pick<StoredUpload, 'tries' | 'startMs' | 'message'>;
/** `sentMs`: when it was sent, where only that is not kept yet. */
type Job = JobFacts & { key: number; upload: StoredUpload; sentMs?: number };
const jobOf = (upload: StoredUpload): Job => ({
  key: upload.id,
  userId: 0,
  deviceKey: upload.deviceKey,
  createdMs: upload.addedMs,
  upload,
});

export class UploadDesk {
  readonly counters = { done: 0, failedTries: 0, refused: 0 };
  readonly #kit: UploadDeskKit;
  readonly #jobs: Jobs<Job, Standing>;
  readonly #away: AwayTargets;
  readonly #timer: Timer;
  #limits: UploadLimits;
  #isFull = false;

  constructor(kit: UploadDeskKit, limits: UploadLimits) {
    this.#kit = kit;
    this.#limits = limits;
    this.#away = new AwayTargets({ ...kit, ...pauses });
    // Before the look of the jobs, which then finds what was let go.
    this.#timer = kit.clock.every(LOOK_MS, () => this.#away.look());
    this.#jobs = new Jobs({
      ...kit,
      what: 'upload',
      limits: { inAll: { count: Infinity, text: '' }, atOnce: limits.maxCount, ...pauses },
      isReady: (_deviceKey, { upload }) => !this.#away.holds(upload),
      run: (job, context) => this.#runOrWait(job, context),
      failed: async ({ upload: { id }, sentMs }, _standing, why, err) => {
        if (why === 'broken') kit.log.error('an upload broke', { id, err });
        if (sentMs !== undefined) await kit.store.end(id, { state: 'done', message: '', endMs: sentMs });
        else await kit.store.end(id, { state: 'failed', message: MESSAGES[why], endMs: kit.clock.now() });
      },
    });
  }

  async start(): Promise<void> {
    this.#take(await this.#kit.store.open(MOST));
  }

  get limits(): UploadLimits {
    return this.#limits;
  }

  /** Counts from now on: also the rate of what is being sent. */
  set limits(next: UploadLimits) {
    this.#limits = next;
    this.#jobs.limitAtOnce(next.maxCount);
  }

  get running(): number {
    return this.#jobs.running;
  }

  get waiting(): number {
    return this.#jobs.waiting;
  }

  /** So many more may wait. */
  get places(): number {
    return Math.max(0, this.#limits.maxWaitCount - this.waiting);
  }

  /** What goes there already is left out; what is too much is counted. Gives whether all of them found a place. */
  async add(wanted: readonly WantedUpload[]): Promise<boolean> {
    let all = true;
    for (const [i, each] of wanted.entries()) {
      // oxlint-disable-next-line no-await-in-loop -- an event may have fifty files
      if (i > 0 && i % ROWS_AT_ONCE === 0) await nextTurn();
      if (this.places === 0) {
        this.#refuse(each);
        all = false;
        continue;
      }
      this.#isFull = false;
      // oxlint-disable-next-line no-await-in-loop -- each takes a place
      const upload = await this.#kit.store.add(each);
      if (upload !== undefined) this.#take([upload]);
    }
    return all;
  }

  runningIds(): Set<number> {
    return new Set(this.#jobs.runningKeys());
  }

  async forgetDevices(deviceKeys: readonly number[]): Promise<void> {
    const own = this.#jobs.list().filter(({ job }) => deviceKeys.includes(job.deviceKey));
    await this.#jobs.drop(...own.map(({ job }) => job.key));
    await this.#kit.store.removeDevices(deviceKeys);
  }

  close(): Promise<void> {
    this.#timer.cancel();
    return this.#jobs.close();
  }

  #take(uploads: readonly StoredUpload[]): void {
    this.#jobs.add(uploads.map(jobOf), ({ upload: { tries, startMs, message } }) => ({ tries, startMs, message }));
  }

  #refuse({ fileName, eventSerial }: WantedUpload): void {
    this.counters.refused += 1;
    if (!this.#isFull)
      this.#kit.log.warn('too many uploads wait: a file is left out until there is a place', { fileName, eventSerial });
    this.#isFull = true;
  }

  /** A database that takes nothing for a while is no reason to give a file up: what `send` rejects with does not come here. */
  async #runOrWait(job: Job, context: JobContext<Standing>): Promise<'over' | 'again'> {
    try {
      return await this.#run(job, context);
    } catch (err) {
      context.signal.throwIfAborted();
      if (!(err instanceof AppError)) throw err;
      this.#kit.log.error('what came of an upload not kept, tried again', { id: job.upload.id, err });
      return 'again';
    }
  }

  async #run(job: Job, { signal, tell }: JobContext<Standing>): Promise<'over' | 'again'> {
    const { store, clock, send } = this.#kit;
    if (job.sentMs !== undefined) return this.#done(job, job.sentMs);
    const upload = await this.#placed(job.upload);
    if (upload === undefined) return 'over';
    job.upload = upload; // the next try begins where this one went
    const tries = (this.#jobs.standing(upload.id)?.tries ?? upload.tries) + 1;
    const startMs = clock.now();
    tell({ tries, startMs, message: '' });
    await store.begin(upload.id, startMs, tries);
    try {
      await send(upload, { signal, bytesPerSecond: () => this.#limits.limitRate });
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof AppError)) throw error;
      if (error instanceof TargetAwayError) this.#away.hold(upload);
      else if (!FOR_GOOD.has(error.code)) this.#answered(upload.target);
      return this.#failed(upload, { tries, startMs }, error, tell);
    }
    this.#answered(upload.target);
    this.counters.done += 1;
    job.sentMs = clock.now();
    return this.#done(job, job.sentMs);
  }

  /** It is not sent again where that cannot be kept now. */
  async #done({ upload: { id } }: Job, endMs: number): Promise<'over' | 'again'> {
    try {
      await this.#kit.store.end(id, { state: 'done', message: '', endMs });
      return 'over';
    } catch (err) {
      this.#kit.log.error('the end of an upload not kept, tried again', { id, err });
      return 'again';
    }
  }

  #answered(target: string): void {
    if (this.#away.answered(target)) this.#jobs.look();
  }

  /** Undefined: there is a task for where it goes now. */
  async #placed(upload: StoredUpload): Promise<StoredUpload | undefined> {
    const { store, placeOf, clock } = this.#kit;
    const place = placeOf(upload);
    if (place === undefined || place.target === upload.target) return upload;
    if (await store.move(upload.id, place)) return { ...upload, ...place };
    await store.end(upload.id, { state: 'failed', message: ELSEWHERE, endMs: clock.now() });
    return undefined;
  }

  async #failed(
    { id, fileName }: StoredUpload,
    standing: Omit<Standing, 'message'>,
    error: AppError,
    tell: JobContext<Standing>['tell'],
  ): Promise<'over' | 'again'> {
    const { store, clock, log } = this.#kit;
    this.counters.failedTries += 1;
    const message = errorText(error).slice(0, MAX_MESSAGE);
    const isOver = FOR_GOOD.has(error.code);
    tell({ ...standing, message });
    await store.end(id, { state: isOver ? 'failed' : 'waiting', message, endMs: clock.now() });
    log.info('upload tried', { id, fileName, reason: message });
    return isOver ? 'over' : 'again';
  }
}
