// The door of the usage of devices: for which share of a day their links stood. Notes links from the bus; Q09 is in commands.ts.
import type { Bus } from '../../kernel/bus.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { Database } from '../../kernel/storage/db.ts';
import { forgetInSteps } from '../../kernel/storage/forget.ts';
import { namedKeys } from '../../kernel/storage/pages.ts';
import type { Log } from '../../kernel/log.ts';
import { DAY_MS, LinkBook } from './link-book.ts';
import type { DayShares } from './shares.ts';
import { createDeviceUsageStore } from './store.ts';

export { usageCommands } from './commands.ts';

export type DeviceUsageKit = { db: Database; bus: Bus; clock: Clock; log: Log };

export type DeviceUsage = {
  /**
   * For which share of the time between two moments (UTC ms), as far as it is over, the link of each of these devices stood, and the mean
   * of them. While the server was off no link stood.
   */
  sharesOf(deviceKeys: readonly number[], fromMs: number, toMs: number): Promise<DayShares>;
  /** Forgets what was before a moment (UTC ms); gives how many rows. */
  forgetBefore(beforeMs: number, goesOn: () => boolean): Promise<number>;
  forgetDevices(deviceKeys: readonly number[]): Promise<void>;
  metrics(): Record<string, number>;
  close(): Promise<void>;
};

const WRITE_MS = 5000;

/** Opened before the gateway, so that it closes after it: the ends of the last links are noted. */
export const deviceUsageFeature = async ({ db, bus, clock, log }: DeviceUsageKit): Promise<DeviceUsage> => {
  const store = createDeviceUsageStore(db);
  const book = await LinkBook.open({ clock, log, store });
  let writing: Promise<void> | null = null;
  const timer = clock.every(WRITE_MS, () => {
    // Behind a disk that hangs one waits, and no more.
    writing ??= book.write().then(() => {
      writing = null;
    });
  });
  const subscriptions = [
    bus.subscribe('link.online', ({ deviceKey, atMs }) => book.came(deviceKey, atMs)),
    bus.subscribe('link.offline', ({ deviceKey, atMs }) => book.went(deviceKey, atMs)),
  ];
  return {
    async sharesOf(deviceKeys, fromMs, toMs) {
      const overMs = Math.min(toMs, clock.now()) - fromMs;
      if (overMs <= 0) return { shares: new Map(), overall: null };
      const linked = await book.linkedBetween(fromMs, toMs, namedKeys(deviceKeys));
      // A clock that was set back may have made a second of two.
      const shares = new Map(deviceKeys.map((key) => [key, Math.min(1, (linked.get(key) ?? 0) / overMs)]));
      const sum = [...shares.values()].reduce((all, share) => all + share, 0);
      return { shares, overall: shares.size === 0 ? null : sum / shares.size };
    },
    forgetBefore: (beforeMs, goesOn) => forgetInSteps(clock, (limit) => store.forget(beforeMs - DAY_MS, limit), goesOn),
    async forgetDevices(deviceKeys) {
      await book.forget(deviceKeys);
      await store.removeDevices(deviceKeys);
    },
    metrics: () => book.metrics(),
    async close() {
      timer.cancel();
      for (const unsubscribe of subscriptions) unsubscribe();
      await book.close();
    },
  };
};
