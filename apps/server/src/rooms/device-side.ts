// Opens what devices speak to: positions, the directory of devices, files, the gateway. Part of app.ts.
import { type Refusals, createRefusals } from '../features/connect/index.ts';
import {
  type DeviceFeature,
  deviceFeature,
  type DeviceRegistry,
  devicesSeen,
  openRegistry,
} from '../features/device/index.ts';
import { type DeviceMessages, deviceMessageFeature } from '../features/device-message/index.ts';
import { type FileStore, fileStoreFeature } from '../features/file-store/index.ts';
import { watchDataFolder } from '../features/health/index.ts';
import { type PositionFeature, TRACKS_DATABASE, positionFeature } from '../features/position/index.ts';
import { type Gateway, createGateway } from '../gateway/index.ts';
import type { Access } from '../kernel/access/access.ts';
import type { OpenDatabase } from '../kernel/storage/db.ts';
import { gatewayStartError } from '../ports.ts';
import type { RoomKit } from './kit.ts';

/** `mainDatabase` is the name of its file in the data folder. */
type DeviceSideKit = {
  opened: OpenDatabase;
  mainDatabase: string;
  registry: DeviceRegistry;
  access: Access;
};

/** Resolves when what the main database holds is on the disk, in the folder that is there. */
const syncedOf =
  ({ base, late }: RoomKit): (() => Promise<void>) =>
  async () => {
    await base.synced();
    late.folder?.assertThere(); // what was synchronised may lie in a folder that is gone
  };

/** Which devices there are: known before access, which asks it. */
export const openDeviceRegistry = async (kit: RoomKit): Promise<DeviceRegistry> => {
  const { base, config, roomLog, house } = kit;
  const policy = {
    newDevices: config.registrationPolicy,
    acceptAnyCode: config.acceptWrongAuthCode,
    reRegistration: config.reRegistration,
  };
  return house.open(await openRegistry({ ...base, synced: syncedOf(kit), policy, log: roomLog('device') }));
};

/** From the moment on at which both databases are open, and before the first device may come. */
const watchFolder = (
  { base: { clock }, config, roomLog, late, house }: RoomKit,
  { opened, mainDatabase }: DeviceSideKit,
): void => {
  const watching = {
    folder: config.data,
    databases: [mainDatabase, TRACKS_DATABASE],
    clock,
    log: roomLog('data-folder'),
    changed: (trouble: string | null) => opened.refuseWrites(trouble),
  };
  late.folder = house.open(watchDataFolder(watching));
};

export type DeviceSide = {
  positions: PositionFeature;
  devices: DeviceFeature;
  files: FileStore;
  messages: DeviceMessages;
  gateway: Gateway;
  refusals: Refusals;
};

/** Files and small messages of devices. */
const openKeepers = async (kit: RoomKit, devices: DeviceFeature): Promise<Pick<DeviceSide, 'files' | 'messages'>> => {
  const { base, config, roomLog, house } = kit;
  const synced = syncedOf(kit);
  const files = house.open(
    await fileStoreFeature({
      ...base,
      synced,
      log: roomLog('file-store'),
      dataFolder: config.data,
      options: config,
      isRegistered: (deviceKey) => devices.isRegistered(deviceKey),
    }),
  );
  const messages = house.open(
    deviceMessageFeature({
      ...base,
      synced,
      log: roomLog('device-message'),
      days: config.messageDays,
      devices,
    }),
  );
  return { files, messages };
};

/** What devices say flows up: gateway, positions, files, the directory of devices. */
export const openDeviceSide = async (kit: RoomKit, around: DeviceSideKit): Promise<DeviceSide> => {
  const { base, config, roomLog, late, house } = kit;
  const { access, registry } = around;
  const positions = house.open(
    await positionFeature({
      ...base,
      log: roomLog('position'),
      dataFolder: config.data,
      assertThere: () => late.folder?.assertThere(),
      devices: { ...devicesSeen(registry, access), isRegistered: (key) => registry.isRegistered(key) },
    }),
  );
  watchFolder(kit, around);
  const trackOf: PositionFeature['trackOf'] = (...asked) => positions.trackOf(...asked);
  const devices = house.open(deviceFeature({ ...base, registry, access, trackOf, log: roomLog('device') }));
  for (const { deviceKey, position, usable } of positions.last()) devices.restore(deviceKey, position, usable);
  const { files, messages } = await openKeepers(kit, devices);
  const refusals = createRefusals(base.clock);
  const opening = createGateway({
    clock: base.clock,
    bus: base.bus,
    log: roomLog('gateway'),
    config,
    refusals,
    directory: devices.terminals,
    positions: positions.sink,
    mayAnswer: () => (late.folder?.trouble() ?? null) === null,
    files: files.sink,
    uploads: { find: async (alarmNumber) => late.alarmFiles?.uploads.find(alarmNumber) },
    messages: messages.sink,
  });
  const gateway = house.open(await opening.catch((error: unknown) => Promise.reject(gatewayStartError(error, config))));
  return { positions, devices, files, messages, gateway, refusals };
};
