// Which devices there are, before anything is known of who may see them: access asks here which are registered, and what rooms are told
// of a device that a caller names is decided here with access.
import { type Access, type Caller, type Devices, type SeenDevice, unknownDevice } from '../../kernel/access/access.ts';
import type { Bus } from '../../kernel/bus.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { Database } from '../../kernel/storage/db.ts';
import type { Log } from '../../kernel/log.ts';
import type { AdmissionPolicy } from './admission.ts';
import { DeviceDirectory } from './directory.ts';
import { channelsOf, type DeviceRecord } from './record.ts';
import { createDeviceStore, type DeviceStore } from './store.ts';
import { createAdmissionStore } from './store/admissions.ts';
import { createAllowedTerminalStore } from './store/allowed-terminals.ts';

export type RegistryKit = {
  db: Database;
  bus: Bus;
  clock: Clock;
  log: Log;
  policy: AdmissionPolicy;
  /** Resolves when what was written so far is synchronised with the disk. */
  synced: () => Promise<void>;
};

export type DeviceRegistry = {
  /** For the device room alone. */
  readonly directory: DeviceDirectory;
  readonly store: DeviceStore;
  isRegistered(deviceKey: number): boolean;
  registered(): Iterable<{ key: number; id: string }>;
  close(): Promise<void>;
};

export const openRegistry = async (kit: RegistryKit): Promise<DeviceRegistry> => {
  const store = createDeviceStore(kit.db);
  const allowed = createAllowedTerminalStore(kit.db);
  const admissions = createAdmissionStore(kit.db);
  const permissions = await allowed.load(kit.clock.now());
  const directory = new DeviceDirectory({ ...kit, store, admissions, allowed }, await store.load(), permissions);
  await directory.ready().catch(() => undefined); // told in the log; with a full disk only those that are known may come
  return {
    directory,
    store,
    isRegistered: (deviceKey) => directory.at(deviceKey)?.registered === true,
    *registered() {
      for (const device of directory.all()) if (device.registered) yield device;
    },
    close: () => directory.settled(),
  };
};

export type FoundDevices = Devices & {
  /** As `seen`, with undefined in place of the error. */
  find: (...asked: Parameters<Devices['seen']>) => SeenDevice | undefined;
  /** As `find`, by its key. */
  findByKey: (caller: Caller, deviceKey: number) => SeenDevice | undefined;
};

/** The devices of a registry, as callers may see them. */
export const devicesSeen = ({ directory }: DeviceRegistry, access: Access): FoundDevices => {
  const seenOf = (caller: Caller, device: DeviceRecord | undefined): SeenDevice | undefined => {
    if (device === undefined || !access.maySee(caller, device.key)) return undefined;
    const { key: deviceKey, id: deviceId, absentChannels, talkChannel, registered, recordEnable } = device;
    const mainChannels = device.mainChannels ?? [];
    const channels = channelsOf(device);
    const hasLive = recordEnable !== -1;
    return { deviceKey, deviceId, channels, absentChannels, talkChannel, mainChannels, hasLive, registered };
  };
  const find: FoundDevices['find'] = (caller, id) => seenOf(caller, directory.get(id));
  return {
    find,
    findByKey: (caller, deviceKey) => seenOf(caller, directory.at(deviceKey)),
    seen(caller, id) {
      const found = find(caller, id);
      if (found === undefined) throw unknownDevice(id);
      return found;
    },
  };
};
