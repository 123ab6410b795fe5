// Opens what devices speak to: positions, the directory of devices, files, the gateway. Part of app.ts.
import { type Refusals, createRefusals } from '../features/connect/index.ts';
import {
  type DeviceFeature,
  deviceFeature,
  type DeviceRegistry,
  devicesSeen,
  openRegistry,
} from '../features/device/index.ts';
import { type DataUse, dataUseFeature } from '../features/data-use/index.ts';
import { type DeviceUsage, deviceUsageFeature } from '../features/device-usage/index.ts';
import { deviceMessageFeature } from '../features/device-message/index.ts';
import { type FileStore, fileStoreFeature } from '../features/file-store/index.ts';
import { type Network, networkFeature } from '../features/network/index.ts';
import { relayFeature } from '../features/relay/index.ts';
import { type PositionFeature, TRACKS_DATABASE, positionFeature } from '../features/position/index.ts';
import { type Gateway, createGateway, Traffic } from '../gateway/index.ts';
import type { Access } from '../kernel/access/access.ts';
import type { RoomKit } from './kit.ts';

/** Which devices there are: known before access, which asks it. */
export const openDeviceRegistry = async ({ room, config, house }: RoomKit): Promise<DeviceRegistry> => {
  const policy = {
    newDevices: config.registrationPolicy,
    acceptAnyCode: config.acceptWrongAuthCode,
    reRegistration: config.reRegistration,
  };
  return house.open(await openRegistry({ ...room('device'), policy }));
};

export type DeviceSide = {
  positions: PositionFeature;
  devices: DeviceFeature;
  files: FileStore;
  dataUse: DataUse;
  usage: DeviceUsage;
  network: Network;
  /** Lets nobody in before its `listen`. */
  gateway: Gateway;
  refusals: Refusals;
};

/** Positions and the directory of devices, which knows their last ones from the start. */
const openDirectory = async (
  { room, config, folder, house }: RoomKit,
  registry: DeviceRegistry,
  access: Access,
): Promise<Pick<DeviceSide, 'positions' | 'devices'>> => {
  const positions = house.open(
    await positionFeature({
      ...room('position'),
      dataFolder: config.data,
      assertThere: () => folder.assertThere(),
      devices: { ...devicesSeen(registry, access), isRegistered: (key) => registry.isRegistered(key) },
    }),
  );
  house.open(folder.add(TRACKS_DATABASE));
  const trackOf: PositionFeature['trackOf'] = (...asked) => positions.trackOf(...asked);
  const devices = house.open(
    deviceFeature({ ...room('device'), registry, access, trackOf, defaults: config, journal: positions.journal }),
  );
  for (const { deviceKey, position, usable } of positions.last()) devices.restore(deviceKey, position, usable);
  await devices.restoreDays();
  return { positions, devices };
};

const MANY_LINKS = 1000;
/** From so many links for each stream on. Frames live for seconds as well, are more, and would be looked through too often. */
const LINKS_FOR_A_STREAM = 20;

/** What a fleet's reports leave behind is worth being collected often. */
const isMostlyReports = (gateway: Gateway): boolean => {
  const { links = 0, media_flows: streams = 0 } = gateway.metrics();
  return links >= MANY_LINKS && links >= LINKS_FOR_A_STREAM * streams;
};

/** What of the fleet goes on to others. */
const openRelays = (
  { room, settings, house }: RoomKit,
  { positions, devices, network, gateway }: Pick<DeviceSide, 'positions' | 'devices' | 'network' | 'gateway'>,
): void => {
  house.open(
    relayFeature({
      ...room('relay'),
      settings,
      journal: positions.journal,
      deviceOf: (key) => devices.registeredDevice(key),
      own: () => ({ port: gateway.ports.jt808, names: [network.serverAddress(), network.mediaAddress()] }),
      hearHeartbeats: (take) => gateway.hearHeartbeats(take),
    }),
  );
};

/** What devices say flows up: gateway, positions, files, the directory of devices. */
export const openDeviceSide = async (kit: RoomKit, registry: DeviceRegistry, access: Access): Promise<DeviceSide> => {
  const { room, clock, bus, config, folder, memory, house } = kit;
  const { positions, devices } = await openDirectory(kit, registry, access);
  const isRegistered = (deviceKey: number): boolean => devices.isRegistered(deviceKey);
  const files = house.open(
    await fileStoreFeature({ ...room('file-store'), dataFolder: config.data, options: config, isRegistered }),
  );
  const messages = house.open(deviceMessageFeature({ ...room('device-message'), days: config.messageDays, devices }));
  const refusals = createRefusals(clock);
  const traffic = new Traffic();
  const dataUse = house.open(
    await dataUseFeature({
      ...room('data-use'),
      traffic,
      access,
      records: (caller) => devices.records(caller),
      visible: (caller) => devices.visible(caller),
      limitOf: (deviceKey) => devices.dataLimitOf(deviceKey),
      limited: () =>
        devices.registered().flatMap(({ key: deviceKey }) => {
          const limitBytes = devices.dataLimitOf(deviceKey);
          return limitBytes === undefined ? [] : [{ deviceKey, limitBytes }];
        }),
    }),
  );
  const usage = house.open(await deviceUsageFeature(room('device-usage')));
  const network = house.open(networkFeature({ settings: kit.settings, serverAddress: config.serverAddress }));
  const gateway = house.open(
    createGateway({
      ...room('gateway'),
      bus,
      config,
      refusals,
      traffic,
      mediaAddress: network.mediaAddress,
      directory: devices.terminals,
      positions: positions.sink,
      mayAnswer: () => folder.trouble() === null,
      files: files.sink,
      messages: messages.sink,
    }),
  );
  openRelays(kit, { positions, devices, network, gateway });
  memory.collectOftenWhile(() => isMostlyReports(gateway));
  return { positions, devices, files, dataUse, usage, network, gateway, refusals };
};
