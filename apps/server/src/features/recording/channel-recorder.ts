// Records one channel: takes whole frames, keeps them for at most a second, writes segments, and goes on in another folder when one
// fails. Where a segment begins is segment-plan.ts, which channels are recorded recorder.ts.
import type { Clock } from '../../kernel/clock.ts';
import type { Log } from '../../kernel/log.ts';
import type { RecordingTap, StreamSource, WholeFrame } from '../../media/index.ts';
import type { BatchBuffers } from './batch-buffers.ts';
import type { LateIndex } from './late-index.ts';
import { batchBytes, bytesAround, closedRowOf, newRowOf, recordsOf } from './segment-batch.ts';
import { SegmentFile } from './segment-file.ts';
import { createContent, HASH_BYTES, isStoredCodec, MAX_BODY_BYTES, type SegmentContent } from './segment-format.ts';
import { SegmentPlan, type Place, type SegmentLimits } from './segment-plan.ts';
import type { Slot, Slots } from './slots.ts';
import type { RecordingStore } from './store.ts';

export type ChannelKit = {
  clock: Clock;
  log: Log;
  store: RecordingStore;
  index: LateIndex;
  slots: Slots;
  buffers: BatchBuffers;
  limits: SegmentLimits;
  /** Something to show changed: it records or no longer, an error came. */
  changed: () => void;
  wrote: (slot: string, bytes: number) => void;
};

/** Frames waiting for the disk; past it they are dropped up to the next key frame. */
const QUEUE_BYTES = 8 * 1024 * 1024;
/** So much waits for no timer. */
const EAGER_BYTES = 1024 * 1024;
const SYNC_MS = 1800;
/** Times of a device that step back no further keep the order they came in. */
const STEP_BACK_MS = 10_000;
/** Nothing for so long, and the segment is closed. */
const IDLE_MS = 10_000;

type Queued = Place & { frame: WholeFrame };
/** What readers may see of the segment being written. */
export type OpenSegment = { id: number | null; file: SegmentFile; slot: Slot; content: SegmentContent };

export class ChannelRecorder implements RecordingTap {
  readonly source: StreamSource;
  readonly stream: 'main' | 'sub';
  sound: boolean;
  /** Why nothing is written although frames come; null: all is well. */
  trouble: string | null = null;
  errors = 0;
  dropped = 0;
  open: OpenSegment | null = null;
  private readonly kit: ChannelKit;
  private readonly plan: SegmentPlan;
  private queue: Queued[] = [];
  private queuedBytes = 0;
  /** Segments of a channel never begin at the same moment, be the one before in the index or not. */
  private lastStartMs = 0;
  private previousHash: Uint8Array | null = null;
  private working: Promise<void> = Promise.resolve();
  private busy = false;
  private syncedMs = 0;
  private arrivedMs: number;
  private leaveStream: (() => void) | null = null;

  constructor(kit: ChannelKit, source: StreamSource, wanted: { stream: 'main' | 'sub'; sound: boolean }) {
    this.kit = kit;
    this.plan = new SegmentPlan(kit.limits);
    this.source = source;
    this.stream = wanted.stream;
    this.sound = wanted.sound;
    this.arrivedMs = kit.clock.monotonic();
  }

  get recording(): boolean {
    return this.open !== null && this.trouble === null;
  }

  /**
   * Begins to take frames; `leave` ends that. Nothing is written before `earlier`, the end of the last recording of this channel,
   * because segments follow each other by their hashes.
   */
  begin(leave: () => void, earlier: Promise<void>): void {
    this.leaveStream = leave;
    this.run(() => earlier);
  }

  frame(frame: WholeFrame): void {
    if ((frame.kind === 'audio' && !this.sound) || !isStoredCodec(frame.codec)) return;
    if (frame.body.length > MAX_BODY_BYTES) return this.drop();
    this.arrivedMs = this.kit.clock.monotonic();
    const place = this.plan.place(frame);
    if (place === 'early') return;
    if (place === 'late') return this.drop();
    if (this.queuedBytes + frame.body.length > QUEUE_BYTES) return this.overflow();
    this.plan.take(frame, place);
    this.queue.push({ frame, ...place });
    this.queuedBytes += frame.body.length;
    if (this.queuedBytes >= EAGER_BYTES) this.work();
  }

  broken(): void {
    this.plan.restart();
  }

  /** Called several times a second: writes what waits, syncs, closes what is idle. */
  tick(): void {
    if (this.queue.length > 0) this.work();
    else if (this.open !== null) {
      const idle = this.kit.clock.monotonic() - this.arrivedMs >= IDLE_MS;
      if (idle || this.syncIsDue()) this.run(() => (idle ? this.closeSegment('') : this.sync()));
    }
  }

  /** Closes the segment that is written now; the next key frame begins another one. */
  async endSegment(): Promise<void> {
    this.plan.end();
    if (this.open !== null) await this.endThis(this.open);
  }

  /** Takes no more frames, writes what waits and closes the segment. */
  async close(): Promise<void> {
    this.leaveStream?.();
    this.leaveStream = null;
    await this.working;
    await this.guarded(() => this.writeQueue());
    await this.guarded(() => this.closeSegment(''));
  }

  /** Waits for its turn, as often as it takes. */
  private async endThis(open: OpenSegment): Promise<void> {
    await this.working;
    this.run(async () => {
      await this.writeQueue();
      if (this.open === open) await this.closeSegment('');
    });
    await this.working;
    if (this.open === open) await this.endThis(open);
  }

  /** The disk does not keep up: what waits is written, what comes is lost up to the next key frame. */
  private overflow(): void {
    this.drop();
    this.errors += 1;
    this.plan.end();
    this.work();
    this.kit.changed();
  }

  private drop(): void {
    this.dropped += 1;
  }

  private syncIsDue(): boolean {
    return this.kit.clock.monotonic() - this.syncedMs >= SYNC_MS;
  }

  private work(): void {
    this.run(() => this.writeQueue());
  }

  private run(action: () => Promise<void>): void {
    if (this.busy) return;
    this.busy = true;
    this.working = this.guarded(action).finally(() => {
      this.busy = false;
    });
  }

  /** A boundary: whatever the disk does ends the segment, never the server. */
  private async guarded(action: () => Promise<void>): Promise<void> {
    try {
      await action();
    } catch (error) {
      await this.failed(error);
    }
  }

  private async writeQueue(): Promise<void> {
    const { queue } = this;
    this.queue = [];
    this.queuedBytes = 0;
    for (let at = 0; at < queue.length;) {
      const next = queue.findIndex(({ begin }, i) => begin && i > at);
      const batch = queue.slice(at, next < 0 ? queue.length : next);
      // One batch after the other: they go into files one after the other.
      // oxlint-disable-next-line no-await-in-loop
      await this.writeBatch(batch);
      at += batch.length;
    }
    if (this.open !== null && this.syncIsDue()) await this.sync();
  }

  private async writeBatch(batch: readonly Queued[]): Promise<void> {
    const [first] = batch;
    if (first === undefined) return;
    if (first.begin) {
      await this.closeSegment('');
      await this.openSegment(first.timeMs);
    }
    const { open } = this;
    if (open === null) {
      this.dropped += batch.length; // its segment could not be begun, or failed: the next one begins at a key frame
      return;
    }
    const { content, file } = open;
    const { startMs } = file.head;
    const keys = content.keys.length;
    const memory = this.kit.buffers.take(batchBytes(batch));
    const { bytes, after } = recordsOf(content, startMs, batch, memory);
    try {
      await file.append(bytes);
    } catch (error) {
      content.keys.length = keys; // these frames are not there
      throw error;
    } finally {
      this.kit.buffers.give(memory);
    }
    open.content = after;
    this.kit.wrote(open.slot.folder, bytes.length);
    open.slot.roomBytes -= bytes.length;
    // The next key frame goes elsewhere.
    if (open.slot.roomBytes <= 0 || !this.kit.slots.mayWrite(open.slot)) this.plan.cut();
  }

  private async openSegment(timeMs: number): Promise<void> {
    const { deviceKey, deviceId, channel } = this.source;
    if (this.previousHash === null) {
      const newest =
        this.kit.index.lastHash(deviceKey, channel) ?? (await this.kit.store.newest(deviceKey, channel))?.hash;
      this.previousHash = newest ?? new Uint8Array(HASH_BYTES);
    }
    // Behind the segment before, also where a device's times step back a little; earlier only after the server's clock was set back.
    const backMs = this.lastStartMs - timeMs;
    const fromMs = backMs >= 0 && backMs <= STEP_BACK_MS ? this.lastStartMs + 1 : timeMs;
    const startMs = await this.kit.store.freeStart(deviceKey, channel, fromMs);
    const head = { deviceKey, channel, startMs, deviceId, previousHash: this.previousHash };
    const slot = this.kit.slots.choose(); // right before it is begun: folders change while the server runs
    if (slot === undefined) return this.setTrouble('No recording folder has room');
    let file: SegmentFile;
    try {
      file = await SegmentFile.begin(slot.folder, head, this.kit.slots.storage);
    } catch (error) {
      this.kit.slots.failed(slot, error);
      return this.setTrouble('A recording folder cannot be written');
    }
    slot.open += 1;
    this.lastStartMs = startMs;
    // The file before its row: a row never points to what is not there. And known as being written before its row can be found.
    this.open = { id: null, file, slot, content: createContent(startMs) };
    this.open.id = await this.kit.index.open(newRowOf(file));
    this.kit.slots.worked(slot);
    this.setTrouble(null);
  }

  private async sync(): Promise<void> {
    this.syncedMs = this.kit.clock.monotonic();
    await this.open?.file.sync();
  }

  private async closeSegment(reason: string): Promise<void> {
    const { open } = this;
    if (open === null) return;
    const { content, file, slot } = open;
    const { index } = this.kit;
    open.id ??= await index.open(newRowOf(file));
    const safe = await index.isSafe(open.id);
    const closed = await file.close(content, safe);
    this.open = null;
    slot.open -= 1;
    this.kit.wrote(slot.folder, bytesAround(content, closed));
    this.previousHash = closed.hash;
    if (closed.problem !== '') this.kit.slots.failed(slot, closed.problem);
    const indexed = index.close(open.id, newRowOf(file), closedRowOf(file, content, closed, reason), safe);
    file.release();
    await indexed;
    this.kit.changed();
  }

  /** The disk failed under the segment: it is closed if that still works, and the next key frame begins another elsewhere. */
  private async failed(error: unknown): Promise<void> {
    const { open } = this;
    this.plan.end();
    this.errors += 1;
    if (open === null) this.kit.log.error('recording failed', { ...this.source, err: error });
    else {
      this.kit.slots.failed(open.slot, error);
      await this.closeSegment('the disk failed');
    }
    this.setTrouble('A recording folder cannot be written');
  }

  private setTrouble(trouble: string | null): void {
    if (trouble !== null && this.trouble === null) this.errors += 1;
    this.trouble = trouble;
    if (trouble !== null) this.plan.end();
    this.kit.changed();
  }
}
