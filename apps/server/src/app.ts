// The composition root: the only file that names every feature, protocol and adapter. Makes them in order and closes them in reverse.
import { accessSync, constants, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Right } from '@outrider/contract';
import { readCertificate, selfSignedCertificate } from './adapters/certificate/certificate.ts';
import { createLocalBus } from './adapters/local-bus/local-bus.ts';
import { lockFolder } from './adapters/sqlite/folder-lock.ts';
import { openSqlite } from './adapters/sqlite/sqlite.ts';
import { systemClock } from './adapters/system-clock/system-clock.ts';
import type { Config } from './config.ts';
import { accessLogFeature } from './features/access-log/index.ts';
import { type AlarmFiles, alarmFilesFeature } from './features/alarm-files/index.ts';
import { connectCalls } from './features/connect/index.ts';
import { type EventFeature, type EventKit, eventFeature } from './features/event/index.ts';
import { type Groups, groupCalls, groupFeature } from './features/group/index.ts';
import type { HealthFeature } from './features/health/index.ts';
import { mapFeature } from './features/map/index.ts';
import { addPages, brandTexts, disabledRightsOf } from './features/page/index.ts';
import type { RecordingFeature } from './features/recording/index.ts';
import type { Footage } from './features/remote-playback/index.ts';
import { networkAddresses, serverFeature } from './features/server/index.ts';
import type { DrawCaptcha, SessionFeature } from './features/session/index.ts';
import { type Settings, createSettings } from './features/settings/index.ts';
import { streamLogFeature } from './features/stream-log/index.ts';
import { type TalkFeature, talkFeature } from './features/talk/index.ts';
import { translationCalls } from './features/translation/index.ts';
import {
  type PasswordKeeper,
  type Users,
  ensureInitialAdmin,
  forgetInitialPassword,
  userFeature,
} from './features/user/index.ts';
import type { Bus } from './kernel/bus.ts';
import type { Clock } from './kernel/clock.ts';
import type { OpenDatabase } from './kernel/storage/db.ts';
import { diskFullStartError, isDiskFull } from './kernel/storage/disk-full.ts';
import { StartError, errorText } from './kernel/errors.ts';
import type { TlsFiles } from './kernel/web/tls.ts';
import { type Log, createLog, silentLog } from './kernel/log.ts';
import { createSocketGuard, type SocketGuard } from './kernel/channel/socket-guard.ts';
import { readVersion } from './kernel/version.ts';
import { createMedia, type Media } from './media/index.ts';
import { type OpenPorts, portTable } from './ports.ts';
import { type DeviceSide, openDeviceRegistry, openDeviceSide } from './rooms/device-side.ts';
import { followAccounts } from './rooms/account-changes.ts';
import { keepCertificate } from './rooms/certificate.ts';
import { openDownloads } from './rooms/downloads.ts';
import { addHealth } from './rooms/health.ts';
import { House } from './rooms/house.ts';
import { openKept } from './rooms/kept.ts';
import type { RoomKit } from './rooms/kit.ts';
import { openQuietRooms } from './rooms/quiet-rooms.ts';
import { openRecorded } from './rooms/recorded.ts';
import { openSession } from './rooms/session.ts';
import { noteRunning } from './running-file.ts';
import { type Web, type WebContent, createWeb, doorsOf } from './web.ts';

/** What tests and programs put in place of the real thing. */
export type AppOverrides = {
  clock?: Clock;
  log?: Log;
  /** A cheaper keeping of passwords, where many accounts sign in. */
  keeper?: PasswordKeeper;
  /** The folder of the built console. */
  consoleFolder?: string;
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
  readonly db: OpenDatabase;
  /** What rooms tell each other, for tests that speak for a room that is not there. */
  readonly bus: Bus;
  readonly clock: Clock;
  readonly log: Log;
  /** Shows a GeoJSON file as an extra layer of the map, or none. */
  setRoads(path: string | null): void;
  close(): Promise<void>;
};

/** What another program changed counts within a second. */
const RELOAD_MS = 500;
const MIGRATIONS = join(import.meta.dirname, '../migrations');
const CONSOLE = join(import.meta.dirname, '../../console/dist');
const BASEMAP = join(import.meta.dirname, '../assets/basemap.sqlite');
/** Live pictures that all accounts together watch at once. */
const MAX_VIEWERS = 2000;
const NO_PORTS = { command: 0, stream: 0 };

/** Makes the data folder or throws StartError. */
const prepareFolder = (folder: string): void => {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    if (isDiskFull(error)) throw error; // reported as what it is
    throw new StartError(`The data folder ${folder} cannot be used: ${errorText(error)}`, { cause: error });
  }
};

const findCertificate = async (config: Config, clock: Clock): Promise<TlsFiles | null> => {
  if (config.tls === 'off') return null;
  if (config.tls === 'files') return readCertificate(config.tlsCert, config.tlsKey);
  const named = config.serverAddress === '' ? [] : [config.serverAddress];
  return selfSignedCertificate(config.data, ['localhost', '127.0.0.1', ...networkAddresses(), ...named], clock);
};

/**
 * The whole server, listening. Throws StartError with one clear line for what the administrator can mend: a port in use, a
 * folder that cannot be written, a database of a newer version. Everything opened is closed again then.
 */
export const createApp = async (config: Config, overrides: AppOverrides = {}): Promise<App> => {
  const house = new House();
  try {
    return await compose(config, overrides, house);
  } catch (error) {
    // Closing may fail for the same reason, and the first failure is the one to tell.
    await house.close().catch(() => undefined);
    throw isDiskFull(error) ? diskFullStartError(config.data, error) : error;
  }
};

export { checkDatabase, copyDatabase } from './adapters/sqlite/maintenance.ts';
export { systemClock } from './adapters/system-clock/system-clock.ts';
export { lockFolder } from './adapters/sqlite/folder-lock.ts';
export const MAIN_DATABASE = 'outrider.sqlite';

export type OpenAccounts = {
  opened: OpenDatabase;
  bus: Bus;
  users: Users;
  groups: Groups;
  close(): Promise<void>;
};

/** The main database with accounts and groups only, for commands; also beside a running server, which takes changes over. */
export const openAccounts = async (
  folder: string,
  {
    clock = systemClock,
    log = silentLog,
    keeper,
    clearedRights = new Set(),
  }: { clock?: Clock; log?: Log; keeper?: PasswordKeeper | undefined; clearedRights?: ReadonlySet<Right> } = {},
): Promise<OpenAccounts> => {
  const opened = openSqlite(join(folder, MAIN_DATABASE), MIGRATIONS);
  try {
    const bus = createLocalBus(log.child({ room: 'bus' }));
    const users = await userFeature({ db: opened.db, clock, bus, keeper, clearedRights });
    const groups = await groupFeature({ db: opened.db, bus, accounts: () => users.list() });
    return { opened, bus, users, groups, close: () => opened.close() };
  } catch (error) {
    await opened.close();
    throw error;
  }
};

type BrowserKit = {
  session: SessionFeature;
  side: DeviceSide;
  tls: TlsFiles | null;
  consoleFolder: string;
};
type BrowserSide = Pick<App, 'ports' | 'doors' | 'recordings' | 'footage' | 'setRoads'>;

/** Rooms that have nothing but calls. */
const openCallRooms = (
  kit: RoomKit,
  { side: { devices, gateway, refusals }, consoleFolder }: BrowserKit,
  health: HealthFeature,
): void => {
  const { base, config, roomLog, accounts, late, house } = kit;
  const calls = [
    ...connectCalls({
      refusals,
      troubles: async () =>
        [await health.trouble(), late.recordings?.trouble() ?? null].filter((text) => text !== null),
      networkAddresses,
      policy: config.registrationPolicy,
      serverAddress: config.serverAddress,
      ports: () => (late.ports ? portTable(late.ports) : []),
      warnings: () => gateway.warnings(),
      clocks: () => devices.clocksOff(),
    }),
    ...groupCalls({
      groups: accounts.groups,
      groupsOfUser: (userId) => accounts.users.byId(userId)?.groupIds ?? [],
      devices: (caller) => devices.visible(caller),
    }),
    ...translationCalls({
      clock: base.clock,
      log: roomLog('translation'),
      dataFolder: config.data,
      consoleFolder,
      ...brandTexts(config),
    }),
  ];
  house.open({ calls });
};

/** Live streams and talk. */
const openMedia = (
  { base, config, roomLog, late, house }: RoomKit,
  { side: { devices, gateway }, session: { access } }: BrowserKit,
  web: Web,
  guard: SocketGuard,
): Media =>
  house.open(
    createMedia({
      ...base,
      log: roomLog('media'),
      access,
      guard,
      links: gateway.links,
      limits: { viewers: MAX_VIEWERS, viewersPerUser: config.viewersPerAccount },
      dwellMs: config.randomLiveSeconds * 1000,
      diskRate: () => late.recordings?.bytesPerSecond() ?? 0,
      devices,
      authenticate: guard.admitting(web.authenticateSocket),
    }),
  );

/** What alarms become: events, and their files. */
const openEvents = async (
  { base, config, roomLog, late, house }: RoomKit,
  { positions, devices, files, gateway }: DeviceSide,
  around: Pick<EventKit, 'access' | 'guard' | 'authenticate'>,
): Promise<{ events: EventFeature; alarmFiles: AlarmFiles }> => {
  const journal = positions.alarms;
  const events = house.open(await eventFeature({ ...base, log: roomLog('event'), ...around, devices, journal }));
  const alarmFiles = house.open(
    await alarmFilesFeature({
      ...base,
      log: roomLog('alarm-files'),
      enabled: config.alarmFiles,
      links: gateway.links,
      sink: files.sink,
      events,
      isRegistered: (deviceKey) => devices.isRegistered(deviceKey),
    }),
  );
  late.alarmFiles = alarmFiles;
  return { events, alarmFiles };
};

/** What people ask flows down: pages, calls, commands, streams. Listens last, when everything behind it stands. */
const openBrowserSide = async (kit: RoomKit, browser: BrowserKit): Promise<BrowserSide> => {
  const { session, side, tls, consoleFolder } = browser;
  const { base, config, roomLog, settings, late, house } = kit;
  const { clock } = base;
  const { access } = session;
  const { devices, gateway } = side;
  const map = house.open(mapFeature(settings, config.basemapFile === '' ? BASEMAP : config.basemapFile));
  const web = house.open(
    await createWeb({ ...base, config, access, tls, log: roomLog('web'), tileOrigins: () => map.tileOrigins() }),
  );
  keepCertificate(kit, web, tls, () => findCertificate(config, clock));
  const guard = house.open(createSocketGuard({ ...base, access, socketsPerAccount: config.socketsPerAccount }));
  const authenticate = guard.admitting(web.authenticateSocket);
  const media = openMedia(kit, browser, web, guard);
  const shared = { ...side, access, guard, media };
  const recorded = await openRecorded(kit, { ...shared, authenticate });
  await openDownloads(kit, { ...side, access }, recorded);
  const { events, alarmFiles } = await openEvents(kit, side, { access, guard, authenticate });
  await openKept(kit, { ...side, access, events, alarmFiles, http: web.http });
  const version = readVersion();
  house.open(serverFeature({ clock, version, options: config, ports: () => late.ports ?? NO_PORTS }));
  await openQuietRooms(kit, { ...side, http: web.http });
  devices.cleanUpIn(house.keepersOfDevices());
  openCallRooms(kit, browser, addHealth(kit, web));
  map.addRoutes(web.http.app);
  await addPages(web.http.app, { folder: consoleFolder, version, options: config, clock });
  const content: WebContent = {
    calls: house.calls(),
    commands: house.commands(),
    cgi: house.cgi(),
    streams: { ...house.streams(), live: media.streams.live },
    events: (request, socket, head, url) => events.handleUpgrade(request, socket, head, url),
  };
  const webPorts = await web.listen(content);
  followAccounts(kit, web);
  late.ports = { ...webPorts, ...gateway.ports };
  return { ports: late.ports, doors: doorsOf(web, content), ...recorded, setRoads: (path) => map.setRoads(path) };
};

const compose = async (config: Config, overrides: AppOverrides, house: House): Promise<App> => {
  const log = overrides.log ?? createLog(config.logLevel);
  const { clock = systemClock, drawCaptcha } = overrides;
  const roomLog = (room: string): Log => log.child({ room });
  prepareFolder(config.data);
  house.open({ close: lockFolder(config.data) });
  const clearedRights = new Set(disabledRightsOf(config));
  const accounts = house.open(await openAccounts(config.data, { clock, log, keeper: overrides.keeper, clearedRights }));
  const { opened, bus, users, groups } = accounts;
  house.open(users);
  house.open(groups);
  const accessLog = house.open(accessLogFeature(opened.db, clock, roomLog('access-log'), config.accessLogDays));
  const base = { db: opened.db, clock, bus, synced: () => opened.synced(), audit: accessLog.trail };
  const settings = await createSettings({ ...base, log: roomLog('settings') });
  house.open({ close: forgetInitialPassword(bus, config.data) });
  const initialPassword = await ensureInitialAdmin(users, config.data);
  const tls = await findCertificate(config, clock);
  const kit: RoomKit = { base, config, roomLog, settings, accounts: { users, groups }, late: {}, house, drawCaptcha };
  const registry = await openDeviceRegistry(kit);
  const session = await openSession(kit, registry);
  const { access } = session;
  const side = await openDeviceSide(kit, { opened, mainDatabase: MAIN_DATABASE, registry, access });
  // Before the media room, so that it closes after it and hears the ends of all talks.
  const talks = house.open(
    await talkFeature({ ...base, access, log: roomLog('talk'), keyOf: (id) => side.devices.keyOf(id) }),
  );
  house.open(streamLogFeature({ ...base, access, log: roomLog('stream-log'), days: config.streamLogDays }));
  const browserSide = await openBrowserSide(kit, {
    session,
    side,
    tls,
    consoleFolder: overrides.consoleFolder ?? CONSOLE,
  });
  let seen = opened.externalVersion();
  const reloading = clock.every(RELOAD_MS, () => {
    const version = opened.externalVersion();
    if (version === seen) return;
    seen = version;
    house.reload().catch((err: unknown) => log.error('reload failed', { err }));
  });
  house.open({ close: () => reloading.cancel() });
  house.open({ close: noteRunning(config, { secure: tls !== null, httpPort: browserSide.ports.http }, log) });
  return {
    ...browserSide,
    secure: tls !== null,
    initialPassword,
    ...kit.accounts,
    talks,
    settings,
    db: opened,
    bus,
    clock,
    log,
    close: () => house.close(),
  };
};
