// Says once when a device has used 80 per cent of its month's data and when it has used all of it, also over restarts; and that what people
// watch has to be looked at again. Who is refused what is decided where it is asked for (index.ts).
import type { Clock } from '../../kernel/clock.ts';
import type { Log } from '../../kernel/log.ts';
import type { DataUseStore } from './store.ts';

/** `limitBytes` of a month; above 0. */
export type LimitedDevice = { deviceKey: number; limitBytes: number };
/** Stores an event of the device with these words; rejects when it cannot. */
export type Notify = (deviceKey: number, text: string) => Promise<void>;

export type LimitWatchKit = {
  clock: Clock;
  log: Log;
  store: Pick<DataUseStore, 'warnings' | 'saveWarning'>;
  limited: () => Iterable<LimitedDevice>;
  usedBy: (deviceKey: number) => number;
  month: () => string;
  /** The limit of a device was reached, or is no longer. */
  turned: (deviceKey: number) => void;
};

const WARN_PERCENT = 80;
const FULL_PERCENT = 100;
const MB = 1024 * 1024;

const stageOf = (used: number, limitBytes: number): number => {
  if (used >= limitBytes) return FULL_PERCENT;
  return used * 100 >= limitBytes * WARN_PERCENT ? WARN_PERCENT : 0;
};

const wordsOf = (percent: number, limitBytes: number): string => {
  const limit = `${Math.round(limitBytes / MB)} MB`;
  return percent === FULL_PERCENT
    ? `Data limit reached: ${limit} of this month are used`
    : `${percent} % of the data of this month are used, of ${limit}`;
};

export class LimitWatch {
  private readonly kit: LimitWatchKit;
  /** What was told last. */
  private readonly told = new Map<number, { month: string; percent: number }>();
  private over = new Set<number>();
  private notify: Notify | null = null;
  private work: Promise<void> | null = null;
  private failing = false;

  private constructor(kit: LimitWatchKit) {
    this.kit = kit;
  }

  static async open(kit: LimitWatchKit): Promise<LimitWatch> {
    const watch = new LimitWatch(kit);
    for (const { deviceKey, month, percent } of await kit.store.warnings())
      watch.told.set(deviceKey, { month, percent });
    return watch;
  }

  /** From now on there is somebody to tell. */
  tellBy(notify: Notify): void {
    this.notify = notify;
  }

  /** Every few seconds. */
  tick(): void {
    const stages = [...this.kit.limited()].map((device) => ({
      ...device,
      percent: stageOf(this.kit.usedBy(device.deviceKey), device.limitBytes),
    }));
    this.turn(new Set(stages.filter(({ percent }) => percent === FULL_PERCENT).map(({ deviceKey }) => deviceKey)));
    const month = this.kit.month();
    const news = stages.filter(({ deviceKey, percent }) => this.toldOf(deviceKey, month) !== percent);
    if (news.length === 0 || this.notify === null) return;
    const { notify } = this;
    this.work ??= this.tell(notify, month, news).finally(() => {
      this.work = null;
    });
  }

  async forget(deviceKeys: readonly number[]): Promise<void> {
    await this.work;
    for (const key of deviceKeys) this.told.delete(key);
  }

  async close(): Promise<void> {
    await this.work;
  }

  private toldOf(deviceKey: number, month: string): number {
    const told = this.told.get(deviceKey);
    return told?.month === month ? told.percent : 0;
  }

  private turn(over: Set<number>): void {
    const before = this.over;
    this.over = over;
    for (const key of new Set([...before, ...over])) if (before.has(key) !== over.has(key)) this.kit.turned(key);
  }

  /** Stored before it is known as told: a server that is killed in between tells it twice rather than never. */
  private async tell(
    notify: Notify,
    month: string,
    news: readonly (LimitedDevice & { percent: number })[],
  ): Promise<void> {
    try {
      for (const { deviceKey, limitBytes, percent } of news) {
        if (percent > this.toldOf(deviceKey, month)) await notify(deviceKey, wordsOf(percent, limitBytes));
        await this.kit.store.saveWarning({ deviceKey, month, percent });
        this.told.set(deviceKey, { month, percent });
      }
      this.failing = false;
    } catch (err) {
      if (!this.failing) this.kit.log.error('data limit not told, tried again later', { err });
      this.failing = true;
    }
  }
}
