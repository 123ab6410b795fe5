// How much room files may take, and what goes when there is none: the oldest that nobody protected, or nothing. Old files go by days.
import type { Clock, Timer } from '../../kernel/clock.ts';
import { AppError } from '../../kernel/errors.ts';
import type { Log } from '../../kernel/log.ts';
import { everySteadyHour } from '../../kernel/steady-clock.ts';
import { InTurn } from '../../kernel/work/in-turn.ts';
import type { FileFolder } from './file-folder.ts';
import type { FileShare, FileStoreRows, StoredFile } from './store.ts';

export type FileOptions = { fileDays: number; fileSize: number; fileFull: 'oldest' | 'refuse' };
export type RoomKit = {
  clock: Clock;
  log: Log;
  rows: FileStoreRows;
  folder: FileFolder;
  options: FileOptions;
  /** What was written to the database outlasts a power cut. */
  synced: () => Promise<void>;
  /** Tells of a file that is gone. */
  removed: (file: StoredFile) => void;
};

const MEGABYTE = 1024 * 1024;
const DAY_MS = 86_400_000;
const BATCH = 50;

export class Room {
  retired = 0;
  private readonly kit: RoomKit;
  private readonly timer: Timer;
  private used: number;
  /** One removal at a time. */
  private readonly work = new InTurn();
  private closed = false;

  private constructor(kit: RoomKit, used: number) {
    this.kit = kit;
    this.used = used;
    this.timer = everySteadyHour(kit.clock, () => this.enqueueAge());
  }

  /** Ends removals that a stop interrupted. */
  static async open(kit: RoomKit): Promise<Room> {
    const room = new Room(kit, await kit.rows.usedBytes());
    for (let rows = await kit.rows.unfinished(BATCH); rows.length > 0; rows = await kit.rows.unfinished(BATCH))
      // oxlint-disable-next-line no-await-in-loop
      if ((await room.remove(rows)) === 0) break;
    return room;
  }

  /** Bytes on disk and those for which there is room already. */
  get usedBytes(): number {
    return this.used;
  }

  /** Rejects with AppError `limit_reached` where the rule or the protected files leave no room. */
  async take(bytes: number): Promise<void> {
    this.used += bytes;
    if (this.used <= this.limit()) return;
    try {
      await this.work.run(() => this.makeRoom());
      if (this.used > this.limit()) throw new AppError('limit_reached', 'The room for files is used up.');
    } catch (error) {
      this.used -= bytes;
      throw error;
    }
  }

  give(bytes: number): void {
    this.used -= bytes;
  }

  /** Removes every file of these devices. Rejects where one stays, also because of a stop: what is left goes when it is asked again. */
  removeOf(deviceKeys: readonly number[]): Promise<void> {
    return this.work.run(async () => {
      for (;;) {
        // oxlint-disable-next-line no-await-in-loop -- a batch, then time for others
        const files = await this.kit.rows.retireOf(deviceKeys, BATCH);
        if (files.length === 0) return;
        // oxlint-disable-next-line no-await-in-loop
        if (this.closed || (await this.remove(files)) < files.length)
          throw new Error('files of dropped devices are left on the disk');
      }
    });
  }

  /** What of a share would go first: unprotected files, by when they came. */
  oldestOf(share: FileShare, limit: number): Promise<StoredFile[]> {
    return this.kit.rows.oldest(this.kit.clock.now(), limit, { share });
  }

  /** Removes these, and gives how many are gone. */
  retireOldest(files: readonly StoredFile[]): Promise<number> {
    return this.work.run(() => this.retire(files));
  }

  async close(): Promise<void> {
    this.closed = true;
    this.timer.cancel();
    await this.work.idle();
  }

  private limit(): number {
    return this.kit.options.fileSize * MEGABYTE;
  }

  private async makeRoom(): Promise<void> {
    const { rows, clock, options } = this.kit;
    while (options.fileFull === 'oldest' && this.used > this.limit() && !this.closed) {
      let missing = this.used - this.limit();
      // oxlint-disable-next-line no-await-in-loop -- no more than needed, a batch at a time
      const oldest = await rows.oldest(clock.now(), BATCH);
      const chosen = oldest.filter(({ bytes }) => {
        missing -= bytes;
        return missing + bytes > 0;
      });
      // oxlint-disable-next-line no-await-in-loop
      if ((await this.retire(chosen)) === 0) return;
    }
  }

  private enqueueAge(): void {
    void this.work.attempt(
      () => this.byAge(),
      (err) => this.kit.log.error('old files not removed', { err }),
    );
  }

  private async byAge(): Promise<void> {
    const { rows, clock, options } = this.kit;
    const nowMs = clock.now();
    while (!this.closed) {
      // oxlint-disable-next-line no-await-in-loop -- a batch, then time for others
      const old = await rows.oldest(nowMs, BATCH, { beforeMs: nowMs - options.fileDays * DAY_MS });
      // oxlint-disable-next-line no-await-in-loop
      if ((await this.retire(old)) === 0) return;
    }
  }

  private async retire(files: readonly StoredFile[]): Promise<number> {
    if (files.length === 0) return 0;
    await this.kit.rows.retire(files.map(({ id }) => id));
    return this.remove(files);
  }

  /** Removes the files, then their rows. Gives how many are gone. Rejects where a power cut might still bring their rows back: then all stay. */
  private async remove(files: readonly StoredFile[]): Promise<number> {
    const gone: StoredFile[] = [];
    await this.kit.synced();
    for (const file of files) {
      try {
        // oxlint-disable-next-line no-await-in-loop -- one after the other, so that the disk has time for the rest
        await this.kit.folder.remove(file.path);
        gone.push(file);
      } catch (err) {
        this.kit.log.error('old file not removed', { path: file.path, err });
      }
    }
    if (gone.length > 0) await this.kit.rows.forget(gone.map(({ id }) => id));
    for (const file of gone) {
      this.used -= file.bytes;
      this.kit.removed(file);
    }
    this.retired += gone.length;
    return gone.length;
  }
}
