// Opens the rooms that only answer: places, camera movement, track statistics, groups, texts, the server itself. Part of app.ts.
import { join } from 'node:path';
import { type DeviceOrderFeature, deviceOrderFeature } from '../features/device-order/index.ts';
import { carMemoFeature } from '../features/car-memo/index.ts';
import { connectCalls } from '../features/connect/index.ts';
import { deviceModelFeature } from '../features/device-model/index.ts';
import { deviceAbilityFeature } from '../features/device-abilities/index.ts';
import { customerRecordFeature } from '../features/customer-record/index.ts';
import { type DeviceSetupFeature, deviceSetupFeature } from '../features/device-setup/index.ts';
import { deviceRedirectFeature } from '../features/device-redirect/index.ts';
import { deviceUploadFeature } from '../features/device-upload/index.ts';
import { deviceAreaFeature } from '../features/device-area/index.ts';
import { type TellDevice, faceFeature } from '../features/face/index.ts';
import { type FirmwareFeature, firmwareFeature } from '../features/firmware/index.ts';
import { type FleetHistoryFeature, fleetHistoryFeature } from '../features/fleet-history/index.ts';
import { firstLayoutFeature } from '../features/first-layout/index.ts';
import { geocodeFeature } from '../features/geocode/index.ts';
import { groupCalls } from '../features/group/index.ts';
import type { HealthFeature } from '../features/health/index.ts';
import { accountOptions, brandTexts, keepsCustomers } from '../features/page/index.ts';
import { ptzFeature } from '../features/ptz/index.ts';
import type { RecordingFeature } from '../features/recording/index.ts';
import { type PerformanceFeature, performanceFeature } from '../features/performance/index.ts';
import { type ReportPdfFeature, reportPdfFeature } from '../features/report-pdf/index.ts';
import { networkAddresses, serverFeature } from '../features/server/index.ts';
import { storedMediaFeature } from '../features/stored-media/index.ts';
import { type TrackStatisticsFeature, trackStatisticsFeature } from '../features/track-statistics/index.ts';
import { diskInfoCalls } from '../features/disk-info/index.ts';
import { translationCalls } from '../features/translation/index.ts';
import { accountCalls, createAccountEditor, userCommands } from '../features/user/index.ts';
import type { DeviceLink } from '../gateway/index.ts';
import type { Access, Caller } from '../kernel/access/access.ts';
import { deviceOffline } from '../kernel/errors.ts';
import { portTable } from '../ports.ts';
import type { Web } from '../web.ts';
import type { DeviceSide } from './device-side.ts';
import type { EventRoom } from './event-room.ts';
import type { RoomKit } from './kit.ts';

const PLACES = join(import.meta.dirname, '../../assets/places.bin');

export type DeviceAnswers = {
  statistics: TrackStatisticsFeature;
  orders: DeviceOrderFeature;
  setup: DeviceSetupFeature;
  firmware: FirmwareFeature;
  fleetHistory: FleetHistoryFeature;
  performance: PerformanceFeature;
  reportPdf: ReportPdfFeature;
};

/** Which devices a group holds, and which groups a caller's own reach. */
const sightOfGroups = ({ users, groups }: RoomKit['accounts']) => ({
  covers: (ids: readonly number[], deviceKey: number) => groups.covers(ids, deviceKey),
  reaches: ({ userId, level }: Caller, id: number) =>
    groups.list().some((group) => group.id === id) &&
    (level === 0 || groups.reach(users.byId(userId)?.groupIds ?? []).has(id)),
});

const linkFinder =
  (links: DeviceSide['gateway']['links']) =>
  (deviceKey: number): DeviceLink => {
    const link = links.get(deviceKey);
    if (link === undefined) throw deviceOffline();
    return link;
  };

/** Devices that are sent to another server, each by an order. */
const openRedirect = (
  { room, settings, house }: RoomKit,
  { devices, network, gateway }: Pick<DeviceSide, 'devices' | 'network' | 'gateway'>,
  orders: DeviceOrderFeature,
) =>
  house.open(
    deviceRedirectFeature({
      ...room('device-redirect'),
      settings,
      orders,
      registered: () => devices.registered(),
      isThere: (deviceKey) => devices.clockOf(deviceKey) !== undefined,
      isOnline: (deviceKey) => gateway.links.get(deviceKey) !== undefined,
      own: () => ({ port: gateway.ports.jt808, names: [network.serverAddress(), network.mediaAddress()] }),
    }),
  );

/** Of devices: where they were, where they look, what they drove. */
export const openDeviceAnswers = async (
  kit: RoomKit,
  { devices, positions, files, access, dataUse, network, gateway }: DeviceSide & { access: Access },
  { http, ports }: Web,
): Promise<DeviceAnswers> => {
  const { room, config, settings, accounts, house } = kit;
  const { links } = gateway;
  const [own, { users, groups }] = [{ links, access, devices }, accounts];
  const statistics = house.open(await trackStatisticsFeature({ ...room('track-statistics'), devices, positions }));
  const reportPdf = house.open(await reportPdfFeature({ ...room('report-pdf'), dataFolder: config.data }));
  reportPdf.addRoutes(http.app, (request) => http.authenticate(request));
  house.open(geocodeFeature({ ...room('geocode'), settings, placesFile: PLACES }));
  house.open(await deviceModelFeature({ ...room('device-model'), links, devices }));
  const orders = house.open(
    await deviceOrderFeature({
      ...room('device-order'),
      ...own,
      photosSince: (...asked) => files.photosSince(...asked),
    }),
  );
  const { wakeUp, abilities } = house.open(
    deviceAbilityFeature({ ...room('device-abilities'), links, devices, orders }),
  );
  const around = { ...own, orders, groups, accounts: users };
  const setup = house.open(await deviceSetupFeature({ ...room('device-setup'), ...around }));
  house.open(storedMediaFeature({ links, devices, orders, filesOf: (...asked) => files.identified(...asked) }));
  const uploads = house.open(deviceUploadFeature({ ...room('device-upload'), devices, orders }));
  house.open(deviceAreaFeature({ ...room('device-area'), links, devices, orders }));
  const secure = config.tls !== 'off';
  const store = { dataFolder: config.data, maxMb: config.firmwareSize, secure };
  const firmware = house.open(
    await firmwareFeature({
      ...room('firmware'),
      ...store,
      ...own,
      groups: sightOfGroups(accounts),
      carried: (...counted) => dataUse.carried(...counted),
    }),
  );
  firmware.useOrders(orders);
  const redirect = openRedirect(kit, { devices, network, gateway }, orders);
  await orders.resume();
  redirect.resume();
  await uploads.resume();
  await firmware.resume();
  await setup.resume();
  house.open(ptzFeature({ ...room('ptz'), links, devices, wakeUp, tell: orders.tell }));
  house.open(carMemoFeature({ ...room('car-memo'), devices }));
  house.open(firstLayoutFeature({ settings, devices }));
  const linkOf = linkFinder(links);
  const tell: TellDevice = async (deviceKey, command, asks) => abilities.tell(linkOf(deviceKey), command, asks);
  const originFor = (deviceKey: number): string =>
    `${secure ? 'https' : 'http'}://${linkOf(deviceKey).serverAddress}:${ports.stream}`;
  house.open(await faceFeature({ ...room('face'), dataFolder: config.data, devices, tell, originFor }));
  house.open(customerRecordFeature({ ...room('customer-record'), devices, offered: keepsCustomers(config) }));
  const members = () => devices.fleetMembers();
  const fleetHistory = house.open(fleetHistoryFeature({ ...room('fleet-history'), members }));
  const performance = house.open(performanceFeature(room('performance')));
  return { statistics, orders, setup, firmware, fleetHistory, performance, reportPdf };
};

type ServerAround = {
  web: Web;
  version: string;
  consoleFolder: string;
  health: HealthFeature;
  recordings: RecordingFeature;
  eventRoom: EventRoom;
};

/** Of the server: what it is, who may what in it, how a recorder is connected to it. */
export const openServerAnswers = (
  { room, clock, config, accounts: { users, groups }, house }: RoomKit,
  { devices, network, gateway, refusals }: DeviceSide,
  { web, version, consoleFolder, health, recordings, eventRoom }: ServerAround,
): void => {
  house.open(serverFeature({ clock, version, options: config, address: network.serverAddress }));
  const editor = createAccountEditor({ users, groups, clock, options: accountOptions(config) });
  house.open({ calls: accountCalls(editor), commands: userCommands(users) });
  house.open({
    calls: groupCalls({
      groups,
      accounts: users,
      devices,
      nowMs: () => clock.now(),
    }),
  });
  const texts = { dataFolder: config.data, consoleFolder, ...brandTexts(config) };
  house.open({ calls: translationCalls({ ...room('translation'), ...texts }) });
  house.open({ calls: diskInfoCalls({ recordings, ...eventRoom, dataFolder: config.data }) });
  const connect = connectCalls({
    refusals,
    troubles: async () => [await health.trouble(), recordings.trouble()].filter((text) => text !== null),
    networkAddresses,
    policy: config.registrationPolicy,
    serverAddress: network.serverAddress,
    ports: () => portTable({ ...web.ports, ...gateway.ports }, config.talkPorts),
    warnings: () => gateway.warnings(),
    clocks: () => devices.clocksOff(),
  });
  house.open({ calls: connect });
};
