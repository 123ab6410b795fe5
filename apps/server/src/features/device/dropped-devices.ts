// Has every room remove what it keeps of devices that were dropped. What is still to be done stands in the store, so that a stop or a
// room that fails costs nothing: it is tried again. Which rooms keep something all the same: docs/design/0042.
import type { Clock, Timer } from '../../kernel/clock.ts';
import type { Log } from '../../kernel/log.ts';
import type { DeviceStore } from './store.ts';

/** A room that keeps something under keys of devices. Removing what is not there is no error. */
export interface KeepsOfDevices {
  forgetDevices(deviceKeys: readonly number[]): Promise<void>;
}

export type DroppedDevicesKit = {
  store: Pick<DeviceStore, 'dropped' | 'forgetDropped'>;
  clock: Clock;
  log: Log;
};

const LOOK_MS = 60_000;
/** Reports that were on their way when the device was dropped have arrived by then. */
const SETTLES_MS = 30_000;
const AT_ONCE = 100;

export class DroppedDevices {
  private readonly kit: DroppedDevicesKit;
  private timer: Timer | null = null;
  private rooms: readonly KeepsOfDevices[] = [];
  private work: Promise<void> = Promise.resolve();
  private busy = false;
  private closed = false;

  constructor(kit: DroppedDevicesKit) {
    this.kit = kit;
  }

  /** Of what was dropped before the start nothing is on its way any more: it goes at once. */
  start(rooms: readonly KeepsOfDevices[]): void {
    this.rooms = rooms;
    this.timer = this.kit.clock.every(LOOK_MS, () => this.look(this.kit.clock.now() - SETTLES_MS));
    this.look(this.kit.clock.now());
  }

  async close(): Promise<void> {
    this.closed = true;
    this.timer?.cancel();
    await this.work;
  }

  private look(untilMs: number): void {
    if (this.busy) return;
    this.busy = true;
    this.work = this.removeAll(untilMs)
      .catch((err: unknown) => this.kit.log.error('dropped devices not removed, tried again later', { err }))
      .finally(() => {
        this.busy = false;
      });
  }

  private async removeAll(untilMs: number): Promise<void> {
    const { store } = this.kit;
    let keys = await store.dropped(0, untilMs, AT_ONCE);
    while (keys.length > 0 && !this.closed) {
      // oxlint-disable-next-line no-await-in-loop -- a batch, then time for others
      if (await this.removed(keys)) await store.forgetDropped(keys);
      // oxlint-disable-next-line no-await-in-loop
      keys = await store.dropped(keys.at(-1) ?? 0, untilMs, AT_ONCE);
    }
  }

  /** False where a room could not: the others have done it, and all are asked again later. */
  private async removed(keys: readonly number[]): Promise<boolean> {
    const done = await Promise.allSettled(this.rooms.map((room) => room.forgetDevices(keys)));
    const failures = done.filter(({ status }) => status === 'rejected');
    for (const failure of failures)
      this.kit.log.error('a room did not forget dropped devices, tried again later', { devices: keys.length, failure });
    return failures.length === 0;
  }
}
