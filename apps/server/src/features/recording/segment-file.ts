// One segment file while it is written: begin, append, sync, close with footer and hash. Which frames and when is channel-recorder.ts.
import { createHash, type Hash } from 'node:crypto';
import { open, rm, stat, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { errorText } from '../../kernel/errors.ts';
import { encodeFooter, encodeHead, type SegmentContent, type SegmentHead } from './segment-format.ts';
import { localSegments, openPath, type SegmentStorage } from './segment-storage.ts';

const PRIVATE = 0o600;

/** The path of a whole segment inside its slot: device, channel, UTC day, start. */
export const segmentPath = (deviceKey: number, channel: number, startMs: number): string => {
  const day = new Date(startMs).toISOString().slice(0, 10);
  return join(String(deviceKey), String(channel), day, `${startMs}.orec`);
};

/** Files that are being written now, so that nobody takes one of them for what a kill left. */
const beingWritten = new Set<string>();
export const isBeingWritten = (openFile: string): boolean => beingWritten.has(openFile);

export class SegmentFile {
  readonly head: SegmentHead;
  readonly slot: string;
  readonly path: string;
  private readonly file: FileHandle;
  private readonly storage: SegmentStorage;
  private readonly hash: Hash;
  /** Which file it is, for good. */
  private own: { ino: number; dev: number } | null = null;
  private size: number;
  private synced = true;

  private constructor(file: FileHandle, storage: SegmentStorage, slot: string, head: SegmentHead, first: Buffer) {
    this.file = file;
    this.storage = storage;
    this.slot = slot;
    this.head = head;
    this.path = segmentPath(head.deviceKey, head.channel, head.startMs);
    this.hash = createHash('sha256').update(first);
    this.size = first.length;
  }

  /** Makes the file with its head, in a folder that is there. Throws the error of the disk; then nothing is left behind. */
  static async begin(slot: string, head: SegmentHead, storage = localSegments): Promise<SegmentFile> {
    const full = join(slot, openPath(segmentPath(head.deviceKey, head.channel, head.startMs)));
    beingWritten.add(full);
    try {
      const file = await open(full, 'wx', PRIVATE);
      const first = encodeHead(head);
      try {
        await writeWhole(file, first, 0);
      } catch (error) {
        await file.close().catch(() => undefined);
        await rm(full, { force: true });
        throw error;
      }
      return new SegmentFile(file, storage, slot, head, first);
    } catch (error) {
      beingWritten.delete(full);
      throw error;
    }
  }

  /** Appends whole records. After a failure the file ends with the last append that succeeded. */
  async append(bytes: Buffer): Promise<void> {
    try {
      await writeWhole(this.file, bytes, this.size);
    } catch (error) {
      await this.file.truncate(this.size).catch(() => undefined); // what is torn is mended at the next start too
      throw error;
    }
    this.hash.update(bytes);
    this.size += bytes.length;
    this.synced = false;
  }

  /**
   * What was appended survives a power cut from here on. Throws also when the file is no longer where it was begun: under a disk that
   * was unmounted it would take everything and keep nothing.
   */
  async sync(): Promise<void> {
    if (this.synced) return;
    this.synced = true;
    await this.file.datasync();
    const there = await stat(this.openFile);
    this.own ??= await this.file.stat();
    if (this.own.ino !== there.ino || this.own.dev !== there.dev)
      throw new Error('another file lies in the place of the recording');
  }

  /** Takes the file away again. Rejects with the error of the disk. */
  async discard(): Promise<void> {
    await this.file.close();
    await rm(this.openFile, { force: true });
    beingWritten.delete(this.openFile);
  }

  /** Closed, and its row is taken care of: a repair of the folder may look at it. */
  release(): void {
    beingWritten.delete(this.openFile);
  }

  /** Where it lies while it is written. */
  private get openFile(): string {
    return join(this.slot, openPath(this.path));
  }

  /** Bytes that are surely written. */
  get bytes(): number {
    return this.size;
  }

  /**
   * Writes the footer and hands the file over to where finished segments lie. Never throws: where the disk fails, the file stays without a footer or among
   * the open ones, and `problem` says why. The hash is that of what was surely written. `keep` false: it stays among the open ones,
   * where a start looks for what has no row, or one that a power cut may take back.
   */
  async close(content: SegmentContent, keep = true): Promise<{ bytes: number; hash: Uint8Array; problem: string }> {
    let problem = '';
    const attempt = async (step: () => Promise<unknown>): Promise<void> => {
      try {
        await step();
      } catch (error) {
        problem ||= errorText(error);
      }
    };
    await attempt(() => this.append(encodeFooter(content, this.head.startMs)));
    await attempt(() => this.file.datasync());
    await attempt(() => this.file.close());
    if (keep) await attempt(() => this.storage.keep(this.slot, this.path));
    return { bytes: this.size, hash: Uint8Array.from(this.hash.digest()), problem };
  }
}

const writeWhole = async (file: FileHandle, bytes: Buffer, position: number): Promise<void> => {
  for (let done = 0; done < bytes.length;) {
    // A short write is followed by the rest, or by the error that cut it short.
    // oxlint-disable-next-line no-await-in-loop
    const { bytesWritten } = await file.write(bytes, done, bytes.length - done, position + done);
    if (bytesWritten === 0) throw new Error('the disk took nothing');
    done += bytesWritten;
  }
};
