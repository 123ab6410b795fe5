// Moves what the gateway counted into the days of the database, about once a minute, and knows how much each device used in the month.
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { DeviceTraffic, TrafficCounts } from '../../gateway/index.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { Log } from '../../kernel/log.ts';
import { InTurn } from '../../kernel/work/in-turn.ts';
import { monthOf } from './server-days.ts';
import type { DataUseStore } from './store.ts';

export type DataBookKit = {
  clock: Clock;
  log: Log;
  store: Pick<DataUseStore, 'add' | 'sumsOfMonth'>;
  traffic: TrafficCounts;
  /** The day of a moment in the server's zone, YYYY-MM-DD. */
  dayOf: (ms: number) => string;
};

/** A server that is killed loses at most what was counted since: a minute. */
const STORE_MS = 60_000;
/** The main thread waits for a statement of so many rows for about two milliseconds. */
const ROWS_AT_ONCE = 200;

export class DataBook {
  private readonly kit: DataBookKit;
  private readonly turn = new InTurn();
  private readonly sums = new Map<number, number>();
  private day: string;
  private storedAtMs: number;
  private failing = false;

  private constructor(kit: DataBookKit) {
    this.kit = kit;
    this.day = kit.dayOf(kit.clock.now());
    this.storedAtMs = kit.clock.monotonic();
  }

  static async open(kit: DataBookKit): Promise<DataBook> {
    const book = new DataBook(kit);
    for (const { deviceKey, bytes } of await kit.store.sumsOfMonth(book.month)) book.sums.set(deviceKey, bytes);
    return book;
  }

  /** The month that is counted now, YYYY-MM. */
  get month(): string {
    return monthOf(this.day);
  }

  /** Bytes both ways in this month, to the moment. */
  usedBy(deviceKey: number): number {
    const { inBytes, outBytes } = this.kit.traffic.untaken(deviceKey);
    return (this.sums.get(deviceKey) ?? 0) + inBytes + outBytes;
  }

  /** Every few seconds: what was counted is stored when it is time, and when a day ends, as that day's. */
  tick(): void {
    const { clock, dayOf } = this.kit;
    const today = dayOf(clock.now());
    if (today === this.day && clock.monotonic() - this.storedAtMs < STORE_MS) return;
    this.store().catch(() => undefined); // told in the log
    if (monthOf(today) !== this.month) this.sums.clear();
    this.day = today;
  }

  /** Resolves when what was counted by now is stored, or could not be and counts on. Never rejects. */
  store(): Promise<void> {
    const { day } = this;
    const taken = this.kit.traffic.take();
    this.storedAtMs = this.kit.clock.monotonic();
    for (const { deviceKey, inBytes, outBytes } of taken) this.count(deviceKey, inBytes + outBytes);
    return this.turn.run(() => this.write(day, taken));
  }

  forget(deviceKeys: readonly number[]): Promise<void> {
    this.kit.traffic.forget(deviceKeys);
    for (const key of deviceKeys) this.sums.delete(key);
    return this.turn.idle(); // what was being written of them is written
  }

  private async write(day: string, taken: readonly DeviceTraffic[]): Promise<void> {
    for (let from = 0; from < taken.length; from += ROWS_AT_ONCE) {
      try {
        await this.kit.store.add(day, taken.slice(from, from + ROWS_AT_ONCE));
      } catch (err) {
        this.takeBack(day, taken.slice(from), err);
        return;
      }
      await nextTurn();
    }
    this.failing = false;
  }

  private takeBack(day: string, unstored: readonly DeviceTraffic[], err: unknown): void {
    if (!this.failing) this.kit.log.error('data use not stored, tried again later', { err });
    this.failing = true;
    this.kit.traffic.giveBack(unstored);
    if (monthOf(day) !== this.month) return; // those sums are gone
    for (const { deviceKey, inBytes, outBytes } of unstored) this.count(deviceKey, -inBytes - outBytes);
  }

  private count(deviceKey: number, bytes: number): void {
    this.sums.set(deviceKey, (this.sums.get(deviceKey) ?? 0) + bytes);
  }
}
