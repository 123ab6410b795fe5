// What waits to be written of devices: their newest states together, in few transactions however many there are; and single actions in
// turn with them.
import { ChangedError } from '@outrider/contract';
import type { Log } from '../../kernel/log.ts';
import { InTurn } from '../../kernel/work/in-turn.ts';
import type { DeviceRecord } from './record.ts';
import type { DeviceStore } from './store.ts';

export type DeviceWritesKit = {
  log: Log;
  store: Pick<DeviceStore, 'save' | 'saveAll' | 'saveSeen'>;
  /** Whether it is still known: one that was dropped meanwhile stays dropped. */
  isKnown: (device: DeviceRecord) => boolean;
};

export class DeviceWrites {
  private readonly kit: DeviceWritesKit;
  private readonly turn = new InTurn();
  /** Devices whose writing has not begun, and who waits for it. */
  private waiting = new Map<DeviceRecord, PromiseWithResolvers<void>>();
  /** Those of which only the time they were seen is another. */
  private seen = new Set<DeviceRecord>();
  private planned = false;
  /** Devices with changes here that an action in turn is to store, and how many of them. */
  private readonly changing = new Map<DeviceRecord, number>();
  /** Could not be written: each is written whole with its next change. */
  private readonly failed = new WeakSet<DeviceRecord>();

  constructor(kit: DeviceWritesKit) {
    this.kit = kit;
  }

  /** How many devices wait. */
  get size(): number {
    return this.waiting.size;
  }

  /** Settles when its newest state is written; a failure is logged, and the next change of the device writes it again. */
  saveSoon(device: DeviceRecord): Promise<void> {
    const known = this.waiting.get(device);
    if (known !== undefined) return known.promise;
    const saved = Promise.withResolvers<void>();
    saved.promise.catch(() => undefined);
    this.waiting.set(device, saved);
    this.plan();
    return saved.promise;
  }

  /** The same where only `seenMs` changed: cheap for a whole fleet at once. */
  saveSeenSoon(device: DeviceRecord): void {
    if (this.failed.has(device)) void this.saveSoon(device);
    else this.seen.add(device);
    this.plan();
  }

  /** In turn with all other writes; a failure is logged, and thrown. It stores what is another one of these devices here already. */
  async write(action: () => Promise<void>, devices: readonly DeviceRecord[] = []): Promise<void> {
    for (const device of devices) this.countChanging(device, 1);
    try {
      await this.turn.run(() => this.attempt(action));
    } finally {
      for (const device of devices) this.countChanging(device, -1);
    }
  }

  /** In turn with all writes, for what knows its own failures. */
  inTurn<T>(action: () => Promise<T>): Promise<T> {
    return this.turn.run(action);
  }

  /** The device is ahead of its row: what people changed of it is to be stored yet. */
  isChanging(device: DeviceRecord): boolean {
    return this.changing.has(device);
  }

  /** For what nobody waits for: a failure is logged. */
  background(action: () => Promise<void>, devices?: readonly DeviceRecord[]): void {
    this.write(action, devices).catch(() => undefined);
  }

  settled(): Promise<void> {
    return this.turn.idle();
  }

  private countChanging(device: DeviceRecord, by: number): void {
    const count = (this.changing.get(device) ?? 0) + by;
    if (count === 0) this.changing.delete(device);
    else this.changing.set(device, count);
  }

  private plan(): void {
    if (this.planned) return;
    this.planned = true;
    void this.turn.run(() => this.writeWaiting());
  }

  private async writeWaiting(): Promise<void> {
    const { waiting, seen } = this;
    this.planned = false;
    this.waiting = new Map();
    this.seen = new Set();
    await this.saveAll(waiting);
    const onlySeen = [...seen].filter((device) => !waiting.has(device) && this.kit.isKnown(device));
    await this.attempt(() => this.kit.store.saveSeen(onlySeen)).catch(() => undefined);
  }

  /** One that cannot be written must not take the others with it. */
  private async saveAll(waiting: ReadonlyMap<DeviceRecord, PromiseWithResolvers<void>>): Promise<void> {
    const devices = [...waiting.keys()].filter((device) => this.kit.isKnown(device));
    const together = await this.kit.store.saveAll(devices).then(
      () => true,
      () => false,
    );
    for (const [device, saved] of waiting) {
      if (!together && this.kit.isKnown(device)) await this.saveOne(device, saved);
      else this.failed.delete(device);
      saved.resolve();
    }
  }

  private async saveOne(device: DeviceRecord, saved: PromiseWithResolvers<void>): Promise<void> {
    try {
      await this.attempt(() => this.kit.store.save(device));
      this.failed.delete(device);
    } catch (error) {
      this.failed.add(device);
      saved.reject(error);
    }
  }

  private async attempt(action: () => Promise<void>): Promise<void> {
    try {
      await action();
    } catch (err) {
      if (!(err instanceof ChangedError)) this.kit.log.error('device not stored', { err });
      throw err;
    }
  }
}
