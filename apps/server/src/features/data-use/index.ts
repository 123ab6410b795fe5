// The door of data use: how much devices send and are sent in days and months, and the monthly limit past which nobody below level 0 may
// have their video.
import { type DeviceEditorRecord, postRegistrations } from '@outrider/contract';
import type { Access, Caller, VideoAllowance } from '../../kernel/access/access.ts';
import type { Bus } from '../../kernel/bus.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { Database } from '../../kernel/storage/db.ts';
import { forgetInSteps } from '../../kernel/storage/forget.ts';
import type { Log } from '../../kernel/log.ts';
import { type CallHandler, handle } from '../../kernel/web/http.ts';
import type { TrafficCounts } from '../../gateway/index.ts';
import { DataBook } from './data-book.ts';
import { type LimitedDevice, LimitWatch, type Notify } from './limit-watch.ts';
import { netflowCall } from './netflow.ts';
import { serverDays } from './server-days.ts';
import { createDataUseStore } from './store.ts';

export type DataUseKit = {
  db: Database;
  bus: Bus;
  clock: Clock;
  log: Log;
  traffic: TrafficCounts;
  access: Pick<Access, 'current'>;
  /** Of one device: bytes of a month; undefined: no limit. */
  limitOf: (deviceKey: number) => number | undefined;
  /** Of all registered devices that have one. */
  limited: () => Iterable<LimitedDevice>;
  /** What is set for the devices that a caller may see. */
  records: (caller: Caller) => { key: number; row: DeviceEditorRecord }[];
  /** The registered devices that a caller may see. */
  visible: (caller: Caller) => { key: number; id: string }[];
};

export type DataUse = VideoAllowance & {
  calls: CallHandler[];
  /** Counts what a device is sent by other ways than the gateway: files that it fetches over HTTP. */
  carried(deviceKey: number, outBytes: number): void;
  /** Bytes both ways in this month of the server's zone, to the moment. */
  usedBy(deviceKey: number): number;
  /** All of its month's data is used. */
  isUsedUp(deviceKey: number): boolean;
  /** From now on warnings become events. */
  tellBy(notify: Notify): void;
  /** Forgets the days before a moment (UTC ms); gives how many rows. */
  forgetBefore(beforeMs: number, goesOn: () => boolean): Promise<number>;
  forgetDevices(deviceKeys: readonly number[]): Promise<void>;
  close(): Promise<void>;
};

/** In the words of the operator who is refused. */
const REACHED = 'data limit reached';
/** A device at 4 Mbit/s sends 2.5 MB in between. */
const TICK_MS = 5000;

/** Opened before the gateway, so that it closes after it: what the last connections sent is counted. */
export const dataUseFeature = async (kit: DataUseKit): Promise<DataUse> => {
  const { bus, clock, access, limitOf } = kit;
  const store = createDataUseStore(kit.db);
  const dayOf = serverDays();
  const book = await DataBook.open({ ...kit, store, dayOf });
  const watch = await LimitWatch.open({
    ...kit,
    store,
    usedBy: (key) => book.usedBy(key),
    month: () => book.month,
    turned: (deviceKey) => bus.publish('data.limit', { deviceKey }),
  });
  const timer = clock.every(TICK_MS, () => {
    book.tick();
    watch.tick();
  });
  const isUsedUp = (deviceKey: number): boolean => {
    const limitBytes = limitOf(deviceKey);
    return limitBytes !== undefined && book.usedBy(deviceKey) >= limitBytes;
  };
  return {
    calls: [
      handle(postRegistrations, (caller) =>
        kit.records(caller).map(({ key, row }) => ({ ...row, netused: book.usedBy(key) })),
      ),
      netflowCall({ store, dayOf, visible: kit.visible }),
    ],
    carried: (deviceKey, outBytes) => kit.traffic.giveBack([{ deviceKey, inBytes: 0, outBytes }]),
    usedBy: (deviceKey) => book.usedBy(deviceKey),
    isUsedUp,
    refusal: (caller, deviceKey) => (isUsedUp(deviceKey) && access.current(caller)?.level !== 0 ? REACHED : undefined),
    tellBy: (notify) => watch.tellBy(notify),
    forgetBefore: (beforeMs, goesOn) => {
      const [beforeDay = ''] = [dayOf(beforeMs), `${book.month}-01`].toSorted(); // a month is summed until it is over
      return forgetInSteps(clock, (limit) => store.forget(beforeDay, limit), goesOn);
    },
    forgetDevices: async (deviceKeys) => {
      await book.forget(deviceKeys);
      await watch.forget(deviceKeys);
      await store.removeDevices(deviceKeys);
    },
    close: async () => {
      timer.cancel();
      await watch.close();
      await book.store();
    },
  };
};
