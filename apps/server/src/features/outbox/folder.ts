// The files of what waits in the outbox, in a folder of their own. Which of them are still wanted is in the table.
import { randomUUID } from 'node:crypto';
import { mkdir, open, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { OutboxFile } from './store.ts';

export type NewFile = { name: string; type: string; data: Uint8Array };

export class OutboxFolder {
  readonly #folder: string;

  constructor(dataFolder: string) {
    this.#folder = join(dataFolder, 'outbox');
  }

  pathOf(path: string): string {
    return join(this.#folder, path);
  }

  /** Resolves when they would outlast a power cut. All of them, or nothing is left. */
  async keep(files: readonly NewFile[]): Promise<OutboxFile[]> {
    if (files.length === 0) return [];
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    const kept = files.map(({ name, type }) => ({ name, type, path: randomUUID() }));
    const written = await Promise.allSettled(files.map(({ data }, i) => this.#write(kept[i]?.path ?? '', data)));
    try {
      for (const each of written) if (each.status === 'rejected') throw each.reason;
      await this.#sync();
    } catch (error) {
      await this.remove(kept.map(({ path }) => path)).catch(() => undefined); // why they are not kept is told
      throw error;
    }
    return kept;
  }

  async #write(path: string, data: Uint8Array): Promise<void> {
    const handle = await open(this.pathOf(path), 'wx', 0o600);
    try {
      await handle.writeFile(data);
      await handle.sync();
    } finally {
      await handle.close();
    }
  }

  async #sync(): Promise<void> {
    const handle = await open(this.#folder, 'r');
    try {
      await handle.sync();
    } finally {
      await handle.close();
    }
  }

  async remove(paths: readonly string[]): Promise<void> {
    await Promise.all(paths.map((path) => rm(this.pathOf(path), { force: true })));
  }

  /** Removes what a kill left between a file and its row. */
  async keepOnly(paths: readonly string[]): Promise<void> {
    const wanted = new Set(paths);
    const there = await readdir(this.#folder).catch(() => []);
    await this.remove(there.filter((name) => !wanted.has(name)));
  }
}
