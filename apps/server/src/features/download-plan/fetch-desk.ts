// Looks at each event that a plan has fetched, from a stored cursor, notes what is wanted, and has it fetched by jobs: when it is due, when
// the device is there, again after a failure. Goes on after a restart with what the tables say.
import { AppError, eventSources } from '@outrider/contract';
import type { VideoAllowance } from '../../kernel/access/access.ts';
import type { Bus } from '../../kernel/bus.ts';
import type { Clock, Timer } from '../../kernel/clock.ts';
import type { Log } from '../../kernel/log.ts';
import { InTurn } from '../../kernel/work/in-turn.ts';
import type { JobFacts } from '../../kernel/work/job-queue.ts';
import { type JobContext, Jobs } from '../../kernel/work/jobs.ts';
import { Pace } from '../../kernel/work/pace.ts';
import { DownloadFault } from '../download/index.ts';
import type { FetchRule } from '../event-parameters/index.ts';
import type { DownloadPlanStore, FetchState, PlannedFetch, PlanValues } from './store.ts';
import {
  isDue,
  isForPhotos,
  isWanted,
  PHOTOS_WITHIN_MS,
  type PlannedDevice,
  type PlannedEvent,
  wantedOf,
} from './wanted.ts';

/** What one try came to. `again`: it may succeed later. */
export type Tried = { state: FetchState; message: string; again: boolean };

export type FetchDeskKit = {
  bus: Bus;
  clock: Clock;
  log: Log;
  store: DownloadPlanStore;
  /** The plan that counts for an event; undefined for none. */
  planFor: (deviceKey: number, code: number) => PlanValues | undefined;
  events: {
    /** Events that a plan has fetched, above this serial number, rising. */
    planned(afterSerialno: number, limit: number): Promise<PlannedEvent[]>;
    one(serialno: number): Promise<PlannedEvent | undefined>;
    /** How far the footage of an event reaches, in seconds. */
    setSpan(serialno: number, preOffset: number, postOffset: number): Promise<void>;
  };
  /** Undefined: not registered. */
  device: (deviceKey: number, atMs: number) => PlannedDevice | undefined;
  isOnline: (deviceKey: number) => boolean;
  /** Whether footage is fetched, and what of it first; photos do not wait for it. */
  rule: FetchRule;
  /** Whether anything is fetched by itself for events that came late. */
  takesLate: () => boolean;
  refusal: (deviceKey: number) => ReturnType<VideoAllowance['refusal']>;
  attempt: (fetch: PlannedFetch, signal: AbortSignal) => Promise<Tried>;
};

const PAGE = 50;
/** A hint may be lost. */
const LOOK_MS = 5000;
const DUE_MS = 1000;
/** Told again at the start, for what a kill came between. */
const TOLD_AGAIN = 500;
const MAX_FETCHES = 10_000;
const limits = {
  inAll: { count: MAX_FETCHES, text: 'Too much is waiting to be fetched.' },
  atOnce: 4,
  perDevice: 1,
  firstPauseMs: 60_000,
  longestPauseMs: 3_600_000,
  giveUpMs: 14 * 86_400_000,
};
const MESSAGES = { 'too-old': 'The device was away for too long.', broken: 'It could not be fetched, see the log.' };

/** `unkept`: what its last try came to, where that could not be kept. */
type Job = JobFacts & { key: number; fetch: PlannedFetch; unkept?: Tried | undefined };
type Standing = Pick<PlannedFetch, 'tries'>;
const jobOf = (fetch: PlannedFetch): Job => ({
  key: fetch.id,
  userId: 0,
  deviceKey: fetch.deviceKey,
  createdMs: fetch.createdMs,
  happenedMs: fetch.eventMs,
  // Its age counts from when it is asked for: photos that are asked for late are given up the sooner.
  ...(fetch.kind === 'photos' && { giveUpMs: Math.min(0, fetch.eventMs - fetch.createdMs) + PHOTOS_WITHIN_MS }),
  fetch,
});

export class FetchDesk {
  readonly #kit: FetchDeskKit;
  readonly #jobs: Jobs<Job, Standing>;
  readonly #work = new InTurn();
  readonly #ends: (() => void)[];
  readonly #timers: Timer[];
  /** Not due yet, by id. */
  readonly #later = new Map<number, PlannedFetch>();
  #more = false;
  #failing = false;
  #closed = false;
  #again = false;

  constructor(kit: FetchDeskKit) {
    this.#kit = kit;
    this.#jobs = new Jobs({
      ...kit,
      what: 'planned fetch',
      limits,
      isReady: (deviceKey, { fetch }) => (fetch.kind === 'photos' || kit.rule.isOn()) && kit.isOnline(deviceKey),
      order: () => kit.rule.order(),
      run: (job, context) => this.#run(job, context),
      failed: async ({ fetch, unkept }, { tries }, why, err) => {
        if (why === 'broken') kit.log.error('a planned fetch broke', { id: fetch.id, err });
        const isDone = unkept !== undefined && !unkept.again;
        await this.#keep(fetch, isDone ? unkept : { state: 'failed', message: MESSAGES[why], again: false }, tries);
      },
    });
    const { bus, clock, rule } = kit;
    this.#ends = [
      rule.hear(() => {
        if (rule.isOn()) this.#jobs.wakeAll();
        else void this.#jobs.hold(({ fetch }) => fetch.kind === 'footage');
      }),
      bus.subscribe('event.stored', () => this.look()),
      bus.subscribe('link.online', ({ deviceKey }) => this.#jobs.wake(deviceKey)),
    ];
    this.#timers = [clock.every(LOOK_MS, () => this.look()), clock.every(DUE_MS, () => this.#addDue())];
  }

  async start(): Promise<void> {
    await this.#readOpen();
    for (const { eventSerial, deviceKey } of await this.#kit.store.newest(TOLD_AGAIN))
      this.#tell(eventSerial, deviceKey);
    this.look();
  }

  /** There may be new events. */
  look(): void {
    if (this.#closed || this.#again) return;
    this.#again = true; // one look waits at most
    this.#attempt(async () => {
      this.#again = false;
      const pace = new Pace(this.#kit.clock);
      for (let more = true; more && !this.#closed;) more = await this.#takePage(pace);
      this.#failing = false;
    });
  }

  /**
   * Fetches for an event what its plan would, whatever the plan says of when; gives false where there is nothing: no plan for it, or one of
   * photos only and it is too late for them.
   */
  async ask(serialno: number): Promise<boolean> {
    return this.#work.run(async () => {
      const { store, events, planFor, clock } = this.#kit;
      const known = await store.ofEvents([serialno]);
      if (known.length === 0) {
        const event = await events.one(serialno);
        const plan = event && planFor(event.deviceKey, event.code);
        if (event === undefined || plan === undefined) return false;
        const wanted = await this.#wantedOf(event, plan, false);
        if (wanted.length === 0) return false;
        this.#take(await store.add(wanted));
        return true;
      }
      const nowMs = clock.now();
      const again = known.filter(({ kind, eventMs }) => kind === 'footage' || isForPhotos(eventMs, nowMs));
      const ids = again.map(({ id }) => id);
      await this.#jobs.drop(...ids);
      // Asked for now: the time until it is given up starts over.
      this.#take(await store.askAgain(ids, nowMs));
      return again.length > 0;
    });
  }

  async forgetDevices(deviceKeys: readonly number[]): Promise<void> {
    for (const [id, { deviceKey }] of this.#later) if (deviceKeys.includes(deviceKey)) this.#later.delete(id);
    const own = this.#jobs.list().filter(({ job }) => deviceKeys.includes(job.deviceKey));
    await this.#jobs.drop(...own.map(({ job }) => job.key));
  }

  metrics(): Record<string, number> {
    return {
      planned_fetches_waiting: this.#later.size + this.#jobs.waiting,
      planned_fetches_running: this.#jobs.running,
    };
  }

  async close(): Promise<void> {
    this.#closed = true;
    for (const end of this.#ends) end();
    for (const timer of this.#timers) timer.cancel();
    await this.#work.idle();
    await this.#jobs.close();
  }

  #attempt(action: () => Promise<void>): void {
    if (this.#closed) return;
    void this.#work.attempt(action, (err) => {
      if (!this.#failing && !this.#closed)
        this.#kit.log.error('plans for events not followed, tried again later', { err });
      this.#failing = true;
    });
  }

  async #takePage(pace: Pace): Promise<boolean> {
    const { store, events, planFor } = this.#kit;
    const found = await events.planned(await store.cursor(), PAGE);
    for (const event of found) {
      const plan = planFor(event.deviceKey, event.code);
      const wanted = plan === undefined ? [] : await this.#wantedOf(event, plan, true);
      this.#take(await store.add(wanted, event.serialno));
      await pace.rest();
    }
    return found.length === PAGE;
  }

  async #wantedOf(event: PlannedEvent, plan: PlanValues, byRule: boolean) {
    const { store, clock } = this.#kit;
    const { deviceKey, code, deviceMs, serialno } = event;
    const device = this.#kit.device(deviceKey, deviceMs);
    if (device === undefined) return [];
    if (byRule) {
      if (event.sourceType === eventSources.recover && !this.#kit.takesLate()) return [];
      if (!isWanted(plan, event, device)) return [];
      const quietMs = plan.intermission * 1000;
      if (quietMs > 0 && (await store.isBetween(deviceKey, code, deviceMs - quietMs, deviceMs + quietMs))) return [];
    }
    const wanted = wantedOf(plan, event, device, clock.now());
    const footage = wanted.find(({ kind }) => kind === 'footage');
    if (footage !== undefined) {
      const { startMs, endMs } = footage;
      await this.#kit.events.setSpan(serialno, (deviceMs - startMs) / 1000, (endMs - deviceMs) / 1000);
    }
    return wanted;
  }

  async #readOpen(): Promise<void> {
    const open = await this.#kit.store.open(MAX_FETCHES);
    this.#more = open.length === MAX_FETCHES;
    this.#take(open);
  }

  #take(fetches: readonly PlannedFetch[]): void {
    for (const fetch of fetches) {
      if (this.#later.size + this.#jobs.waiting >= MAX_FETCHES) this.#more = true;
      else this.#later.set(fetch.id, fetch);
      this.#tell(fetch.eventSerial, fetch.deviceKey);
    }
    this.#addDue();
  }

  #addDue(): void {
    const nowMs = this.#kit.clock.now();
    const due = [...this.#later.values()].filter(({ dueMs }) => isDue(dueMs, nowMs));
    for (const { id } of due) this.#later.delete(id);
    if (due.length > 0) this.#jobs.add(due.map(jobOf), ({ fetch: { tries } }) => ({ tries }));
    if (this.#more && this.#later.size + this.#jobs.waiting < MAX_FETCHES / 2) {
      this.#more = false;
      this.#attempt(() => this.#readOpen());
    }
  }

  async #run(job: Job, { signal, tell }: JobContext<Standing>): Promise<'over' | 'again'> {
    const { fetch } = job;
    const tries = (this.#jobs.standing(fetch.id)?.tries ?? fetch.tries) + (job.unkept === undefined ? 1 : 0);
    tell({ tries });
    const tried = job.unkept ?? (await this.#try(fetch, signal));
    job.unkept = tried; // it is not done once more only because the database takes nothing now
    try {
      await this.#keep(fetch, tried, tries);
    } catch (err) {
      this.#kit.log.error('what came of a planned fetch not kept, tried again', { id: fetch.id, err });
      return 'again';
    }
    job.unkept = undefined;
    return tried.again ? 'again' : 'over';
  }

  async #try(fetch: PlannedFetch, signal: AbortSignal): Promise<Tried> {
    const refusal = this.#kit.refusal(fetch.deviceKey);
    if (refusal !== undefined) return { state: 'waiting', message: refusal, again: true };
    try {
      return await this.#kit.attempt(fetch, signal);
    } catch (error) {
      signal.throwIfAborted();
      if (!isPassing(error)) throw error;
      return { state: 'waiting', message: error.message, again: true };
    }
  }

  async #keep({ id, eventSerial, deviceKey }: PlannedFetch, { state, message }: Tried, tries: number): Promise<void> {
    await this.#kit.store.update(id, { state, message, tries, triedMs: this.#kit.clock.now() });
    this.#tell(eventSerial, deviceKey);
  }

  #tell(serialno: number, deviceKey: number): void {
    this.#kit.bus.publish('event.files', { serialno, deviceKey });
  }
}

const laterCodes: ReadonlySet<string> = new Set([
  'device_offline',
  'device_timeout',
  'device_refused',
  'limit_reached',
  'unavailable',
  'disk_full',
]);
const isPassing = (error: unknown): error is Error =>
  error instanceof AppError ? laterCodes.has(error.code) : error instanceof DownloadFault && error.wantsRoom;
