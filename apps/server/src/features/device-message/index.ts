// The door of device messages: small messages and drivers' cards that devices report, kept before they are acknowledged, bounded for
// each device and by days.
import { type Driver, postDeviceMessages, postDriverCards, postDrivers } from '@outrider/contract';
import type { MessageSink } from '../../gateway/index.ts';
import type { Caller, Devices } from '../../kernel/access/access.ts';
import { notBefore } from '../../kernel/access/lookback.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { Database } from '../../kernel/storage/db.ts';
import { type CallHandler, handle } from '../../kernel/web/http.ts';
import type { Log } from '../../kernel/log.ts';
import { Keeper } from './keeper.ts';
import { createDeviceMessageStore, type DeviceMessageStore } from './store.ts';

export type DeviceMessageKit = {
  db: Database;
  clock: Clock;
  log: Log;
  days: number;
  synced: () => Promise<void>;
  /** Of devices that nobody registered nothing is kept: strangers must not fill the disk. */
  devices: Devices & {
    isRegistered(deviceKey: number): boolean;
    drivers(caller: Caller): { key: number; id: string; driverName: string; updatedMs: number }[];
  };
};

export type DeviceMessages = {
  sink: MessageSink;
  calls: CallHandler[];
  /** Of devices that were dropped. */
  forgetDevices(deviceKeys: readonly number[]): Promise<void>;
  metrics(): Record<string, number>;
  close(): Promise<void>;
};

const MOST_LISTED = 1000;

const driversOf = async (
  store: DeviceMessageStore,
  devices: DeviceMessageKit['devices'],
  caller: Caller,
): Promise<Driver[]> => {
  const cards = new Map((await store.newestCards()).map((card) => [card.deviceKey, card]));
  return devices
    .drivers(caller)
    .map(({ key, id, driverName, updatedMs }): Driver => {
      const card = cards.get(key);
      return {
        deviceid: id,
        drivername: driverName || (card?.name ?? ''), // a name that an operator gave has the last word
        gender: '',
        phone: '',
        birthday: '',
        cardname: card?.name ?? '',
        licence: card?.licence ?? '',
        issuer: card?.issuer ?? '',
        validuntil: card?.validUntil ?? '',
        updatetime: Math.max(card?.receivedMs ?? 0, driverName === '' ? 0 : updatedMs),
      };
    })
    .toSorted((a, b) => (a.deviceid < b.deviceid ? -1 : 1));
};

const messageCalls = (store: DeviceMessageStore, devices: DeviceMessageKit['devices']): CallHandler[] => [
  handle(postDrivers, (caller) => driversOf(store, devices, caller)),
  handle(postDeviceMessages, async (caller, { deviceid, start, end }) => {
    const rows = await store.messages(
      devices.seen(caller, deviceid).deviceKey,
      notBefore(caller, start),
      end + 999,
      MOST_LISTED,
    );
    return rows.map(({ id, kind, receivedMs, content }) => ({ id, kind, received: receivedMs, content }));
  }),
  handle(postDriverCards, async (caller, { deviceid, start, end }) => {
    const rows = await store.cards(
      devices.seen(caller, deviceid).deviceKey,
      notBefore(caller, start),
      end + 999,
      MOST_LISTED,
    );
    return rows.map(({ id, action, timeMs, receivedMs, name, licence, issuer, validUntil }) => ({
      id,
      action,
      time: timeMs,
      received: receivedMs,
      name,
      licence,
      issuer,
      validuntil: validUntil,
    }));
  }),
];

export const deviceMessageFeature = (kit: DeviceMessageKit): DeviceMessages => {
  const store = createDeviceMessageStore(kit.db);
  const keeper = new Keeper({ ...kit, store, isRegistered: (deviceKey) => kit.devices.isRegistered(deviceKey) });
  return {
    sink: keeper,
    calls: messageCalls(store, kit.devices),
    forgetDevices: (deviceKeys) => store.removeDevices(deviceKeys),
    metrics: () => ({
      device_messages_kept_total: keeper.kept,
      device_messages_repeated_total: keeper.repeated,
      device_messages_refused_total: keeper.refused,
    }),
    close: () => keeper.close(),
  };
};
