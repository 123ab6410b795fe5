// Keeps messages and cards before they are answered, so many of each device and for so many days.
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { DeviceMessage, KeptCard, MessageSink } from '../../gateway/index.ts';
import type { Clock, Timer } from '../../kernel/clock.ts';
import { AppError } from '../../kernel/errors.ts';
import type { Log } from '../../kernel/log.ts';
import { everySteadyHour } from '../../kernel/steady-clock.ts';
import { InTurn } from '../../kernel/work/in-turn.ts';
import type { DeviceMessageStore } from './store.ts';

export type KeeperKit = {
  clock: Clock;
  log: Log;
  store: DeviceMessageStore;
  days: number;
  synced: () => Promise<void>;
  isRegistered: (deviceKey: number) => boolean;
};

type Table = 'deviceMessages' | 'driverCards';

/** Of one device; the oldest go when there are a tenth more. */
const MOST_OF_ONE = 5000;
const SLACK = MOST_OF_ONE / 10;
const DAY_MS = 86_400_000;
/** Removed in one turn of the event loop, of each table. */
const BATCH = 50;

export class Keeper implements MessageSink {
  kept = 0;
  repeated = 0;
  refused = 0;
  private readonly kit: KeeperKit;
  private readonly counts = new Map<number, Record<Table, number>>();
  private readonly timer: Timer;
  private readonly work = new InTurn();
  private closed = false;

  constructor(kit: KeeperKit) {
    this.kit = kit;
    this.timer = everySteadyHour(kit.clock, () => this.tidy());
  }

  keep(message: DeviceMessage): Promise<void> {
    return this.keepRow('deviceMessages', message.deviceKey, () => this.kit.store.add(message));
  }

  keepCard(card: KeptCard): Promise<void> {
    return this.keepRow('driverCards', card.deviceKey, () => this.kit.store.addCard(card));
  }

  async close(): Promise<void> {
    this.closed = true;
    this.timer.cancel();
    await this.work.idle();
  }

  private async keepRow(table: Table, deviceKey: number, add: () => Promise<boolean>): Promise<void> {
    const { store, synced, isRegistered } = this.kit;
    if (!isRegistered(deviceKey)) {
      this.refused += 1;
      throw new AppError('not_found', 'Messages of new devices are not kept.');
    }
    const own = await this.countsOf(deviceKey);
    if (!(await add())) this.repeated += 1;
    else {
      this.kept += 1;
      own[table] += 1;
      if (own[table] > MOST_OF_ONE + SLACK) {
        own[table] = MOST_OF_ONE;
        await store.trim(table, deviceKey, MOST_OF_ONE);
      }
    }
    await synced();
  }

  private async countsOf(deviceKey: number): Promise<Record<Table, number>> {
    const known = this.counts.get(deviceKey);
    if (known !== undefined) return known;
    const { messages, cards } = await this.kit.store.counts(deviceKey);
    const made = { deviceMessages: messages, driverCards: cards };
    this.counts.set(deviceKey, made);
    return made;
  }

  private tidy(): void {
    void this.work.attempt(
      () => this.forgetOld(),
      (err) => this.kit.log.error('old device messages not removed', { err }),
    );
  }

  private async forgetOld(): Promise<void> {
    const { clock, days, store } = this.kit;
    const beforeMs = clock.now() - days * DAY_MS;
    while (!this.closed) {
      // oxlint-disable-next-line no-await-in-loop -- a batch, then time for others
      if ((await store.forgetBefore(beforeMs, BATCH)) === 0) return;
      this.counts.clear();
      // oxlint-disable-next-line no-await-in-loop
      await nextTurn();
    }
  }
}
