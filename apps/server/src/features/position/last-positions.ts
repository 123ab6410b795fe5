// The newest position of each device in memory, written to its row in batches.
import type { Clock, Timer } from '../../kernel/clock.ts';
import type { Log } from '../../kernel/log.ts';
import type { Position } from '../../kernel/topics.ts';
import type { LastPosition, LastPositionStore } from './store.ts';

/** A kill costs at most so much of what the map shows at the next start; the track has everything. Each second would cost a tenth of ingest. */
const WRITE_MS = 5000;

export class LastPositions {
  private readonly kit: { clock: Clock; log: Log; store: LastPositionStore };
  private readonly newest = new Map<number, LastPosition>();
  private dirty = new Set<number>();
  private timer: Timer | null = null;
  private writing: Promise<void> = Promise.resolve();

  constructor(kit: { clock: Clock; log: Log; store: LastPositionStore }, known: readonly LastPosition[]) {
    this.kit = kit;
    for (const each of known) this.newest.set(each.deviceKey, each);
  }

  get(deviceKey: number): LastPosition | undefined {
    return this.newest.get(deviceKey);
  }

  all(): Iterable<LastPosition> {
    return this.newest.values();
  }

  keep(deviceKey: number, position: Position, impossible: boolean): void {
    this.newest.set(deviceKey, { deviceKey, position, impossible });
    this.dirty.add(deviceKey);
    this.timer ??= this.kit.clock.after(WRITE_MS, () => {
      this.flush().catch((error: unknown) => this.kit.log.error('last positions not stored', { err: error }));
    });
  }

  /** The device is gone. */
  forget(deviceKey: number): void {
    this.newest.delete(deviceKey);
    this.dirty.delete(deviceKey);
  }

  /** Resolves when everything kept so far is on disk; rejects when it cannot be stored. */
  flush(): Promise<void> {
    this.timer?.cancel();
    this.timer = null;
    const keys = this.dirty;
    this.dirty = new Set();
    const rows = [...keys].flatMap((key) => this.newest.get(key) ?? []);
    const done = this.writing.then(() => this.kit.store.save(rows));
    this.writing = done.catch(() => {
      for (const key of keys) this.dirty.add(key); // tried again with the next change
    });
    return done;
  }
}
