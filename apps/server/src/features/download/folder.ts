// The folder of finished and half-made files: what nobody knows any more goes at the start, never larger than allowed, never into the disk's reserve.
import { mkdir, readdir, rm, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import type { Log } from '../../kernel/log.ts';

const MEGABYTE = 1024 * 1024;

export class DownloadFolder {
  private readonly folder: string;
  private readonly limits: { maxBytes: number; reserveMb: number };
  private readonly log: Log;
  private readonly sizes = new Map<string, number>();
  private readonly removing = new Set<Promise<void>>();

  private constructor(folder: string, limits: { maxBytes: number; reserveMb: number }, log: Log) {
    this.folder = folder;
    this.limits = limits;
    this.log = log;
  }

  /** Of what a former run left only what is `kept`, as long as it was, stays. */
  static async open(
    folder: string,
    limits: { maxBytes: number; reserveMb: number },
    log: Log,
    kept: ReadonlyMap<string, number> = new Map(),
  ): Promise<DownloadFolder> {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const opened = new DownloadFolder(folder, limits, log);
    for (const name of await readdir(folder)) {
      const path = join(folder, name);
      const { size } = await stat(path);
      if (kept.get(name) === size) opened.add(name, size);
      else await rm(path, { recursive: true, force: true });
    }
    return opened;
  }

  /** `id` is one of ours, never what somebody sent. */
  pathOf(id: string): string {
    return join(this.folder, id);
  }

  has(id: string): boolean {
    return this.sizes.has(id);
  }

  add(id: string, bytes: number): void {
    this.sizes.set(id, bytes);
  }

  /** Anyone who is being sent the file gets it to its end. */
  remove(id: string): void {
    this.sizes.delete(id);
    const gone = rm(this.pathOf(id), { force: true })
      .catch((err: unknown) => this.log.warn('download not removed', { err }))
      .finally(() => this.removing.delete(gone));
    this.removing.add(gone);
  }

  async settled(): Promise<void> {
    await Promise.all(this.removing);
  }

  /** Bytes that may still be written; 0 at a disk that cannot be asked. */
  async roomBytes(): Promise<number> {
    const used = [...this.sizes.values()].reduce((sum, bytes) => sum + bytes, 0);
    try {
      const { bavail, bsize } = await statfs(this.folder);
      return Math.max(0, Math.min(bavail * bsize - this.limits.reserveMb * MEGABYTE, this.limits.maxBytes - used));
    } catch (err) {
      this.log.error('download folder failed', { err });
      return 0;
    }
  }
}
