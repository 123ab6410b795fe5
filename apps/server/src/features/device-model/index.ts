// The door of device models: asks what devices are (0x8107), keeps what they say, and lists it.
import { EVERY_DEVICE, type DeviceModel, getDeviceInfo } from '@outrider/contract';
import type { DeviceAttributes, LinkRegistry } from '../../gateway/index.ts';
import type { Caller, Devices } from '../../kernel/access/access.ts';
import type { Bus } from '../../kernel/bus.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { Log } from '../../kernel/log.ts';
import type { Database } from '../../kernel/storage/db.ts';
import { type CallHandler, handle } from '../../kernel/web/http.ts';
import { Asker } from './asker.ts';
import { createDeviceModelStore, type StoredModel } from './store.ts';

export type DeviceModelKit = {
  db: Database;
  bus: Bus;
  clock: Clock;
  log: Log;
  links: LinkRegistry;
  devices: Devices & {
    isRegistered(deviceKey: number): boolean;
    linked(): { deviceKey: number }[];
    /** The registered devices a caller may see. */
    visible(caller: Caller): { key: number; id: string }[];
    /** What it called itself when it registered. */
    registeredAs(deviceKey: number): { manufacturer: string; model: string };
  };
};

export type DeviceModelFeature = {
  calls: CallHandler[];
  forgetDevices(deviceKeys: readonly number[]): Promise<void>;
  metrics(): Record<string, number>;
  close(): Promise<void>;
};

const MAX_TEXT = 200;
const textOf = (text: string): string => text.trim().slice(0, MAX_TEXT);

const modelOf = (deviceKey: number, said: DeviceAttributes, toldMs: number): StoredModel => ({
  deviceKey,
  manufacturer: textOf(said.manufacturer),
  model: textOf(said.model),
  firmware: textOf(said.firmware),
  hardware: textOf(said.hardware),
  iccid: textOf(said.iccid),
  terminalType: said.terminalType,
  toldMs,
});

/** What it said last; before it said anything, what it called itself when it registered. */
const wireOf = (
  deviceid: string,
  told: StoredModel | undefined,
  registered: { manufacturer: string; model: string },
): DeviceModel => {
  const { manufacturer, model } = told ?? registered;
  return {
    deviceid,
    model,
    version: told?.firmware ?? '',
    mobileid: told?.iccid ?? '',
    manufacturer,
    hardware: told?.hardware ?? '',
    updatetime: told?.toldMs ?? 0,
  };
};

export const deviceModelFeature = async (kit: DeviceModelKit): Promise<DeviceModelFeature> => {
  const { db, bus, clock, devices } = kit;
  const store = createDeviceModelStore(db);
  const models = new Map((await store.read()).map((model) => [model.deviceKey, model]));
  const asker = new Asker({
    ...kit,
    // Of strangers nothing is kept.
    wants: (deviceKey) => devices.isRegistered(deviceKey),
    told: async (deviceKey, said) => {
      const model = modelOf(deviceKey, said, clock.now());
      await store.save(model);
      models.set(deviceKey, model);
    },
  });
  const deafen = [
    bus.subscribe('link.online', ({ deviceKey }) => asker.came(deviceKey)),
    bus.subscribe('devices.relisted', ({ reason }) => {
      if (reason !== 'registered') return;
      for (const { deviceKey } of devices.linked()) if (!models.has(deviceKey)) asker.came(deviceKey);
    }),
  ];
  const rowOf = ({ key, id }: { key: number; id: string }): DeviceModel =>
    wireOf(id, models.get(key), devices.registeredAs(key));
  return {
    calls: [
      handle(getDeviceInfo, (caller, { deviceid }) => {
        if (deviceid !== EVERY_DEVICE) {
          const { deviceKey: key, deviceId: id } = devices.seen(caller, deviceid);
          return [rowOf({ key, id })];
        }
        return devices
          .visible(caller)
          .map(rowOf)
          .toSorted((a, b) => (a.deviceid < b.deviceid ? -1 : 1));
      }),
    ],
    async forgetDevices(deviceKeys) {
      await store.removeDevices(deviceKeys);
      for (const key of deviceKeys) models.delete(key);
    },
    metrics: () => ({
      device_models_waiting: asker.waiting,
      device_models_told_total: asker.answered,
      device_models_untold_total: asker.unanswered,
    }),
    async close() {
      for (const end of deafen) end();
      await asker.close();
    },
  };
};
