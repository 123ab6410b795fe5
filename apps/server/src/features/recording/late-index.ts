// The index of segments, also while the database takes nothing: rows that could not be written are kept in memory in the order of
// their channel and written as soon as that works. Their files are on disk; after a kill the start finds them there (mend.ts).
import { join } from 'node:path';
import { AppError } from '../../kernel/errors.ts';
import type { Log } from '../../kernel/log.ts';
import { InTurnByKey } from '../../kernel/work/in-turn.ts';
import { openPath, type SegmentStorage } from './segment-storage.ts';
import type { ClosedSegment, NewSegment, RecordingStore } from './store.ts';

export type LateIndexKit = {
  store: RecordingStore;
  storage: SegmentStorage;
  log: Log;
  /** What was written to the database outlasts a power cut. */
  synced: () => Promise<void>;
};

/** `id` null: it has no row. `move`: its file waits among the open ones, where a start finds it. */
type Late = { id: number | null; segment: NewSegment; closed: ClosedSegment; move: boolean; tries: number };

/** A few days of hundreds of channels, about 50 MB; past it a segment waits for the next start. */
const MAX_LATE = 100_000;
/** What fails for another reason than the disk is given up after so often. */
const MAX_TRIES = 20;

const nameOf = (segment: Pick<NewSegment, 'deviceKey' | 'channel'>): string =>
  `${segment.deviceKey}:${segment.channel}`;

export class LateIndex {
  dropped = 0;
  private readonly kit: LateIndexKit;
  private readonly late = new Map<string, Late[]>();
  private readonly turns = new InTurnByKey<string>();
  private count = 0;
  private told = false;

  constructor(kit: LateIndexKit) {
    this.kit = kit;
  }

  /** How many segments wait for their rows. */
  get waiting(): number {
    return this.count;
  }

  /** The row of a segment that is being written; null: there is none yet, because the database or a segment before it has to wait. */
  async open(segment: NewSegment): Promise<number | null> {
    if (!(await this.catchUp(nameOf(segment)))) return null;
    try {
      return await this.kit.store.open(segment);
    } catch (error) {
      this.tell(error);
      return null;
    }
  }

  /** Whether the row that `open` gave is there for good, a power cut included: its file stays among the open ones until then. */
  async isSafe(id: number | null): Promise<boolean> {
    if (id === null) return false;
    return this.kit.synced().then(
      () => true,
      () => false, // `close` waits for that again
    );
  }

  /** Puts a whole segment into the index, now or later; gives whether it is there. `id` as `open` gave it, `safe` as `isSafe` said. */
  async close(id: number | null, segment: NewSegment, closed: ClosedSegment, safe: boolean): Promise<boolean> {
    const name = nameOf(segment);
    if (this.count >= MAX_LATE) {
      this.dropped += 1;
      return false;
    }
    this.late.set(name, [...(this.late.get(name) ?? []), { id, segment, closed, move: !safe, tries: 0 }]);
    this.count += 1;
    return this.catchUp(name);
  }

  /** The hash of the newest segment of a channel that waits. */
  lastHash(deviceKey: number, channel: number): Uint8Array | undefined {
    return this.late.get(nameOf({ deviceKey, channel }))?.at(-1)?.closed.hash;
  }

  /** Whether the file that lay there while it was written belongs to a segment that waits. */
  holds(openFile: string): boolean {
    for (const waiting of this.late.values())
      if (waiting.some(({ segment: { slot, path } }) => join(slot, openPath(path)) === openFile)) return true;
    return false;
  }

  /** Tries everything that waits. Never rejects. */
  async retry(): Promise<void> {
    for (const name of this.late.keys())
      // oxlint-disable-next-line no-await-in-loop -- the first that fails tells that the others would
      if (!(await this.catchUp(name))) return;
    if (this.told) this.kit.log.info('recordings are in the index again');
    this.told = false;
  }

  /** One after the other in each channel. True: nothing of it waits. */
  private catchUp(name: string): Promise<boolean> {
    return this.turns.run(name, () => this.writeAll(name));
  }

  private async writeAll(name: string): Promise<boolean> {
    for (let [first] = this.late.get(name) ?? []; first !== undefined; [first] = this.late.get(name) ?? []) {
      // oxlint-disable-next-line no-await-in-loop -- in the order they were recorded in
      if (!(await this.write(first))) return false;
      this.late.set(name, (this.late.get(name) ?? []).slice(1));
      this.count -= 1;
    }
    this.late.delete(name);
    return true;
  }

  /** A boundary: false when it has to be tried again. */
  private async write(late: Late): Promise<boolean> {
    const { store, storage, log, synced } = this.kit;
    try {
      late.id ??= await store.open(late.segment);
      if (late.move) {
        await synced();
        await this.move(late, storage);
      }
      await store.close(late.id, late.closed);
      return true;
    } catch (error) {
      late.tries += error instanceof AppError ? 0 : 1;
      if (late.tries < MAX_TRIES) {
        this.tell(error);
        return false;
      }
      this.dropped += 1;
      log.error('recording not indexed', { path: late.segment.path, err: error });
      return true;
    }
  }

  /** Where that fails the row is written all the same: the file is found among the open ones and moved when its folder is mended. */
  private async move(late: Late, storage: SegmentStorage): Promise<void> {
    try {
      await storage.keep(late.segment.slot, late.segment.path);
    } catch (error) {
      this.kit.log.warn('recording not moved yet', { path: late.segment.path, err: error });
    }
    late.move = false;
  }

  private tell(error: unknown): void {
    if (!this.told) this.kit.log.error('recordings are not in the index yet, tried again by itself', { err: error });
    this.told = true;
  }
}
