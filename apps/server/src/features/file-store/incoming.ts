// One file that is coming in: bytes at any place, on disk at once, kept only when whole. Which files are open is files.ts.
import type { FileHandle } from 'node:fs/promises';
import type { FileSpan, IncomingFile, KeptFile, NewFile } from '../../gateway/index.ts';
import type { Clock } from '../../kernel/clock.ts';
import { AppError } from '../../kernel/errors.ts';
import { addSpan, endOf, gapsOf, MAX_SPANS } from './ranges.ts';

export type IncomingKit = {
  clock: Clock;
  file: NewFile;
  /** Its name on the disk. */
  path: string;
  handle: FileHandle;
  /** Asks for room for so many bytes more. Rejects with AppError `limit_reached`. */
  room: (bytes: number) => Promise<void>;
  /** Keeps the whole, synchronised file of this length. */
  keep: (incoming: Incoming, bytes: number) => Promise<KeptFile>;
  /** It is over: `kept` false, and its file goes. */
  ended: (incoming: Incoming, kept: boolean) => Promise<void>;
};

/** The largest file that a device may send. */
export const MAX_FILE_BYTES = 1024 * 1024 * 1024;

/** An error of the disk in words that say the device was not answered. */
const refusal = (error: unknown): AppError =>
  error instanceof AppError ? error : new AppError('unavailable', 'The file cannot be kept now.', { cause: error });

export class Incoming implements IncomingFile {
  readonly file: NewFile;
  readonly path: string;
  /** Monotonic time of the newest byte. */
  usedMs: number;
  /** Bytes for which there is room. */
  reserved = 0;
  private readonly kit: IncomingKit;
  private spans: FileSpan[] = [];
  private writes = 0;
  private settled: (() => void)[] = [];
  private finishing: Promise<KeptFile> | null = null;
  private over = false;

  constructor(kit: IncomingKit) {
    this.kit = kit;
    this.file = kit.file;
    this.path = kit.path;
    this.usedMs = kit.clock.monotonic();
  }

  /** True while nobody writes to it or finishes it. */
  get idle(): boolean {
    return this.writes === 0 && this.finishing === null;
  }

  /** True once it was kept or abandoned. */
  get closed(): boolean {
    return this.over;
  }

  missing(): FileSpan[] {
    return gapsOf(this.spans, this.file.expectedBytes ?? endOf(this.spans));
  }

  async write(offset: number, bytes: Uint8Array): Promise<void> {
    if (this.over || this.finishing !== null) throw new AppError('conflict', 'The file is closed.');
    const end = offset + bytes.length;
    if (!Number.isSafeInteger(offset) || offset < 0 || end > (this.file.expectedBytes ?? MAX_FILE_BYTES))
      throw new AppError('invalid', 'The bytes lie outside the file.');
    if (bytes.length === 0) return;
    this.usedMs = this.kit.clock.monotonic();
    this.writes += 1;
    try {
      await this.makeRoom(end);
      await this.writeAll(offset, bytes);
      const spans = addSpan(this.spans, { offset, bytes: bytes.length });
      if (spans.length > MAX_SPANS) throw new AppError('limit_reached', 'The file comes in too many pieces.');
      this.spans = spans;
    } catch (error) {
      throw refusal(error);
    } finally {
      this.writes -= 1;
      if (this.writes === 0) for (const settle of this.settled.splice(0)) settle();
    }
  }

  finish(): Promise<KeptFile> {
    if (this.over) return Promise.reject(new AppError('conflict', 'The file is closed.'));
    this.finishing ??= this.complete().finally(() => {
      this.finishing = null;
    });
    return this.finishing;
  }

  /** A file that is being finished is finished first: its row may stand already. */
  async abandon(): Promise<void> {
    await this.finishing?.catch(() => undefined);
    if (this.over) return;
    this.over = true;
    await this.written();
    await this.end(false);
  }

  private async end(kept: boolean): Promise<void> {
    this.over = true;
    await this.kit.handle.close().catch(() => undefined); // it was synchronised, or it goes
    await this.kit.ended(this, kept);
  }

  private async complete(): Promise<KeptFile> {
    await this.written();
    const bytes = this.file.expectedBytes ?? endOf(this.spans);
    if (bytes === 0 || this.missing().length > 0) throw new AppError('conflict', 'Bytes of the file are missing.');
    try {
      await this.kit.handle.sync();
    } catch (error) {
      await this.end(false); // what the system failed to write once it takes for written the next time
      throw refusal(error);
    }
    try {
      const kept = await this.kit.keep(this, bytes);
      await this.end(!kept.repeated);
      return kept;
    } catch (error) {
      throw refusal(error);
    }
  }

  private written(): Promise<void> {
    return this.writes === 0
      ? Promise.resolve()
      : new Promise((resolve) => {
          this.settled.push(resolve);
        });
  }

  private async makeRoom(end: number): Promise<void> {
    const more = end - this.reserved;
    if (more <= 0) return;
    this.reserved = end; // before the wait, so that the next write asks for its own only
    try {
      await this.kit.room(more);
    } catch (error) {
      this.reserved -= more;
      throw error;
    }
  }

  /** A disk that is nearly full takes a part of what it is given. */
  private async writeAll(offset: number, bytes: Uint8Array): Promise<void> {
    for (let at = 0; at < bytes.length;) {
      // oxlint-disable-next-line no-await-in-loop
      const { bytesWritten } = await this.kit.handle.write(bytes, at, bytes.length - at, offset + at);
      if (bytesWritten === 0) throw new AppError('unavailable', 'The server cannot write to its disk now.');
      at += bytesWritten;
    }
  }
}
