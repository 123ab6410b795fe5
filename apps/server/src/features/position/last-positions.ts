// The newest position of each device in memory, written to its row in batches.
import type { Clock, Timer } from '../../kernel/clock.ts';
import type { Log } from '../../kernel/log.ts';
import { InTurn } from '../../kernel/work/in-turn.ts';
import type { LastPosition, LastPositionStore } from './store.ts';

/** A kill costs at most so much of what the map shows at the next start; the track has everything. Each second would cost a tenth of ingest. */
const WRITE_MS = 5000;

export class LastPositions {
  private readonly kit: { clock: Clock; log: Log; store: LastPositionStore };
  private readonly newest = new Map<number, LastPosition>();
  private dirty = new Set<number>();
  private timer: Timer | null = null;
  private readonly writing = new InTurn();

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

  /** Only what is on disk, in the track or by `store`: what a device was not answered is not where it was. */
  keep(last: LastPosition): void {
    this.newest.set(last.deviceKey, last);
    this.dirty.add(last.deviceKey);
    this.timer ??= this.kit.clock.after(WRITE_MS, () => {
      this.flush().catch((error: unknown) => this.kit.log.error('last positions not stored', { err: error }));
    });
  }

  /** The device is gone. */
  forget(deviceKey: number): void {
    this.newest.delete(deviceKey);
    this.dirty.delete(deviceKey);
  }

  /** Writes the rows at once, the newest of a device last; resolves when they are on disk. Nothing is kept in memory yet. */
  store(last: readonly LastPosition[]): Promise<void> {
    const newest = new Map(last.map((each) => [each.deviceKey, each]));
    // What was newest before must not be written over it.
    const overtaken = [...newest.keys()].filter((key) => this.dirty.delete(key));
    return this.save([...newest.values()], overtaken);
  }

  /** Also their rows, behind what is being written now. */
  remove(deviceKeys: readonly number[]): Promise<void> {
    for (const key of deviceKeys) this.forget(key);
    return this.writing.run(() => this.kit.store.remove(deviceKeys));
  }

  /** Resolves when everything kept so far is on disk; rejects when it cannot be stored. */
  flush(): Promise<void> {
    this.timer?.cancel();
    this.timer = null;
    const keys = this.dirty;
    this.dirty = new Set();
    const rows = [...keys].flatMap((key) => this.newest.get(key) ?? []);
    return this.save(rows, keys);
  }

  /** What cannot be written counts as changed again: it is tried with the next change. */
  private save(rows: LastPosition[], changed: Iterable<number>): Promise<void> {
    return this.writing.run(async () => {
      try {
        await this.kit.store.save(rows);
      } catch (error) {
        for (const key of changed) this.dirty.add(key);
        throw error;
      }
    });
  }
}
