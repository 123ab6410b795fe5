// Keys for new devices, taken from the store in blocks: so that a recorder that registers is answered without waiting for one, and no
// key is ever given to two devices, also over restarts and with several servers over one store.
import { AppError } from '../../kernel/errors.ts';
import type { Log } from '../../kernel/log.ts';
import type { DeviceStore } from './store.ts';

export type DeviceKeysKit = { store: Pick<DeviceStore, 'takeKeys'>; log: Log; synced: () => Promise<void> };

/** What is left of a block at a stop is never used: journals of positions have room for four thousand million keys. */
const BLOCK = 1000;
const LOW = BLOCK / 2;

export class DeviceKeys {
  private readonly kit: DeviceKeysKit;
  private readonly stock: number[] = [];
  private taking: Promise<void> | null = null;
  private failing = false;

  constructor(kit: DeviceKeysKit) {
    this.kit = kit;
  }

  /** Undefined: none are left, and the disk gives no more at the moment. */
  take(): number | undefined {
    const key = this.stock.shift();
    if (this.stock.length < LOW) void this.fill();
    return key;
  }

  /** Resolves when `take` has at least one to give; rejects with AppError `unavailable` where the store gives none. */
  async ready(): Promise<void> {
    if (this.stock.length === 0) await this.fill();
    if (this.stock.length === 0) throw new AppError('unavailable', 'The server cannot write to its disk now.');
  }

  /** Never rejects: it is tried again with the next device. */
  private fill(): Promise<void> {
    this.taking ??= this.takeBlock()
      .then(
        () => void (this.failing = false),
        (err: unknown) => {
          if (!this.failing) this.kit.log.error('no keys for new devices, tried again with the next one', { err });
          this.failing = true;
        },
      )
      .finally(() => {
        this.taking = null;
      });
    return this.taking;
  }

  private async takeBlock(): Promise<void> {
    const first = await this.kit.store.takeKeys(BLOCK);
    await this.kit.synced();
    for (let key = first; key < first + BLOCK; key += 1) this.stock.push(key);
  }
}
