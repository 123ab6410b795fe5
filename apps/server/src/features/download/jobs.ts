// The files being made and those that wait to be fetched: who asked, how far they are, where they lie, when they go. What goes into a
// file is the matter of who asks for it.
import { randomUUID } from 'node:crypto';
import { AppError } from '@outrider/contract';
import type { Clock, Timer } from '../../kernel/clock.ts';
import { errorText } from '../../kernel/errors.ts';
import type { Log } from '../../kernel/log.ts';
import { DownloadFolder } from './folder.ts';
import { DownloadFault, type JobRequest, type JobView } from './job.ts';
import { type ExportTurn, Turns } from './turns.ts';

type Job = JobRequest & {
  id: string;
  view: JobView;
  abort: AbortController;
  createdMs: number;
  usedMs: number;
  fetched: boolean;
};

export type JobLimits = { atOnce: number; perUser: number; inAll: number; keepMs: number; maxBytes: number };
export type JobsKit = { clock: Clock; log: Log; folder: DownloadFolder; limits: JobLimits };

const LOOK_MS = 60_000;
/** What was made of the running second is soon out of date. */
const STALE_MS = 15_000;
/** A file nobody asked for in so long may go when room is needed; one that is still being made is given up. */
const UNWANTED_MS = 600_000;

export class Jobs {
  private readonly kit: JobsKit;
  private readonly jobs = new Map<string, Job>();
  private readonly working = new Set<Promise<void>>();
  private readonly turns: Turns;
  private readonly timer: Timer;
  private made = 0;
  private failed = 0;

  constructor(kit: JobsKit) {
    this.kit = kit;
    this.turns = new Turns(kit.limits.atOnce);
    this.timer = kit.clock.every(LOOK_MS, () => this.expire());
  }

  /** Starts what is not there yet and says how it stands. A failure is told once. Throws AppError `limit_reached`. */
  ask(request: JobRequest): JobView {
    const known = this.find(request.userId, request.key);
    if (known !== undefined && !this.isStale(known)) {
      known.usedMs = this.kit.clock.monotonic();
      if (known.view.state === 'failed') this.jobs.delete(idOf(known));
      return { ...known.view, name: request.name };
    }
    if (known !== undefined) this.forget(known);
    this.checkLimits(request.userId);
    return this.start(request);
  }

  /** The file, where it is made. Throws AppError `not_found` before that. */
  fetch(userId: number, key: string): { path: string; id: string; bytes: number } {
    const job = this.find(userId, key);
    if (job?.view.state !== 'done') throw new AppError('not_found', 'There is no such file yet: ask for it first.');
    job.usedMs = this.kit.clock.monotonic();
    job.fetched = true;
    return { path: this.kit.folder.pathOf(job.id), id: job.id, bytes: job.view.bytes };
  }

  /** False: nothing was being made, and nothing lay there. */
  cancel(userId: number, key: string): boolean {
    const job = this.find(userId, key);
    if (job !== undefined) this.forget(job);
    return job !== undefined;
  }

  /** What recordings of this span were put into goes with them. */
  forgetDeleted({ deviceKey, fromMs, toMs }: { deviceKey: number; fromMs: number; toMs: number }): void {
    for (const job of this.jobs.values())
      if (job.deviceKey === deviceKey && job.startMs < toMs && job.endMs > fromMs) this.forget(job);
  }

  metrics(): Record<string, number> {
    const states = [...this.jobs.values()].map(({ view }) => view.state);
    return {
      downloads_working: states.filter((state) => state === 'new' || state === 'working').length,
      downloads_kept: states.filter((state) => state === 'done').length,
      downloads_made: this.made,
      downloads_failed: this.failed,
    };
  }

  async close(): Promise<void> {
    this.timer.cancel();
    for (const job of this.jobs.values()) job.abort.abort(new AppError('unavailable', 'The server stops.'));
    await Promise.all(this.working);
    await this.kit.folder.settled();
  }

  private find(userId: number, key: string): Job | undefined {
    return this.jobs.get(idOf({ userId, key }));
  }

  private isStale({ view, createdMs, endMs, usedMs }: Job): boolean {
    const { clock } = this.kit;
    return view.state === 'done' && endMs > createdMs && clock.monotonic() - usedMs > STALE_MS;
  }

  private checkLimits(userId: number): void {
    const { perUser, inAll } = this.kit.limits;
    const active = [...this.jobs.values()].filter(({ view }) => view.state === 'new' || view.state === 'working');
    if (active.length >= inAll) throw new AppError('limit_reached', 'Too many files are being made, try again later.');
    if (active.filter((job) => job.userId === userId).length >= perUser)
      throw new AppError('limit_reached', 'An account has at most ten files made at a time.');
  }

  private start(request: JobRequest): JobView {
    const { clock } = this.kit;
    const view: JobView = { state: 'new', progress: 0, message: '', name: request.name, bytes: 0, fault: null };
    const usedMs = clock.monotonic();
    const job: Job = {
      ...request,
      id: randomUUID(),
      view,
      abort: new AbortController(),
      createdMs: clock.now(),
      usedMs,
      fetched: false,
    };
    this.jobs.set(idOf(job), job);
    const work = this.run(job);
    this.working.add(work);
    void work.finally(() => this.working.delete(work));
    const told = { ...view };
    view.state = 'working';
    return told;
  }

  private async run(job: Job): Promise<void> {
    const { view, abort } = job;
    const path = this.kit.folder.pathOf(job.id);
    const progress = (part: number, message = ''): void => {
      view.progress = Math.floor(Math.min(1, Math.max(0, part)) * 100);
      view.message = message;
    };
    try {
      const turn: ExportTurn = (action) => this.turns.take(abort.signal, () => this.withRoom(action));
      view.bytes = await job.make({ path, signal: abort.signal, progress, turn });
      abort.signal.throwIfAborted();
      Object.assign(view, { state: 'done', progress: 100, message: '' });
      this.made += 1;
      this.kit.folder.add(job.id, view.bytes);
    } catch (error) {
      this.fail(job, error);
    }
    job.usedMs = this.kit.clock.monotonic();
  }

  private fail({ id, view, abort, key }: Job, error: unknown): void {
    this.kit.folder.remove(id);
    if (abort.signal.aborted) return;
    this.failed += 1;
    const fault =
      error instanceof DownloadFault
        ? error
        : new DownloadFault('CREATE FAIL', 'The file could not be made, see the log.');
    if (error === fault)
      this.kit.log.info('download not made', { key, reason: fault.message, cause: errorText(fault.cause ?? '') });
    else this.kit.log.error('download broke', { key, reason: errorText(error), err: error });
    Object.assign(view, { state: 'failed', message: fault.message, fault: fault.result });
  }

  /** What was fetched makes room, the oldest first, until a quarter is free; and all of it for a file that found too little. */
  private async withRoom<T>(action: (maxBytes: number) => Promise<T>): Promise<T> {
    const { limits } = this.kit;
    await this.makeRoom(limits.maxBytes / 4);
    try {
      return await action(await this.share());
    } catch (error) {
      if (!(error instanceof DownloadFault && error.wantsRoom && this.fetched().length > 0)) throw error;
      await this.makeRoom(Infinity);
      return action(await this.share());
    }
  }

  /** Bytes that one of those at work may write. */
  private async share(): Promise<number> {
    const bytes = Math.floor((await this.kit.folder.roomBytes()) / this.kit.limits.atOnce);
    if (bytes <= 0) throw new DownloadFault('CREATE FAIL', 'The disk of the server has no room for downloads.');
    return bytes;
  }

  /** Finished files that nobody will miss: fetched, or asked for no more. */
  private fetched(): Job[] {
    const before = this.kit.clock.monotonic() - UNWANTED_MS;
    return [...this.jobs.values()]
      .filter(({ view, fetched, usedMs }) => view.state === 'done' && (fetched || usedMs < before))
      .toSorted((a, b) => a.usedMs - b.usedMs);
  }

  private async makeRoom(bytes: number): Promise<void> {
    const { folder } = this.kit;
    for (const job of this.fetched()) {
      // oxlint-disable-next-line no-await-in-loop -- no more than needed
      if ((await folder.roomBytes()) >= bytes) return;
      this.forget(job);
      // oxlint-disable-next-line no-await-in-loop
      await folder.settled();
    }
  }

  private forget(job: Job): void {
    this.jobs.delete(idOf(job));
    job.abort.abort(new AppError('conflict', 'cancelled'));
    if (job.view.state === 'done') this.kit.folder.remove(job.id);
  }

  /** What was fetched of a device until then is kept, so whoever asks again loses little. */
  private expire(): void {
    const nowMs = this.kit.clock.monotonic();
    for (const job of this.jobs.values()) {
      const making = job.view.state === 'new' || job.view.state === 'working';
      if (job.usedMs < nowMs - (making ? UNWANTED_MS : this.kit.limits.keepMs)) this.forget(job);
    }
  }
}

const idOf = ({ userId, key }: { userId: number; key: string }): string => `${userId} ${key}`;
