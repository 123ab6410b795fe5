// Takes positions in: repeats out, impossible ones marked, committed in groups, then told to everyone.
import { AppError } from '@outrider/contract';
import type { PositionSink } from '../../gateway/index.ts';
import type { Bus } from '../../kernel/bus.ts';
import type { Clock, Timer } from '../../kernel/clock.ts';
import type { Position, Topics } from '../../kernel/topics.ts';
import type { WorkMeter } from '../../kernel/work/work-meters.ts';
import { Pace } from '../../kernel/work/pace.ts';
import { AlarmFilter } from './alarm-filter.ts';
import { encodeAlarmRows, toAlarmReport, type AlarmReport } from './alarm-report.ts';
import { JournalWriter } from './journal-codec.ts';
import { initialMemory, judge, type DeviceMemory } from './plausibility.ts';
import { RecentReports } from './recent-reports.ts';
import { toStored } from './stored-position.ts';
import type { LastPosition } from './store.ts';
import type { Tracks } from './tracks.ts';

export type IngestKit = {
  bus: Bus;
  clock: Clock;
  tracks: Pick<Tracks, 'append'>;
  /** Of unregistered devices only the last position is kept, in its own row. */
  isRegistered: (deviceKey: number) => boolean;
  /** What is on disk is the last position from now on. */
  keepLast: (last: LastPosition) => void;
  /** Of devices that nobody registered; resolves when it is on disk. */
  storeLast: (last: readonly LastPosition[]) => Promise<void>;
  /** Measures batches on their way to the disk. */
  batches?: WorkMeter;
  /** Throws when the data folder is no longer where it was: what was written is then lost. */
  assertThere?: () => void;
};

/** The commit interval sets the delay of answers, not the CPU (measured). */
const COMMIT_MS = 40;
const BATCH_BYTES = 512 * 1024;
/** Positions taken in and not on disk; above it they are refused, and devices keep them. */
const MAX_WAITING = 500_000;

/**
 * Reports that are answered together, few of them and with few positions in them: a batch after a moment's hold-up has thousands, and they are
 * not answered and told in one turn.
 */
type Slice = { reports: number; accepted: number; done: Promise<void>; settle: (error?: AppError) => void };
const SLICE_REPORTS = 32;

type Batch = {
  journal: JournalWriter;
  /** What its reports say of alarms, as far as it may matter. */
  alarms: AlarmReport[];
  /** The row of the journal that it became; null: none. */
  journalId: number | null;
  accepted: Topics['position.accepted'][];
  /** The newest positions of devices that nobody registered: not in the journal. */
  unregistered: LastPosition[];
  /** What was remembered of its devices before it; of one that was forgotten since there is no entry. */
  before: Map<number, DeviceMemory | undefined>;
  /** How many batches had failed when its reports were judged. */
  failuresBefore: number;
  /** In the order their reports came in. */
  slices: Slice[];
};

const newSlice = (): Slice => {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  promise.catch(() => undefined); // every caller of store() sees the failure
  return {
    reports: 0,
    accepted: 0,
    done: promise,
    settle: (error) => (error === undefined ? resolve() : reject(error)),
  };
};

/** The slice that the next report of a batch belongs to. */
const sliceOf = ({ slices }: Batch): Slice => {
  const last = slices.at(-1);
  if (last !== undefined && Math.max(last.reports, last.accepted) < SLICE_REPORTS) return last;
  const next = newSlice();
  slices.push(next);
  return next;
};

const newBatch = (failuresBefore: number): Batch => ({
  journal: new JournalWriter(),
  alarms: [],
  journalId: null,
  accepted: [],
  unregistered: [],
  before: new Map(),
  failuresBefore,
  slices: [],
});

export class Ingest implements PositionSink {
  impossible = 0;
  repeats = 0;
  accepted = 0;
  private readonly kit: IngestKit;
  private readonly recent = new RecentReports();
  private readonly alarms = new AlarmFilter();
  private readonly memories = new Map<number, DeviceMemory>();
  private failures = 0;
  private batch = newBatch(this.failures);
  /** Handed to the disk. */
  private readonly pending = new Set<Batch>();
  private timer: Timer | null = null;
  private waiting = 0;
  private closed = false;
  private inFlight: Promise<void> = Promise.resolve();

  constructor(kit: IngestKit) {
    this.kit = kit;
  }

  /** What was known of a device before the start. */
  restore(deviceKey: number, position: Position, impossible: boolean): void {
    const memory = this.memories.get(deviceKey) ?? initialMemory;
    if (!impossible) this.memories.set(deviceKey, judge(memory, position).memory);
  }

  /** Its clock is read in another zone, so that what its times were says nothing about those to come; or it is gone. */
  forget(deviceKey: number): void {
    this.memories.delete(deviceKey);
    this.recent.forget(deviceKey);
    for (const batch of [this.batch, ...this.pending]) batch.before.delete(deviceKey);
  }

  /** Judges all of them in this turn: many come a piece at a time. */
  store(deviceKey: number, deviceId: string, positions: readonly Position[]): Promise<void> {
    if (this.closed) return Promise.reject(new AppError('unavailable', 'The server stops'));
    if (this.waiting + positions.length > MAX_WAITING)
      return Promise.reject(new AppError('unavailable', 'Too many positions wait for the disk'));
    const registered = this.kit.isRegistered(deviceKey);
    const { batch } = this;
    const slice = sliceOf(batch);
    slice.reports += 1;
    for (const position of positions) {
      if (this.recent.isRepeat(deviceKey, position)) {
        this.repeats += 1;
        continue;
      }
      const known = this.memories.get(deviceKey);
      if (!batch.before.has(deviceKey)) batch.before.set(deviceKey, known);
      const memory = known ?? initialMemory;
      const verdict = judge(memory, position);
      this.memories.set(deviceKey, verdict.memory);
      if (verdict.impossible) this.impossible += 1;
      if (registered) {
        batch.journal.add(deviceKey, toStored(position, verdict.impossible));
        const report = toAlarmReport(deviceKey, position, memory.newestMs);
        if (this.alarms.matters(report)) batch.alarms.push(report);
      }
      const { impossible } = verdict;
      const current = verdict.current && !isOld(position, verdict);
      if (current && !registered) batch.unregistered.push({ deviceKey, position, impossible });
      batch.accepted.push({ deviceKey, deviceId, position, current, impossible });
      slice.accepted += 1;
      this.waiting += 1;
    }
    if (batch.journal.byteLength >= BATCH_BYTES) this.commit();
    else this.timer ??= this.kit.clock.after(COMMIT_MS, () => this.commit());
    // A repeat waits for the batch of now: its original is in this one or in one before it, and they end in order.
    return slice.done;
  }

  /** Takes nothing more, commits what is there and waits for everything before. */
  async close(): Promise<void> {
    this.closed = true;
    this.commit();
    await this.inFlight;
  }

  private commit(): void {
    this.timer?.cancel();
    this.timer = null;
    const { batch } = this;
    this.batch = newBatch(this.failures);
    this.pending.add(batch);
    const sealed = this.alarms.seal();
    // The journal is handed over now; only the settling waits for the batches before.
    const written = this.kit.batches?.around(() => this.write(batch)) ?? this.write(batch);
    // It may fail while the batch before is still being answered, when nobody listens: a failure that nobody hears ends the process.
    written.catch(() => undefined);
    this.inFlight = this.inFlight
      .then(() => written)
      .then(
        () => this.committed(batch, sealed),
        (error: unknown) => this.failed(batch, error),
      );
  }

  private async write(batch: Batch): Promise<void> {
    const { journal, alarms, unregistered } = batch;
    if (journal.count > 0) batch.journalId = await this.kit.tracks.append(journal.take(), encodeAlarmRows(alarms));
    if (unregistered.length > 0) await this.kit.storeLast(unregistered);
    this.kit.assertThere?.();
  }

  /** Answers and tells in short pieces. The batches after it wait for the end of that, so that everything stays in order. */
  private async committed(batch: Batch, sealed: number): Promise<void> {
    this.pending.delete(batch);
    if (batch.failuresBefore !== this.failures) this.rememberAgain(batch);
    this.alarms.onDisk(sealed);
    this.waiting -= batch.accepted.length;
    this.accepted += batch.accepted.length;
    if (batch.alarms.length > 0) this.kit.bus.publish('alarms.journaled', {});
    const pace = new Pace(this.kit.clock);
    let at = 0;
    for (const { settle, accepted } of batch.slices) {
      const told = batch.accepted.slice(at, (at += accepted));
      for (const { deviceKey, position, current, impossible } of told)
        if (current) this.kit.keepLast({ deviceKey, position, impossible });
      settle();
      for (const each of told) this.kit.bus.publish('position.accepted', each);
      // oxlint-disable-next-line no-await-in-loop -- the answers of this slice are written before the next
      await pace.rest();
    }
    if (batch.journalId !== null) this.kit.bus.publish('positions.journaled', { journalId: batch.journalId });
  }

  private failed(batch: Batch, error: unknown): void {
    this.pending.delete(batch);
    this.failures += 1;
    this.forgetBatch(batch);
    this.waiting -= batch.accepted.length;
    this.recent.clear(); // they are not on disk: what devices repeat is welcome
    this.alarms.clear();
    const reason =
      error instanceof AppError ? error : new AppError('unavailable', 'Positions cannot be stored', { cause: error });
    for (const { settle } of batch.slices) settle(reason);
  }

  /** Its reports are not on disk: sent again they must be as new as they were. Never forward, since an earlier batch may have failed. */
  private forgetBatch({ before }: Batch): void {
    for (const [deviceKey, memory] of before) {
      const now = this.memories.get(deviceKey);
      if (memory === undefined) this.memories.delete(deviceKey);
      else if (now !== undefined && memory.newestMs <= now.newestMs) this.memories.set(deviceKey, memory);
    }
  }

  /** It is on disk, and one that failed meanwhile took what is remembered back to before it. */
  private rememberAgain({ accepted, before }: Batch): void {
    for (const { deviceKey, position } of accepted) {
      if (!before.has(deviceKey)) continue;
      this.memories.set(deviceKey, judge(this.memories.get(deviceKey) ?? initialMemory, position).memory);
    }
  }
}

/** Replayed from a dead zone: the device says itself that this is not where it is now, unless nothing newer is known. */
const isOld = (position: Position, { memory }: { memory: DeviceMemory }): boolean =>
  position.replayed && (position.timeMs ?? position.receivedMs) < memory.newestMs;
