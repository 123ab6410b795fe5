// The door of device messages: small messages and drivers' cards that devices report, kept before they are acknowledged, bounded for
// each device and by days.
import { postDeviceMessages, postDriverCards } from '@outrider/contract';
import type { MessageSink } from '../../gateway/index.ts';
import type { Devices } from '../../kernel/access/access.ts';
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
  devices: Devices & { isRegistered(deviceKey: number): boolean };
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

const messageCalls = (store: DeviceMessageStore, devices: Devices): CallHandler[] => [
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
