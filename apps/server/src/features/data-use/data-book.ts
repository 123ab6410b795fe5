// Moves what the gateway counted into the days of the database, about once a minute, and knows how much each device used in the month.
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { DeviceTraffic, TrafficCounts } from '../../gateway/index.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { Log } from '../../kernel/log.ts';
import { eachPage } from '../../kernel/storage/pages.ts';
import { InTurn } from '../../kernel/work/in-turn.ts';
import { monthOf } from './server-days.ts';
import type { DataUseStore, DayUse } from './store.ts';

export type DataBookKit = {
  clock: Clock;
  log: Log;
  store: Pick<DataUseStore, 'add' | 'page' | 'sumsOfMonth'>;
  traffic: TrafficCounts;
  /** The day of a moment in the server's zone, YYYY-MM-DD. */
  dayOf: (ms: number) => string;
};

/** A server that is killed loses at most what was counted since: a minute. */
const STORE_MS = 60_000;
/** The main thread waits for a statement of so many rows for about two milliseconds. */
const ROWS_AT_ONCE = 200;
const ROWS_OF_A_PAGE = 1000;

/** What was taken at once, of the day that it belongs to. */
type Counted = { day: string; months: number; taken: readonly DeviceTraffic[] };

export class DataBook {
  private readonly kit: DataBookKit;
  private readonly turn = new InTurn();
  private readonly sums = new Map<number, number>();
  /** How often another month began. What was counted before that is in the sums no more. */
  private months = 0;
  private isUnread = false;
  /** In the sums, and not stored yet. */
  private readonly unstored = new Set<Counted>();
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
    const isOther = monthOf(today) !== this.month;
    this.day = today;
    if (isOther) {
      this.sums.clear();
      this.months += 1;
    }
    if (isOther || this.isUnread) this.readMonth();
  }

  /** Resolves when what was counted by now is stored, or could not be and counts on. Never rejects. */
  store(): Promise<void> {
    const { day, months } = this;
    const counted: Counted = { day, months, taken: this.kit.traffic.take() };
    this.storedAtMs = this.kit.clock.monotonic();
    this.countAll(counted);
    this.unstored.add(counted);
    return this.turn.run(() => this.write(counted));
  }

  async forget(deviceKeys: readonly number[]): Promise<void> {
    this.kit.traffic.forget(deviceKeys);
    await this.turn.idle(); // what was being written or read of them is
    for (const key of deviceKeys) this.sums.delete(key);
  }

  /** Nearly always there is nothing of a month that begins; but the clock may have been set back to one that has begun before. */
  private readMonth(): void {
    const { month, months } = this;
    this.isUnread = false;
    void this.turn.attempt(
      async () => {
        const sums = months === this.months ? await this.sumsOf(month) : [];
        if (months !== this.months) return;
        this.sums.clear(); // what was stored meanwhile has been read
        for (const [deviceKey, bytes] of sums) this.count(deviceKey, bytes);
        for (const counted of this.unstored) if (counted.months === months) this.countAll(counted);
      },
      (err) => {
        this.tell('data use of the month not read, tried again later', err);
        this.isUnread ||= months === this.months;
      },
    );
  }

  /** As the store sums it, but with turns for others in between: many devices run. */
  private async sumsOf(month: string): Promise<Iterable<[deviceKey: number, bytes: number]>> {
    const sums = new Map<number, number>();
    await eachPage<DayUse>(
      ROWS_OF_A_PAGE,
      (...place) => this.kit.store.page({ firstDay: `${month}-01`, lastDay: `${month}-31` }, ...place),
      (rows) => {
        for (const { deviceKey, inBytes, outBytes } of rows)
          sums.set(deviceKey, (sums.get(deviceKey) ?? 0) + inBytes + outBytes);
      },
    );
    return sums;
  }

  private async write(counted: Counted): Promise<void> {
    const { day, months, taken } = counted;
    this.unstored.delete(counted); // nothing is read before it is
    for (let from = 0; from < taken.length; from += ROWS_AT_ONCE) {
      try {
        await this.kit.store.add(day, taken.slice(from, from + ROWS_AT_ONCE));
      } catch (err) {
        this.tell('data use not stored, tried again later', err);
        this.takeBack(months, taken.slice(from));
        return;
      }
      await nextTurn();
    }
    this.failing = false;
  }

  private takeBack(months: number, unstored: readonly DeviceTraffic[]): void {
    this.kit.traffic.giveBack(unstored);
    if (months !== this.months) return; // those sums are gone
    for (const { deviceKey, inBytes, outBytes } of unstored) this.count(deviceKey, -inBytes - outBytes);
  }

  private tell(trouble: string, err: unknown): void {
    if (!this.failing) this.kit.log.error(trouble, { err });
    this.failing = true;
  }

  private countAll({ taken }: Counted): void {
    for (const { deviceKey, inBytes, outBytes } of taken) this.count(deviceKey, inBytes + outBytes);
  }

  private count(deviceKey: number, bytes: number): void {
    this.sums.set(deviceKey, (this.sums.get(deviceKey) ?? 0) + bytes);
  }
}
