// Keeps what came of events to the room that it may take: each minute and after each save the oldest goes until the rest fits. What may go,
// and how it goes, is a matter of the rooms that have it.
import type { Clock, Timer } from '../../kernel/clock.ts';
import type { Log } from '../../kernel/log.ts';
import { InTurn } from '../../kernel/work/in-turn.ts';

/** Something that may go. `sinceMs`: when it came (UTC ms). `remove` gives how many bytes are gone. */
export type Removable = { sinceMs: number; remove: () => Promise<number> };
export type RoomSource = {
  usedBytes(): Promise<number>;
  /** What may go, the oldest first, at most `limit`. */
  oldest(limit: number): Promise<Removable[]>;
};
/** Several sources share one room. `maxBytes` 0: no limit. */
export type Quota = { what: string; sources: readonly RoomSource[]; maxBytes: () => number };

const LOOK_MS = 60_000;
const BATCH = 50;

const usedBy = async ({ sources }: Quota): Promise<number> =>
  (await Promise.all(sources.map((source) => source.usedBytes()))).reduce((sum, bytes) => sum + bytes, 0);

export class Quotas {
  removedBytes = 0;
  readonly #kit: { clock: Clock; log: Log; quotas: readonly Quota[] };
  readonly #work = new InTurn();
  readonly #timer: Timer;
  #waits = false;
  #closed = false;

  constructor(kit: { clock: Clock; log: Log; quotas: readonly Quota[] }) {
    this.#kit = kit;
    this.#timer = kit.clock.every(LOOK_MS, () => this.look());
  }

  /** One look waits at most. */
  look(): void {
    if (this.#waits || this.#closed) return;
    this.#waits = true;
    for (const quota of this.#kit.quotas)
      void this.#work.attempt(
        () => {
          this.#waits = false;
          return this.#keep(quota);
        },
        (err) =>
          this.#kit.log.error('what is beyond its room not removed, tried again later', { what: quota.what, err }),
      );
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#timer.cancel();
    await this.#work.idle();
  }

  async #keep(quota: Quota): Promise<void> {
    while (!this.#closed) {
      const maxBytes = quota.maxBytes();
      let beyond = maxBytes === 0 ? 0 : (await usedBy(quota)) - maxBytes;
      if (beyond <= 0) return;
      const found = (await Promise.all(quota.sources.map((source) => source.oldest(BATCH)))).flat();
      const oldest = found.toSorted((a, b) => a.sinceMs - b.sinceMs).slice(0, BATCH);
      const before = this.removedBytes;
      for (const { remove } of oldest) {
        if (beyond <= 0 || this.#closed) break;
        const bytes = await remove();
        beyond -= bytes;
        this.removedBytes += bytes;
      }
      if (this.removedBytes === before) return; // the rest is protected, or stays on the disk
    }
  }
}
