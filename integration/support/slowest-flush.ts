// How long this disk takes to put something on its platters now, on a machine as busy as it is, measured beside a test: the yardstick of what
// waits for that.
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

const BYTES = 64 * 1024;
const EVERY_MS = 100;

export class SlowestFlush {
  #flushMs = 0;
  #lateMs = 0;

  /** The longest so far, with the longest time that a process had to wait for its turn, ms. */
  get ms(): number {
    return this.#flushMs + this.#lateMs;
  }

  /** Measures until `isOver`. The file it needs lies in the folder, and is none of the server's. */
  async measure(folder: string, isOver: () => boolean): Promise<void> {
    const file = await open(join(folder, 'flushed'), 'w');
    const bytes = new Uint8Array(BYTES);
    while (!isOver()) {
      const sinceMs = performance.now();
      await file.write(bytes, 0, BYTES, 0);
      await file.datasync();
      const doneMs = performance.now();
      this.#flushMs = Math.max(this.#flushMs, doneMs - sinceMs);
      await pause(EVERY_MS);
      this.#lateMs = Math.max(this.#lateMs, performance.now() - doneMs - EVERY_MS);
    }
    await file.close();
  }
}
