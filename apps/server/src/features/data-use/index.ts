// The door of data use: how much devices send and are sent in days and months of the server's zone.
import type { Clock } from '../../kernel/clock.ts';
import type { Database } from '../../kernel/storage/db.ts';
import { forgetInSteps } from '../../kernel/storage/forget.ts';
import type { Log } from '../../kernel/log.ts';
import type { TrafficCounts } from '../../gateway/index.ts';
import { DataBook } from './data-book.ts';
import { serverDays } from './server-days.ts';
import { createDataUseStore } from './store.ts';

export type DataUseKit = { db: Database; clock: Clock; log: Log; traffic: TrafficCounts };

export type DataUse = {
  /** Forgets the days before a moment (UTC ms); gives how many rows. */
  forgetBefore(beforeMs: number, goesOn: () => boolean): Promise<number>;
  forgetDevices(deviceKeys: readonly number[]): Promise<void>;
  close(): Promise<void>;
};

const TICK_MS = 5000;

/** Opened before the gateway, so that it closes after it: what the last connections sent is counted. */
export const dataUseFeature = async (kit: DataUseKit): Promise<DataUse> => {
  const { clock } = kit;
  const store = createDataUseStore(kit.db);
  const dayOf = serverDays();
  const book = await DataBook.open({ ...kit, store, dayOf });
  const timer = clock.every(TICK_MS, () => book.tick());
  return {
    forgetBefore: (beforeMs, goesOn) => {
      const [beforeDay = ''] = [dayOf(beforeMs), `${book.month}-01`].toSorted(); // a month is summed until it is over
      return forgetInSteps(clock, (limit) => store.forget(beforeDay, limit), goesOn);
    },
    forgetDevices: async (deviceKeys) => {
      await book.forget(deviceKeys);
      await store.removeDevices(deviceKeys);
    },
    close: async () => {
      timer.cancel();
      await book.store();
    },
  };
};
