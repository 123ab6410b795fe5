// Stores footage that was fetched from a device, in the segments of recordings. Its frames bring their time; they come in any order
// of days, so a segment follows the one that was stored before it. What is fetched and when is no business of this file.
import type { Clock } from '../../kernel/clock.ts';
import { AppError } from '../../kernel/errors.ts';
import type { Log } from '../../kernel/log.ts';
import { InTurn } from '../../kernel/work/in-turn.ts';
import type { WholeFrame } from '../../media/index.ts';
import { canBegin, type Planned, type SegmentLimits } from './segment-plan.ts';
import type { LateIndex } from './late-index.ts';
import { type LaneContent, laneOf } from './lanes.ts';
import { bytesAround, closedRowOf, newRowOf, recordsOf, type TimedFrame } from './segment-batch.ts';
import { SegmentFile } from './segment-file.ts';
import { createContent, HASH_BYTES, MAX_BODY_BYTES, MAX_TIME_MS, type SegmentContent } from './segment-format.ts';
import type { Slot, Slots } from './slots.ts';
import type { RecordingStore } from './store.ts';

export type KeptWriterKit = {
  clock: Clock;
  log: Log;
  store: RecordingStore;
  index: LateIndex;
  slots: Slots;
  limits: SegmentLimits;
  wrote: (slot: string, bytes: number) => void;
  /** Segments of a lane are written one after the other: each holds the hash of the one before. Call what it gives when yours is whole. */
  turn: (deviceKey: number, lane: number) => Promise<() => void>;
  /** Everything is stored or given up. */
  ended: (writer: KeptWriter) => void;
};
export type KeptSource = LaneContent & { deviceKey: number; deviceId: string };

const EAGER_BYTES = 256 * 1024;
/** More waiting for the disk than that, and the footage is given up: anyone who fetches should have paused the device. */
const QUEUE_BYTES = 32 * 1024 * 1024;
/** A pause that makes two segments of what comes before and after. */
const GAP_MS = 3000;
/** Anyone who had it fetched has this long to use or to protect it, however old it is. */
export const SAFE_MS = 3_600_000;

type Open = { file: SegmentFile; slot: Slot; content: SegmentContent; done: () => void };

export class KeptWriter {
  /** Why nothing more is stored; null: all is well. */
  trouble: AppError | null = null;
  private readonly kit: KeptWriterKit;
  readonly source: KeptSource;
  private queue: TimedFrame[] = [];
  /** Of `queue`, and of that and what is being written. */
  private gatheredBytes = 0;
  private queuedBytes = 0;
  private open: Open | null = null;
  private planned: Planned | null = null;
  private readonly working = new InTurn();
  private closing: Promise<void> | null = null;

  constructor(kit: KeptWriterKit, source: KeptSource) {
    this.kit = kit;
    this.source = source;
  }

  /** Bytes that wait for the disk. */
  get waitingBytes(): number {
    return this.queuedBytes;
  }

  /** `timeMs`: when it was recorded, UTC. Frames before the first key frame are left out. Never throws. */
  frame(frame: WholeFrame, timeMs: number): void {
    if (this.trouble !== null || this.closing !== null || frame.body.length > MAX_BODY_BYTES) return;
    const { planned, kit } = this;
    const full =
      planned !== null &&
      (timeMs - planned.startMs >= kit.limits.segmentMs || planned.bytes >= kit.limits.segmentBytes);
    const elsewhere = this.open !== null && !kit.slots.mayWrite(this.open.slot);
    const apart = planned !== null && Math.abs(timeMs - planned.lastMs) > GAP_MS;
    const begin = planned === null || full || apart || elsewhere || frame.newFormat;
    if (begin && canBegin(frame, timeMs, planned)) {
      this.write();
      this.run(() => this.closeSegment());
      this.planned = { startMs: timeMs, bytes: 0, lastMs: timeMs, pictureMs: null };
    } else if (planned === null || apart || timeMs - planned.startMs > MAX_TIME_MS) return;
    if (this.queuedBytes + frame.body.length > QUEUE_BYTES)
      return this.fail(new AppError('unavailable', 'The disk does not keep up'));
    this.add({ frame, timeMs });
  }

  /** Everything that came is stored, and shown in lists, when it resolves. Never rejects: see `trouble`. */
  close(): Promise<void> {
    this.closing ??= this.end();
    return this.closing;
  }

  /** Takes away what is being written and stores nothing more. Never rejects. */
  async abandon(reason: AppError): Promise<void> {
    this.fail(reason);
    this.run(() => this.discardSegment());
    await this.working.idle();
  }

  private async end(): Promise<void> {
    this.write();
    this.run(() => this.closeSegment());
    await this.working.idle();
    this.kit.ended(this);
  }

  private add(timed: TimedFrame): void {
    this.queue.push(timed);
    this.gatheredBytes += timed.frame.body.length;
    this.queuedBytes += timed.frame.body.length;
    if (this.planned !== null) {
      this.planned.bytes += timed.frame.body.length;
      this.planned.lastMs = timed.timeMs;
      if (timed.frame.kind === 'video') this.planned.pictureMs = timed.timeMs;
    }
    if (this.gatheredBytes >= EAGER_BYTES) this.write();
  }

  private write(): void {
    const { queue, gatheredBytes } = this;
    if (queue.length === 0) return;
    this.queue = [];
    this.gatheredBytes = 0;
    this.run(async () => {
      await this.append(queue);
      this.queuedBytes -= gatheredBytes;
    });
  }

  /** A boundary: what the disk does ends the keeping, never the playing. */
  private run(action: () => Promise<void>): void {
    void this.working.attempt(action, (error) => {
      if (error instanceof AppError) return this.fail(error);
      this.kit.log.error('footage not kept', { ...this.source, err: error });
      if (this.open !== null) this.kit.slots.failed(this.open.slot, error);
      this.fail(new AppError('unavailable', 'A recording folder cannot be written'));
    });
  }

  private fail(reason: AppError): void {
    this.trouble ??= reason;
    this.queue = [];
    this.gatheredBytes = 0;
    this.queuedBytes = 0;
  }

  private async append(batch: readonly TimedFrame[]): Promise<void> {
    const [first] = batch;
    if (first === undefined || this.trouble !== null) return;
    this.open ??= await this.begin(first.timeMs);
    const { file, content, slot } = this.open;
    const { bytes, after } = recordsOf(content, file.head.startMs, batch);
    await file.append(bytes);
    this.open.content = after;
    slot.roomBytes -= bytes.length;
    this.kit.wrote(slot.folder, bytes.length);
  }

  private async begin(timeMs: number): Promise<Open> {
    const { deviceKey, deviceId } = this.source;
    const { slots, store, index } = this.kit;
    const channel = laneOf(this.source);
    const slot = slots.choose();
    if (slot === undefined) throw new AppError('unavailable', 'No recording folder has room');
    const done = await this.kit.turn(deviceKey, channel);
    try {
      // What was kept before and retired since has left its row.
      const startMs = await store.freeStart(deviceKey, channel, Math.round(timeMs));
      const previousHash =
        index.lastHash(deviceKey, channel) ??
        (await store.lastStored(deviceKey, channel)) ??
        new Uint8Array(HASH_BYTES);
      const head = { deviceKey, channel, startMs, deviceId, previousHash };
      const file = await SegmentFile.begin(slot.folder, head, slots.storage);
      slot.open += 1;
      return { file, slot, content: createContent(startMs), done };
    } catch (error) {
      done();
      throw error;
    }
  }

  private async discardSegment(): Promise<void> {
    const { open, kit } = this;
    if (open === null) return;
    this.open = null;
    const { file, slot, done } = open;
    slot.open -= 1;
    await file.discard().finally(done);
    slot.roomBytes += file.bytes;
    kit.wrote(slot.folder, -file.bytes);
  }

  private async closeSegment(): Promise<void> {
    const { open } = this;
    if (open === null) return;
    this.open = null;
    open.slot.open -= 1;
    await this.store(open).finally(open.done);
  }

  private async store({ file, slot, content }: Open): Promise<void> {
    const { kit } = this;
    const row = newRowOf(file);
    const id = await kit.index.open(row);
    const safe = await kit.index.isSafe(id);
    const closed = await file.close(content, safe);
    kit.wrote(slot.folder, bytesAround(content, closed));
    if (closed.problem !== '') kit.slots.failed(slot, closed.problem);
    const indexed = kit.index.close(id, row, closedRowOf(file, content, closed, 'fetched from the device'), safe);
    file.release();
    if (!(await indexed))
      throw new AppError(
        'unavailable',
        'The footage is on disk and comes into the lists when the database can be written',
      );
    const { deviceKey, channel, startMs } = file.head;
    await kit.store.protect(deviceKey, [channel], startMs, startMs + 1, kit.clock.now() + SAFE_MS);
  }
}
