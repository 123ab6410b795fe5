// Opens what devices speak to: positions, the directory of devices, files, the gateway. Part of app.ts.
import { type Refusals, createRefusals } from '../features/connect/index.ts';
import { type DeviceFeature, deviceFeature } from '../features/device/index.ts';
import { type DeviceMessages, deviceMessageFeature } from '../features/device-message/index.ts';
import { type FileStore, fileStoreFeature } from '../features/file-store/index.ts';
import { watchDataFolder } from '../features/health/index.ts';
import { type PositionFeature, TRACKS_DATABASE, positionFeature } from '../features/position/index.ts';
import { type Gateway, createGateway } from '../gateway/index.ts';
import type { Access } from '../kernel/access.ts';
import type { OpenDatabase } from '../kernel/db.ts';
import { gatewayStartError } from '../ports.ts';
import type { RoomKit } from './kit.ts';

/** `mainDatabase` is the name of its file in the data folder. */
type DeviceSideKit = { opened: OpenDatabase; mainDatabase: string; access: Access };

/** From the moment on at which both databases are open, and before the first device may come. */
const watchFolder = (
  { base: { clock }, config, roomLog, late, keep }: RoomKit,
  { opened, mainDatabase }: DeviceSideKit,
): void => {
  const watching = {
    folder: config.data,
    databases: [mainDatabase, TRACKS_DATABASE],
    clock,
    log: roomLog('data-folder'),
    changed: (trouble: string | null) => opened.refuseWrites(trouble),
  };
  late.folder = keep(watchDataFolder(watching));
};

export type DeviceSide = {
  positions: PositionFeature;
  devices: DeviceFeature;
  files: FileStore;
  messages: DeviceMessages;
  gateway: Gateway;
  refusals: Refusals;
};

/** Resolves when what the main database holds is on the disk, in the folder that is there. */
const syncedOf =
  ({ late }: RoomKit, { opened }: DeviceSideKit): (() => Promise<void>) =>
  async () => {
    await opened.synced();
    late.folder?.assertThere(); // what was synchronised may lie in a folder that is gone
  };

/** Files and small messages of devices. */
const openKeepers = async (
  kit: RoomKit,
  around: DeviceSideKit,
  devices: DeviceFeature,
): Promise<Pick<DeviceSide, 'files' | 'messages'>> => {
  const { base, config, roomLog, keep } = kit;
  const { access } = around;
  const synced = syncedOf(kit, around);
  const files = keep(
    await fileStoreFeature({
      ...base,
      synced,
      log: roomLog('file-store'),
      dataFolder: config.data,
      options: config,
      isRegistered: (deviceKey) => devices.isRegistered(deviceKey),
    }),
  );
  const messages = keep(
    deviceMessageFeature({
      ...base,
      access,
      synced,
      log: roomLog('device-message'),
      days: config.messageDays,
      isRegistered: (deviceKey) => devices.isRegistered(deviceKey),
      keyOf: (id) => devices.keyOf(id),
    }),
  );
  return { files, messages };
};

/** What devices say flows up: gateway, positions, files, the directory of devices. */
export const openDeviceSide = async (kit: RoomKit, around: DeviceSideKit): Promise<DeviceSide> => {
  const { base, config, roomLog, late, keep } = kit;
  const { access } = around;
  const positions = keep(
    await positionFeature({
      ...base,
      access,
      log: roomLog('position'),
      dataFolder: config.data,
      assertThere: () => late.folder?.assertThere(),
      devices: {
        keyOf: (id) => late.devices?.keyOf(id),
        isRegistered: (deviceKey) => late.devices?.isRegistered(deviceKey) ?? false,
      },
    }),
  );
  watchFolder(kit, around);
  const policy = {
    newDevices: config.registrationPolicy,
    acceptAnyCode: config.acceptWrongAuthCode,
    reRegistration: config.reRegistration,
  };
  const trackOf: PositionFeature['trackOf'] = (...asked) => positions.trackOf(...asked);
  const devices = keep(
    await deviceFeature({ ...base, access, policy, trackOf, synced: syncedOf(kit, around), log: roomLog('device') }),
  );
  late.devices = devices;
  for (const { deviceKey, position, usable } of positions.last()) devices.restore(deviceKey, position, usable);
  const { files, messages } = await openKeepers(kit, around, devices);
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
  const gateway = keep(await opening.catch((error: unknown) => Promise.reject(gatewayStartError(error, config))));
  return { positions, devices, files, messages, gateway, refusals };
};
