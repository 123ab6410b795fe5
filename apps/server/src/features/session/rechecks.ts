// Which sessions in memory are compared with their rows, and when: other processes may end them or give them more time. What came of it
// is sessions.ts.
import type { Clock, Timer } from '../../kernel/clock.ts';
import type { Log } from '../../kernel/log.ts';

/** What another process did to a session in use holds here after so long. */
const RECHECK_MS = 10_000;
/** In one statement. */
const BATCH = 500;

/** Compares these sessions with their rows. */
export type Compare = (ids: readonly string[]) => Promise<void>;

export class Rechecks {
  readonly #kit: { clock: Clock; log: Log; compare: Compare };
  readonly #timer: Timer;
  /** When each session in memory was last compared, by the monotonic clock. */
  readonly #seenMs = new Map<string, number>();
  #used = new Set<string>();
  readonly #running = new Map<string, Promise<void>>();
  #inRound = false;

  constructor(kit: { clock: Clock; log: Log; compare: Compare }) {
    this.#kit = kit;
    this.#timer = kit.clock.every(RECHECK_MS, () => void this.#compareUsed());
  }

  /** It came from its row just now, or its row from it. */
  fresh(id: string): void {
    this.#seenMs.set(id, this.#kit.clock.monotonic());
  }

  /** Somebody works with it: it is compared with the next round. */
  used(id: string): void {
    this.#used.add(id);
  }

  /** Resolves when it was compared less than `RECHECK_MS` ago; asked at once by many it is read once. Never rejects. */
  async sure(id: string): Promise<void> {
    const { clock } = this.#kit;
    if (clock.monotonic() - (this.#seenMs.get(id) ?? -Infinity) < RECHECK_MS) return;
    const running = this.#running.get(id) ?? this.#compare([id]).finally(() => this.#running.delete(id));
    this.#running.set(id, running);
    await running;
  }

  forget(id: string): void {
    this.#seenMs.delete(id);
    this.#used.delete(id);
  }

  close(): void {
    this.#timer.cancel();
  }

  async #compareUsed(): Promise<void> {
    if (this.#inRound) return;
    this.#inRound = true;
    const ids = [...this.#used];
    this.#used = new Set();
    // One after the other: others wait for the same connection.
    for (let at = 0; at < ids.length; at += BATCH) await this.#compare(ids.slice(at, at + BATCH));
    this.#inRound = false;
  }

  /** A boundary: where the store cannot be read, what is in memory holds. */
  async #compare(ids: readonly string[]): Promise<void> {
    const atMs = this.#kit.clock.monotonic();
    try {
      await this.#kit.compare(ids);
      for (const id of ids) if (this.#seenMs.has(id)) this.#seenMs.set(id, atMs);
    } catch (err) {
      for (const id of ids) this.#used.add(id);
      this.#kit.log.warn('sessions not compared with their rows', { count: ids.length, err });
    }
  }
}
