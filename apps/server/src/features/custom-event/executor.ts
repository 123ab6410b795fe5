// Has the footage of tasks fetched by jobs: when their device is online, one task of a device at a time, again after a failure, at once
// when the device comes back. Goes on after a restart with what the table says.
import type { Bus } from '../../kernel/bus.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { Log } from '../../kernel/log.ts';
import type { JobFacts } from '../../kernel/work/job-queue.ts';
import { FOOTAGE_SWITCHED_OFF } from '@outrider/contract';
import { type JobContext, Jobs } from '../../kernel/work/jobs.ts';
import type { FetchRule } from '../event-parameters/index.ts';
import type { Footage } from '../remote-playback/index.ts';
import { attempt } from './attempt.ts';
import { taskName } from './footage-tasks.ts';
import type { CustomEventStore, Standing, StoredRequest } from './store.ts';

export type ExecutorKit = {
  store: CustomEventStore;
  footage: Footage;
  bus: Bus;
  clock: Clock;
  log: Log;
  isOnline: (deviceKey: number) => boolean;
  rule: FetchRule;
  /** How long what was fetched is kept from retention. */
  keepMs: number;
};

/** Tasks that wait or are fetched. */
export const MAX_TASKS = 10_000;
const limits = {
  inAll: { count: MAX_TASKS, text: `${MAX_TASKS} custom events are waiting already.` },
  atOnce: 8,
  perDevice: 1,
  firstPauseMs: 60_000,
  longestPauseMs: 3_600_000,
  giveUpMs: 14 * 86_400_000,
};
const MESSAGES = {
  'too-old': 'The device was away for too long.',
  broken: 'The footage could not be fetched, see the log.',
};

type Task = JobFacts & { key: number; request: StoredRequest };
/** Tasks of all users share the limit. */
const taskOf = (request: StoredRequest): Task => ({ ...request, key: request.id, userId: 0, request });

export class Executor {
  readonly #kit: ExecutorKit;
  readonly #jobs: Jobs<Task, Standing>;
  readonly #ends: (() => void)[];

  constructor(kit: ExecutorKit) {
    this.#kit = kit;
    this.#jobs = new Jobs({
      ...kit,
      what: 'custom event',
      limits,
      isReady: (deviceKey) => kit.rule.isOn() && kit.isOnline(deviceKey),
      order: () => kit.rule.order(),
      run: (task, context) => this.#run(task, context),
      failed: async ({ request }, standing, why, err) => {
        if (why === 'broken') kit.log.error('custom event broke', { id: request.id, err });
        await kit.store.update(request.id, { ...standing, state: 'failed', message: MESSAGES[why] });
      },
    });
    this.#ends = [
      kit.bus.subscribe('link.online', ({ deviceKey }) => this.#jobs.wake(deviceKey)),
      kit.rule.hear(() => void this.#ruleChanged()),
    ];
  }

  /** Throws AppError `limit_reached` where so many more are too many. */
  check(count: number): void {
    this.#jobs.check(0, count);
  }

  add(requests: readonly StoredRequest[]): void {
    this.#jobs.add(requests.map(taskOf), ({ request }) => ({ ...request, state: 'waiting' }));
  }

  /** How a task stands now, where that is not on disk yet. */
  standing(id: number): Standing | undefined {
    const standing = this.#jobs.standing(id);
    const isHeld = standing?.state === 'waiting' && !this.#kit.rule.isOn();
    return isHeld ? { ...standing, message: FOOTAGE_SWITCHED_OFF } : standing;
  }

  /** Fetches no more of it. Resolves when the device was told to stop. */
  drop(id: number): Promise<void> {
    return this.#jobs.drop(id);
  }

  /** Fetches nothing more of devices that were dropped. */
  async forgetDevices(deviceKeys: readonly number[]): Promise<void> {
    const own = this.#jobs.list().filter(({ job }) => deviceKeys.includes(job.deviceKey));
    await this.#jobs.drop(...own.map(({ job }) => job.key));
    await this.#kit.store.removeDevices(deviceKeys);
  }

  /** Everything of the device was deleted: what is being fetched ends, what waits begins again. */
  async deleted(deviceKey: number, message: string): Promise<void> {
    for (const { job, standing, isRunning } of this.#jobs.list()) {
      if (job.deviceKey !== deviceKey) continue;
      const none: Standing = { ...standing, progress: 0, footage: [] };
      const now: Standing = isRunning ? { ...none, state: 'cancelled', message } : none;
      this.#jobs.tell(job.key, now);
      if (isRunning) await this.#jobs.drop(job.key);
      await this.#kit.store.update(job.key, now);
    }
  }

  /** How many are not over. */
  get open(): number {
    return this.#jobs.waiting + this.#jobs.running;
  }

  metrics(): Record<string, number> {
    return { custom_events_waiting: this.#jobs.waiting, custom_events_fetching: this.#jobs.running };
  }

  async close(): Promise<void> {
    for (const end of this.#ends) end();
    await this.#jobs.close();
  }

  /** What is being fetched stops at once where nothing is to be fetched any more. Never rejects. */
  async #ruleChanged(): Promise<void> {
    if (this.#kit.rule.isOn()) return this.#jobs.wakeAll();
    await this.#jobs.hold(() => true);
    for (const { job, standing, isRunning } of this.#jobs.list())
      if (!isRunning) this.#jobs.tell(job.key, { ...standing, state: 'waiting' });
  }

  async #run({ request }: Task, { signal, tell }: JobContext<Standing>): Promise<'over' | 'again'> {
    const { clock, footage, store, log, keepMs } = this.#kit;
    const protectUntilMs = clock.now() + keepMs;
    const { again, ...standing } = await attempt(
      { footage, signal, protectUntilMs, task: taskName(request.id) },
      request,
      tell,
    );
    try {
      await store.tried(request.id, clock.now());
      tell(standing);
      await store.update(request.id, standing);
    } catch (err) {
      // What was fetched is kept: the next try finds it, and has only this left to do.
      log.error('what came of a custom event not kept, tried again', { id: request.id, err });
      tell({ ...standing, state: 'waiting' });
      return 'again';
    }
    const { state, message } = standing;
    log.info('custom event tried', { id: request.id, device: request.deviceId, state, reason: message });
    return again ? 'again' : 'over';
  }
}
