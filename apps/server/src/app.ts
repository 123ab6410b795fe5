// The composition root: opens every room in reading order and closes them in reverse. Groups of rooms stand in rooms/.
import { join } from 'node:path';
import { protocolSetting } from '@outrider/contract';
import { acmeIssuer } from './adapters/acme/acme.ts';
import { readCertificate, selfSignedCertificate } from './adapters/certificate/certificate.ts';
import type { Config, LoadedConfig } from './config.ts';
import type { Groups } from './features/group/index.ts';
import type { EventFeature } from './features/event/index.ts';
import { extraScriptFeature } from './features/extra-script/index.ts';
import { type CertificateFeature, certificateFeature } from './features/certificate/index.ts';
import { externalPageFeature } from './features/external-page/index.ts';
import type { Mailer } from './features/mail/index.ts';
import { maintainFeature } from './features/maintain/index.ts';
import { mapFeature } from './features/map/index.ts';
import { addPages } from './features/page/index.ts';
import { recordDiskFeature } from './features/record-disk/index.ts';
import type { RecordingFeature } from './features/recording/index.ts';
import type { Footage } from './features/remote-playback/index.ts';
import { type Trial, createTrial, goBack, protocolFeature } from './features/protocol/index.ts';
import { networkAddresses } from './features/server/index.ts';
import type { DrawCaptcha } from './features/session/index.ts';
import type { Settings } from './features/settings/index.ts';
import { smsOrigins } from './features/sms/index.ts';
import type { TalkFeature } from './features/talk/index.ts';
import {
  type PasswordKeeper,
  type Users,
  ensureInitialAdmin,
  forgetInitialPassword,
  placeOf,
} from './features/user/index.ts';
import type { AlarmUploads, Gateway } from './gateway/index.ts';
import type { Bus } from './kernel/bus.ts';
import type { Access } from './kernel/access/access.ts';
import { createSocketGuard } from './kernel/channel/socket-guard.ts';
import type { Clock } from './kernel/clock.ts';
import { type Log, createLog } from './kernel/log.ts';
import type { OpenDatabase } from './kernel/storage/db.ts';
import type { DiskTools } from './kernel/storage/disk-tools.ts';
import { diskFullStartError, isDiskFull } from './kernel/storage/disk-full.ts';
import { readVersion } from './kernel/version.ts';
import type { Media } from './media/index.ts';
import { ListenError } from './kernel/web/listen.ts';
import type { TlsFiles } from './kernel/web/tls.ts';
import { gatewayStartError, type OpenPorts } from './ports.ts';
import { choiceOf, withPorts } from './protocol-config.ts';
import { followAccounts } from './rooms/account-changes.ts';
import { openDeviceAnswers, openServerAnswers } from './rooms/answers.ts';
import { openBase, reloadWhenChanged, systemClock } from './rooms/base.ts';
import { keepCertificate } from './rooms/certificate.ts';
import { type DeviceSide, openDeviceRegistry, openDeviceSide } from './rooms/device-side.ts';
import { openDownloads } from './rooms/downloads.ts';
import { type EventRoom, openEventRoom } from './rooms/event-room.ts';
import { listFilesOfEvents, openEvents, openNotifyPlans } from './rooms/events.ts';
import { openHealth } from './rooms/health.ts';
import { House } from './rooms/house.ts';
import type { RoomKit } from './rooms/kit.ts';
import { openLiveLogs, openMedia } from './rooms/live.ts';
import { openMonitor } from './rooms/monitor.ts';
import { type Outgoing, openOutgoing } from './rooms/outgoing.ts';
import { openRecorded } from './rooms/recorded.ts';
import { openReports } from './rooms/reports.ts';
import { openRetention } from './rooms/retention.ts';
import { openSession } from './rooms/session.ts';
import { openTrace } from './rooms/trace.ts';
import { openTaskMonitor, openUploads } from './rooms/task-monitor.ts';
import { noteRunning } from './running-file.ts';
import { type Web, type WebContent, type WebKit, createWeb, doorsOf } from './web.ts';

export {
  checkDatabase,
  copyDatabase,
  lockFolder,
  MAIN_DATABASE,
  newestSchema,
  type OpenAccounts,
  openAccounts,
  systemDiskTools,
  systemClock,
} from './rooms/base.ts';
export { asideOf, cutRestore, WAITING } from './rooms/cut-restore.ts';

/** What tests and programs put in place of the real thing. */
export type AppOverrides = {
  clock?: Clock;
  log?: Log;
  /** Where the values of the configuration come from: those that somebody gave fix settings. */
  sources?: LoadedConfig['sources'];
  /** A cheaper keeping of passwords, where many accounts sign in. */
  keeper?: PasswordKeeper;
  /** Goes between the rooms and the bus, to see what is published. */
  watchBus?: (bus: Bus) => Bus;
  /** The folder of the built console. */
  consoleFolder?: string;
  /** Ends the process so that it is started again. */
  restart?: () => void;
  /** The disks of the machine. */
  disks?: DiskTools;
  /** Draws captchas, to know what they say. */
  drawCaptcha?: DrawCaptcha;
};

export type App = {
  readonly ports: OpenPorts;
  /** Everything that people and programs can ask for, as web.ts names it. */
  readonly doors: readonly string[];
  readonly secure: boolean;
  /** The password of the account 'admin' when this start made it, else null. */
  readonly initialPassword: string | null;
  readonly users: Users;
  readonly groups: Groups;
  readonly talks: TalkFeature;
  readonly settings: Settings;
  readonly recordings: RecordingFeature;
  readonly footage: Footage;
  readonly mailer: Mailer;
  /** What waits to be delivered to others. */
  outboxSize(): Promise<{ count: number; bytes: number }>;
  metrics(): Record<string, number>;
  readonly db: OpenDatabase;
  /** What rooms tell each other, for tests that speak for a room that is not there. */
  readonly bus: Bus;
  readonly clock: Clock;
  readonly log: Log;
  /** Shows a GeoJSON file as an extra layer of the map, or none. */
  setRoads(path: string | null): void;
  close(): Promise<void>;
};

const CONSOLE = join(import.meta.dirname, '../../console/dist');
const BASEMAP = join(import.meta.dirname, '../assets/basemap.sqlite');

const needsCertificate = ({ tls, httpsPort }: Config): boolean => tls !== 'off' || httpsPort !== 0;

const openCertificates = ({ room, config, clock, settings, house }: RoomKit): CertificateFeature => {
  const named = config.serverAddress === '' ? [] : [config.serverAddress];
  const names = () => ['localhost', '127.0.0.1', ...networkAddresses(), ...named];
  return house.open(
    certificateFeature({
      settings,
      clock,
      log: room('certificate').log,
      issue: acmeIssuer(config.acmeDirectory, config.acmeCaFile),
      host: config.host,
      port: config.acmePort,
      files: config.tls === 'files' ? () => readCertificate(config.tlsCert, config.tlsKey) : undefined,
      selfSigned: () => selfSignedCertificate(config.data, names(), clock),
    }),
  );
};

/**
 * The whole server, listening. Throws StartError with one clear line for what the administrator can mend: a port in use, a
 * folder that cannot be written, a database of a newer version. Everything opened is closed again then.
 */
export const createApp = async (config: Config, overrides: AppOverrides = {}): Promise<App> => {
  try {
    return await inHouse(config, overrides, false);
  } catch (error) {
    if (error instanceof PortsOnTrialError) return inHouse(config, overrides, true);
    throw error;
  }
};

/** Ports that were saved and never used cannot be opened, or what they speak cannot be spoken. */
class PortsOnTrialError extends Error {}

const inHouse = async (config: Config, overrides: AppOverrides, portsBefore: boolean): Promise<App> => {
  const house = new House();
  try {
    return await compose(config, overrides, house, portsBefore);
  } catch (error) {
    // Closing may fail for the same reason, and the first failure is the one to tell.
    await house.close().catch(() => undefined);
    throw isDiskFull(error) ? diskFullStartError(config.data, error) : error;
  }
};

type Doors = { gateway: Gateway; uploads: AlarmUploads; web: Web; content: WebContent };

/** Last, when everything behind it stands: first to devices, then to people. */
const listenNow = async (config: Config, { gateway, uploads, web, content }: Doors): Promise<void> => {
  try {
    await gateway.listen(uploads);
  } catch (error) {
    throw gatewayStartError(error, config);
  }
  await web.listen(content);
};

/** The ports that a save names. That another one cannot be opened, going back would not mend. */
const savedPorts: readonly string[] = ['jt808Port', 'commandPort', 'streamPort', 'httpPort', 'httpsPort'];

/** The same with ports that may be on trial, whose time begins then. */
const listen = async (config: Config, doors: Doors, { isOnTrial, trial }: Protocol): Promise<void> => {
  try {
    await listenNow(config, doors);
  } catch (error) {
    throw isOnTrial && error instanceof ListenError && savedPorts.includes(error.key)
      ? new PortsOnTrialError('saved ports cannot be opened', { cause: error })
      : error;
  }
  trial.begin();
};

/** The map, whose pages and pictures ours may show, and whom they may ask. */
const openMap = ({
  house,
  settings,
  accounts: { users },
  config,
  room,
}: Pick<RoomKit, 'house' | 'settings' | 'accounts' | 'config' | 'room'>) => {
  const basemap = config.basemapFile === '' ? BASEMAP : config.basemapFile;
  const mayBePrivate = (host: string): boolean => config.outgoingHosts.some((named) => named === '*' || named === host);
  const google = { ...room('map'), service: config.googleTiles, mayBePrivate };
  const map = house.open(mapFeature(settings, basemap, google, (id) => placeOf(users.byId(id) ?? { mapPlace: '' })));
  const { frameOrigins } = house.open(externalPageFeature(settings));
  const { origins: connectOrigins } = house.open(smsOrigins(settings));
  return { map, frameOrigins, connectOrigins, tileOrigins: (): readonly string[] => map.tileOrigins() };
};

/** The ports that somebody saved over those of the configuration, and the trial of what nobody has used yet. */
const openPorts = async (given: RoomKit, { restart }: AppOverrides, portsBefore: boolean) => {
  const { settings, clock, house, config } = given;
  if (portsBefore) await goBack({ settings });
  const trial = house.open(createTrial({ settings, clock, log: given.room('protocol').log, restart }));
  const started = settings.value(protocolSetting) ?? choiceOf(config);
  const isOnTrial = trial.isOn && !portsBefore;
  return { trial, isOnTrial, started, kit: { ...given, config: withPorts(config, started) }, configured: config };
};

type Protocol = Awaited<ReturnType<typeof openPorts>>;
const openProtocol = (
  { kit, trial, started }: Protocol,
  web: Web,
  gateway: Gateway,
  restart: AppOverrides['restart'],
): void => {
  const { settings, clock, house, config, room, disks } = kit;
  const open = () => {
    const { http, redirect, https, command, stream, moreStreams } = web.ports;
    const pages = redirect === 0 ? { http, https } : { http: redirect, https: http };
    return { jt808: gateway.ports.jt808, command, streams: [stream, ...moreStreams], ...pages };
  };
  const { openAlso, settle, openPorts: ownPorts } = web;
  const ports = { open, openAlso, settle, ownPorts };
  const { restart: leave } = house.open(
    protocolFeature({ settings, clock, host: config.host, started, ...ports, trial, restart }),
  );
  house.open(
    recordDiskFeature({ ...room('record-disk'), settings, disks, allowed: config.allowDiskFormat, restart: leave }),
  );
  const { restartHour: hour, machineRestartCommand: machineCommand } = config;
  house.open(maintainFeature({ ...room('maintain'), settings, hour, machineCommand, restart }));
};

/** That of a saved https is on trial like its port. */
const firstCertificate = async (
  { kit: { config }, isOnTrial, configured }: Protocol,
  certificates: Pick<CertificateFeature, 'find'>,
): Promise<TlsFiles | null> => {
  if (!needsCertificate(config)) return null;
  try {
    return await certificates.find();
  } catch (error) {
    throw isOnTrial && !needsCertificate(configured)
      ? new PortsOnTrialError('a saved https has no certificate', { cause: error })
      : error;
  }
};

const openWeb = async (
  protocol: Protocol,
  access: Access,
  origins: Pick<WebKit, 'frameOrigins' | 'connectOrigins' | 'tileOrigins'>,
): Promise<{ web: Web; secure: boolean }> => {
  const { kit, trial, started } = protocol;
  const { config, house, room } = kit;
  const certificates = openCertificates(kit);
  const alsoTls = await firstCertificate(protocol, certificates);
  const tls = config.tls === 'off' ? null : alsoTls;
  const seen: Trial['seen'] = (caller) => trial.seen(caller);
  const streamPorts = started.streamings;
  const web = house.open(
    await createWeb({ ...room('web'), config, access, tls, alsoTls, streamPorts, seen, ...origins }),
  );
  certificates.addRoutes(web.http.app);
  keepCertificate(kit, web, alsoTls, certificates);
  return { web, secure: tls !== null };
};

const contentOf = (house: House, media: Media, events: EventFeature): WebContent => ({
  ...house.content(),
  streams: { ...house.streams(), live: media.streams.live },
  events: (request, socket, head, url) => events.handleUpgrade(request, socket, head, url),
});

/** The password of 'admin' that this start made, which is forgotten once it was changed. */
const openFirstPassword = ({ bus, config, accounts, house }: RoomKit): Promise<string | null> => {
  house.open({ close: forgetInitialPassword(bus, config.data) });
  return ensureInitialAdmin(accounts.users, config.data);
};

/** What tests look at from inside. */
const seenOf = (house: House, { outbox }: Outgoing): Pick<App, 'outboxSize' | 'metrics'> => ({
  outboxSize: () => outbox.size(),
  metrics: () => house.metrics(),
});

type PagesOf = {
  web: Web;
  map: ReturnType<typeof openMap>['map'];
  consoleFolder: string;
  recordings: RecordingFeature;
  eventRoom: EventRoom;
};

const openPages = async (
  kit: RoomKit,
  side: DeviceSide,
  { web, map, consoleFolder, recordings, eventRoom }: PagesOf,
) => {
  const version = readVersion();
  const health = openHealth(kit, web, recordings);
  openServerAnswers(kit, side, { web, version, consoleFolder, health, recordings, eventRoom });
  map.addRoutes(web.http.app);
  const { text: extraScript } = kit.house.open(extraScriptFeature(kit.settings));
  await addPages(web.http.app, { folder: consoleFolder, version, options: kit.config, clock: kit.clock, extraScript });
};

type Running = { web: Web; secure: boolean; opened: OpenDatabase };

/** What follows changes of accounts, of the code and of the state of this server from now on. */
const keepUp = (kit: RoomKit & { log: Log }, { devices }: DeviceSide, { web, secure, opened }: Running): void => {
  const { clock, config, house, log } = kit;
  followAccounts(kit, web, (key) => (devices.isRegistered(key) ? devices.clockOf(key)?.id : undefined));
  reloadWhenChanged(opened, clock, house, log);
  house.open({ close: noteRunning(config, { secure, httpPort: web.ports.http }, log) });
};

const compose = async (given: Config, overrides: AppOverrides, house: House, portsBefore: boolean): Promise<App> => {
  const { clock = systemClock, log: toStandardError = createLog(given.logLevel), consoleFolder = CONSOLE } = overrides;
  const { opened, log, ...base } = await openBase({ config: given, house, clock, log: toStandardError, overrides });
  const protocol = await openPorts(base, overrides, portsBefore);
  const { kit } = protocol;
  const { bus, settings, accounts, config } = kit;
  const initialPassword = await openFirstPassword(kit);
  const registry = await openDeviceRegistry(kit);
  const { access } = await openSession(kit, registry, overrides.drawCaptcha);
  const side = await openDeviceSide(kit, registry, access);
  const { talks, streamLog } = await openLiveLogs(kit, side, access);
  const { map, ...origins } = openMap(kit);
  const { web, secure } = await openWeb(protocol, access, origins);
  const guard = house.open(createSocketGuard({ clock, bus, access, socketsPerAccount: config.socketsPerAccount }));
  const people = { ...side, access, guard, authenticate: guard.admitting(web.authenticateSocket), http: web.http };
  const media = openMedia(kit, { ...people, talks });
  const outgoing = await openOutgoing(kit, side);
  const recorded = await openRecorded(kit, { ...people, media });
  const { events, alarmFiles, plans } = await openEvents(kit, people);
  await openNotifyPlans(kit, { ...side, events }, outgoing);
  const eventRoom = openEventRoom(kit, { ...side, ...recorded, events });
  const fetched = await openDownloads(kit, { ...people, events, plans, eventRoom }, recorded);
  openMonitor(kit, { ...side, ...fetched, plans, media });
  openTrace(kit, { ...people, events });
  const uploads = await openUploads(kit, { ...side, events, plans });
  openTaskMonitor(kit, { ...side, ...recorded, ...fetched, alarmFiles, events });
  listFilesOfEvents(events, { ...side, alarmFiles, ...fetched });
  const answers = await openDeviceAnswers(kit, people, web);
  const eventReports = await openReports(kit, { ...people, ...answers, events, mailer: outgoing.mailer }, web);
  const kept = { eventReports, opened, events, alarmFiles, streamLog, recordings: recorded.recordings };
  openRetention(kit, { ...side, ...answers, ...fetched, ...kept, uploads });
  openProtocol(protocol, web, side.gateway, overrides.restart);
  side.devices.cleanUpIn(house.keepersOfDevices());
  await openPages(kit, side, { web, map, consoleFolder, eventRoom, recordings: recorded.recordings });
  const content = contentOf(house, media, events);
  outgoing.outbox.start();
  side.positions.startPacking();
  await listen(config, { ...side, uploads: alarmFiles.uploads, web, content }, protocol);
  keepUp({ ...kit, log }, side, { web, secure, opened });
  return {
    ports: { ...web.ports, ...side.gateway.ports },
    doors: doorsOf(web, content),
    secure,
    initialPassword,
    ...accounts,
    talks,
    settings,
    ...recorded,
    mailer: outgoing.mailer,
    ...seenOf(house, outgoing),
    db: opened,
    bus,
    clock,
    log,
    setRoads: (path) => map.setRoads(path),
    close: () => house.close(),
  };
};
