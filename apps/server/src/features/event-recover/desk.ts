// Has recordings that were planned and are lacking fetched from their devices: one device after the other, piece by piece, behind who
// wants a channel. What is lacking is looked up again each time, so that a restart goes on where it was.
import { AppError } from '@outrider/contract';
import type { VideoAllowance } from '../../kernel/access/access.ts';
import { sightOf } from '../../kernel/access/access.ts';
import type { Bus } from '../../kernel/bus.ts';
import type { Clock, Timer } from '../../kernel/clock.ts';
import type { Log } from '../../kernel/log.ts';
import type { JobFacts } from '../../kernel/work/job-queue.ts';
import { type JobContext, Jobs } from '../../kernel/work/jobs.ts';
import type { PlannedChannel } from '../recording/index.ts';
import {
  BACK_MS,
  type ChannelSpan,
  joinRecovered,
  lacking,
  piecesOf,
  type Recovered,
  SETTLE_MS,
  type Span,
} from './lacking.ts';

/** What one piece came to. `again`: the device may give it later. */
export type Tried = { footage: readonly ChannelSpan[]; again: boolean };

export type RecoverDeskKit = {
  bus: Bus;
  clock: Clock;
  log: Log;
  isOn: () => boolean;
  isOnline: (deviceKey: number) => boolean;
  /** The devices that are connected. */
  online: () => Iterable<number>;
  /** What is recorded of it by its settings; nothing of a device that is not registered. */
  planned: (deviceKey: number) => readonly PlannedChannel[];
  /** For how many days its recordings are kept; 0: for good. */
  keptDays: (deviceKey: number) => number;
  /** What is or was recorded or fetched of a channel: what was removed since, by age, for room or by somebody, is not lacking. */
  spansWithGone: (deviceKey: number, channel: number, fromMs: number, toMs: number) => Promise<readonly Span[]>;
  /** What the device says it has; of all channels. Rejects with AppError. */
  listed: (deviceKey: number, fromMs: number, toMs: number) => Promise<readonly ChannelSpan[]>;
  refusal: VideoAllowance['refusal'];
  fetch: (deviceKey: number, planned: PlannedChannel, piece: Span, signal: AbortSignal) => Promise<Tried>;
  /** Stores the event that says what came. */
  recovered: (deviceKey: number, what: Recovered) => Promise<void>;
};

const LOOK_MS = 60_000;
/** A device of which nothing was lacking is looked at again then, or when it has connected again. */
const REST_MS = 15 * 60_000;
/** What a device did not have. */
const ABSENT_MS = 6 * 3_600_000;
const DAY_MS = 86_400_000;
const limits = {
  inAll: { count: 100_000, text: 'Too much is waiting to be fetched.' },
  atOnce: 2,
  perDevice: 1,
  firstPauseMs: 60_000,
  longestPauseMs: 3_600_000,
};
/** Whose sight and limits it has. */
const RECOVERER = sightOf({ userId: 0, userName: 'event recover' });

type Asked = ChannelSpan & { untilMs: number };
type Piece = Span & { planned: PlannedChannel };

export class RecoverDesk {
  fetched = 0;
  readonly #kit: RecoverDeskKit;
  readonly #jobs: Jobs<JobFacts, null>;
  readonly #timer: Timer;
  readonly #ends: (() => void)[];
  /** When a device is looked at again, on a steady clock. */
  readonly #restingMs = new Map<number, number>();
  /** What was asked for: it is not asked for again soon, also where it did not come or has gone again. */
  readonly #asked = new Map<number, Asked[]>();

  constructor(kit: RecoverDeskKit) {
    this.#kit = kit;
    this.#jobs = new Jobs({
      ...kit,
      what: 'recording that is lacking',
      limits,
      isReady: (deviceKey) => kit.isOn() && kit.isOnline(deviceKey),
      run: (job, context) => this.#run(job, context),
      failed: async ({ deviceKey }, _, why, err) => {
        if (why === 'broken') kit.log.error('recordings that are lacking not fetched', { deviceKey, err });
      },
    });
    this.#ends = [
      kit.bus.subscribe('link.online', ({ deviceKey }) => {
        this.#restingMs.set(deviceKey, kit.clock.monotonic() + LOOK_MS);
        this.#jobs.wake(deviceKey);
      }),
      // Its list is from before that: the next look makes another one.
      kit.bus.subscribe('recordings.deleted', ({ deviceKey }) => void this.#jobs.drop(deviceKey)),
    ];
    this.#timer = kit.clock.every(LOOK_MS, () => this.look());
  }

  /** It was switched on: what is connected is looked at now. */
  start(): void {
    this.#restingMs.clear();
    this.look();
  }

  look(): void {
    const { clock, isOn, online, planned } = this.#kit;
    if (!isOn()) return;
    const nowMs = clock.monotonic();
    const due = [...online()].filter((key) => (this.#restingMs.get(key) ?? 0) <= nowMs && planned(key).length > 0);
    const createdMs = clock.now();
    this.#jobs.add(
      due.map((deviceKey) => ({ key: deviceKey, userId: 0, deviceKey, createdMs })),
      () => null,
    );
  }

  /** It was switched off: what is being fetched stops. */
  async stop(): Promise<void> {
    await this.#jobs.drop(...this.#jobs.list().map(({ job }) => job.key));
  }

  async forgetDevices(deviceKeys: readonly number[]): Promise<void> {
    for (const key of deviceKeys) {
      this.#asked.delete(key);
      this.#restingMs.delete(key);
    }
    await this.#jobs.drop(...deviceKeys);
  }

  metrics(): Record<string, number> {
    return { recover_devices_waiting: this.#jobs.waiting, recover_pieces_fetched_total: this.fetched };
  }

  async close(): Promise<void> {
    for (const end of this.#ends) end();
    this.#timer.cancel();
    await this.#jobs.close();
  }

  async #run({ deviceKey }: JobFacts, { signal }: JobContext<null>): Promise<'over' | 'again'> {
    const came: ChannelSpan[] = [];
    try {
      for (const piece of await this.#lacking(deviceKey)) {
        signal.throwIfAborted();
        if (this.#kit.refusal(RECOVERER, deviceKey) !== undefined) return 'again';
        // oxlint-disable-next-line no-await-in-loop -- one piece of a device after the other
        const { footage, again } = await this.#kit.fetch(deviceKey, piece.planned, piece, signal);
        came.push(...footage);
        if (again) return 'again';
        this.#note(deviceKey, piece, footage.length > 0);
      }
    } catch (error) {
      if (signal.aborted || !(error instanceof AppError)) throw error;
      return 'again';
    } finally {
      await this.#tell(deviceKey, came);
    }
    this.#restingMs.set(deviceKey, this.#kit.clock.monotonic() + REST_MS);
    return 'over';
  }

  async #tell(deviceKey: number, came: readonly ChannelSpan[]): Promise<void> {
    this.fetched += came.length;
    // oxlint-disable-next-line no-await-in-loop -- a few
    for (const what of joinRecovered(came)) await this.#kit.recovered(deviceKey, what);
  }

  #note(deviceKey: number, { planned: { channel }, startMs, endMs }: Piece, isThere: boolean): void {
    const untilMs = this.#kit.clock.now() + (isThere ? BACK_MS : ABSENT_MS);
    this.#asked.set(deviceKey, [...this.#askedOf(deviceKey), { channel, startMs, endMs, untilMs }]);
  }

  #askedOf(deviceKey: number): Asked[] {
    const nowMs = this.#kit.clock.now();
    return (this.#asked.get(deviceKey) ?? []).filter(({ untilMs }) => untilMs > nowMs);
  }

  /** What the device has of what is lacking, oldest first. It is asked only where something is lacking. */
  async #lacking(deviceKey: number): Promise<Piece[]> {
    const { clock, planned: plannedOf, keptDays, spansWithGone, listed } = this.#kit;
    const nowMs = clock.now();
    const days = keptDays(deviceKey);
    const fromMs = nowMs - (days === 0 ? BACK_MS : Math.min(BACK_MS, days * DAY_MS));
    const toMs = nowMs - SETTLE_MS;
    const asked = this.#askedOf(deviceKey);
    const gaps: { planned: PlannedChannel; missing: Span[] }[] = [];
    for (const planned of plannedOf(deviceKey)) {
      const tried = asked.filter(({ channel }) => channel === planned.channel);
      // oxlint-disable-next-line no-await-in-loop -- one channel after the other
      const had = await spansWithGone(deviceKey, planned.channel, fromMs, toMs);
      const missing = lacking([...had, ...tried], fromMs, toMs);
      if (missing.length > 0) gaps.push({ planned, missing });
    }
    if (gaps.length === 0) return [];
    const records = await listed(deviceKey, fromMs, toMs);
    const pieces = gaps.flatMap(({ planned, missing }) => {
      const own = records.filter(({ channel }) => channel === planned.channel);
      return piecesOf(missing, own).map((piece) => ({ planned, ...piece }));
    });
    return pieces.toSorted((a, b) => a.startMs - b.startMs);
  }
}
